// SPDX-License-Identifier: GPL-2.0
/*
 * Who is told of placement decisions: the tracepoint and the counters.
 *
 * Each of them while it is on holds a reference to placement_watchers, the static key that
 * each end of select_task_rq_fair() asks. While there are none, that is one NOP for each
 * decision, and nothing is noted on the way: which reason it was follows from which end,
 * and what else is told is found out afterwards.
 *
 * The features for which domains are looked up have a static key, too, which is asked
 * where the walk would begin: the one other NOP of a wakeup that finds an idle CPU at once.
 */

#include <linux/build_bug.h>
#include <linux/cpu.h>
#include <linux/jump_label.h>
#include <linux/lockdep.h>
#include <linux/mmu_context.h>
#include <linux/smp.h>

#include "../sched.h"
#include "placement.h"
#include "stats.h"

#define CREATE_TRACE_POINTS
#include <trace/events/sched_placement.h>

/* The tracepoint prints them by number. */
static_assert(WF_EXEC == 0x02 && WF_FORK == 0x04 && WF_TTWU == 0x08 && WF_SYNC == 0x10 &&
	      WF_MIGRATED == 0x20 && WF_CURRENT_CPU == 0x40);

DEFINE_STATIC_KEY_FALSE(placement_watchers);
DEFINE_STATIC_KEY_FALSE(placement_finders);

int placement_trace_start(void)
{
	static_branch_inc(&placement_watchers);

	return 0;
}

void placement_trace_stop(void)
{
	static_branch_dec(&placement_watchers);
}

#ifdef CONFIG_SCHED_DEBUG

/**
 * placement_follow_features() - do what the features say now
 *
 * Context: The CPU hotplug lock is held, and nobody else changes features.
 */
void placement_follow_features(void)
{
	lockdep_assert_cpus_held();

	if (sysctl_sched_features & PLACEMENT_FINDERS)
		static_branch_enable_cpuslocked(&placement_finders);
	else
		static_branch_disable_cpuslocked(&placement_finders);
}

#endif

/* Where select_task_rq() has it placed from. */
static __always_inline int previous_cpu(struct task_struct *p, int wake_flags)
{
	return wake_flags & WF_TTWU ? p->wake_cpu : task_cpu(p);
}

/*
 * What takes calls is kept out of placement_decided(), which then needs no stack: with
 * the counters on it runs for each decision.
 */
static noinline void tell(struct task_struct *p, int cpu, int wake_flags,
			  enum placement_reason reason, unsigned int looked)
{
	trace_sched_placement(p, smp_processor_id(), previous_cpu(p, wake_flags), cpu, reason,
			      wake_flags, looked);
	placement_count_missed(p, cpu, wake_flags, reason);
}

/**
 * placement_decided() - tell those who watch
 * @p: the task that was placed
 * @cpu: where it goes
 * @wake_flags: WF_*
 * @reason: why
 * @looked: how many CPUs were looked at
 *
 * Context: p->pi_lock is held, interrupts are off.
 */
void placement_decided(struct task_struct *p, int cpu, int wake_flags,
		       enum placement_reason reason, unsigned int looked)
{
	lockdep_assert_held(&p->pi_lock);

	placement_count(previous_cpu(p, wake_flags), cpu, reason);
	if (trace_sched_placement_enabled() || placement_counts_missed())
		tell(p, cpu, wake_flags, reason, looked);
}
