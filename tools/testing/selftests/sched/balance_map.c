// SPDX-License-Identifier: GPL-2.0
/*
 * BALANCE_MAP makes no difference: each decision is what it is without.
 *
 * All tests run without the feature first, and then with it, and want the same decisions.
 * These follow from the flags by the walk of the base, over the domains of the CPU that
 * the waker, or who forks or calls exec(), is on:
 *
 *  - The lowest domain with SD_WAKE_AFFINE that holds the previous CPU, too, makes the
 *    waker's CPU the target: it wakes through a pipe, and is alone. It is busy, and an
 *    idle previous CPU of the same cache is taken ("prev_idle"), or what a scan finds.
 *    Without such a domain the previous CPU is the target ("target_idle").
 *  - Where there is no such domain, though a task might be pulled, the highest domain
 *    with SD_BALANCE_WAKE is searched.
 *  - So it is for who is not to be pulled, as the waker's CPU is not allowed, and for forks
 *    and execs, with their flags. The base asks in another way, up to the first domain that
 *    lacks the flag; as none may have it above one that lacks it, that is the same.
 *
 * A search finds the only idle CPU, the last one, or one of the domain if it is not there.
 */

#include "sched_burst.h"
#include "sched_far.h"

#define MAP_CHECK	SCHED_DIR "/placement/map_check"

FIXTURE(map) {
	struct far far;
	int last;
	int top;
};

FIXTURE_VARIANT(map) {
	const char *feature;
};

FIXTURE_VARIANT_ADD(map, walk) { .feature = "NO_BALANCE_MAP" };
FIXTURE_VARIANT_ADD(map, map) { .feature = "BALANCE_MAP" };

FIXTURE_SETUP(map)
{
	if (!have_equal_cpus())
		SKIP(return, "needs CPUs of equal capacity");
	ASSERT_EQ(want_feature("NO_SIS_UTIL"), 0);
	ASSERT_EQ(want_feature(variant->feature), 0);
	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	ASSERT_TRUE(set_far_stage(&self->far));
	self->last = nr_cpus() - 1;
	self->top = nr_domains(0) - 1;
}

FIXTURE_TEARDOWN(map)
{
	strike_stage(&self->far.stage);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
}

/* --- The lowest domain of two CPUs ---------------------------------------------- */

static int lowest_domain_with(int cpu, int other)
{
	int domain;

	for (domain = 0; domain < nr_domains(cpu); domain++) {
		cpu_set_t span;

		if (!domain_span(cpu, domain, &span) && CPU_ISSET(other, &span))
			return domain;
	}

	return -1;
}

static void expect_pulled(struct __test_metadata *_metadata, struct far *far, int prev)
{
	look_near(far);
	if (CPU_ISSET(prev, &far->stage.llc))
		expect(_metadata, &far->stage, prev, "prev_idle", prev);
	else
		expect(_metadata, &far->stage, prev, far->scanned, far->near);
}

/* From the highest one down, as no domain may have a flag that one below lacks. */
static void change_on(int cpu, int domain, const char *change)
{
	int above;

	for (above = nr_domains(cpu) - 1; above >= domain; above--) {
		if (write_domain(cpu, above, change))
			ksft_exit_fail_msg("%s is refused\n", change);
	}
}

/* The flag goes from what lies above the lowest domain with both, then from all, on CPU 0. */
static void expect_lowest(struct __test_metadata *_metadata, struct far *far, int prev)
{
	struct stage *stage = &far->stage;
	int domain = lowest_domain_with(0, prev), other;
	cpu_set_t both;

	ASSERT_GE(domain, 0);
	expect_pulled(_metadata, far, prev);
	if (domain + 1 < nr_domains(0)) {
		change_on(0, domain + 1, "-SD_WAKE_AFFINE");
		expect_pulled(_metadata, far, prev);
	}
	change_on(0, domain, "-SD_WAKE_AFFINE");
	expect(_metadata, stage, prev, "target_idle", prev);

	/* Other CPUs' domains still have it. */
	CPU_ZERO(&both);
	CPU_SET(0, &both);
	CPU_SET(prev, &both);
	other = next_cpu(0, &stage->llc, &both);
	if (other < 0)
		return;
	ASSERT_TRUE(move_waker(stage, other));
	expect_pulled(_metadata, far, prev);
}

TEST_F_TIMEOUT(map, affine_in_a_core, 300)
{
	struct stage *stage = &self->far.stage;

	if (CPU_COUNT(&stage->core) < 2)
		SKIP(return, "needs siblings");
	expect_lowest(_metadata, &self->far, next_cpu(0, &stage->core, &stage->busy));
}

TEST_F_TIMEOUT(map, affine_in_a_cache, 300)
{
	struct stage *stage = &self->far.stage;
	int prev = next_cpu(0, &stage->llc, &stage->core);

	if (prev < 0)
		SKIP(return, "needs two cores in a cache");
	expect_lowest(_metadata, &self->far, prev);
}

TEST_F_TIMEOUT(map, affine_across_caches, 300)
{
	if (!self->far.apart || CPU_COUNT(&self->far.stage.llc) < 2)
		SKIP(return, "needs two caches of two CPUs in a domain with SD_WAKE_AFFINE");
	expect_lowest(_metadata, &self->far, self->far.prev);
}

/* --- Balanced wakeups ---------------------------------------------------------- */

TEST_F_TIMEOUT(map, affine_goes_before_balance, 300)
{
	struct stage *stage = &self->far.stage;
	int idle = spin_all_but_last(stage);

	ASSERT_EQ(write_text(ALL_LEVELS, "+SD_BALANCE_WAKE"), 0);
	if (CPU_ISSET(idle, &stage->llc))
		expect(_metadata, stage, 0, "cpu_idle", idle);
	else if (CPU_COUNT(&stage->llc) > 1)
		expect(_metadata, stage, 0, "scan_failed", 0);
	else
		expect(_metadata, stage, 0, "prev", 0);

	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE"), 0);
	expect(_metadata, stage, 0, "wake", idle);
}

/* On CPU 0 only: it is the waker's domains that count. */
TEST_F_TIMEOUT(map, widest_domain_is_searched, 300)
{
	struct stage *stage = &self->far.stage;
	int idle = spin_all_but_last(stage), domain;
	cpu_set_t below;

	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE"), 0);
	expect(_metadata, stage, idle, "target_idle", idle);
	for (domain = 0; domain <= self->top; domain++) {
		ASSERT_EQ(write_domain(0, domain, "+SD_BALANCE_WAKE"), 0);
		ASSERT_EQ(domain_span(0, domain, &below), 0);
		if (domain == 0 && !CPU_ISSET(idle, &below))
			expect_any(_metadata, stage, 0, "wake", &below);
	}
	expect(_metadata, stage, 0, "wake", idle);
}

/* Who may not run on the waker's CPU is not pulled. */
TEST_F_TIMEOUT(map, chain_of_domains_is_searched, 300)
{
	struct stage *stage = &self->far.stage;
	cpu_set_t allowed;
	int idle, cpu;

	if (nr_cpus() < 3)
		SKIP(return, "needs three CPUs");

	CPU_ZERO(&allowed);
	for (cpu = 1; cpu < nr_cpus(); cpu++)
		CPU_SET(cpu, &allowed);
	stage->allowed = &allowed;
	idle = spin_all_but_last(stage);

	expect(_metadata, stage, idle, "target_idle", idle);
	ASSERT_EQ(write_text(ALL_LEVELS, "+SD_BALANCE_WAKE"), 0);
	expect(_metadata, stage, 1, "wake", idle);
}

/* --- Forks and execs ------------------------------------------------------------ */

/* By @flag the task is placed for @reason, from CPU 0 and from CPU 1. */
static void expect_chain(struct __test_metadata *_metadata, struct stage *stage,
			 place_fn place, const char *flag, const char *reason)
{
	int top = top_domain_with(0, flag);
	cpu_set_t idle, below, first;
	char change[NAME_LEN];

	CPU_ZERO(&idle);
	CPU_SET(spin_all_but_last(stage), &idle);
	spin(stage, 0);
	CPU_ZERO(&first);
	CPU_SET(0, &first);
	snprintf(change, sizeof(change), "-%s", flag);

	expect_from(_metadata, stage, place, 0, reason, &idle);
	if (top) {
		change_on(0, top, change);
		ASSERT_EQ(domain_span(0, top - 1, &below), 0);
		expect_from(_metadata, stage, place, 0, reason, &below);
	}
	change_on(0, 0, change);
	expect_from(_metadata, stage, place, 0, "prev", &first);
	if (nr_cpus() > 2)
		expect_from(_metadata, stage, place, 1, reason, &idle);
}

TEST_F_TIMEOUT(map, fork, 300)
{
	expect_chain(_metadata, &self->far.stage, place_child, "SD_BALANCE_FORK", "fork");
}

TEST_F_TIMEOUT(map, exec, 300)
{
	expect_chain(_metadata, &self->far.stage, place_exec_call, "SD_BALANCE_EXEC", "exec");
}

/*
 * The way down from the widest domain goes by the flags of the CPU that was found. Where
 * these are gone nothing smaller is searched, and it stays.
 */
TEST_F_TIMEOUT(map, fork_to_a_cpu_without_flags, 300)
{
	struct stage *stage = &self->far.stage;
	cpu_set_t idle;

	CPU_ZERO(&idle);
	CPU_SET(spin_all_but_last(stage), &idle);
	change_on(self->last, 0, "-SD_BALANCE_FORK");
	expect_from(_metadata, stage, place_child, 0, "fork", &idle);
}

/* --- From the next decision on --------------------------------------------------- */

static const char *flags_to_write;

static void write_flags(void)
{
	if (write_text(ALL_LEVELS, flags_to_write))
		ksft_exit_fail_msg("%s is refused\n", flags_to_write);
}

/* Between the write and the wakeup there is nothing. */
static bool place_after_write(struct stage *stage, int prev, const char *flags,
			      struct placed *placed)
{
	int i;

	flags_to_write = flags;
	for (i = 0; i < ATTEMPTS; i++) {
		if (try_wakeup_after(write_flags, &stage->wakee, stage->waker, prev, NULL,
				     "sched_placement", placed))
			return true;
	}

	return false;
}

/* However busy the machine, and whoever is not to be pulled: the search is by the flag. */
TEST_F_TIMEOUT(map, balance_flag_decides_at_once, 300)
{
	struct stage *stage = &self->far.stage;
	struct placed placed;
	int i;

	for (i = 0; i < REPEAT; i++) {
		ASSERT_TRUE(place_after_write(stage, self->last,
					      "-SD_WAKE_AFFINE +SD_BALANCE_WAKE", &placed));
		EXPECT_STREQ(placed.reason, "wake");
		ASSERT_TRUE(place_after_write(stage, self->last, "-SD_BALANCE_WAKE", &placed));
		EXPECT_STRNE(placed.reason, "wake");
	}
}

/* Who is not to be pulled looks as if the flag were not there, but never as if it were. */
TEST_F_TIMEOUT(map, affine_flag_decides_at_once, 300)
{
	struct stage *stage = &self->far.stage;
	int prev = next_cpu(0, &stage->llc, &stage->busy), i, round, pulled = 0;
	struct placed placed;

	if (prev < 0)
		SKIP(return, "needs two CPUs in a cache");

	/* Interrupts may have made the tasks wakers of many, see forget_wakees(). */
	for (round = 0; round < 3 && pulled < MOST; round++) {
		if (round) {
			stop_wakee(&stage->wakee);
			forget_wakees();
			ASSERT_TRUE(start_wakee(&stage->wakee));
		}
		for (i = 0, pulled = 0; i < REPEAT; i++) {
			ASSERT_TRUE(place_after_write(stage, prev, "-SD_WAKE_AFFINE", &placed));
			EXPECT_STRNE(placed.reason, "prev_idle");
			ASSERT_TRUE(place_after_write(stage, prev, "reset", &placed));
			pulled += !strcmp(placed.reason, "prev_idle");
		}
	}
	EXPECT_GE(pulled, MOST);
}

/* --- The kernel's own comparison -------------------------------------------------- */

static bool read_check(long *compared, long *differed)
{
	static char text[TEXT_MAX];

	return !read_text(MAP_CHECK, text) &&
	       sscanf(text, "compared %ld differed %ld", compared, differed) == 2;
}

/* Flags that differ by CPU and level, and change all the time. */
static void shuffle_flags(int i)
{
	int cpu = i % nr_cpus(), domain;

	if (i % 8 == 7)
		write_text(ALL_LEVELS, "reset");
	else if (i % 3 == 0)
		change_on(cpu, i / 3 % nr_domains(cpu), "-SD_WAKE_AFFINE");
	else if (i % 3 == 1)
		change_on(cpu, i / 3 % nr_domains(cpu), "-SD_BALANCE_FORK");
	else
		for (domain = 0; domain <= i / 3 % nr_domains(cpu); domain++)
			write_domain(cpu, domain, "+SD_BALANCE_WAKE");
}

TEST_F_TIMEOUT(map, check_finds_no_difference, 300)
{
	struct stage *stage = &self->far.stage;
	long compared, differed, before;
	static struct burst burst;
	cpu_set_t all;
	int i;

	if (access(MAP_CHECK, R_OK))
		SKIP(return, "needs CONFIG_SCHED_PLACEMENT_MAP_CHECK");
	if (strcmp(variant->feature, "BALANCE_MAP"))
		SKIP(return, "nothing is looked up without BALANCE_MAP");

	CPU_ZERO(&all);
	for (i = 0; i < nr_cpus(); i++)
		CPU_SET(i, &all);
	ASSERT_TRUE(read_check(&before, &differed));
	for (i = 0; i < 4 * REPEAT; i++) {
		struct placed placed;

		shuffle_flags(i);
		if (i % REPEAT == 0)
			ASSERT_TRUE(make_burst(stage, &all, &burst));
		ASSERT_TRUE(trace_fork(i % nr_cpus(), "sched_placement", &placed));
	}
	ASSERT_TRUE(read_check(&compared, &differed));
	EXPECT_GT(compared, before);
	EXPECT_EQ(differed, 0);
}

int main(int argc, char **argv)
{
	begin_expecting();
	require_feature("BALANCE_MAP");
	watch_decisions();

	return test_harness_run(argc, argv);
}
