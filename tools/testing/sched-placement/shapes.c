// SPDX-License-Identifier: GPL-2.0
/*
 * Machines. Regular ones are what is sold: threads, clusters of cores, caches and nodes of
 * the same size, apart from what is left for the last. Random ones have parts of any size,
 * CPUs that are offline, partitions, and distances for which no hardware needs to exist:
 * rings, lines, meshes, trees, and tables that are not even symmetric.
 */

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shapes.h"

static const int default_flags[] = {
	SD_SHARE_CPUCAPACITY | SD_SHARE_LLC,	/* SMT */
	SD_CLUSTER | SD_SHARE_LLC,		/* CLS */
	SD_SHARE_LLC,				/* MC */
	0,					/* PKG */
};

#define DEFAULT_LEVELS	4

static void number_in_order(struct topology *t, const int *order)
{
	int i;

	for (i = 0; i < t->nr; i++)
		t->number[order[i]] = i;
	t->nr_ids = t->nr;
}

/* The first of each unit, then the second of each, ... */
static void number_round_robin(struct topology *t, const int *unit)
{
	int *order = calloc(t->nr, sizeof(*order));
	int *rank = calloc(t->nr, sizeof(*rank));
	int *seen = calloc(t->nr, sizeof(*seen));
	int place, nr = 0, round;

	for (place = 0; place < t->nr; place++)
		rank[place] = seen[unit[place]]++;
	for (round = 0; nr < t->nr; round++) {
		for (place = 0; place < t->nr; place++) {
			if (rank[place] == round)
				order[nr++] = place;
		}
	}

	number_in_order(t, order);
	free(order);
	free(rank);
	free(seen);
}

static void number_adjacent(struct topology *t)
{
	int place;

	for (place = 0; place < t->nr; place++)
		t->number[place] = place;
	t->nr_ids = t->nr;
}

static void all_at_distance(struct topology *t, int distance)
{
	int node, other;

	for (node = 0; node < t->nr_nodes; node++) {
		for (other = 0; other < t->nr_nodes; other++)
			t->distance[node][other] = node == other ? LOCAL_DISTANCE : distance;
	}
}

/**
 * shape_levels() - a machine of equal parts with given levels
 * @t: where it goes
 * @nr: how many CPUs
 * @nr_levels: how many levels, the highest being the node
 * @sizes: how many CPUs a part of each level has
 */
void shape_levels(struct topology *t, int nr, int nr_levels, const int *sizes)
{
	int place, level;

	topology_alloc(t, nr, nr_levels);
	for (level = 0; level < nr_levels; level++) {
		for (place = 0; place < t->nr; place++)
			t->unit[level][place] = place / sizes[level];
		t->flags[level] = level < nr_levels - 1 ? SD_SHARE_LLC : 0;
	}

	t->nr_nodes = node_of(t, nr - 1) + 1;
	all_at_distance(t, 20);
	number_adjacent(t);
	t->overlapping = INT_MAX;
}

/**
 * shape_regular() - a machine that could be bought
 * @t: where it goes
 * @regular: what it consists of
 */
void shape_regular(struct topology *t, const struct regular *regular)
{
	int sizes[DEFAULT_LEVELS];

	sizes[0] = regular->smt;
	sizes[1] = sizes[0] * regular->cores;
	sizes[2] = sizes[1] * regular->clusters;
	sizes[3] = sizes[2] * regular->llcs;

	shape_levels(t, regular->cpus, DEFAULT_LEVELS, sizes);
	memcpy(t->flags, default_flags, sizeof(default_flags));
	snprintf(t->name, sizeof(t->name),
		 "%d CPUs, %d threads x %d cores x %d clusters x %d caches, numbering %d",
		 regular->cpus, regular->smt, regular->cores, regular->clusters, regular->llcs,
		 regular->numbering);

	if (regular->numbering == SIBLINGS_APART)
		number_round_robin(t, t->unit[0]);
	else if (regular->numbering == NODES_ROUND_ROBIN)
		number_round_robin(t, t->unit[DEFAULT_LEVELS - 1]);
}

/* How many steps it is from node to node, by the way they are connected. */
static int ring(int nodes, int node, int other)
{
	int d = abs(node - other);

	return d < nodes - d ? d : nodes - d;
}

static int line(int nodes, int node, int other)
{
	return abs(node - other);
}

static int mesh(int nodes, int node, int other)
{
	int width = nodes > 6 ? 3 : 2;

	return abs(node / width - other / width) + abs(node % width - other % width);
}

static int tree(int nodes, int node, int other)
{
	int d;

	for (d = 0; node != other; d++) {
		node /= 2;
		other /= 2;
	}

	return d;
}

static int direct(int nodes, int node, int other)
{
	return node != other;
}

static int (*const wirings[])(int nodes, int node, int other) = {
	direct, ring, line, mesh, tree,
};

#define NR_WIRINGS	ARRAY_SIZE(wirings)

static void wire_nodes(struct topology *t, int wiring, int step)
{
	int node, other;

	for (node = 0; node < t->nr_nodes; node++) {
		for (other = 0; other < t->nr_nodes; other++) {
			int steps = wirings[wiring](t->nr_nodes, node, other);

			t->distance[node][other] = min(LOCAL_DISTANCE + step * steps, 254);
		}
	}
}

/* Distances of which nothing is to be expected; of one in each direction, if symmetric. */
static void wire_randomly(struct topology *t, struct random *rnd, bool symmetric)
{
	int kinds = random_in(rnd, 1, 14);
	int node, other;

	for (node = 0; node < t->nr_nodes; node++) {
		t->distance[node][node] = LOCAL_DISTANCE;
		for (other = 0; other < node; other++) {
			t->distance[node][other] = 12 + 3 * random_below(rnd, kinds);
			t->distance[other][node] = symmetric ? t->distance[node][other] :
				12 + 3 * random_below(rnd, kinds);
		}
	}
}

static void random_distances(struct topology *t, struct random *rnd)
{
	int wiring = random_below(rnd, NR_WIRINGS + 2);

	if (wiring < NR_WIRINGS)
		wire_nodes(t, wiring, random_in(rnd, 3, 11));
	else
		wire_randomly(t, rnd, wiring == NR_WIRINGS);
}

/* Parts that begin at random: a new part of one level is one of all levels below. */
static void random_units(struct topology *t, struct random *rnd)
{
	unsigned int percent[LEVELS_MAX];
	int next[LEVELS_MAX] = { };
	int level, place;

	for (level = 0; level < t->nr_levels; level++)
		percent[level] = random_in(rnd, 0, 60 >> level);

	for (place = 0; place < t->nr; place++) {
		bool new = false;

		for (level = t->nr_levels - 1; level >= 0; level--) {
			new |= place && random_percent(rnd, percent[level]);
			if (new && level == t->nr_levels - 1 && next[level] + 1 == NODES_MAX)
				new = false;
			next[level] += new;
			t->unit[level][place] = next[level];
		}
	}
}

static void regular_units(struct topology *t, struct random *rnd)
{
	int level, place, size = 1;

	for (level = 0; level < t->nr_levels; level++) {
		size *= level ? random_in(rnd, 1, 4) : 1 << random_below(rnd, 4);
		if (level == t->nr_levels - 1)
			size *= t->nr / (size * NODES_MAX) + 1;
		for (place = 0; place < t->nr; place++)
			t->unit[level][place] = place / size;
	}
}

/* Other levels than there are have to work, too, but not more that share a cache. */
static void random_level_flags(struct topology *t, struct random *rnd)
{
	int shared = random_in(rnd, 0, min(t->nr_levels, 4));
	int level;

	if (t->nr_levels == DEFAULT_LEVELS && random_percent(rnd, 75)) {
		memcpy(t->flags, default_flags, sizeof(default_flags));
		return;
	}

	for (level = 0; level < shared; level++)
		t->flags[level] = SD_SHARE_LLC;
	if (shared && random_percent(rnd, 70))
		t->flags[0] |= SD_SHARE_CPUCAPACITY;
}

static void random_parts(struct topology *t, struct random *rnd)
{
	bool by_node = random_percent(rnd, 50);
	int place;

	t->nr_parts = random_percent(rnd, 60) ? 1 : random_in(rnd, 2, PARTS_MAX);
	for (place = 0; place < t->nr; place++)
		t->part[place] = by_node ? node_of(t, place) % t->nr_parts :
			(int)random_below(rnd, t->nr_parts);
}

static int random_size(struct random *rnd)
{
	unsigned int kind = random_below(rnd, 1000);

	if (kind < 700)
		return random_in(rnd, 1, 16);
	if (kind < 950)
		return random_in(rnd, 1, 40);
	if (kind < 998)
		return random_in(rnd, 1, 100);

	return random_in(rnd, 1, 600);
}

/**
 * shape_random() - a machine that could not be bought, mostly
 * @t: where it goes
 * @seed: the same for the same machine
 */
void shape_random(struct topology *t, u64 seed)
{
	struct random rnd = { .state = seed };
	int nr = random_size(&rnd);
	int nr_levels = random_percent(&rnd, 75) ? DEFAULT_LEVELS : random_in(&rnd, 1, LEVELS_MAX);

	topology_alloc(t, nr, nr_levels);
	snprintf(t->name, sizeof(t->name), "a random machine");
	t->seed = seed;

	if (random_percent(&rnd, 50))
		random_units(t, &rnd);
	else
		regular_units(t, &rnd);
	t->nr_nodes = node_of(t, nr - 1) + 1;

	random_level_flags(t, &rnd);
	random_distances(t, &rnd);
	random_parts(t, &rnd);
	if (random_percent(&rnd, 15))
		t->not_affine = random_u64(&rnd);
	if (random_percent(&rnd, 3))
		t->level_step = 60;
	t->overlapping = t->nr_levels * t->level_step;
	if (t->nr_levels > 7)
		t->overlapping = 7 * t->level_step;
	if (t->overlapping > 256)
		t->overlapping = 256;

	number_adjacent(t);
	if (random_percent(&rnd, 60))
		shape_permute(t, &rnd);
	if (random_percent(&rnd, 20))
		number_round_robin(t, t->unit[0]);
	if (random_percent(&rnd, 30))
		shape_spread(t, &rnd);
	if (random_percent(&rnd, 50))
		shape_holes(t, &rnd, random_in(&rnd, 1, 40));
}

/**
 * shape_copy() - the same machine once more, without domains
 * @t: where it goes
 * @from: the machine
 */
void shape_copy(struct topology *t, const struct topology *from)
{
	size_t size = from->nr * sizeof(int);
	int i;

	*t = *from;
	t->place = NULL;
	t->number = memcpy(malloc(size), from->number, size);
	t->part = memcpy(malloc(size), from->part, size);
	for (i = 0; i < from->nr_levels; i++)
		t->unit[i] = memcpy(malloc(size), from->unit[i], size);
}

/**
 * shape_spread() - give the CPUs higher numbers, with holes, in the same order
 * @t: the machine
 * @rnd: how
 */
void shape_spread(struct topology *t, struct random *rnd)
{
	int most = NUMBERS_END / t->nr_ids - 1;
	int gap = t->nr < 100 && !random_below(rnd, 200) ? most : min(most, 5);
	int *number = calloc(t->nr_ids, sizeof(*number));
	int i, place, next = 0;

	for (i = 0; i < t->nr_ids; i++) {
		next += random_in(rnd, 0, gap);
		number[i] = next++;
	}
	for (place = 0; place < t->nr; place++)
		t->number[place] = number[t->number[place]];
	t->nr_ids = next;
	free(number);
}

/**
 * shape_permute() - deal the numbers to the CPUs anew
 * @t: the machine
 * @rnd: how
 */
void shape_permute(struct topology *t, struct random *rnd)
{
	random_shuffle(rnd, t->number, t->nr);
}

/**
 * shape_holes() - take CPUs out of all partitions, as if they were offline or isolated
 * @t: the machine
 * @rnd: which
 * @percent: how many
 */
void shape_holes(struct topology *t, struct random *rnd, unsigned int percent)
{
	int place;

	for (place = 0; place < t->nr; place++) {
		if (random_percent(rnd, percent))
			t->part[place] = -1;
	}
}
