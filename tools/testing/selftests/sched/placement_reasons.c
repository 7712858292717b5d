// SPDX-License-Identifier: GPL-2.0
/*
 * Each way out of select_task_rq_fair() that a test can force, by its reason and by the
 * CPU that it must lead to.
 *
 * What is right follows from the base kernel's source. The waker is on CPU 0 and alone
 * there, and wakes through a pipe, hence wake_affine_idle() sees a synchronous wakeup of
 * a CPU with one task and makes the waker's CPU the target; with SD_WAKE_AFFINE cleared
 * everywhere the target is the previous CPU instead. select_idle_sibling() then asks in
 * this order: target, previous and recently used CPU, idle sibling of the previous CPU
 * unless there is an idle core, and the scan from the target's next CPU on. A search
 * for the idlest CPU finds the only idle one: where all others are busy no group has
 * spare capacity but those that hold it.
 *
 * With CPUs of different capacity the scan is another one, and is all that is tested
 * there. On a machine of equal CPUs some can pretend to be slow, with this kernel
 * parameter if it has CONFIG_SCHED_PLACEMENT_KUNIT_TEST:
 *
 *	sched_placement_test_capacity=2-3:512
 *
 * Not forced: energy, which needs an energy model and a driver for frequencies, too. The
 * reasons of IDLE_BUDDY and WAKE_PREV_FIRST are in programs named after them.
 */

#include "sched_notify.h"

#define STAT_REFRESH	"/proc/sys/vm/stat_refresh"

FIXTURE(placement) {
	struct stage stage;
};

FIXTURE_SETUP(placement)
{
	if (!have_equal_cpus())
		SKIP(return, "needs CPUs of equal capacity");

	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	ASSERT_TRUE(set_stage(&self->stage));
}

FIXTURE_TEARDOWN(placement)
{
	strike_stage(&self->stage);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
}

TEST_F_TIMEOUT(placement, target_idle, 120)
{
	int prev = nr_cpus() - 1;

	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE"), 0);
	expect(_metadata, &self->stage, prev, "target_idle", prev);
}

TEST_F_TIMEOUT(placement, prev_idle, 120)
{
	int prev = next_cpu(0, &self->stage.llc, &self->stage.busy);

	if (prev < 0)
		SKIP(return, "needs two CPUs in a cache domain");
	expect(_metadata, &self->stage, prev, "prev_idle", prev);
}

static int recent_cpu(struct stage *stage)
{
	return next_cpu(0, &stage->llc, &stage->busy);
}

/*
 * The wakee is woken on the recent CPU while that is busy, which is remembered, then on
 * the previous one. A second wakeup there would be remembered, too.
 */
static bool place_recent(struct stage *stage, int prev, struct placed *placed)
{
	int i, recent = recent_cpu(stage);
	bool found = false;

	for (i = 0; i < ATTEMPTS && !found; i++) {
		add_spinner(&stage->spinners, recent);
		found = trace_wakeup(&stage->wakee, 0, recent, NULL, "sched_placement", placed);
		stop_spinners(&stage->spinners);
		if (!found)
			break;

		add_spinner(&stage->spinners, prev);
		found = try_wakeup(&stage->wakee, 0, prev, NULL, "sched_placement", placed);
		stop_spinners(&stage->spinners);
	}

	return found;
}

TEST_F_TIMEOUT(placement, recent_idle, 120)
{
	int recent = recent_cpu(&self->stage);
	int prev = next_cpu(recent, &self->stage.llc, &self->stage.busy);
	cpu_set_t cpus;
	struct rule rule = { .reason = "recent_idle", .cpus = &cpus };

	if (recent < 0 || prev == recent)
		SKIP(return, "needs three CPUs in a cache domain");

	CPU_ZERO(&cpus);
	CPU_SET(recent, &cpus);
	expect_all(_metadata, &self->stage, place_recent, prev, &rule);
}

/* The waker's core needs to be busy while the waker sleeps, too. */
TEST_F_TIMEOUT(placement, smt_idle, 120)
{
	int sibling, prev = next_cpu(0, &self->stage.llc, &self->stage.core);
	cpu_set_t siblings;

	if (prev < 0 || CPU_COUNT(&self->stage.core) < 2)
		SKIP(return, "needs two cores with siblings in a cache domain");

	spin(&self->stage, next_cpu(0, &self->stage.core, &self->stage.busy));
	spin_cores(&self->stage, &self->stage.llc);
	ASSERT_EQ(thread_siblings(prev, &siblings), 0);
	sibling = next_cpu(prev, &siblings, &self->stage.busy);
	expect(_metadata, &self->stage, prev, "smt_idle", sibling);
}

TEST_F_TIMEOUT(placement, core_idle, 120)
{
	int cpu = next_cpu(0, &self->stage.llc, &self->stage.core);

	if (cpu < 0 || CPU_COUNT(&self->stage.core) < 2)
		SKIP(return, "needs two cores with siblings in a cache domain");

	expect(_metadata, &self->stage, 0, "core_idle", cpu);
}

/* SIS_UTIL learns from a balancer how busy the cache domain is. */
TEST_F_TIMEOUT(placement, scan_skipped, 120)
{
	if (CPU_COUNT(&self->stage.llc) < 2)
		SKIP(return, "needs two CPUs in a cache domain");

	ASSERT_EQ(want_feature("SIS_UTIL"), 0);
	spin_all(&self->stage, &self->stage.llc);
	run_for(2000);
	expect(_metadata, &self->stage, 0, "scan_skipped", 0);
}

TEST_F_TIMEOUT(placement, cpu_idle, 120)
{
	int sibling = next_cpu(0, &self->stage.core, &self->stage.busy), cpu;

	ASSERT_EQ(want_feature("NO_SIS_UTIL"), 0);
	if (sibling >= 0) {
		spin_cores(&self->stage, &self->stage.llc);
		spin(&self->stage, sibling);
	}
	cpu = next_cpu(0, &self->stage.llc, &self->stage.busy);
	if (cpu < 0)
		SKIP(return, "needs an idle CPU in the cache domain");

	expect(_metadata, &self->stage, 0, "cpu_idle", cpu);
}

TEST_F_TIMEOUT(placement, scan_failed, 120)
{
	if (CPU_COUNT(&self->stage.llc) < 2)
		SKIP(return, "needs two CPUs in a cache domain");

	ASSERT_EQ(want_feature("NO_SIS_UTIL"), 0);
	spin_all(&self->stage, &self->stage.llc);
	expect(_metadata, &self->stage, 0, "scan_failed", 0);
}

TEST_F_TIMEOUT(placement, affine, 120)
{
	int prev = nr_cpus() - 1;

	if (CPU_COUNT(&self->stage.llc) > 1)
		SKIP(return, "needs a CPU with a cache of its own");

	spin(&self->stage, prev);
	expect(_metadata, &self->stage, prev, "affine", 0);
}

TEST_F_TIMEOUT(placement, prev, 120)
{
	if (CPU_COUNT(&self->stage.llc) > 1)
		SKIP(return, "needs a CPU with a cache of its own");

	expect(_metadata, &self->stage, 0, "prev", 0);
}

TEST_F_TIMEOUT(placement, wake, 120)
{
	int idle = spin_all_but_last(&self->stage);

	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE +SD_BALANCE_WAKE"), 0);
	expect(_metadata, &self->stage, 0, "wake", idle);
}

TEST_F_TIMEOUT(placement, fork, 120)
{
	cpu_set_t idle;

	CPU_ZERO(&idle);
	CPU_SET(spin_all_but_last(&self->stage), &idle);
	expect_from(_metadata, &self->stage, place_child, 0, "fork", &idle);
}

TEST_F_TIMEOUT(placement, fork_without_flag, 120)
{
	cpu_set_t first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_BALANCE_FORK"), 0);
	expect_from(_metadata, &self->stage, place_child, 0, "prev", &first);
}

TEST_F_TIMEOUT(placement, kept_local, 120)
{
	int top = top_domain_with(0, "SD_BALANCE_FORK");
	cpu_set_t span, below;

	ASSERT_EQ(domain_span(0, top, &span), 0);
	if (nr_cores(&span) < 2)
		SKIP(return, "needs room for a task beside the caller");
	CPU_ZERO(&below);
	CPU_SET(0, &below);
	if (top)
		ASSERT_EQ(domain_span(0, top - 1, &below), 0);

	ASSERT_EQ(write_domain(0, top, "+SD_PREFER_LOCAL"), 0);
	ASSERT_EQ(want_feature("PREFER_LOCAL"), 0);
	expect_from(_metadata, &self->stage, place_child, 0, "kept_local", &below);
	EXPECT_EQ(want_feature("NO_PREFER_LOCAL"), 0);
}

/* The caller does not count on its own CPU, which is idle but for another task. */
TEST_F_TIMEOUT(placement, exec, 120)
{
	cpu_set_t idle;

	CPU_ZERO(&idle);
	CPU_SET(spin_all_but_last(&self->stage), &idle);
	spin(&self->stage, 0);
	expect_from(_metadata, &self->stage, place_exec_call, 0, "exec", &idle);
}

/*
 * A kworker of CPU 0 does a work and wakes who waits for it there. Who is preempted by
 * the kworker does not need to wait. Who has run ahead of it would be left on the
 * runqueue for a while (DELAY_DEQUEUE), and not be placed; nobody is ahead who is alone
 * in a group.
 */
static bool place_waiter(struct stage *stage, int prev, struct placed *placed)
{
	static char text[TEXT_MAX];
	char byte;
	int i;

	for (i = 0; i < ATTEMPTS; i++) {
		int fd = open(STAT_REFRESH, O_RDONLY);
		ssize_t ret;

		stand_on(prev);
		ret = read(fd, &byte, 1);
		close(fd);

		if (!ret && !trace_read(text) &&
		    trace_find_pid(text, "sched_placement", getpid(), placed) &&
		    placed->cpu == prev && placed->prev == prev && placed->current_pid)
			return true;
	}

	return false;
}

#define CGROUPS		"/sys/fs/cgroup"
#define OWN_CGROUP	CGROUPS "/sched_placement_test"

static bool enter_own_cgroup(void)
{
	return !write_text(CGROUPS "/cgroup.subtree_control", "+cpu") &&
	       (!mkdir(OWN_CGROUP, 0755) || errno == EEXIST) &&
	       !write_text(OWN_CGROUP "/cgroup.procs", "0");
}

static void leave_own_cgroup(void)
{
	write_text(CGROUPS "/cgroup.procs", "0");
	rmdir(OWN_CGROUP);
}

TEST_F_TIMEOUT(placement, kthread, 120)
{
	cpu_set_t first;
	struct rule rule = { .reason = "kthread", .cpus = &first };

	if (access(STAT_REFRESH, R_OK))
		SKIP(return, "needs " STAT_REFRESH);
	if (!enter_own_cgroup())
		SKIP(return, "needs the cpu controller of cgroup v2");

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	ASSERT_EQ(want_feature("NO_WAKEUP_PREEMPTION"), 0);
	expect_all(_metadata, &self->stage, place_waiter, 0, &rule);
	EXPECT_EQ(want_feature("WAKEUP_PREEMPTION"), 0);
	leave_own_cgroup();
}

TEST_F_TIMEOUT(placement, current_cpu, 120)
{
	expect_notified(_metadata, nr_cpus() - 1);
}

FIXTURE(capacity) {
	struct stage stage;
};

FIXTURE_SETUP(capacity)
{
	if (have_equal_cpus())
		SKIP(return, "needs CPUs of different capacity");
	ASSERT_TRUE(set_stage(&self->stage));
}

FIXTURE_TEARDOWN(capacity)
{
	strike_stage(&self->stage);
}

/* A task that nearly always sleeps fits everywhere: the first idle CPU is taken. */
TEST_F_TIMEOUT(capacity, capacity_idle, 120)
{
	expect(_metadata, &self->stage, 0, "capacity_idle", 1);
}

int main(int argc, char **argv)
{
	begin_expecting();
	watch_decisions();

	return test_harness_run(argc, argv);
}
