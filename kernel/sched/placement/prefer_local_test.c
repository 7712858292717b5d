// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests for SD_PREFER_LOCAL: what room is, and what a domain with room does
 * to the search. The expectations follow from the description in prefer_local.c.
 */

#include <kunit/static_stub.h>
#include <kunit/test.h>
#include <linux/mmu_context.h>

#include "../sched.h"
#include "prefer_local.h"

struct room_case {
	const char *name;
	unsigned int nr_runnable;
	unsigned long capacity;
	bool room;
};

static const struct room_case room_cases[] = {
	{ "idle core",			0, 1024,	true },
	{ "busy core",			1, 1024,	false },
	{ "three tasks on four cores",	3, 4 * 1024,	true },
	{ "four tasks on four cores",	4, 4 * 1024,	false },
	{ "five tasks on four cores",	5, 4 * 1024,	false },
	{ "no capacity",		0, 0,		false },
	{ "just below half a core",	0, 511,		false },
	{ "half a core",		0, 512,		true },
	{ "just below one and a half",	1, 1535,	false },
	{ "one and a half cores",	1, 1536,	true },
};

KUNIT_ARRAY_PARAM_DESC(room, room_cases, name);

static void room_test(struct kunit *test)
{
	const struct room_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, prefer_local_room(c->nr_runnable, c->capacity), c->room);
}

static unsigned long cores(unsigned long capacity)
{
	return DIV_ROUND_CLOSEST(capacity, SCHED_CAPACITY_SCALE);
}

static void capacity_of_machine_counts_cores(struct kunit *test)
{
	unsigned int threads = cpumask_weight(topology_sibling_cpumask(0));

	KUNIT_EXPECT_EQ(test, cores(prefer_local_capacity(cpu_online_mask)),
			num_online_cpus() / threads);
}

static void capacity_of_core_is_one(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, cores(prefer_local_capacity(topology_sibling_cpumask(0))), 1);
}

static void capacity_of_single_thread_is_one(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, cores(prefer_local_capacity(cpumask_of(0))), 1);
}

static void capacity_of_nothing_is_none(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, prefer_local_capacity(cpu_none_mask), 0);
}

/*
 * CPU 0's domains: core {0} -> node {0-1} -> machine {0-1}. Masks have no more bits
 * than the machine has CPUs, hence so few.
 */
enum { CORE, NODE, MACHINE, NR_LEVELS };

struct tree {
	struct sched_domain *sd[NR_LEVELS];
	struct cpumask allowed;
	bool room[NR_LEVELS];
	int asked[NR_LEVELS];
};

static bool fake_scan(struct sched_domain *sd)
{
	struct tree *tree = kunit_get_current_test()->priv;

	tree->asked[sd->level]++;

	return tree->room[sd->level];
}

static int tree_init(struct kunit *test)
{
	struct tree *tree = kunit_kzalloc(test, sizeof(*tree), GFP_KERNEL);
	int level;

	KUNIT_ASSERT_NOT_NULL(test, tree);

	for (level = 0; level < NR_LEVELS; level++) {
		struct sched_domain *sd;

		sd = kunit_kzalloc(test, sizeof(*sd) + cpumask_size(), GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, sd);
		sd->shared = kunit_kzalloc(test, sizeof(*sd->shared), GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, sd->shared);

		sd->level = level;
		sd->flags = SD_BALANCE_FORK | SD_BALANCE_EXEC;
		bitmap_set(sd->span, 0, level == CORE ? 1 : 2);
		if (level) {
			RCU_INIT_POINTER(sd->child, tree->sd[level - 1]);
			RCU_INIT_POINTER(tree->sd[level - 1]->parent, sd);
		}
		tree->sd[level] = sd;
	}

	cpumask_setall(&tree->allowed);
	test->priv = tree;
	kunit_activate_static_stub(test, prefer_local_scan, fake_scan);

	return 0;
}

static struct sched_domain *narrow(struct tree *tree, int widest, int sd_flag)
{
	guard(rcu)();

	return prefer_local_narrow(tree->sd[CORE], tree->sd[widest],
				   &tree->allowed, 0, sd_flag);
}

static void flag(struct tree *tree, int level, bool room)
{
	tree->sd[level]->flags |= SD_PREFER_LOCAL;
	tree->room[level] = room;
}

static void no_flag_searches_all(struct kunit *test)
{
	struct tree *tree = test->priv;

	tree->room[CORE] = true;
	tree->room[NODE] = true;
	tree->room[MACHINE] = true;

	KUNIT_EXPECT_PTR_EQ(test, narrow(tree, MACHINE, SD_BALANCE_FORK),
			    tree->sd[MACHINE]);
	KUNIT_EXPECT_EQ(test, tree->asked[MACHINE], 0);
}

static void room_keeps_below_flagged(struct kunit *test)
{
	struct tree *tree = test->priv;

	flag(tree, MACHINE, true);

	KUNIT_EXPECT_PTR_EQ(test, narrow(tree, MACHINE, SD_BALANCE_FORK),
			    tree->sd[NODE]);
	KUNIT_EXPECT_PTR_EQ(test, narrow(tree, MACHINE, SD_BALANCE_EXEC),
			    tree->sd[NODE]);
}

static void no_room_searches_all(struct kunit *test)
{
	struct tree *tree = test->priv;

	flag(tree, MACHINE, false);

	KUNIT_EXPECT_PTR_EQ(test, narrow(tree, MACHINE, SD_BALANCE_FORK),
			    tree->sd[MACHINE]);
	KUNIT_EXPECT_EQ(test, tree->asked[MACHINE], 1);
}

static void room_in_lowest_keeps_cpu(struct kunit *test)
{
	struct tree *tree = test->priv;

	flag(tree, CORE, true);

	KUNIT_EXPECT_NULL(test, narrow(tree, MACHINE, SD_BALANCE_FORK));
}

static void room_is_sticky(struct kunit *test)
{
	struct tree *tree = test->priv;

	flag(tree, NODE, true);
	flag(tree, MACHINE, false);

	KUNIT_EXPECT_PTR_EQ(test, narrow(tree, MACHINE, SD_BALANCE_FORK),
			    tree->sd[CORE]);
	KUNIT_EXPECT_EQ(test, tree->asked[MACHINE], 0);
}

static void full_domain_asks_next(struct kunit *test)
{
	struct tree *tree = test->priv;

	flag(tree, NODE, false);
	flag(tree, MACHINE, true);

	KUNIT_EXPECT_PTR_EQ(test, narrow(tree, MACHINE, SD_BALANCE_FORK),
			    tree->sd[NODE]);
}

static void flag_above_search_is_not_asked(struct kunit *test)
{
	struct tree *tree = test->priv;

	flag(tree, MACHINE, true);

	KUNIT_EXPECT_PTR_EQ(test, narrow(tree, NODE, SD_BALANCE_FORK),
			    tree->sd[NODE]);
	KUNIT_EXPECT_EQ(test, tree->asked[MACHINE], 0);
}

static void affinity_elsewhere_searches_all(struct kunit *test)
{
	struct tree *tree = test->priv;

	flag(tree, NODE, true);
	cpumask_copy(&tree->allowed, cpumask_of(1));

	KUNIT_EXPECT_PTR_EQ(test, narrow(tree, MACHINE, SD_BALANCE_FORK),
			    tree->sd[MACHINE]);
}

static void affinity_partly_here_keeps(struct kunit *test)
{
	struct tree *tree = test->priv;

	flag(tree, MACHINE, true);
	cpumask_copy(&tree->allowed, cpumask_of(1));

	KUNIT_EXPECT_PTR_EQ(test, narrow(tree, MACHINE, SD_BALANCE_FORK),
			    tree->sd[NODE]);
}

static void fork_looks_each_time(struct kunit *test)
{
	struct tree *tree = test->priv;

	flag(tree, MACHINE, true);
	narrow(tree, MACHINE, SD_BALANCE_FORK);
	narrow(tree, MACHINE, SD_BALANCE_FORK);

	KUNIT_EXPECT_EQ(test, tree->asked[MACHINE], 2);
}

static void cached_looks_once_a_tick(struct kunit *test)
{
	struct tree *tree = test->priv;
	struct sched_domain *sd = tree->sd[MACHINE];
	unsigned long now = INITIAL_JIFFIES;

	tree->room[MACHINE] = true;
	KUNIT_EXPECT_TRUE(test, prefer_local_cached(sd, now));
	tree->room[MACHINE] = false;
	KUNIT_EXPECT_TRUE(test, prefer_local_cached(sd, now));
	KUNIT_EXPECT_EQ(test, tree->asked[MACHINE], 1);

	KUNIT_EXPECT_FALSE(test, prefer_local_cached(sd, now + 1));
	KUNIT_EXPECT_FALSE(test, prefer_local_cached(sd, now + 1));
	KUNIT_EXPECT_EQ(test, tree->asked[MACHINE], 2);
}

static void wakeup_uses_cached(struct kunit *test)
{
	struct tree *tree = test->priv;
	int level, i;

	for (level = 0; level < NR_LEVELS; level++)
		tree->sd[level]->flags |= SD_BALANCE_WAKE;
	flag(tree, MACHINE, true);

	for (i = 0; i < 1000; i++)
		KUNIT_EXPECT_PTR_EQ(test, narrow(tree, MACHINE, SD_BALANCE_WAKE),
				    tree->sd[NODE]);

	KUNIT_EXPECT_GE(test, tree->asked[MACHINE], 1);
	KUNIT_EXPECT_LT(test, tree->asked[MACHINE], 1000);
}

static struct kunit_case prefer_local_cases[] = {
	KUNIT_CASE_PARAM(room_test, room_gen_params),
	KUNIT_CASE(capacity_of_machine_counts_cores),
	KUNIT_CASE(capacity_of_core_is_one),
	KUNIT_CASE(capacity_of_single_thread_is_one),
	KUNIT_CASE(capacity_of_nothing_is_none),
	KUNIT_CASE(no_flag_searches_all),
	KUNIT_CASE(room_keeps_below_flagged),
	KUNIT_CASE(no_room_searches_all),
	KUNIT_CASE(room_in_lowest_keeps_cpu),
	KUNIT_CASE(room_is_sticky),
	KUNIT_CASE(full_domain_asks_next),
	KUNIT_CASE(flag_above_search_is_not_asked),
	KUNIT_CASE(affinity_elsewhere_searches_all),
	KUNIT_CASE(affinity_partly_here_keeps),
	KUNIT_CASE(fork_looks_each_time),
	KUNIT_CASE(cached_looks_once_a_tick),
	KUNIT_CASE(wakeup_uses_cached),
	{}
};

static struct kunit_suite prefer_local_suite = {
	.name = "sched_prefer_local",
	.init = tree_init,
	.test_cases = prefer_local_cases,
};

kunit_test_suite(prefer_local_suite);
