// SPDX-License-Identifier: GPL-2.0
/*
 * Was a task woken on a busy CPU, and was there an idle one?
 *
 * A task that is stacked on a busy CPU waits. That is as it should be where no CPU is
 * idle; where one in the same cache was, the search did not find it, or was not asked to.
 * To find out takes a look at each CPU of the cache for each task that is stacked, which
 * is more than the decision itself may have cost, so it is done on request only.
 *
 * What is looked at is a moment later than what the decision was made from: a CPU may
 * have become idle, or busy, meanwhile.
 */

#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/mmu_context.h>
#include <linux/rcupdate.h>

#include "../sched.h"
#include "stats.h"

/**
 * placement_busy() - whether a fair task that is woken on a CPU would find it busy
 * @cpu: the CPU
 *
 * Return: false if it is idle, or runs SCHED_IDLE tasks only.
 */
bool placement_busy(int cpu)
{
	return !available_idle_cpu(cpu) && !sched_idle_cpu(cpu);
}

/**
 * placement_missed() - whether an idle CPU was missed
 * @p: the task that was placed
 * @cpu: the busy CPU that it was placed on
 *
 * Context: p->pi_lock is held, interrupts are off.
 * Return: whether a CPU of the same last level cache that @p may run on is idle.
 */
bool placement_missed(struct task_struct *p, int cpu)
{
	struct sched_domain *sd;
	int other;

	lockdep_assert_held(&p->pi_lock);

	guard(rcu)();

	sd = rcu_dereference(per_cpu(sd_llc, cpu));
	if (!sd)
		return false;

	for_each_cpu_and(other, sched_domain_span(sd), p->cpus_ptr) {
		if (!placement_busy(other) && sched_cpu_cookie_match(cpu_rq(other), p))
			return true;
	}

	return false;
}
