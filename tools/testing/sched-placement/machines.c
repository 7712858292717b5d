// SPDX-License-Identifier: GPL-2.0
/*
 * Which machines are tested: every number of CPUs up to 256, the products of all sizes of
 * parts that make sense, powers of two and odd numbers up to 4096, more levels than there
 * is room for, numbers up to 65535, and random ones. All properties are tested on each,
 * on the large ones for some of the CPUs.
 */

#include <limits.h>
#include <stdio.h>

#include "attach.h"
#include "buddy_test.h"
#include "machines.h"
#include "map_test.h"
#include "report.h"
#include "shapes.h"

#define RANDOM_MACHINES	10000

unsigned long machines_tested;

static void test_buddies(struct topology *t, struct random *rnd, unsigned int allowed)
{
	unsigned int odd = check_buddies(t);

	check_buddy_rule(t);
	check_allowed(t, rnd, allowed);
	check_order(t, rnd);
	check_numbers(t, rnd, odd);
}

/* Tests and frees it. */
static void test_machine(struct topology *t, u64 seed, int sample, unsigned int allowed)
{
	struct random rnd = { .state = seed };

	machines_tested++;
	topology_build(t);
	topology_tested = t;

	attach(t, &attach_plainly);
	check_fast(t, t->nr > 100 ? sample * 4 : sample);
	check_finds(t, MAP_FIND, &rnd, sample);
	check_below(t, MAP_BELOW, t->nr > 100 ? 3 : 1);
	check_followed(t, &rnd, t->nr > 100 ? sample * 4 - 1 : sample);
	test_buddies(t, &rnd, allowed);

	topology_tested = NULL;
	topology_free(t);
}

static void test_regular(const struct regular *machine, u64 seed, int sample)
{
	struct topology t;

	shape_regular(&t, machine);
	t.seed = seed;
	test_machine(&t, seed, sample, sample > 1 ? 2 : 10);
}

/**
 * test_counts() - every number of CPUs from 1 to 256
 * @seed: for what is random
 */
void test_counts(u64 seed)
{
	int n;

	for (n = 1; n <= 256; n++) {
		struct regular machine = {
			.cpus = n,
			.smt = 1 << n % 4,
			.cores = 1 + n % 3,
			.clusters = 1 + n % 4,
			.llcs = 2 + n % 5,
			.numbering = n / 2 % NR_NUMBERINGS,
		};

		while (n > machine.smt * machine.cores * machine.clusters * machine.llcs * 32)
			machine.llcs++;
		test_regular(&machine, seed, 1);
	}
}

static bool makes_sense(const struct regular *machine)
{
	/* Clusters of one core are none, and no node has a cache for itself only. */
	return machine->cpus <= 128 && machine->smt * machine->cores <= 32;
}

/**
 * test_products() - machines all of whose parts are equal
 * @seed: for what is random
 */
void test_products(u64 seed)
{
	static const int sizes[] = { 1, 2, 3, 4, 8 };
	const int nr = ARRAY_SIZE(sizes);
	int i;

	for (i = 0; i < 4 * nr * nr * nr * nr; i++) {
		int nodes = sizes[i / 4 / nr / nr / nr % nr];
		struct regular machine = {
			.smt = 1 << i % 4,
			.cores = sizes[i / 4 % nr],
			.clusters = sizes[i / 4 / nr % nr],
			.llcs = sizes[i / 4 / nr / nr % nr],
			.numbering = i % NR_NUMBERINGS,
		};

		machine.cpus = machine.smt * machine.cores * machine.clusters * machine.llcs *
			       nodes;
		if (makes_sense(&machine))
			test_regular(&machine, seed, 4);
	}
}

/**
 * test_large() - machines of up to 4096 CPUs
 * @seed: for what is random
 */
void test_large(u64 seed)
{
	static const struct regular machines[] = {
		{ 384, 2, 8, 1, 12, SIBLINGS_APART },
		{ 512, 8, 4, 4, 2, SIBLINGS_ADJACENT },
		{ 511, 2, 4, 4, 4, SIBLINGS_APART },
		{ 768, 2, 8, 1, 24, SIBLINGS_APART },
		{ 1000, 2, 5, 5, 5, NODES_ROUND_ROBIN },
		{ 1023, 4, 4, 4, 4, SIBLINGS_APART },
		{ 1024, 1, 4, 16, 2, SIBLINGS_ADJACENT },
		{ 2048, 8, 8, 1, 4, SIBLINGS_ADJACENT },
		{ 2049, 2, 8, 8, 2, SIBLINGS_APART },
		{ 3001, 2, 3, 5, 7, NODES_ROUND_ROBIN },
		{ 4095, 2, 8, 8, 4, SIBLINGS_ADJACENT },
		{ 4096, 2, 4, 4, 8, SIBLINGS_APART },
		{ 4096, 1, 1, 4096, 1, SIBLINGS_ADJACENT },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(machines); i++)
		test_regular(&machines[i], seed, machines[i].cpus / 24);
}

/* More levels that share a cache, and more with a lane, than there is room for. */
static void test_deep(u64 seed)
{
	static const int sizes[] = { 2, 4, 8, 16, 32, 64 };
	struct topology t;
	int node, other, d;

	shape_levels(&t, 256, 6, sizes);
	snprintf(t.name, sizeof(t.name), "4 nodes of 5 caches in each other");
	test_machine(&t, seed, 1, 5);

	shape_levels(&t, 256, 4, sizes);
	snprintf(t.name, sizeof(t.name), "a tree of 16 nodes");
	for (node = 0; node < t.nr_nodes; node++) {
		for (other = 0; other < t.nr_nodes; other++) {
			for (d = 0; node >> d != other >> d; d++)
				;
			t.distance[node][other] = LOCAL_DISTANCE + d * 2;
		}
	}
	/* Of its eight levels, the last one is without a lane: 0-3, 5, 6, 7 and 8. */
	t.overlapping = 8;
	test_machine(&t, seed, 1, 5);
}

/* The highest numbers that there are, of which many differ in the highest bit only. */
static void test_high_numbers(u64 seed)
{
	static const struct regular machine = { 128, 2, 2, 4, 2, SIBLINGS_ADJACENT };
	struct random rnd = { .state = seed };
	struct topology t;
	int place;

	shape_regular(&t, &machine);
	t.nr_ids = NUMBERS_END;
	for (place = 0; place < t.nr; place++)
		t.number[place] = NUMBERS_END - 1 - t.number[place] * (NUMBERS_END / 128);
	topology_build(&t);
	topology_tested = &t;
	attach(&t, &attach_plainly);
	check_fast(&t, 1);
	check_finds(&t, MAP_FIND, &rnd, 1);
	check_followed(&t, &rnd, 1);
	check_buddies(&t);
	check_buddy_rule(&t);
	detach(&t);
	topology_tested = NULL;
	topology_destroy(&t);
	topology_free(&t);
	machines_tested++;
}

/**
 * test_unusual() - machines that nobody has
 * @seed: for what is random
 */
void test_unusual(u64 seed)
{
	test_deep(seed);
	test_high_numbers(seed);
}

static void test_random_one(u64 seed)
{
	struct random rnd = { .state = ~seed };
	struct topology t;

	shape_random(&t, seed);
	topology_build(&t);
	topology_tested = &t;

	/* The flags that maps are made with may be any, too. */
	if (random_percent(&rnd, 30))
		change_flags(&t, &rnd);
	if (random_percent(&rnd, 10))
		check_no_map(&t, &rnd);
	if (random_percent(&rnd, 10)) {
		check_no_memory(&t, &rnd);
		detach(&t);
	}
	if (t.nr_parts > 1)
		check_builds(&t, &rnd);
	topology_tested = NULL;
	topology_destroy(&t);

	test_machine(&t, seed, t.nr > 128 ? t.nr / 32 : 1, 10);
}

/**
 * test_random() - random machines
 * @seed: that of the first one; the next have the next
 */
void test_random(u64 seed)
{
	u64 i;

	for (i = 0; i < RANDOM_MACHINES; i++)
		test_random_one(seed + i);
}
