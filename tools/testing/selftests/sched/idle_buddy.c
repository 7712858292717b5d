// SPDX-License-Identifier: GPL-2.0
/*
 * IDLE_BUDDY: a wakeup that finds its target busy asks the target's buddies.
 *
 * Who is whose buddy is computed here once more, from the CPU numbers alone. By core, the
 * groups are the cores of a cache, by thread they are the threads of a core. Ordered by
 * their first CPU, the first two are partners, and so are the next two. The n-th CPU
 * of a group has the n-th of its partner for a buddy, from the start again where the
 * partner is smaller. An odd group at the end has the one before for its partner. (Clusters
 * of cores within a cache would be groups, too; machines with them are not tested here.)
 *
 * The wakee was on the waker's CPU before, so that this is the target, however
 * wake_affine() decides, and it is busy. Which is asked then, in this order:
 *
 *  - the buddy by core: taken if it is idle, and its siblings are, too, or if no core
 *    of the cache is known to be idle;
 *  - the buddy by thread, if no core is;
 *  - with IDLE_BUDDY_SCAN the idle sibling of the previous CPU, and the scan from the
 *    target's next CPU on; without, there is no more, and no core counts as idle.
 *
 * The waker's core counts as idle once the waker has slept, unless a sibling is busy. That
 * stays so until a scan finds no idle core.
 */

#include "sched_burst.h"
#include "sched_cpuset.h"

#define CREW_MAX	32
#define MANY_WAKERS	6

/* --- Buddies on paper --------------------------------------------------------- */

/* @cpu itself, or its core, as far as it is in @span. */
static void group_of(int cpu, bool cores, const cpu_set_t *span, cpu_set_t *group)
{
	CPU_ZERO(group);
	if (!cores || thread_siblings(cpu, group))
		CPU_SET(cpu, group);
	CPU_AND(group, group, span);
}

/* The n-th CPU of @cpus, from the start again after the last. */
static int nth_cpu(const cpu_set_t *cpus, int n)
{
	int cpu = first_cpu(cpus);
	cpu_set_t none;

	CPU_ZERO(&none);
	while (n--)
		cpu = next_cpu(cpu, cpus, &none);

	return cpu;
}

static int place_in(int cpu, const cpu_set_t *cpus)
{
	int i, place = 0;

	for (i = 0; i < cpu; i++)
		place += !!CPU_ISSET(i, cpus);

	return place;
}

/* The buddy of @cpu among the groups of @span, or -1. */
static int buddy_of(int cpu, bool cores, const cpu_set_t *span)
{
	int firsts[CPU_SETSIZE], nr = 0, own = 0, partner, i;
	cpu_set_t group;

	for (i = 0; i < nr_cpus(); i++) {
		if (!CPU_ISSET(i, span))
			continue;
		group_of(i, cores, span, &group);
		if (first_cpu(&group) != i)
			continue;
		if (CPU_ISSET(cpu, &group))
			own = nr;
		firsts[nr++] = i;
	}
	if (nr < 2)
		return -1;

	partner = (own ^ 1) < nr ? own ^ 1 : own - 1;
	group_of(cpu, cores, span, &group);
	i = place_in(cpu, &group);
	group_of(firsts[partner], cores, span, &group);

	return nth_cpu(&group, i);
}

static int core_buddy(const struct stage *stage)
{
	return buddy_of(stage->waker, true, &stage->llc);
}

static int thread_buddy(const struct stage *stage)
{
	cpu_set_t core;

	CPU_AND(&core, &stage->core, &stage->llc);

	return buddy_of(stage->waker, false, &core);
}

/* --- Golden placements -------------------------------------------------------- */

FIXTURE(buddy) {
	struct stage stage;
};

/* Without the scan after it, and with. One after the other, as features are switched. */
FIXTURE_VARIANT(buddy) {
	const char *scan;
};

FIXTURE_VARIANT_ADD(buddy, then_scan) { .scan = "IDLE_BUDDY_SCAN" };
FIXTURE_VARIANT_ADD(buddy, no_scan) { .scan = "NO_IDLE_BUDDY_SCAN" };

static bool goes_on(const char *scan)
{
	return !strcmp(scan, "IDLE_BUDDY_SCAN");
}

FIXTURE_SETUP(buddy)
{
	if (!have_equal_cpus())
		SKIP(return, "needs CPUs of equal capacity");
	ASSERT_EQ(end_partition(), 0);
	ASSERT_EQ(want_feature("NO_SIS_UTIL"), 0);
	ASSERT_EQ(want_feature(variant->scan), 0);
	ASSERT_EQ(want_feature("IDLE_BUDDY"), 0);
	ASSERT_TRUE(set_stage(&self->stage));
}

FIXTURE_TEARDOWN(buddy)
{
	strike_stage(&self->stage);
	EXPECT_EQ(end_partition(), 0);
}

/* Each CPU of the cache has its own. */
TEST_F_TIMEOUT(buddy, core, 300)
{
	struct stage *stage = &self->stage;
	int cpu, nr = 0;

	if (nr_cores(&stage->llc) < 2)
		SKIP(return, "needs two cores in a cache");

	for (cpu = 0; cpu < nr_cpus() && nr < MANY_WAKERS; cpu++) {
		if (!CPU_ISSET(cpu, &stage->llc))
			continue;
		ASSERT_TRUE(move_waker(stage, cpu));
		expect(_metadata, stage, cpu, "buddy_core", core_buddy(stage));
		nr++;
	}
}

/* All cores have a busy thread; the buddy is another one, or there is none that is idle. */
TEST_F_TIMEOUT(buddy, core_with_a_busy_sibling_if_no_core_is_idle, 300)
{
	struct stage *stage = &self->stage;
	int buddy;
	cpu_set_t others;

	if (nr_cores(&stage->llc) < 2 || CPU_COUNT(&stage->core) < 2)
		SKIP(return, "needs two cores with siblings in a cache");

	/* The last thread of its core, so that a scan from the start finds another. */
	ASSERT_TRUE(move_waker(stage, nth_cpu(&stage->core, CPU_COUNT(&stage->core) - 1)));
	buddy = core_buddy(stage);
	CPU_XOR(&others, &stage->llc, &stage->core);
	CPU_CLR(buddy, &others);
	spin_all(stage, &stage->core);
	spin_cores(stage, &others);
	expect(_metadata, stage, stage->waker, "buddy_core", buddy);
}

/* While the scan goes on to find an idle core; else one idle thread will do. */
TEST_F_TIMEOUT(buddy, core_with_a_busy_sibling_if_another_is_idle, 300)
{
	struct stage *stage = &self->stage;
	int buddy = core_buddy(stage);
	cpu_set_t siblings, used;

	if (nr_cores(&stage->llc) < 3 || CPU_COUNT(&stage->core) < 2)
		SKIP(return, "needs three cores with siblings in a cache");

	ASSERT_EQ(thread_siblings(buddy, &siblings), 0);
	CPU_OR(&used, &siblings, &stage->core);
	CPU_CLR(buddy, &siblings);
	spin_all(stage, &siblings);
	if (goes_on(variant->scan))
		expect(_metadata, stage, 0, "core_idle", next_cpu(0, &stage->llc, &used));
	else
		expect(_metadata, stage, 0, "buddy_core", buddy);
}

/*
 * No core is idle, nor the buddy by core, while the one by thread is. The waker shares its
 * CPU with a spinner, or its core would be idle while it sleeps.
 */
TEST_F_TIMEOUT(buddy, thread, 300)
{
	struct stage *stage = &self->stage;

	if (CPU_COUNT(&stage->core) < 2)
		SKIP(return, "needs siblings");

	spin(stage, 0);
	if (core_buddy(stage) >= 0)
		spin(stage, core_buddy(stage));
	spin_cores(stage, &stage->llc);
	expect(_metadata, stage, 0, "buddy_thread", thread_buddy(stage));
}

/* Busy: the buddies, and one thread of each core. */
static void spin_buddies(struct stage *stage)
{
	spin_all(stage, &stage->core);
	spin(stage, core_buddy(stage));
	if (CPU_COUNT(&stage->core) > 1)
		spin_cores(stage, &stage->llc);
}

TEST_F_TIMEOUT(buddy, busy_while_another_cpu_is_idle, 300)
{
	struct stage *stage = &self->stage;
	int idle;

	if (nr_cores(&stage->llc) < 2)
		SKIP(return, "needs two cores in a cache");
	spin_buddies(stage);
	idle = next_cpu(0, &stage->llc, &stage->busy);
	if (idle < 0)
		SKIP(return, "needs three CPUs in a cache");

	if (goes_on(variant->scan))
		expect(_metadata, stage, 0, "cpu_idle", idle);
	else
		expect(_metadata, stage, 0, "buddies_busy", 0);
}

TEST_F_TIMEOUT(buddy, busy_as_all_are, 300)
{
	struct stage *stage = &self->stage;

	if (CPU_COUNT(&stage->llc) < 2)
		SKIP(return, "needs two CPUs in a cache");
	spin_all(stage, &stage->llc);
	expect(_metadata, stage, 0, goes_on(variant->scan) ? "scan_failed" : "buddies_busy", 0);
}

/* There are no buddies: "prev" and "affine" are as without. */
TEST_F_TIMEOUT(buddy, none_in_a_cache_of_one_cpu, 300)
{
	struct stage *stage = &self->stage;
	int last = nr_cpus() - 1;

	if (CPU_COUNT(&stage->llc) > 1)
		SKIP(return, "needs a CPU with a cache of its own");
	expect(_metadata, stage, 0, "prev", 0);
	spin(stage, last);
	expect(_metadata, stage, last, "affine", 0);
}

/* --- Affinity ----------------------------------------------------------------- */

/* Who must not run on the buddy asks the next one that is not of the waker's core. */
TEST_F_TIMEOUT(buddy, not_allowed, 300)
{
	struct stage *stage = &self->stage;
	int cpu, nr = 0;

	if (nr_cores(&stage->llc) < 2 ||
	    CPU_COUNT(&stage->llc) < CPU_COUNT(&stage->core) + 2)
		SKIP(return, "needs two more CPUs in a cache");

	for (cpu = 0; cpu < nr_cpus() && nr < MANY_WAKERS; cpu++) {
		cpu_set_t allowed;
		int buddy;

		if (!CPU_ISSET(cpu, &stage->llc))
			continue;
		ASSERT_TRUE(move_waker(stage, cpu));
		buddy = core_buddy(stage);
		allowed = stage->llc;
		CPU_CLR(buddy, &allowed);
		stage->allowed = &allowed;
		expect(_metadata, stage, cpu, "buddy_core",
		       next_cpu(buddy, &allowed, &stage->core));
		stage->allowed = NULL;
		nr++;
	}
}

/* What a task may not run on is never chosen, idle or busy, buddy or not. */
TEST_F_TIMEOUT(buddy, never_outside_of_the_mask, 300)
{
	struct stage *stage = &self->stage;
	static struct burst burst;
	cpu_set_t allowed;
	int cpu, round;

	for (round = 0; round < 4; round++) {
		CPU_ZERO(&allowed);
		/* Every other CPU, or every other pair; these, and then those. */
		for (cpu = 0; cpu < nr_cpus(); cpu++) {
			if (((cpu >> (round / 2)) & 1) == (round & 1))
				CPU_SET(cpu, &allowed);
		}
		if (CPU_COUNT(&allowed) < 2)
			continue;
		stage->allowed = &allowed;
		ASSERT_TRUE(make_burst(stage, &allowed, &burst));
		EXPECT_GE(burst.nr, BURST_SEEN);
		EXPECT_EQ(outside_of(&allowed, &burst), NULL)
			TH_LOG("round %d: %s to CPU %d", round,
			       outside_of(&allowed, &burst)->reason,
			       outside_of(&allowed, &burst)->target);
	}
}

/* --- Isolated CPUs ------------------------------------------------------------ */

/* The buddies are others while the buddy of CPU 0 is in a partition of its own. */
static void expect_not_isolated(struct __test_metadata *_metadata, struct stage *stage,
				int isolated)
{
	static struct burst burst;
	cpu_set_t others, children;
	struct placed placed;
	int cpu, i;

	CPU_ZERO(&others);
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		if (cpu != isolated)
			CPU_SET(cpu, &others);
	}

	ASSERT_TRUE(move_waker(stage, 0));
	EXPECT_FALSE(CPU_ISSET(isolated, &stage->llc));
	if (core_buddy(stage) >= 0)
		expect(_metadata, stage, 0, "buddy_core", core_buddy(stage));

	ASSERT_TRUE(make_burst(stage, &others, &burst));
	EXPECT_GE(burst.nr, BURST_SEEN);
	EXPECT_EQ(outside_of(&others, &burst), NULL);

	CPU_ZERO(&children);
	for (i = 0; i < REPEAT; i++) {
		ASSERT_TRUE(trace_fork(0, "sched_placement", &placed));
		CPU_SET(placed.target, &children);
	}
	EXPECT_FALSE(CPU_ISSET(isolated, &children));
}

TEST_F_TIMEOUT(buddy, isolated, 300)
{
	struct stage *stage = &self->stage;
	int buddy = core_buddy(stage);

	if (buddy < 0 || nr_cpus() < 3)
		SKIP(return, "needs two cores in a cache, and a third CPU");
	if (!have_cpusets())
		SKIP(return, "needs cgroup2 with the cpuset controller");
	ASSERT_TRUE(isolate_cpu(buddy));
	expect_not_isolated(_metadata, stage, buddy);
	EXPECT_EQ(end_partition(), 0);

	/* And they are what they were. */
	ASSERT_TRUE(move_waker(stage, 0));
	EXPECT_EQ(core_buddy(stage), buddy);
	expect(_metadata, stage, 0, "buddy_core", buddy);
}

/* --- Pairs -------------------------------------------------------------------- */

#define PAIR_WARM_UP	100
#define PAIR_WAKEUPS	400

/* Passes a byte on, and notes where it is. */
static void pass(int from, int to, cpu_set_t *used)
{
	char byte;
	int i;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (i = 0; i < PAIR_WARM_UP + PAIR_WAKEUPS; i++) {
		if (read(from, &byte, 1) != 1)
			_exit(1);
		if (i >= PAIR_WARM_UP)
			CPU_SET(sched_getcpu(), used);
		if (write(to, "", 1) != 1)
			_exit(1);
	}
	_exit(0);
}

/* The CPUs that two tasks use which wake each other. */
static bool run_pair(cpu_set_t *used)
{
	cpu_set_t *by = mmap(NULL, 2 * sizeof(*by), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int ping[2], pong[2], status, failed = 0, i;
	pid_t pids[2];

	if (by == MAP_FAILED || pipe(ping) || pipe(pong))
		return false;
	unbind_task(0);
	pids[0] = fork();
	if (!pids[0])
		pass(ping[0], pong[1], &by[0]);
	pids[1] = fork();
	if (!pids[1])
		pass(pong[0], ping[1], &by[1]);
	if (write(ping[1], "", 1) != 1)
		return false;

	for (i = 0; i < 2; i++) {
		waitpid(pids[i], &status, 0);
		failed |= status;
		close(ping[i]);
		close(pong[i]);
	}
	CPU_OR(used, &by[0], &by[1]);
	munmap(by, 2 * sizeof(*by));

	return !failed;
}

/* Both are where they were, or one is and the other is on its buddy. */
TEST_F_TIMEOUT(buddy, pair_stays, 300)
{
	int i, cores = 0;
	cpu_set_t used;

	for (i = 0; i < ROUNDS; i++) {
		ASSERT_TRUE(run_pair(&used));
		cores = nr_cores(&used);
		ASSERT_GT(cores, 0);
		if (cores <= 2)
			break;
	}
	EXPECT_LE(cores, 2);
}

/* --- A waker of many ---------------------------------------------------------- */

struct crew {
	int nr;
	struct wakee wakees[CREW_MAX];
	atomic_bool *done;
};

/* Tasks that have slept on CPU 0 and may run anywhere; once woken they run on. */
static bool start_crew(struct crew *crew, int nr)
{
	crew->done = mmap(NULL, sizeof(*crew->done), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (crew->done == MAP_FAILED)
		return false;

	*crew->done = false;
	for (crew->nr = 0; crew->nr < nr; crew->nr++) {
		struct wakee *wakee = &crew->wakees[crew->nr];
		char byte;

		if (pipe(wakee->pipe))
			return false;
		wakee->pid = fork();
		if (!wakee->pid) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			bind_task(0, 0);
			while (read(wakee->pipe[0], &byte, 1) == 1) {
				while (!*crew->done)
					;
			}
			_exit(0);
		}
		wait_asleep(wakee->pid);
		unbind_task(wakee->pid);
	}

	return true;
}

static void stop_crew(struct crew *crew)
{
	*crew->done = true;
	while (crew->nr)
		stop_wakee(&crew->wakees[--crew->nr]);
	munmap(crew->done, sizeof(*crew->done));
}

/* On how many CPUs @nr tasks are put that are woken one after the other, or -1. */
static int count_spread(int nr, const cpu_set_t *llc)
{
	static char text[TEXT_MAX];
	struct crew crew = {};
	struct placed placed;
	cpu_set_t used;
	int i, err;

	if (!start_crew(&crew, nr))
		return -1;
	settle_on(0);
	for (i = 0; i < nr; i++)
		wake(&crew.wakees[i]);
	err = trace_read(text);

	CPU_ZERO(&used);
	for (i = 0; i < nr && !err; i++) {
		if (!trace_find_pid(text, "sched_placement", crew.wakees[i].pid, &placed) ||
		    !CPU_ISSET(placed.target, llc))
			err = -1;
		else
			CPU_SET(placed.target, &used);
	}
	stop_crew(&crew);
	unbind_task(0);

	return err ? -1 : CPU_COUNT(&used);
}

/* The most of some times: what else the machine does makes it less. */
static int count_widest(int nr, const cpu_set_t *llc)
{
	int i, spread, widest = -1;

	for (i = 0; i < ROUNDS; i++) {
		spread = count_spread(nr, llc);
		if (spread < 0)
			return -1;
		if (spread > widest)
			widest = spread;
	}

	return widest;
}

FIXTURE(spread) {
	struct stage stage;
	int nr;
};

FIXTURE_SETUP(spread)
{
	if (!have_equal_cpus())
		SKIP(return, "needs CPUs of equal capacity");
	ASSERT_TRUE(move_waker(&self->stage, 0));
	self->nr = CPU_COUNT(&self->stage.llc) - 1;
	if (self->nr < 1)
		SKIP(return, "needs two CPUs in a cache");
	if (self->nr > CREW_MAX)
		self->nr = CREW_MAX;
}

FIXTURE_TEARDOWN(spread)
{
}

/* As many CPUs as by the scan alone. */
TEST_F_TIMEOUT(spread, waker_of_many, 300)
{
	const cpu_set_t *llc = &self->stage.llc;
	int base, spread;

	ASSERT_EQ(want_feature("NO_IDLE_BUDDY"), 0);
	base = count_widest(self->nr, llc);
	ASSERT_GT(base, 0);

	ASSERT_EQ(want_feature("IDLE_BUDDY_SCAN"), 0);
	ASSERT_EQ(want_feature("IDLE_BUDDY"), 0);
	spread = count_widest(self->nr, llc);
	ASSERT_GT(spread, 0);
	EXPECT_GE(spread, base - base / 10);
	TH_LOG("%d tasks on %d CPUs, by the scan alone on %d", self->nr, spread, base);
}

/* Less may be used in the way of 2012, but nothing that is not of the cache. */
TEST_F_TIMEOUT(spread, waker_of_many_without_scan, 300)
{
	int spread;

	ASSERT_EQ(want_feature("NO_IDLE_BUDDY_SCAN"), 0);
	ASSERT_EQ(want_feature("IDLE_BUDDY"), 0);
	spread = count_widest(self->nr, &self->stage.llc);
	EXPECT_GT(spread, 0);
	TH_LOG("%d tasks on %d CPUs", self->nr, spread);
}

/* --- Where it does not act ---------------------------------------------------- */

FIXTURE(capacity) {
	struct stage stage;
};

FIXTURE_SETUP(capacity)
{
	if (have_equal_cpus())
		SKIP(return, "needs CPUs of different capacity");
	ASSERT_EQ(want_feature("IDLE_BUDDY"), 0);
	ASSERT_TRUE(set_stage(&self->stage));
}

FIXTURE_TEARDOWN(capacity)
{
	strike_stage(&self->stage);
}

/* The scan for capacity comes first there, and never gets to the buddies. */
TEST_F_TIMEOUT(capacity, no_buddies, 300)
{
	struct stage *stage = &self->stage;
	static struct burst burst;

	expect(_metadata, stage, 0, "capacity_idle", 1);
	ASSERT_TRUE(make_burst(stage, &stage->llc, &burst));
	EXPECT_GE(burst.nr, BURST_SEEN);
	EXPECT_FALSE(in_burst(&burst, "buddy_core"));
	EXPECT_FALSE(in_burst(&burst, "buddy_thread"));
	EXPECT_FALSE(in_burst(&burst, "buddies_busy"));
}

int main(int argc, char **argv)
{
	int ret;

	begin_expecting();
	require_feature("IDLE_BUDDY");
	watch_decisions();

	ret = test_harness_run(argc, argv);
	end_partition();

	return ret;
}
