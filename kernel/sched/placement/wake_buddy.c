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

/**
 * placement_idle_buddy() - look for an idle buddy
 * @p: the task to be placed
 * @target: the CPU that it should be near to, which is busy
 * @has_idle_core: whether a scan follows that would look for an idle core
 * @decision: where to note the reason, or NULL
 *
 * Called by select_idle_sibling() while IDLE_BUDDY is on.
 *
 * Context: p->pi_lock is held, and so is the RCU read lock.
 * Return: an idle CPU; @target if they are busy, or not good enough; -1 if there are none.
 */
int placement_idle_buddy(struct task_struct *p, int target, bool has_idle_core,
			 struct placement_decision *decision)
{
	const struct idle_buddies *buddies = &placement_cpu_of(target)->buddies;
	int i, cpu;

	lockdep_assert_held(&p->pi_lock);

	for (i = buddies->threads; i < buddies->nr; i++) {
		cpu = idle_buddy_allowed(&buddies->at[i], target, p->cpus_ptr);
		if (cpu < 0)
			continue;
		placement_looked(decision, 1);
		if (is_idle(p, cpu) && (!has_idle_core || siblings_idle(cpu)))
			return placed(decision, cpu, PLACED_BUDDY_CORE);
	}

	if (buddies->threads && !has_idle_core) {
		cpu = idle_buddy_allowed(&buddies->at[0], target, p->cpus_ptr);
		placement_looked(decision, cpu >= 0);
		if (cpu >= 0 && is_idle(p, cpu))
			return placed(decision, cpu, PLACED_BUDDY_THREAD);
	}

	return buddies->nr ? placed(decision, target, PLACED_BUDDIES_BUSY) : -1;
}
