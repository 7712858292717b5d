/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: what the rest of the scheduler calls.
 *
 * Everything here is either behind a sched_feat() that is off by default, or
 * outside of the wakeup path. Without CONFIG_SCHED_PLACEMENT all of it folds
 * away.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_H
#define _KERNEL_SCHED_PLACEMENT_H

#include <linux/cpumask.h>
#include <linux/sched/topology.h>
#include <linux/topology.h>

#include <asm/sd_policy.h>

struct dentry;
struct task_struct;

#ifdef CONFIG_SCHED_PLACEMENT

static inline unsigned int placement_default_flags(unsigned int topology_flags)
{
	return arch_sd_policy_flags(topology_flags);
}

/**
 * placement_shared_cpu() - whose sched_domain_shared a domain attaches to
 * @sd: the domain, with its final span
 * @cpu: the CPU that owns @sd, set in the span
 *
 * Spans of one level are equal or disjoint, so their first CPU stands for them.
 * NUMA spans may overlap without being equal, yet they depend on the node only,
 * so there it is the first CPU of the node.
 *
 * Return: a CPU in the span, the same one for all CPUs whose domain of this
 * level has the same span, and for no CPU whose domain has another.
 */
static inline int placement_shared_cpu(struct sched_domain *sd, int cpu)
{
	const struct cpumask *span = sched_domain_span(sd);

	if (sd->flags & SD_NUMA)
		return cpumask_first_and(cpumask_of_node(cpu_to_node(cpu)), span);

	return cpumask_first(span);
}

struct sched_domain *placement_prefer_local(struct task_struct *p,
					    struct sched_domain *widest,
					    int cpu, int sd_flag);

#else /* !CONFIG_SCHED_PLACEMENT */

static inline unsigned int placement_default_flags(unsigned int topology_flags)
{
	return 0;
}

static inline int placement_shared_cpu(struct sched_domain *sd, int cpu)
{
	return cpu;
}

static inline struct sched_domain *
placement_prefer_local(struct task_struct *p, struct sched_domain *widest,
		       int cpu, int sd_flag)
{
	return widest;
}

#endif /* CONFIG_SCHED_PLACEMENT */

#if defined(CONFIG_SCHED_PLACEMENT) && defined(CONFIG_SCHED_DEBUG)

void placement_attach_flags(struct sched_domain *base, int cpu);
void placement_debugfs_init(struct dentry *sched_dir);
void placement_debugfs_domain(struct sched_domain *sd, int cpu,
			      struct dentry *dir);

#else

static inline void placement_attach_flags(struct sched_domain *base, int cpu) { }
static inline void placement_debugfs_init(struct dentry *sched_dir) { }
static inline void placement_debugfs_domain(struct sched_domain *sd, int cpu,
					    struct dentry *dir) { }

#endif /* CONFIG_SCHED_PLACEMENT && CONFIG_SCHED_DEBUG */

#endif /* _KERNEL_SCHED_PLACEMENT_H */
