// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of balance maps, buddies and distances on the running machine's own domains:
 * they are right as the machine booted, and after each of many changes at random: CPUs go
 * offline and come back, and flags are written for one domain, one level or all.
 *
 * A map is right if each look-up is what the walk finds. Buddies are right if they keep
 * the rules of idle_buddy.c. Distances are right if they are what the topology says.
 */

#include <kunit/test.h>
#include <linux/cpu.h>
#include <linux/mmu_context.h>
#include <linux/prandom.h>

#include "../sched.h"
#include "cpu_data.h"
#include "distance.h"
#include "domain_flags.h"
#include "domain_walk.h"
#include "find_domain.h"

#define CHANGES		50
#define SEED		6012

static const char * const flag_texts[] = {
	"+SD_BALANCE_WAKE", "-SD_BALANCE_WAKE",
	"+SD_BALANCE_FORK", "-SD_BALANCE_FORK",
	"+SD_BALANCE_EXEC", "-SD_BALANCE_EXEC",
	"+SD_WAKE_AFFINE", "-SD_WAKE_AFFINE",
	"+SD_BALANCE_WAKE -SD_WAKE_AFFINE", "reset",
};

static const int sd_flags[] = { SD_BALANCE_EXEC, SD_BALANCE_FORK, SD_BALANCE_WAKE };

static void expect_map(struct kunit *test, int cpu)
{
	struct sched_domain *base = lowest_domain(cpu), *sd;
	int prev_cpu, i;

	KUNIT_EXPECT_PTR_EQ(test, placement_cpu_of(cpu)->map.base, base);

	for_each_possible_cpu(prev_cpu)
		KUNIT_EXPECT_PTR_EQ(test, placement_find_affine_of(cpu, prev_cpu),
				    balance_map_walk_affine(base, prev_cpu));

	KUNIT_EXPECT_PTR_EQ(test, placement_find_widest(cpu),
			    balance_map_walk_below(base, UINT_MAX, SD_BALANCE_WAKE));

	for (i = 0; i < ARRAY_SIZE(sd_flags); i++) {
		KUNIT_EXPECT_PTR_EQ(test, placement_find_chain(cpu, sd_flags[i]),
				    balance_map_walk_chain(base, sd_flags[i]));
		for (sd = base; sd; sd = parent_domain(sd))
			KUNIT_EXPECT_PTR_EQ(test,
					    placement_find_below(cpu, sd->span_weight,
								 sd_flags[i]),
					    balance_map_walk_below(base, sd->span_weight,
								   sd_flags[i]));
	}
}

static void expect_distances(struct kunit *test, int cpu)
{
	int prev_cpu;

	for_each_online_cpu(prev_cpu) {
		unsigned int distance = placement_distance(prev_cpu, cpu);

		KUNIT_EXPECT_EQ(test, !(distance & OTHER_CORE),
				cpumask_test_cpu(cpu, topology_sibling_cpumask(prev_cpu)));
		KUNIT_EXPECT_EQ(test, !(distance & OTHER_LLC), cpus_share_cache(prev_cpu, cpu));
		KUNIT_EXPECT_EQ(test, !(distance & OTHER_NODE),
				cpu_to_node(prev_cpu) == cpu_to_node(cpu));
		KUNIT_EXPECT_LT(test, distance, DISTANCES);
	}
}

static const struct idle_buddy *buddy_of(int cpu, int level)
{
	const struct idle_buddies *buddies = &placement_cpu_of(cpu)->buddies;
	int i;

	for (i = 0; i < buddies->nr; i++) {
		if (buddies->at[i].level->level == level)
			return &buddies->at[i];
	}

	return NULL;
}

/* A CPU lacks the level if it has no sibling, and is a group by itself then. */
static const struct cpumask *group_at(int cpu, int level)
{
	const struct idle_buddy *buddy = buddy_of(cpu, level);
	struct sched_domain *child = buddy ? child_domain(buddy->level) : NULL;

	return child ? sched_domain_span(child) : cpumask_of(cpu);
}

/* How many groups of @sd come before that of @cpu. */
static int group_rank(struct sched_domain *sd, int cpu)
{
	int other, rank = 0, own = cpumask_first(group_at(cpu, sd->level));

	for_each_cpu(other, sched_domain_span(sd))
		rank += other < own && cpumask_first(group_at(other, sd->level)) == other;

	return rank;
}

static void expect_buddy(struct kunit *test, int cpu, const struct idle_buddy *buddy)
{
	struct sched_domain *sd = buddy->level;
	const struct cpumask *group = group_at(cpu, sd->level), *partners;
	int rank = group_rank(sd, cpu), partner_rank;

	if (cpumask_equal(group, sched_domain_span(sd))) {
		KUNIT_EXPECT_EQ(test, buddy->cpu, -1);
		return;
	}

	KUNIT_ASSERT_GE(test, buddy->cpu, 0);
	KUNIT_EXPECT_TRUE(test, cpumask_test_cpu(buddy->cpu, sched_domain_span(sd)));
	KUNIT_EXPECT_FALSE(test, cpumask_test_cpu(buddy->cpu, group));

	partners = group_at(buddy->cpu, sd->level);
	partner_rank = group_rank(sd, buddy->cpu);
	if (partner_rank != (rank ^ 1)) {
		KUNIT_EXPECT_EQ(test, rank % 2, 0);
		KUNIT_EXPECT_EQ(test, partner_rank, rank - 1);
	} else if (cpumask_weight(partners) == cpumask_weight(group)) {
		KUNIT_EXPECT_EQ(test, buddy_of(buddy->cpu, sd->level)->cpu, cpu);
	}
}

static void expect_buddies(struct kunit *test, int cpu)
{
	const struct idle_buddies *buddies = &placement_cpu_of(cpu)->buddies;
	struct sched_domain *sd;
	int i = 0;

	for (sd = lowest_domain(cpu); sd && (sd->flags & SD_SHARE_LLC); sd = parent_domain(sd)) {
		KUNIT_ASSERT_LT(test, i, buddies->nr);
		KUNIT_EXPECT_PTR_EQ(test, buddies->at[i].level, sd);
		expect_buddy(test, cpu, &buddies->at[i++]);
	}
	KUNIT_EXPECT_EQ(test, i, buddies->nr);
}

static void expect_all(struct kunit *test)
{
	int cpu;

	guard(mutex)(&sched_domains_mutex);
	guard(rcu)();

	for_each_possible_cpu(cpu) {
		expect_map(test, cpu);
		if (cpu_online(cpu))
			expect_distances(test, cpu);
		expect_buddies(test, cpu);
	}
}

/* Return: whether that worked out. */
static bool switch_cpu(struct rnd_state *rnd)
{
	int cpu = prandom_u32_state(rnd) % nr_cpu_ids;

	if (!cpu_possible(cpu))
		return false;

	return cpu_online(cpu) ? !remove_cpu(cpu) : !add_cpu(cpu);
}

static bool write_flags(struct rnd_state *rnd)
{
	const char *text = flag_texts[prandom_u32_state(rnd) % ARRAY_SIZE(flag_texts)];
	int cpu = prandom_u32_state(rnd) % nr_cpu_ids;
	int level = prandom_u32_state(rnd) % (sched_domain_level_max + 1);
	struct flag_target machine = FLAG_TARGET_MACHINE(NULL);
	struct flag_target domain = flag_target_domain(cpu, level);

	return !domain_flags_write(prandom_u32_state(rnd) % 4 ? &domain : &machine, text);
}

static void restore(void *unused)
{
	struct flag_target machine = FLAG_TARGET_MACHINE(NULL);
	int cpu;

	for_each_present_cpu(cpu) {
		if (!cpu_online(cpu))
			add_cpu(cpu);
	}
	domain_flags_write(&machine, "reset");
}

static void right_as_booted(struct kunit *test)
{
	expect_all(test);
}

static void right_after_changes(struct kunit *test)
{
	int changes[2] = {}, tries;
	struct rnd_state rnd;

	prandom_seed_state(&rnd, SEED);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, restore, NULL), 0);

	for (tries = 0; tries < 100 * CHANGES && changes[0] + changes[1] < CHANGES; tries++) {
		bool flags = prandom_u32_state(&rnd) % 3;

		if (!(flags ? write_flags(&rnd) : switch_cpu(&rnd)))
			continue;
		changes[flags]++;
		expect_all(test);
	}

	kunit_info(test, "%d CPUs switched, %d writes of flags\n", changes[0], changes[1]);
	KUNIT_EXPECT_EQ(test, changes[0] + changes[1], CHANGES);
	KUNIT_EXPECT_GT(test, changes[0], 0);
	KUNIT_EXPECT_GT(test, changes[1], 0);
}

static struct kunit_case cpu_data_cases[] = {
	KUNIT_CASE(right_as_booted),
	KUNIT_CASE_SLOW(right_after_changes),
	{}
};

static struct kunit_suite cpu_data_suite = {
	.name = "sched_placement_cpu",
	.test_cases = cpu_data_cases,
};

kunit_test_suite(cpu_data_suite);
