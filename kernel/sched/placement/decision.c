// SPDX-License-Identifier: GPL-2.0
/*
 * Who is told of placement decisions: the tracepoint and the counters.
 *
 * Each of them while it is on holds a reference to placement_watchers, the one
 * static key that select_task_rq_fair() asks. While there are none, it does not even
 * note reasons.
 */

#include <linux/build_bug.h>
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

int placement_trace_start(void)
{
	static_branch_inc(&placement_watchers);

	return 0;
}

void placement_trace_stop(void)
{
	static_branch_dec(&placement_watchers);
}

/**
 * placement_decided() - tell those who watch
 * @p: the task that was placed
 * @prev_cpu: where it was
 * @cpu: where it goes
 * @wake_flags: WF_*
 * @decision: how that came about
 *
 * Context: p->pi_lock is held, interrupts are off.
 */
void placement_decided(struct task_struct *p, int prev_cpu, int cpu, int wake_flags,
		       const struct placement_decision *decision)
{
	lockdep_assert_held(&p->pi_lock);

	trace_sched_placement(p, smp_processor_id(), prev_cpu, cpu, decision->reason,
			      wake_flags, decision->looked);
	placement_count(p, prev_cpu, cpu, wake_flags, decision->reason);
}
