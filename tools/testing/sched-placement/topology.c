// SPDX-License-Identifier: GPL-2.0
/*
 * Builds the scheduling domains of a machine as kernel/sched/topology.c does, level by
 * level: the CPUs that share a unit of the level, or are of nodes within a distance, as far
 * as they are of the partition. Domains that add nothing are removed then, and the levels
 * of the others keep their numbers. In parentheses: the functions that this repeats.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topology.h"

struct rq runqueues[NR_CPUS];
unsigned int nr_cpu_ids;
unsigned long cpumask_uses, cpumask_tests;
unsigned long cpu_bit_bitmap[BITS_PER_LONG + 1][BITS_TO_LONGS(NR_CPUS)];

/* The masks of one level of one partition, by core, cluster ... or node. */
struct masks {
	size_t longs;
	unsigned long *bits;
};

/* All levels of one partition. The last are those of NUMA, beginning with the node itself. */
struct level_table {
	int nr;
	struct masks masks[LEVELS_MAX + 256];
	int flags[LEVELS_MAX + 256];
};

/**
 * topology_init() - prepare cpumask_of()
 */
void topology_init(void)
{
	int bit;

	for (bit = 0; bit < BITS_PER_LONG; bit++)
		cpu_bit_bitmap[1 + bit][0] = 1UL << bit;
}

static void *zalloc(size_t nr, size_t size)
{
	void *p = calloc(nr, size);

	if (!p)
		abort();

	return p;
}

/**
 * topology_alloc() - make a machine with all CPUs in one partition
 * @t: where it goes
 * @nr: how many CPUs
 * @nr_levels: how many levels below those of NUMA
 */
void topology_alloc(struct topology *t, int nr, int nr_levels)
{
	int i;

	memset(t, 0, sizeof(*t));
	t->nr = nr;
	t->number = zalloc(nr, sizeof(*t->number));
	t->part = zalloc(nr, sizeof(*t->part));
	t->nr_parts = 1;
	t->nr_levels = nr_levels;
	for (i = 0; i < nr_levels; i++)
		t->unit[i] = zalloc(nr, sizeof(*t->unit[i]));
	t->level_step = 1;
}

static struct cpumask *mask_of(const struct masks *masks, int unit)
{
	return to_cpumask(masks->bits + unit * masks->longs);
}

static void alloc_masks(struct masks *masks, int units)
{
	masks->longs = BITS_TO_LONGS(nr_cpu_ids);
	masks->bits = zalloc(units * masks->longs, sizeof(long));
}

static void unit_masks(const struct topology *t, int part, int level, struct masks *masks)
{
	int place;

	alloc_masks(masks, t->nr);
	for (place = 0; place < t->nr; place++) {
		if (t->part[place] == part)
			cpumask_set_cpu(t->number[place],
					mask_of(masks, t->unit[level][place]));
	}
}

static void distance_masks(const struct topology *t, const struct masks *nodes, int distance,
			   struct masks *masks)
{
	int node, other;

	alloc_masks(masks, t->nr_nodes);
	for (node = 0; node < t->nr_nodes; node++) {
		struct cpumask *mask = mask_of(masks, node);

		for (other = 0; other < t->nr_nodes; other++) {
			if (t->distance[node][other] <= distance)
				cpumask_or(mask, mask, mask_of(nodes, other));
		}
	}
}

/* The next higher distance between any nodes, or 256. */
static int next_distance(const struct topology *t, int distance)
{
	int node, other, next = 256;

	for (node = 0; node < t->nr_nodes; node++) {
		for (other = 0; other < t->nr_nodes; other++) {
			int d = t->distance[node][other];

			if (d > distance && d < next)
				next = d;
		}
	}

	return next;
}

static int numa_flags(int distance)
{
	int flags = SD_NUMA | SD_OVERLAP | SD_SERIALIZE | SD_BALANCE_NEWIDLE;

	if (distance <= RECLAIM_DISTANCE)
		flags |= SD_BALANCE_EXEC | SD_BALANCE_FORK | SD_WAKE_AFFINE;

	return flags;
}

/* (sd_init(), sched_init_numa()) */
static void make_levels(const struct topology *t, int part, struct level_table *levels)
{
	const int flags = SD_BALANCE_NEWIDLE | SD_BALANCE_EXEC | SD_BALANCE_FORK |
			  SD_WAKE_AFFINE | SD_PREFER_SIBLING;
	const struct masks *nodes = &levels->masks[t->nr_levels - 1];
	int distance, nr;

	for (nr = 0; nr < t->nr_levels; nr++) {
		unit_masks(t, part, nr, &levels->masks[nr]);
		levels->flags[nr] = flags | t->flags[nr];
	}

	for (distance = LOCAL_DISTANCE; distance < 256; nr++) {
		distance_masks(t, nodes, distance, &levels->masks[nr]);
		levels->flags[nr] = distance == LOCAL_DISTANCE ? flags : numa_flags(distance);
		distance = next_distance(t, distance);
	}

	levels->nr = nr;
	for (nr = 0; nr < levels->nr && nr < 64; nr++) {
		if (t->not_affine & (1ULL << nr))
			levels->flags[nr] &= ~SD_WAKE_AFFINE;
	}
}

static void free_levels(struct level_table *levels)
{
	int i;

	for (i = 0; i < levels->nr; i++)
		free(levels->masks[i].bits);
}

/* (build_sched_domain()) */
static struct sched_domain *make_domain(const struct cpumask *mask, int flags, int level,
					struct sched_domain *child)
{
	size_t size = BITS_TO_LONGS(nr_cpu_ids) * sizeof(long);
	struct sched_domain *sd = malloc(sizeof(*sd) + size);

	if (!sd)
		abort();

	*sd = (struct sched_domain){ .flags = flags, .level = level, .child = child };
	memcpy(sd->span, mask->bits, size);
	sd->span_weight = cpumask_weight(sched_domain_span(sd));
	sd->many_groups = child ? child->span_weight != sd->span_weight : sd->span_weight > 1;
	if (child)
		child->parent = sd;

	return sd;
}

/* (build_sched_domains()) */
static struct sched_domain *make_chain(const struct topology *t, const struct level_table *levels,
				       int place, const struct cpumask *cpu_map)
{
	struct sched_domain *sd = NULL, *lowest = NULL;
	int i;

	for (i = 0; i < levels->nr; i++) {
		int unit = i < t->nr_levels ? t->unit[i][place] : node_of(t, place);

		sd = make_domain(mask_of(&levels->masks[i], unit), levels->flags[i],
				 i * t->level_step, sd);
		if (!lowest)
			lowest = sd;
		if (cpumask_equal(cpu_map, sched_domain_span(sd)))
			break;
	}

	return lowest;
}

/* (sd_degenerate()) */
static bool is_degenerate(struct sched_domain *sd)
{
	if (sd->span_weight == 1)
		return true;
	if ((sd->flags & SD_DEGENERATE_GROUPS_MASK) && sd->many_groups)
		return false;

	return !(sd->flags & SD_WAKE_AFFINE);
}

/* (sd_parent_degenerate()) */
static bool is_degenerate_parent(struct sched_domain *sd, struct sched_domain *parent)
{
	int flags = parent->flags;

	if (is_degenerate(parent))
		return true;
	if (!cpumask_equal(sched_domain_span(sd), sched_domain_span(parent)))
		return false;
	if (!parent->many_groups)
		flags &= ~SD_DEGENERATE_GROUPS_MASK;

	return !(flags & ~sd->flags);
}

/* (cpu_attach_domain()) */
static struct sched_domain *remove_degenerate(struct sched_domain *lowest)
{
	struct sched_domain *sd = lowest;

	while (sd && sd->parent) {
		struct sched_domain *parent = sd->parent;

		if (!is_degenerate_parent(sd, parent)) {
			sd = parent;
			continue;
		}

		sd->parent = parent->parent;
		if (parent->parent)
			parent->parent->child = sd;
		sd->flags |= parent->flags & SD_PREFER_SIBLING;
		free(parent);
	}

	if (lowest && is_degenerate(lowest)) {
		sd = lowest;
		lowest = lowest->parent;
		free(sd);
		if (lowest)
			lowest->child = NULL;
	}

	return lowest;
}

/**
 * topology_build() - give the CPUs their domains
 * @t: the machine
 */
void topology_build(struct topology *t)
{
	struct masks maps = { };
	int part, place;

	nr_cpu_ids = t->nr_ids;
	alloc_masks(&maps, PARTS_MAX);
	t->place = zalloc(t->nr_ids, sizeof(*t->place));
	for (place = 0; place < t->nr; place++) {
		t->place[t->number[place]] = place;
		if (t->part[place] >= 0)
			cpumask_set_cpu(t->number[place], mask_of(&maps, t->part[place]));
	}

	for (part = 0; part < PARTS_MAX; part++)
		t->map[part] = mask_of(&maps, part);

	for (part = 0; part < t->nr_parts; part++) {
		struct level_table levels;

		make_levels(t, part, &levels);
		for (place = 0; place < t->nr; place++) {
			if (t->part[place] == part)
				cpu_rq(t->number[place])->sd =
					remove_degenerate(make_chain(t, &levels, place,
								     t->map[part]));
		}
		free_levels(&levels);
	}
}

/**
 * topology_destroy() - take the domains away
 * @t: the machine
 */
void topology_destroy(struct topology *t)
{
	int place;

	for (place = 0; place < t->nr; place++) {
		struct rq *rq = cpu_rq(t->number[place]);

		while (rq->sd) {
			struct sched_domain *sd = rq->sd;

			rq->sd = sd->parent;
			free(sd);
		}
	}

	free(t->map[0]);
	free(t->place);
	t->place = NULL;
}

/**
 * topology_free() - free a machine that has no domains any more
 * @t: the machine
 */
void topology_free(struct topology *t)
{
	int i;

	free(t->number);
	free(t->part);
	for (i = 0; i < t->nr_levels; i++)
		free(t->unit[i]);
}

static void describe_chain(const struct topology *t, int place)
{
	struct sched_domain *sd;
	int cpu;

	printf("#   CPU %d:", t->number[place]);
	for (sd = cpu_rq(t->number[place])->sd; sd; sd = sd->parent) {
		printf(" level %d flags %#x {", sd->level, sd->flags);
		for_each_cpu(cpu, sched_domain_span(sd))
			printf(" %d", cpu);
		printf(" }");
	}
	printf("\n");
}

/**
 * topology_describe() - print what machine it is
 * @t: the machine
 *
 * That of a random one is `placement_test --seed SEED` the first; small ones are printed
 * with all that they consist of.
 */
void topology_describe(const struct topology *t)
{
	unsigned long uses = cpumask_uses;
	int place;

	printf("#  on %s, seed %llu: %d CPUs, %d partitions, %d levels, %d nodes\n", t->name,
	       (unsigned long long)t->seed, t->nr, t->nr_parts, t->nr_levels, t->nr_nodes);
	for (place = 0; place < t->nr && t->nr <= 32 && t->place; place++)
		describe_chain(t, place);
	cpumask_uses = uses;
}
