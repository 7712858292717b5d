// SPDX-License-Identifier: GPL-2.0
/*
 * IDLE_BUDDY: is one of the target's buddies idle?
 *
 * Cores are asked before threads, the nearest cache first. While the cache is known to
 * have an idle core, a buddy is taken only if its siblings are idle as well, and the
 * target's own sibling is not asked at all: the scan that follows finds a better one.
 *
 * With NO_IDLE_BUDDY_SCAN nothing follows. Any idle buddy will do then, as in 2012, and where
 * they are busy the task stays on the target.
 */

#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/mmu_context.h>

#include "../sched.h"
#include "cpu_data.h"
#include "placement.h"

static bool is_idle(struct task_struct *p, int cpu)
{
	return (available_idle_cpu(cpu) || sched_idle_cpu(cpu)) &&
	       sched_cpu_cookie_match(cpu_rq(cpu), p);
}

static bool siblings_idle(int cpu)
{
	int sibling;

	for_each_cpu(sibling, topology_sibling_cpumask(cpu)) {
		if (sibling != cpu && !available_idle_cpu(sibling))
			return false;
	}

	return true;
}

static bool has_idle_core(int cpu)
{
	struct sched_domain_shared *shared;

	if (!sched_smt_active())
		return false;

	shared = rcu_dereference(per_cpu(sd_llc_shared, cpu));

	return shared && READ_ONCE(shared->has_idle_cores);
}

/* Return: the first idle one, with the reason and how many were looked at, or -1. */
static int find_buddy(struct task_struct *p, int target, bool idle_core,
		      enum placement_reason *reason, unsigned int *looked)
{
	const struct idle_buddies *buddies = &placement_cpu_of(target)->buddies;
	int i, cpu;

	*reason = PLACED_BUDDY_CORE;
	for (i = buddies->threads; i < buddies->nr; i++) {
		cpu = idle_buddy_allowed(&buddies->at[i], target, p->cpus_ptr);
		if (cpu < 0)
			continue;
		++*looked;
		if (is_idle(p, cpu) && (!idle_core || siblings_idle(cpu)))
			return cpu;
	}

	if (!buddies->threads || idle_core)
		return -1;

	*reason = PLACED_BUDDY_THREAD;
	cpu = idle_buddy_allowed(&buddies->at[0], target, p->cpus_ptr);
	*looked += cpu >= 0;

	return cpu >= 0 && is_idle(p, cpu) ? cpu : -1;
}

/**
 * placement_idle_buddy() - look for an idle buddy
 * @p: the task to be placed
 * @target: the CPU that it should be near to, which is busy
 * @scan: whether the scan shall follow if they are busy: IDLE_BUDDY_SCAN
 * @tell: whether the decision is final
 *
 * Called by select_idle_sibling() while IDLE_BUDDY is on.
 *
 * Context: p->pi_lock is held, and so is the RCU read lock.
 * Return: an idle CPU; PLACEMENT_BUDDIES_BUSY if there is none and no scan shall follow; -1
 * if one shall.
 */
int placement_idle_buddy(struct task_struct *p, int target, bool scan, bool tell)
{
	enum placement_reason reason;
	unsigned int looked = 3;
	int cpu;

	lockdep_assert_held(&p->pi_lock);

	cpu = find_buddy(p, target, scan && has_idle_core(target), &reason, &looked);
	if (cpu < 0)
		return scan || !placement_cpu_of(target)->buddies.nr ? -1 : PLACEMENT_BUDDIES_BUSY;

	return placed_wakeup(tell, p, cpu, reason, looked);
}
