/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: walking the domains of a CPU, as for_each_domain() does, but
 * without warnings from sparse.
 *
 * Under the RCU read lock or sched_domains_mutex. Include after ../sched.h.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_DOMAIN_WALK_H
#define _KERNEL_SCHED_PLACEMENT_DOMAIN_WALK_H

static inline struct sched_domain *lowest_domain(int cpu)
{
	return rcu_dereference_check_sched_domain(cpu_rq(cpu)->sd);
}

static inline struct sched_domain *parent_domain(struct sched_domain *sd)
{
	return rcu_dereference_check_sched_domain(sd->parent);
}

static inline struct sched_domain *child_domain(struct sched_domain *sd)
{
	return rcu_dereference_check_sched_domain(sd->child);
}

#endif /* _KERNEL_SCHED_PLACEMENT_DOMAIN_WALK_H */
