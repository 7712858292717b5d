// SPDX-License-Identifier: GPL-2.0
/*
 * Flags of scheduling domains decide from the next placement on.
 *
 * Where a task has to go follows from select_task_rq_fair() of the base kernel.
 * SD_WAKE_AFFINE: the waker is alone on its CPU and wakes through a pipe, hence
 * wake_affine_idle() sees a synchronous wakeup of a CPU with one task and pulls
 * to the waker; select_idle_sibling() then finds an idle CPU in the waker's LLC.
 * Without the flag in any domain that holds both, the target is the CPU that the
 * wakee ran on last, which is idle and is taken as it is; should a kworker run there
 * just then, another one of its LLC. SD_BALANCE_FORK: what lies below the highest
 * domain with the flag is busy, and the rest idle.
 */

#include "sched_place.h"
#include "../kselftest_harness.h"

FIXTURE(affine) {
	struct wakee wakee;
	cpu_set_t llc, far_llc;
	int far;
};

FIXTURE_SETUP(affine)
{
	cpu_set_t span;
	int cpu, top;

	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	ASSERT_EQ(llc_span(0, &self->llc), 0);
	top = top_domain_with(0, "SD_WAKE_AFFINE");
	ASSERT_EQ(domain_span(0, top, &span), 0);
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		if (CPU_ISSET(cpu, &span) && !CPU_ISSET(cpu, &self->llc))
			break;
	}
	if (cpu == nr_cpus())
		SKIP(return, "needs two LLCs in one SD_WAKE_AFFINE domain");
	self->far = cpu;
	ASSERT_EQ(llc_span(cpu, &self->far_llc), 0);

	forget_wakees();
	ASSERT_TRUE(start_wakee(&self->wakee));
}

FIXTURE_TEARDOWN(affine)
{
	stop_wakee(&self->wakee);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
}

/*
 * Not all: what interrupts wake on the wakee's CPU counts as woken by it, and if the LLC
 * is small, a wakee that has woken two tasks is too wide to be pulled. It stays then.
 */
TEST_F_TIMEOUT(affine, flag_pulls_to_waker, 120)
{
	int i, target, pulled = 0;

	for (i = 0; i < REPEAT; i++) {
		ASSERT_TRUE(place_wakeup(&self->wakee, 0, self->far, NULL, &target));
		pulled += !!CPU_ISSET(target, &self->llc);
		EXPECT_TRUE(CPU_ISSET(target, &self->llc) ||
			    CPU_ISSET(target, &self->far_llc))
			TH_LOG("CPU %d", target);
	}
	EXPECT_GE(pulled, MOST);
}

TEST_F_TIMEOUT(affine, no_flag_leaves_where_it_was, 120)
{
	cpu_set_t span;
	char name[NAME_LEN];
	int domain, i, target, stayed = 0;

	for (domain = nr_domains(0) - 1; domain >= 0; domain--) {
		ASSERT_EQ(domain_span(0, domain, &span), 0);
		ASSERT_EQ(domain_name(0, domain, name), 0);
		if (CPU_ISSET(self->far, &span))
			ASSERT_EQ(write_level(name, "-SD_WAKE_AFFINE"), 0);
	}

	for (i = 0; i < REPEAT; i++) {
		ASSERT_TRUE(place_wakeup(&self->wakee, 0, self->far, NULL, &target));
		stayed += target == self->far;
		EXPECT_TRUE(CPU_ISSET(target, &self->far_llc))
			TH_LOG("CPU %d", target);
	}
	EXPECT_GE(stayed, MOST);
}

static void clear_from_top_to(int cpu, int domain, const char *change)
{
	int above;

	for (above = nr_domains(cpu) - 1; above >= domain; above--) {
		if (write_domain(cpu, above, change))
			ksft_exit_fail_msg("%s is refused\n", change);
	}
}

FIXTURE(balance) {
	struct spinners spinners;
	cpu_set_t below;
	int top;
};

FIXTURE_SETUP(balance)
{
	int cpu;

	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	self->top = top_domain_with(0, "SD_BALANCE_FORK");
	if (!self->top)
		SKIP(return, "needs two levels with SD_BALANCE_FORK");

	ASSERT_EQ(domain_span(0, self->top - 1, &self->below), 0);
	for (cpu = 1; cpu < nr_cpus(); cpu++) {
		if (CPU_ISSET(cpu, &self->below))
			add_spinner(&self->spinners, cpu);
	}
}

FIXTURE_TEARDOWN(balance)
{
	stop_spinners(&self->spinners);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
}

TEST_F_TIMEOUT(balance, fork_flag_lets_child_leave, 120)
{
	int kept = count_kept(place_fork, &self->below);

	ASSERT_GE(kept, 0);
	EXPECT_LE(kept, FEW);
}

TEST_F_TIMEOUT(balance, no_fork_flag_keeps_child, 120)
{
	clear_from_top_to(0, self->top, "-SD_BALANCE_FORK");
	EXPECT_EQ(count_kept(place_fork, &self->below), REPEAT);
}

TEST_F_TIMEOUT(balance, no_exec_flag_keeps_task, 120)
{
	clear_from_top_to(0, self->top, "-SD_BALANCE_EXEC");
	EXPECT_EQ(count_kept(place_exec, &self->below), REPEAT);
}

int main(int argc, char **argv)
{
	require_series();
	trace_start();

	return test_harness_run(argc, argv);
}
