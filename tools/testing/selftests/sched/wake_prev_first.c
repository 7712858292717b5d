// SPDX-License-Identifier: GPL-2.0
/*
 * WAKE_PREV_FIRST: a wakeup looks for an idle CPU near the previous one first, then near the
 * waker. If there is neither wake_affine() says whether the task is stacked on the waker's
 * CPU or stays; and if there is one near the waker, whether it goes there.
 *
 * The waker is on CPU 0 and alone there, and wakes through a pipe: wake_affine_idle() sees
 * a synchronous wakeup of a CPU with one task, and agrees. The base makes the waker's CPU
 * the target then, and scans its cache from the next CPU on: for an idle core, if a core
 * has threads, and one is known to be idle, as the waker's own is while it sleeps. Where
 * the waker shares its CPU with two spinners the wakeup is not like that; without
 * synchronous wakeups wake_affine_weight() compares the loads then, and the previous CPU's
 * one spinner weighs less.
 *
 * BALANCE_MAP is to make no difference to that.
 */

#include "sched_burst.h"
#include "sched_cpuset.h"
#include "sched_far.h"
#include "sched_notify.h"
#include "sched_wide.h"

static void spin_both(struct far *far)
{
	spin_all(&far->stage, &far->stage.llc);
	spin_all(&far->stage, &far->prev_llc);
}

/* --- What the base does -------------------------------------------------------- */

FIXTURE(base) {
	struct far far;
};

FIXTURE_SETUP(base)
{
	ASSERT_EQ(want_feature("NO_SIS_UTIL"), 0);
	ASSERT_EQ(want_feature("NO_WAKE_PREV_FIRST"), 0);
	ASSERT_TRUE(set_far_stage(&self->far));
	if (far_lacks(&self->far))
		SKIP(return, "%s", far_lacks(&self->far));
	if (!self->far.apart)
		SKIP(return, "needs two caches in a domain with SD_WAKE_AFFINE");
}

FIXTURE_TEARDOWN(base)
{
	strike_stage(&self->far.stage);
}

TEST_F_TIMEOUT(base, leaves_an_idle_cpu, 300)
{
	struct far *far = &self->far;

	expect(_metadata, &far->stage, far->prev, far->scanned, far->near);
}

TEST_F_TIMEOUT(base, leaves_the_others_of_the_cache, 300)
{
	struct far *far = &self->far;

	spin(&far->stage, far->prev);
	expect(_metadata, &far->stage, far->prev, far->scanned, far->near);
}

TEST_F_TIMEOUT(base, all_busy, 300)
{
	struct far *far = &self->far;

	spin_both(far);
	expect(_metadata, &far->stage, far->prev, "scan_failed", 0);
}

/* --- Golden placements -------------------------------------------------------- */

FIXTURE(prev_first) {
	struct far far;
};

FIXTURE_SETUP(prev_first)
{
	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	ASSERT_EQ(end_partition(), 0);
	ASSERT_EQ(want_feature("NO_SIS_UTIL"), 0);
	ASSERT_EQ(want_feature("WAKE_PREV_FIRST"), 0);
	ASSERT_TRUE(set_far_stage(&self->far));
	if (far_lacks(&self->far))
		SKIP(return, "%s", far_lacks(&self->far));
}

FIXTURE_TEARDOWN(prev_first)
{
	strike_stage(&self->far.stage);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	EXPECT_EQ(end_partition(), 0);
}

TEST_F_TIMEOUT(prev_first, prev_is_idle, 300)
{
	struct far *far = &self->far;

	expect(_metadata, &far->stage, far->prev, "near_prev", far->prev);
}

TEST_F_TIMEOUT(prev_first, another_of_its_cache_is_idle, 300)
{
	struct far *far = &self->far;
	cpu_set_t idle;

	spin(&far->stage, far->prev);
	CPU_XOR(&idle, &far->stage.busy, &far->prev_llc);
	CPU_AND(&idle, &idle, &far->prev_llc);
	if (!CPU_COUNT(&idle))
		SKIP(return, "needs a third CPU");
	expect_any(_metadata, &far->stage, far->prev, "near_prev", &idle);
}

/* The CPU that the base's scan finds. */
TEST_F_TIMEOUT(prev_first, one_near_the_waker_is_idle, 300)
{
	struct far *far = &self->far;

	if (!far->apart)
		SKIP(return, "needs two caches in a domain with SD_WAKE_AFFINE");
	spin_all(&far->stage, &far->prev_llc);
	expect(_metadata, &far->stage, far->prev, "near_waker", far->near);
}

TEST_F_TIMEOUT(prev_first, waker_leaves_its_cpu, 300)
{
	struct far *far = &self->far;

	spin_both(far);
	expect(_metadata, &far->stage, far->prev, "near_waker", 0);
}

TEST_F_TIMEOUT(prev_first, waker_is_not_alone, 300)
{
	struct far *far = &self->far;

	spin(&far->stage, 0);
	spin(&far->stage, 0);
	spin_both(far);
	run_for(1000);
	expect(_metadata, &far->stage, far->prev, "none_near", far->prev);
}

/* The waker and the task together weigh less than three spinners on the previous CPU. */
TEST_F_TIMEOUT(prev_first, waker_does_not_sleep, 300)
{
	struct far *far = &self->far;

	ASSERT_TRUE(change_wakee(&far->stage, start_unsync_wakee));
	spin_both(far);
	spin(&far->stage, far->prev);
	spin(&far->stage, far->prev);
	run_for(1000);
	expect(_metadata, &far->stage, far->prev, "near_waker", 0);
}

/* There is an idle CPU near the waker, but its own has more to do than the previous one. */
TEST_F_TIMEOUT(prev_first, wake_affine_disagrees, 300)
{
	struct far *far = &self->far;

	if (!far->apart)
		SKIP(return, "needs two caches in a domain with SD_WAKE_AFFINE");
	ASSERT_TRUE(change_wakee(&far->stage, start_unsync_wakee));
	spin(&far->stage, 0);
	spin(&far->stage, 0);
	spin_all(&far->stage, &far->prev_llc);
	run_for(1000);
	expect(_metadata, &far->stage, far->prev, "none_near", far->prev);
}

/* No domain with both has the flag any more, from the next decision on. */
TEST_F_TIMEOUT(prev_first, no_affine_domain, 300)
{
	struct far *far = &self->far;

	if (!far->apart)
		SKIP(return, "needs two caches in a domain with SD_WAKE_AFFINE");
	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE"), 0);
	spin_all(&far->stage, &far->prev_llc);
	expect(_metadata, &far->stage, far->prev, "none_near", far->prev);
	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	expect(_metadata, &far->stage, far->prev, "near_waker", far->near);
}

/* As without: both have woken many others, and are not pulled together. */
TEST_F_TIMEOUT(prev_first, waker_of_many, 300)
{
	struct far *far = &self->far;
	cpu_set_t prev;

	if (!far->apart)
		SKIP(return, "needs two caches in a domain with SD_WAKE_AFFINE");
	spin_all(&far->stage, &far->prev_llc);
	ASSERT_TRUE(start_pals(&far->stage.llc));
	ASSERT_TRUE(change_wakee(&far->stage, start_wide_wakee));
	CPU_ZERO(&prev);
	CPU_SET(far->prev, &prev);
	expect_from(_metadata, &far->stage, place_wide, far->prev, "none_near", &prev);
	stop_pals();
}

/* As without: it is asked about before. */
TEST_F_TIMEOUT(prev_first, current_cpu, 300)
{
	expect_notified(_metadata, self->far.prev);
}

/* The search for the idlest CPU is what is left, where all domains have the flag. */
TEST_F_TIMEOUT(prev_first, balance_wake, 300)
{
	struct far *far = &self->far;
	int idle;

	if (!far->apart)
		SKIP(return, "needs an idle CPU that is not near");
	idle = spin_all_but_last(&far->stage);
	ASSERT_EQ(write_text(ALL_LEVELS, "+SD_BALANCE_WAKE"), 0);
	expect(_metadata, &far->stage, 0, "wake", idle);
	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_BALANCE_WAKE"), 0);
	expect(_metadata, &far->stage, 0, "none_near", 0);
}

/* --- Where a task may run ------------------------------------------------------ */

/* The previous CPU is idle and not allowed: it does not count, and another one is found. */
TEST_F_TIMEOUT(prev_first, prev_is_not_allowed, 300)
{
	struct far *far = &self->far;
	struct placed placed;
	cpu_set_t allowed;
	int i, cpu;

	CPU_ZERO(&allowed);
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		if (cpu != far->prev)
			CPU_SET(cpu, &allowed);
	}
	far->stage.allowed = &allowed;
	if (far->apart)
		expect(_metadata, &far->stage, far->prev, "near_waker", far->near);

	/* Nor if none is idle. */
	spin_both(far);
	for (i = 0; i < REPEAT; i++) {
		ASSERT_TRUE(trace_wakeup(&far->stage.wakee, 0, far->prev, &allowed,
					 "sched_wakeup", &placed));
		EXPECT_TRUE(CPU_ISSET(placed.target, &allowed)) TH_LOG("CPU %d", placed.target);
	}
}

TEST_F_TIMEOUT(prev_first, never_outside_of_the_mask, 300)
{
	struct stage *stage = &self->far.stage;
	static struct burst burst;
	cpu_set_t allowed, all;
	int cpu;

	CPU_ZERO(&allowed);
	CPU_ZERO(&all);
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		CPU_SET(cpu, &all);
		if (cpu & 1)
			CPU_SET(cpu, &allowed);
	}
	if (CPU_COUNT(&allowed) < 2)
		SKIP(return, "a task that may run on one CPU only is not placed");
	stage->allowed = &allowed;
	ASSERT_TRUE(make_burst(stage, &all, &burst));
	EXPECT_GE(burst.nr, BURST_SEEN);
	EXPECT_EQ(outside_of(&allowed, &burst), NULL)
		TH_LOG("%s to CPU %d", outside_of(&allowed, &burst)->reason,
		       outside_of(&allowed, &burst)->target);
}

/* The one idle CPU near the previous one is in a partition of its own. */
TEST_F_TIMEOUT(prev_first, isolated, 300)
{
	struct far *far = &self->far;
	static struct burst burst;
	cpu_set_t others;
	int cpu, isolated;

	if (!far->apart || CPU_COUNT(&far->prev_llc) < 3)
		SKIP(return, "needs two caches of three CPUs");
	if (!have_cpusets())
		SKIP(return, "needs cgroup2 with the cpuset controller");

	isolated = next_cpu(far->prev, &far->prev_llc, &far->stage.busy);
	CPU_ZERO(&others);
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		if (cpu != isolated)
			CPU_SET(cpu, &others);
	}
	ASSERT_TRUE(isolate_cpu(isolated));
	ASSERT_TRUE(make_burst(&far->stage, &others, &burst));
	EXPECT_GE(burst.nr, BURST_SEEN);
	EXPECT_EQ(outside_of(&others, &burst), NULL);

	CPU_CLR(isolated, &far->prev_llc);
	spin_all(&far->stage, &far->prev_llc);
	expect(_metadata, &far->stage, far->prev, "near_waker", far->near);
	EXPECT_EQ(end_partition(), 0);
}

/* --- With BALANCE_MAP ------------------------------------------------------------ */

FIXTURE(with_map) {
	struct far far;
};

FIXTURE_SETUP(with_map)
{
	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	ASSERT_EQ(want_feature("BALANCE_MAP"), 0);
	ASSERT_EQ(want_feature("WAKE_PREV_FIRST"), 0);
	ASSERT_TRUE(set_far_stage(&self->far));
	if (far_lacks(&self->far))
		SKIP(return, "%s", far_lacks(&self->far));
}

FIXTURE_TEARDOWN(with_map)
{
	strike_stage(&self->far.stage);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	EXPECT_EQ(want_feature("NO_BALANCE_MAP"), 0);
}

/* What was expected above, as it gets busier. */
TEST_F_TIMEOUT(with_map, as_without, 300)
{
	struct far *far = &self->far;
	struct stage *stage = &far->stage;

	expect(_metadata, stage, far->prev, "near_prev", far->prev);
	if (far->apart) {
		spin_all(stage, &far->prev_llc);
		expect(_metadata, stage, far->prev, "near_waker", far->near);
		ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE"), 0);
		expect(_metadata, stage, far->prev, "none_near", far->prev);
		ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	}
	spin_both(far);
	expect(_metadata, stage, far->prev, "near_waker", 0);
	if (far->apart && !CPU_ISSET(nr_cpus() - 1, &stage->busy)) {
		int idle = spin_all_but_last(stage);

		ASSERT_EQ(write_text(ALL_LEVELS, "+SD_BALANCE_WAKE"), 0);
		expect(_metadata, stage, 0, "wake", idle);
		ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	}
	spin(stage, 0);
	spin(stage, 0);
	run_for(1000);
	expect(_metadata, stage, far->prev, "none_near", far->prev);
}

/* --- Where it does not act ---------------------------------------------------- */

FIXTURE(single) {
	struct stage stage;
};

FIXTURE_SETUP(single)
{
	ASSERT_EQ(want_feature("WAKE_PREV_FIRST"), 0);
	ASSERT_TRUE(set_stage(&self->stage));
	if (CPU_COUNT(&self->stage.llc) > 1)
		SKIP(return, "needs CPUs with caches of their own");
}

FIXTURE_TEARDOWN(single)
{
	strike_stage(&self->stage);
}

/* As the base has it. */
TEST_F_TIMEOUT(single, pulled, 300)
{
	expect(_metadata, &self->stage, nr_cpus() - 1, "affine", 0);
}

TEST_F_TIMEOUT(single, stays, 300)
{
	expect(_metadata, &self->stage, 0, "prev", 0);
}

FIXTURE(capacity) {
	struct stage stage;
};

FIXTURE_SETUP(capacity)
{
	if (have_equal_cpus())
		SKIP(return, "needs CPUs of different capacity");
	ASSERT_EQ(want_feature("WAKE_PREV_FIRST"), 0);
	ASSERT_TRUE(set_stage(&self->stage));
}

FIXTURE_TEARDOWN(capacity)
{
	strike_stage(&self->stage);
}

TEST_F_TIMEOUT(capacity, as_without, 300)
{
	struct stage *stage = &self->stage;
	static struct burst burst;

	expect(_metadata, stage, 0, "capacity_idle", 1);
	ASSERT_TRUE(make_burst(stage, &stage->llc, &burst));
	EXPECT_GE(burst.nr, BURST_SEEN);
	EXPECT_FALSE(in_burst(&burst, "near_prev"));
	EXPECT_FALSE(in_burst(&burst, "near_waker"));
	EXPECT_FALSE(in_burst(&burst, "none_near"));
}

int main(int argc, char **argv)
{
	int ret;

	begin_expecting();
	require_feature("WAKE_PREV_FIRST");
	watch_decisions();

	ret = test_harness_run(argc, argv);
	end_partition();

	return ret;
}
