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
 * Not forced: energy, which needs an energy model and a driver for frequencies, too.
 */

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "sched_place.h"
#include "../kselftest_harness.h"

#define WARM_UP		20
#define ROUNDS		3
#define STAT_REFRESH	"/proc/sys/vm/stat_refresh"

/* The CPU of @cpus after @cpu, around the end, that is not in @without. */
static int next_cpu(int cpu, const cpu_set_t *cpus, const cpu_set_t *without)
{
	int i;

	for (i = 1; i <= nr_cpus(); i++) {
		int next = (cpu + i) % nr_cpus();

		if (CPU_ISSET(next, cpus) && !CPU_ISSET(next, without))
			return next;
	}

	return -1;
}

/**
 * struct stage - what a wakeup happens among
 * @spinners: tasks that keep CPUs busy
 * @wakee: who is woken
 * @busy: the CPUs with a spinner, and the waker's, which is CPU 0
 * @llc: CPUs that share the cache of CPU 0
 * @core: SMT siblings of CPU 0
 */
struct stage {
	struct spinners spinners;
	struct wakee wakee;
	cpu_set_t busy;
	cpu_set_t llc;
	cpu_set_t core;
};

FIXTURE(placement) {
	struct stage stage;
};

/* Features that tests change; each change patches code, so it is not done for nothing. */
static const char * const changed_features[][2] = {
	{ "SIS_UTIL", "NO_SIS_UTIL" },
	{ "PREFER_LOCAL", "NO_PREFER_LOCAL" },
	{ "WAKEUP_PREEMPTION", "NO_WAKEUP_PREEMPTION" },
};

static int want_feature(const char *name)
{
	return has_feature(name) ? 0 : write_text(FEATURES, name);
}

static bool have_equal_cpus(void)
{
	return !domain_has(0, nr_domains(0) - 1, "SD_ASYM_CPUCAPACITY");
}

FIXTURE_SETUP(placement)
{
	if (!have_equal_cpus())
		SKIP(return, "needs CPUs of equal capacity");

	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	ASSERT_EQ(llc_span(0, &self->stage.llc), 0);
	ASSERT_EQ(thread_siblings(0, &self->stage.core), 0);
	CPU_ZERO(&self->stage.busy);
	CPU_SET(0, &self->stage.busy);
	ASSERT_TRUE(start_wakee(&self->stage.wakee));
}

FIXTURE_TEARDOWN(placement)
{
	stop_wakee(&self->stage.wakee);
	stop_spinners(&self->stage.spinners);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
}

static void spin(struct stage *stage, int cpu)
{
	add_spinner(&stage->spinners, cpu);
	CPU_SET(cpu, &stage->busy);
}

/* One thread of each core of the cache but that of CPU 0, or all CPUs but CPU 0. */
static void spin_llc(struct stage *stage, bool all)
{
	int cpu;

	for (cpu = 1; cpu < nr_cpus(); cpu++) {
		cpu_set_t siblings;

		if (!CPU_ISSET(cpu, &stage->llc))
			continue;
		thread_siblings(cpu, &siblings);
		CPU_AND(&siblings, &siblings, &stage->busy);
		if (all || !CPU_COUNT(&siblings))
			spin(stage, cpu);
	}
}

/**
 * struct rule - what a decision must be
 * @reason: its reason
 * @cpus: one of these is chosen
 */
struct rule {
	const char *reason;
	const cpu_set_t *cpus;
};

static bool is_right(const struct rule *rule, const struct placed *placed)
{
	return !strcmp(placed->reason, rule->reason) && CPU_ISSET(placed->target, rule->cpus);
}

typedef bool (*place_fn)(struct stage *stage, int prev, struct placed *placed);

static bool place_wakee(struct stage *stage, int prev, struct placed *placed)
{
	return trace_wakeup(&stage->wakee, 0, prev, NULL, "sched_placement", placed);
}

/*
 * REPEAT right decisions, with FEW others among them at most: those of a moment in which
 * an idle CPU had something to do.
 */
static bool all_right(struct stage *stage, place_fn place, int prev,
		      const struct rule *rule, struct placed *placed)
{
	int right = 0, wrong = 0;

	while (right < REPEAT && wrong <= FEW) {
		if (!place(stage, prev, placed))
			return false;
		if (is_right(rule, placed) && placed->prev == prev)
			right++;
		else
			wrong++;
	}

	return right == REPEAT;
}

/* Interrupts may have made the tasks wakers of many, see forget_wakees(). */
static void expect_all(struct __test_metadata *_metadata, struct stage *stage,
		       place_fn place, int prev, const struct rule *rule)
{
	struct placed placed = {};
	int i;

	for (i = 0; i < ROUNDS; i++) {
		if (all_right(stage, place, prev, rule, &placed))
			return;
		stop_wakee(&stage->wakee);
		forget_wakees();
		ASSERT_TRUE(start_wakee(&stage->wakee));
	}

	ASSERT_LT(i, ROUNDS)
		TH_LOG("at last %s from CPU %d to CPU %d, not %s", placed.reason, placed.prev,
		       placed.target, rule->reason);
}

/*
 * A wakeup on CPU 0. What the scheduler has cached, such as whether there is an idle
 * core, it finds to be no longer true on the way.
 */
static void expect(struct __test_metadata *_metadata, struct stage *stage,
		   int prev, const char *reason, int cpu)
{
	cpu_set_t cpus;
	struct rule rule = { .reason = reason, .cpus = &cpus };
	struct placed placed;
	int i;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	for (i = 0; i < WARM_UP; i++) {
		ASSERT_TRUE(place_wakee(stage, prev, &placed));
		if (is_right(&rule, &placed))
			break;
	}
	expect_all(_metadata, stage, place_wakee, prev, &rule);
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
	spin_llc(&self->stage, false);
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
	spin_llc(&self->stage, true);
	run_for(2000);
	expect(_metadata, &self->stage, 0, "scan_skipped", 0);
}

TEST_F_TIMEOUT(placement, cpu_idle, 120)
{
	int sibling = next_cpu(0, &self->stage.core, &self->stage.busy), cpu;

	ASSERT_EQ(want_feature("NO_SIS_UTIL"), 0);
	if (sibling >= 0) {
		spin_llc(&self->stage, false);
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
	spin_llc(&self->stage, true);
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

/* The one CPU that is left idle, far away from CPU 0. */
static int spin_all_but_last(struct stage *stage)
{
	int cpu;

	for (cpu = 1; cpu < nr_cpus() - 1; cpu++)
		spin(stage, cpu);

	return cpu;
}

TEST_F_TIMEOUT(placement, wake, 120)
{
	int idle = spin_all_but_last(&self->stage);

	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE +SD_BALANCE_WAKE"), 0);
	expect(_metadata, &self->stage, 0, "wake", idle);
}

static bool place_child(struct stage *stage, int prev, struct placed *placed)
{
	return trace_fork(prev, "sched_placement", placed);
}

static void expect_forks(struct __test_metadata *_metadata, struct stage *stage,
			 const char *reason, const cpu_set_t *cpus)
{
	struct rule rule = { .reason = reason, .cpus = cpus };

	expect_all(_metadata, stage, place_child, 0, &rule);
}

TEST_F_TIMEOUT(placement, fork, 120)
{
	cpu_set_t idle;

	CPU_ZERO(&idle);
	CPU_SET(spin_all_but_last(&self->stage), &idle);
	expect_forks(_metadata, &self->stage, "fork", &idle);
}

TEST_F_TIMEOUT(placement, fork_without_flag, 120)
{
	cpu_set_t first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_BALANCE_FORK"), 0);
	expect_forks(_metadata, &self->stage, "prev", &first);
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
	expect_forks(_metadata, &self->stage, "kept_local", &below);
	EXPECT_EQ(want_feature("NO_PREFER_LOCAL"), 0);
}

static bool place_exec_call(struct stage *stage, int prev, struct placed *placed)
{
	return trace_exec(prev, placed);
}

/* The caller does not count on its own CPU, which is idle but for another task. */
TEST_F_TIMEOUT(placement, exec, 120)
{
	cpu_set_t idle;
	struct rule rule = { .reason = "exec", .cpus = &idle };

	CPU_ZERO(&idle);
	CPU_SET(spin_all_but_last(&self->stage), &idle);
	spin(&self->stage, 0);
	expect_all(_metadata, &self->stage, place_exec_call, 0, &rule);
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

/* Asks the other side of a new seccomp listener about each getppid(). */
static int listen_to_getppid(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_getppid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { .len = ARRAY_SIZE(filter), .filter = filter };

	return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER,
		       SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog);
}

/* The caller and its child share their files, hence the listener. */
static pid_t start_notifier(atomic_int *listener, int cpu)
{
	pid_t pid = syscall(__NR_clone, CLONE_FILES | SIGCHLD, 0, NULL, NULL, 0);

	if (pid)
		return pid;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	bind_task(0, cpu);
	*listener = listen_to_getppid();
	while (*listener >= 0)
		syscall(__NR_getppid);
	_exit(0);
}

/* Answers @pid from @cpu, or from where the caller is if that is negative. */
static bool answer(int listener, pid_t pid, int cpu)
{
	struct seccomp_notif request = {};
	struct seccomp_notif_resp response = {};

	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request))
		return false;
	response.id = request.id;
	wait_asleep(pid);
	if (cpu >= 0) {
		unbind_task(pid);
		settle_on(cpu);
	}

	return !ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

/* The task is answered while it is bound to @prev, then by a waker on CPU 0. */
static bool trace_notified(int listener, pid_t pid, int prev, struct placed *placed)
{
	static char text[TEXT_MAX];
	int i;

	for (i = 0; i < ATTEMPTS; i++) {
		bind_task(pid, prev);
		if (!answer(listener, pid, -1) || !answer(listener, pid, 0))
			return false;
		wait_asleep(pid);
		unbind_task(0);

		if (!trace_read(text) &&
		    trace_find_pid(text, "sched_placement", pid, placed) &&
		    placed->cpu == 0 && placed->prev == prev)
			return true;
	}

	return false;
}

TEST_F_TIMEOUT(placement, current_cpu, 120)
{
	atomic_int *listener = mmap(NULL, sizeof(*listener), PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int i, last = nr_cpus() - 1;
	struct placed placed;
	pid_t pid;

	ASSERT_NE(listener, MAP_FAILED);
	ASSERT_EQ(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
	*listener = -2;
	pid = start_notifier(listener, last);
	ASSERT_GT(pid, 0);
	while (*listener == -2)
		usleep(1000);
	if (*listener < 0)
		SKIP(return, "needs CONFIG_SECCOMP_FILTER");
	ASSERT_EQ(ioctl(*listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS,
			SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP), 0);

	for (i = 0; i < REPEAT; i++) {
		ASSERT_TRUE(trace_notified(*listener, pid, last, &placed));
		EXPECT_STREQ(placed.reason, "current_cpu");
		EXPECT_EQ(placed.target, 0);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

FIXTURE(capacity) {
	struct stage stage;
};

FIXTURE_SETUP(capacity)
{
	if (have_equal_cpus())
		SKIP(return, "needs CPUs of different capacity");
	ASSERT_TRUE(start_wakee(&self->stage.wakee));
}

FIXTURE_TEARDOWN(capacity)
{
	stop_wakee(&self->stage.wakee);
}

/* A task that nearly always sleeps fits everywhere: the first idle CPU is taken. */
TEST_F_TIMEOUT(capacity, capacity_idle, 120)
{
	expect(_metadata, &self->stage, 0, "capacity_idle", 1);
}

static char features_before[TEXT_MAX];
static pid_t owner;

static void clean_up(void)
{
	size_t i;

	if (getpid() != owner)
		return;

	trace_event("sched_placement", false);
	for (i = 0; i < ARRAY_SIZE(changed_features); i++) {
		const char * const *pair = changed_features[i];

		want_feature(has_word(features_before, pair[0]) ? pair[0] : pair[1]);
	}
}

int main(int argc, char **argv)
{
	require_series();
	trace_start();
	if (read_text(FEATURES, features_before))
		ksft_exit_fail_msg("%s: %s\n", FEATURES, strerror(errno));
	owner = getpid();
	atexit(clean_up);
	if (trace_event("sched_placement", true))
		ksft_exit_fail_msg("there is no tracepoint sched_placement\n");
	forget_wakees();

	return test_harness_run(argc, argv);
}
