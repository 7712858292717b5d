// SPDX-License-Identifier: GPL-2.0
/*
 * SD_PREFER_LOCAL keeps forks, execs and balanced wakeups below the flagged domain
 * while it has room: while it has fewer runnable tasks than cores.
 *
 * The flag is on one of the highest domains of CPU 0, on CPU 0 only, since
 * that is where the tests fork and wake. Below it the CPUs other than CPU 0 get
 * spinners: so many that a core or two are left for room, or none. Without the
 * flag the base kernel goes for the group with more idle CPUs, which is another
 * one; that is checked first, for a test that sees no difference shows nothing. With
 * two cores there is room for the caller only, and the difference is a single CPU.
 *
 * The feature stays on from test to test, as switching it patches code that other
 * CPUs run, which emulators have been seen to get wrong.
 */

#include "sched_place.h"
#include "../kselftest_harness.h"

FIXTURE(local) {
	struct spinners spinners;
	struct wakee wakee;
	cpu_set_t span;
	cpu_set_t below;
	int cores;
	int top;
};

FIXTURE_VARIANT(local) {
	bool room;
};

FIXTURE_VARIANT_ADD(local, room) { .room = true };
FIXTURE_VARIANT_ADD(local, no_room) { .room = false };

/*
 * Leaves room for @spare more tasks beside the caller, or, if there is to be no
 * room, for none. CPU 0 gets a spinner only if there is no other CPU below.
 */
static void spin_below(struct spinners *spinners, const cpu_set_t *below, int cores,
		       bool room, int spare)
{
	int others = CPU_COUNT(below) - 1, nr = cores - 1, cpu = 0;

	if (room)
		nr = others < nr - spare ? others : nr - spare;

	while (nr-- > 0) {
		do {
			cpu = (cpu + 1) % nr_cpus();
		} while (!CPU_ISSET(cpu, below) || (!cpu && others));
		add_spinner(spinners, cpu);
	}
}

FIXTURE_SETUP(local)
{
	if (!has_feature("PREFER_LOCAL"))
		ASSERT_EQ(write_text(FEATURES, "PREFER_LOCAL"), 0);
	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_PREFER_LOCAL"), 0);
	self->top = top_domain_with(0, "SD_BALANCE_FORK");
	CPU_ZERO(&self->below);
	CPU_SET(0, &self->below);
	if (self->top)
		ASSERT_EQ(domain_span(0, self->top - 1, &self->below), 0);
	ASSERT_EQ(domain_span(0, self->top, &self->span), 0);
	self->cores = nr_cores(&self->span);
	if (self->cores < 2)
		SKIP(return, "needs two cores");
}

FIXTURE_TEARDOWN(local)
{
	stop_wakee(&self->wakee);
	stop_spinners(&self->spinners);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
}

static void expect_kept(struct __test_metadata *_metadata, int kept, bool keep)
{
	ASSERT_GE(kept, 0);
	EXPECT_TRUE(keep ? kept >= MOST : kept <= FEW)
		TH_LOG("%d of %d stayed, %s should", kept, REPEAT, keep ? "most" : "few");
}

TEST_F_TIMEOUT(local, fork, 120)
{
	spin_below(&self->spinners, &self->below, self->cores, variant->room, 2);
	if (self->spinners.nr)
		expect_kept(_metadata, count_kept(place_fork, &self->below), false);

	ASSERT_EQ(write_domain(0, self->top, "+SD_PREFER_LOCAL"), 0);
	expect_kept(_metadata, count_kept(place_fork, &self->below), variant->room);
}

TEST_F_TIMEOUT(local, exec, 120)
{
	if (self->cores < 4)
		SKIP(return, "on so few cores the base often keeps the task");

	spin_below(&self->spinners, &self->below, self->cores, variant->room, 1);
	expect_kept(_metadata, count_kept(place_exec, &self->below), false);

	ASSERT_EQ(write_domain(0, self->top, "+SD_PREFER_LOCAL"), 0);
	expect_kept(_metadata, count_kept(place_exec, &self->below), variant->room);
}

static struct wakee *the_wakee;

static bool place_wakeup_from(int cpu, int *target)
{
	return place_wakeup(the_wakee, cpu, cpu, NULL, target);
}

TEST_F_TIMEOUT(local, balanced_wakeup, 120)
{
	if (self->cores < 4)
		SKIP(return, "on so few cores any other task that runs makes the difference");

	ASSERT_EQ(write_text(ALL_LEVELS, "+SD_BALANCE_WAKE -SD_WAKE_AFFINE"), 0);
	ASSERT_TRUE(start_wakee(&self->wakee));
	the_wakee = &self->wakee;
	spin_below(&self->spinners, &self->below, self->cores, variant->room, 2);
	expect_kept(_metadata, count_kept(place_wakeup_from, &self->below), false);

	ASSERT_EQ(write_domain(0, self->top, "+SD_PREFER_LOCAL"), 0);
	expect_kept(_metadata, count_kept(place_wakeup_from, &self->below), variant->room);
}

TEST_F_TIMEOUT(local, wakeup_goes_where_it_may, 120)
{
	cpu_set_t allowed;
	int i, prev, target;

	CPU_XOR(&allowed, &self->span, &self->below);
	prev = first_cpu(&allowed);
	ASSERT_GE(prev, 0);

	ASSERT_EQ(write_text(ALL_LEVELS, "+SD_BALANCE_WAKE -SD_WAKE_AFFINE"), 0);
	ASSERT_EQ(write_domain(0, self->top, "+SD_PREFER_LOCAL"), 0);
	ASSERT_TRUE(start_wakee(&self->wakee));
	spin_below(&self->spinners, &self->below, self->cores, variant->room, 2);
	for (i = 0; i < REPEAT; i++) {
		ASSERT_TRUE(place_wakeup(&self->wakee, 0, prev, &allowed, &target));
		EXPECT_TRUE(CPU_ISSET(target, &allowed)) TH_LOG("CPU %d", target);
	}
}

TEST_F_TIMEOUT(local, no_feature_no_difference, 120)
{
	spin_below(&self->spinners, &self->below, self->cores, variant->room, 2);
	if (!self->spinners.nr)
		SKIP(return, "with two cores room is for the task alone, which may stay");

	ASSERT_EQ(write_domain(0, self->top, "+SD_PREFER_LOCAL"), 0);
	ASSERT_EQ(write_text(FEATURES, "NO_PREFER_LOCAL"), 0);
	expect_kept(_metadata, count_kept(place_fork, &self->below), false);
}

static const char *feature_before;
static pid_t feature_owner;

static void restore_feature(void)
{
	if (getpid() == feature_owner)
		write_text(FEATURES, feature_before);
}

int main(int argc, char **argv)
{
	require_series();
	trace_start();
	feature_before = has_feature("PREFER_LOCAL") ? "PREFER_LOCAL" : "NO_PREFER_LOCAL";
	feature_owner = getpid();
	atexit(restore_feature);

	return test_harness_run(argc, argv);
}
