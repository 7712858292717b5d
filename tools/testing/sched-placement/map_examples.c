// SPDX-License-Identifier: GPL-2.0
/*
 * Keys and answers that were worked out on paper, by the first comment of balance_map.c.
 */

#include "attach.h"
#include "map_find.h"
#include "map_test.h"
#include "shapes.h"

#define BUILD	7

static const struct attach_how as_build_7 = { .first_build = BUILD, .build_step = 1 };

static struct sched_domain *at_level(int cpu, int level)
{
	struct sched_domain *sd;

	for (sd = lowest_domain(cpu); sd && sd->level != level; sd = sd->parent)
		;

	return sd;
}

static void check_key(int cpu, u64 word0, u64 word1)
{
	const u64 *key = placement_cpu_of(cpu)->map.key;

	expect(MAP_EXAMPLES, key[0] == word0 && key[1] == word1,
	       "CPU %d: key %#llx %#llx instead of %#llx %#llx", cpu,
	       (unsigned long long)key[1], (unsigned long long)key[0],
	       (unsigned long long)word1, (unsigned long long)word0);
}

static void check_affine(int cpu, int prev, int level)
{
	struct sched_domain *affine;

	map_find(cpu, prev, SD_BALANCE_WAKE, true, &affine);
	expect(MAP_EXAMPLES, affine == at_level(cpu, level) && !affine == (level < 0),
	       "from CPU %d to %d: level %d instead of %d", prev, cpu,
	       affine ? affine->level : -1, level);
}

static void begin(struct topology *t, const struct regular *machine)
{
	shape_regular(t, machine);
	topology_build(t);
	topology_tested = t;
	attach(t, &as_build_7);
}

static void end(struct topology *t)
{
	detach(t);
	topology_destroy(t);
	topology_free(t);
	topology_tested = NULL;
}

/* Levels: SMT, CLS, MC, PKG, NODE, NUMA. */
#define SMT	0
#define MC	2
#define NUMA	5

/* Two nodes of two cores with two threads: the example of the comment. */
static void check_two_nodes(void)
{
	static const struct regular machine = { 8, 2, 1, 2, 1, SIBLINGS_ADJACENT };
	struct topology t;
	int cpu;

	begin(&t, &machine);
	for (cpu = 0; cpu < 8; cpu++)
		check_key(cpu, (u64)BUILD << 48 | (cpu & 4) << 16 | (cpu & 6), 0);

	check_affine(1, 2, MC);
	check_affine(1, 5, NUMA);
	check_affine(1, 0, SMT);
	check_affine(1, 1, SMT);
	check_affine(6, 3, NUMA);
	end(&t);
}

/* Without SD_WAKE_AFFINE in MC, what is near looks to NUMA; without it there, to nothing. */
static void check_without_affine(void)
{
	static const struct regular machine = { 8, 2, 1, 2, 1, SIBLINGS_ADJACENT };
	struct topology t;

	begin(&t, &machine);
	at_level(1, MC)->flags &= ~SD_WAKE_AFFINE;
	follow(&t);
	check_affine(1, 2, NUMA);
	check_affine(1, 0, SMT);
	check_affine(0, 2, MC);

	at_level(1, NUMA)->flags &= ~SD_WAKE_AFFINE;
	follow(&t);
	check_affine(1, 2, -1);
	check_affine(1, 5, -1);
	check_affine(1, 0, SMT);
	end(&t);
}

static void check_level(const char *what, int cpu, struct sched_domain *sd, int level)
{
	expect(MAP_EXAMPLES, sd == at_level(cpu, level) && !sd == (level < 0),
	       "CPU %d, %s: level %d instead of %d", cpu, what, sd ? sd->level : -1, level);
}

/* A fork goes up to the first domain that has no SD_BALANCE_FORK; on the way down, on. */
static void check_broken_chain(void)
{
	static const struct regular machine = { 8, 2, 1, 2, 1, SIBLINGS_ADJACENT };
	struct sched_domain *affine;
	struct topology t;

	begin(&t, &machine);
	check_level("all", 1, map_find(1, 0, SD_BALANCE_FORK, false, &affine), NUMA);
	check_level("below 8", 1, placement_find_below(1, 8, SD_BALANCE_FORK), MC);
	check_level("below 4", 1, placement_find_below(1, 4, SD_BALANCE_FORK), SMT);
	check_level("below 2", 1, placement_find_below(1, 2, SD_BALANCE_FORK), -1);
	check_level("wakeup", 1, map_find(1, 0, SD_BALANCE_WAKE, false, &affine), -1);

	at_level(1, MC)->flags &= ~SD_BALANCE_FORK;
	follow(&t);
	check_level("no MC", 1, map_find(1, 0, SD_BALANCE_FORK, false, &affine), SMT);
	check_level("exec", 1, map_find(1, 0, SD_BALANCE_EXEC, false, &affine), NUMA);
	check_level("no MC, below 8", 1, placement_find_below(1, 8, SD_BALANCE_FORK), SMT);
	check_level("no MC, below 9", 1, placement_find_below(1, 9, SD_BALANCE_FORK), NUMA);

	/* What is not affine goes to the highest, if it is a wakeup that might be. */
	at_level(1, NUMA)->flags |= SD_BALANCE_WAKE;
	at_level(1, NUMA)->flags &= ~SD_WAKE_AFFINE;
	follow(&t);
	check_level("far", 1, map_find(1, 5, SD_BALANCE_WAKE, true, &affine), NUMA);
	check_level("near", 1, map_find(1, 0, SD_BALANCE_WAKE, true, &affine), -1);
	check_level("chain", 1, map_find(1, 5, SD_BALANCE_WAKE, false, &affine), -1);
	end(&t);
}

/* Four threads, clusters, caches, nodes: four lanes, the last in the second word. */
static void check_second_word(void)
{
	static const struct regular machine = { 64, 4, 2, 2, 2, SIBLINGS_ADJACENT };
	struct topology t;
	int cpu;

	begin(&t, &machine);
	for (cpu = 0; cpu < 64; cpu++)
		check_key(cpu, (u64)BUILD << 48 | (u64)(cpu & 48) << 32 | (cpu & 56) << 16 |
			  (cpu & 60), cpu & 32);

	check_affine(5, 4, 0);
	check_affine(5, 1, 1);
	check_affine(5, 10, 2);
	check_affine(5, 20, 3);
	check_affine(5, 40, 5);
	end(&t);
}

/* A partition of CPUs 0-3, with two lanes, and one of CPUs 4-5, with one lane. */
static void check_same_build(void)
{
	static const struct regular machine = { 6, 2, 1, 2, 1, SIBLINGS_ADJACENT };
	static const struct attach_how all_the_same = { .first_build = BUILD };
	struct sched_domain *affine;
	struct topology t;
	int place;

	shape_regular(&t, &machine);
	t.nr_parts = 2;
	for (place = 0; place < t.nr; place++)
		t.part[place] = node_of(&t, place);
	topology_build(&t);
	topology_tested = &t;
	attach(&t, &all_the_same);

	/* Lanes that a partition does not need have its first CPU: all seven differ. */
	check_key(1, (u64)BUILD << 48, 0);
	check_key(3, (u64)BUILD << 48 | 2, 0);
	check_key(5, (u64)BUILD << 48 | 0x400040004, 0x4000400040004);

	map_find(1, 4, SD_BALANCE_WAKE, true, &affine);
	expect(MAP_SAME_BUILD, !affine, "from CPU 4 to 1: level %d", affine->level);
	map_find(4, 1, SD_BALANCE_WAKE, true, &affine);
	expect(MAP_SAME_BUILD, !affine, "from CPU 1 to 4: level %d", affine->level);
	end(&t);
}

/**
 * check_map_examples() - compare with what was worked out on paper
 */
void check_map_examples(void)
{
	check_two_nodes();
	check_without_affine();
	check_broken_chain();
	check_second_word();
	check_same_build();
}
