/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Expecting decisions, by their reason and by the CPU that they lead to.
 *
 * What is right is known beforehand, but no machine is ever quiet: so REPEAT decisions
 * must be right, with FEW others among them at most, those of a moment in which an idle
 * CPU had something to do. And interrupts may have made the tasks wakers of many, see
 * forget_wakees(): they are given ROUNDS times the chance, and are calmed in between.
 */
#ifndef SCHED_EXPECT_H
#define SCHED_EXPECT_H

#include "sched_features.h"
#include "sched_stage.h"
#include "../kselftest_harness.h"

#define WARM_UP		20
#define ROUNDS		3

/* The first thing that a program does which expects decisions. */
static inline void begin_expecting(void)
{
	require_series();
	trace_start();
	restore_features_at_exit();
}

static inline void ignore_decisions(void)
{
	if (getpid() == features_owner)
		trace_event("sched_placement", false);
}

/* The last thing before the tests. */
static inline void watch_decisions(void)
{
	if (trace_event("sched_placement", true))
		ksft_exit_fail_msg("there is no tracepoint sched_placement\n");
	atexit(ignore_decisions);
	forget_wakees();
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

static inline bool is_right(const struct rule *rule, const struct placed *placed)
{
	return !strcmp(placed->reason, rule->reason) && CPU_ISSET(placed->target, rule->cpus);
}

typedef bool (*place_fn)(struct stage *stage, int prev, struct placed *placed);

static inline bool place_wakee(struct stage *stage, int prev, struct placed *placed)
{
	return trace_wakeup(&stage->wakee, stage->waker, prev, stage->allowed,
			    "sched_placement", placed);
}

static inline bool place_child(struct stage *stage, int prev, struct placed *placed)
{
	return trace_fork(prev, "sched_placement", placed);
}

static inline bool place_exec_call(struct stage *stage, int prev, struct placed *placed)
{
	return trace_exec(prev, placed);
}

static inline bool all_right(struct stage *stage, place_fn place, int prev,
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

static inline void expect_all(struct __test_metadata *_metadata, struct stage *stage,
			      place_fn place, int prev, const struct rule *rule)
{
	struct placed placed = {};
	int i;

	for (i = 0; i < ROUNDS; i++) {
		if (all_right(stage, place, prev, rule, &placed))
			return;
		stop_wakee(&stage->wakee);
		forget_wakees();
		ASSERT_TRUE(stage->start(&stage->wakee));
	}

	ASSERT_LT(i, ROUNDS)
		TH_LOG("at last %s from CPU %d to CPU %d, not %s to CPU %d", placed.reason,
		       placed.prev, placed.target, rule->reason, first_cpu(rule->cpus));
}

/* The same, after some that do not count. */
static inline void expect_any(struct __test_metadata *_metadata, struct stage *stage,
			      int prev, const char *reason, const cpu_set_t *cpus)
{
	struct rule rule = { .reason = reason, .cpus = cpus };
	struct placed placed;
	int i;

	for (i = 0; i < WARM_UP; i++) {
		ASSERT_TRUE(place_wakee(stage, prev, &placed));
		if (is_right(&rule, &placed))
			break;
	}
	expect_all(_metadata, stage, place_wakee, prev, &rule);
}

/*
 * A wakeup by the stage's waker. What the scheduler has cached, such as whether there is
 * an idle core, it finds to be no longer true on the way.
 */
static inline void expect(struct __test_metadata *_metadata, struct stage *stage,
			  int prev, const char *reason, int cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	expect_any(_metadata, stage, prev, reason, &cpus);
}

/* Forks, or execs, on @cpu. */
static inline void expect_from(struct __test_metadata *_metadata, struct stage *stage,
			       place_fn place, int cpu, const char *reason,
			       const cpu_set_t *cpus)
{
	struct rule rule = { .reason = reason, .cpus = cpus };

	expect_all(_metadata, stage, place, cpu, &rule);
}

#endif /* SCHED_EXPECT_H */
