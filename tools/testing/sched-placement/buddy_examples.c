// SPDX-License-Identifier: GPL-2.0
/*
 * Buddies that were worked out on paper, by the rules in the first comment of
 * idle_buddy.c. The first example is the one there.
 */

#include <stdio.h>
#include <string.h>

#include "attach.h"
#include "buddy_test.h"
#include "report.h"
#include "shapes.h"

#define CPUS	16
#define LEVELS	3

/* -1: none. */
struct example {
	const char *name;
	struct regular machine;
	unsigned int offline;		/* a bit for each CPU */
	int nr_levels;			/* that a CPU has; lowest first below */
	int buddies[LEVELS][CPUS];
};

static const struct example examples[] = {
	{
		.name = "a cache with three cores of two threads",
		.machine = { 6, 2, 1, 3, 1, SIBLINGS_ADJACENT },
		.nr_levels = 2,
		.buddies = {
			{ 1, 0, 3, 2, 5, 4 },
			{ 2, 3, 0, 1, 2, 3 },
		},
	}, {
		/* Cores are {0,3} {1,4} {2,5}. */
		.name = "the same, siblings apart",
		.machine = { 6, 2, 1, 3, 1, SIBLINGS_APART },
		.nr_levels = 2,
		.buddies = {
			{ 3, 4, 5, 0, 1, 2 },
			{ 1, 0, 1, 4, 3, 4 },
		},
	}, {
		.name = "two cores of four threads",
		.machine = { 8, 4, 1, 2, 1, SIBLINGS_ADJACENT },
		.nr_levels = 2,
		.buddies = {
			{ 1, 0, 3, 2, 5, 4, 7, 6 },
			{ 4, 5, 6, 7, 0, 1, 2, 3 },
		},
	}, {
		/* The threads 0 2 3 | 4 5 6 7: single CPUs are groups, too, 3 asks 2. */
		.name = "two cores of four threads, CPU 1 offline",
		.machine = { 8, 4, 1, 2, 1, SIBLINGS_ADJACENT },
		.offline = 1 << 1,
		.nr_levels = 2,
		.buddies = {
			{ 2, 0, 0, 2, 5, 4, 7, 6 },
			{ 4, 0, 5, 6, 0, 2, 3, 0 },
		},
	}, {
		.name = "clusters of four cores, three of them",
		.machine = { 12, 1, 4, 3, 1, SIBLINGS_ADJACENT },
		.nr_levels = 2,
		.buddies = {
			{ 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10 },
			{ 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7 },
		},
	}, {
		.name = "threads, clusters of two cores, caches of two clusters",
		.machine = { 16, 2, 2, 2, 2, SIBLINGS_ADJACENT },
		.nr_levels = 3,
		.buddies = {
			{ 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14 },
			{ 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13 },
			{ 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11 },
		},
	}, {
		/* Clusters 0-3, 4-7 and 8 9; the last one asks 4 5 of 4-7. */
		.name = "clusters of four cores, two left for the last",
		.machine = { 10, 1, 4, 3, 1, SIBLINGS_ADJACENT },
		.nr_levels = 2,
		.buddies = {
			{ 1, 0, 3, 2, 5, 4, 7, 6, 9, 8 },
			{ 4, 5, 6, 7, 0, 1, 2, 3, 4, 5 },
		},
	}, {
		/* Clusters 0-3 and 4 5: the smaller one is gone through twice. */
		.name = "two clusters of different size",
		.machine = { 6, 1, 4, 2, 1, SIBLINGS_ADJACENT },
		.nr_levels = 2,
		.buddies = {
			{ 1, 0, 3, 2, 5, 4 },
			{ 4, 5, 4, 5, 0, 1 },
		},
	}, {
		.name = "a cache of four cores",
		.machine = { 4, 1, 1, 4, 1, SIBLINGS_ADJACENT },
		.nr_levels = 1,
		.buddies = {
			{ 1, 0, 3, 2 },
		},
	},
};

static void check_example(const struct example *example)
{
	struct topology t;
	int place, cpu, level;

	shape_regular(&t, &example->machine);
	for (place = 0; place < t.nr; place++) {
		if (example->offline & (1 << t.number[place]))
			t.part[place] = -1;
	}
	topology_build(&t);
	topology_tested = &t;
	attach(&t, &attach_plainly);

	for (cpu = 0; cpu < t.nr; cpu++) {
		const struct idle_buddies *buddies = &placement_cpu_of(cpu)->buddies;

		if (example->offline & (1 << cpu)) {
			expect(BUDDY_EXAMPLES, !buddies->nr, "%s: offline CPU %d has %d levels",
			       example->name, cpu, buddies->nr);
			continue;
		}

		expect(BUDDY_EXAMPLES, buddies->nr == example->nr_levels,
		       "%s: CPU %d has %d levels", example->name, cpu, buddies->nr);
		for (level = 0; level < buddies->nr && level < example->nr_levels; level++)
			expect(BUDDY_EXAMPLES,
			       buddies->at[level].cpu == example->buddies[level][cpu],
			       "%s: CPU %d at its level %d: buddy %d instead of %d", example->name,
			       cpu, level, buddies->at[level].cpu, example->buddies[level][cpu]);
	}

	detach(&t);
	topology_destroy(&t);
	topology_free(&t);
	topology_tested = NULL;
}

/* CPUs 0-7 of two cores: whom 1 asks, whose buddy is 5, at the level of the cache. */
static void check_allowed_example(void)
{
	static const struct regular machine = { 8, 4, 1, 2, 1, SIBLINGS_ADJACENT };
	static const struct {
		unsigned long allowed;
		int want;
	} cases[] = {
		{ 0xff, 5 },
		{ 0x20, 5 },
		{ 0xdf, 6 },	/* the next one */
		{ 0x9f, 7 },
		{ 0x1f, 4 },	/* round the end, leaving out 0-3 */
		{ 0x0f, -1 },	/* only the own group */
		{ 0x00, -1 },
	};
	struct topology t;
	unsigned int i;

	shape_regular(&t, &machine);
	topology_build(&t);
	topology_tested = &t;
	attach(&t, &attach_plainly);

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		unsigned long allowed = cases[i].allowed;
		int is = idle_buddy_allowed(&placement_cpu_of(1)->buddies.at[1], 1,
					    to_cpumask(&allowed));

		expect(BUDDY_EXAMPLES, is == cases[i].want,
		       "CPU 1 allowed on %#lx: %d instead of %d", allowed, is, cases[i].want);
	}

	detach(&t);
	topology_destroy(&t);
	topology_free(&t);
	topology_tested = NULL;
}

/**
 * check_buddy_examples() - compare with what was worked out on paper
 */
void check_buddy_examples(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(examples); i++)
		check_example(&examples[i]);
	check_allowed_example();
}
