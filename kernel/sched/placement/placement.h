/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: what the rest of the scheduler calls.
 *
 * Everything here is either behind a sched_feat() or a static key that is off by
 * default, or outside of the wakeup path. Without CONFIG_SCHED_PLACEMENT all of it folds
 * away.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_H
#define _KERNEL_SCHED_PLACEMENT_H

#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/jump_label.h>
#include <linux/mmu_context.h>
#include <linux/sched/placement.h>
#include <linux/sched/topology.h>
#include <linux/topology.h>

#include <asm/sd_policy.h>

#include "../sched.h"

struct dentry;
struct task_struct;

/**
 * struct placement_decision - how select_task_rq_fair() came to its choice
 * @reason: the last one that was noted counts
 * @looked: how many CPUs were looked at, the same one twice as two
 *
 * Only kept while somebody watches. The functions of fair.c that take one are
 * compiled twice, with a decision and with NULL, and what is below folds away in
 * the latter.
 */
struct placement_decision {
	enum placement_reason reason;
	unsigned int looked;
};

/* Return: @cpu, so that a function can end with it. */
static __always_inline int placed(struct placement_decision *decision, int cpu,
				  enum placement_reason reason)
{
	if (decision)
		decision->reason = reason;

	return cpu;
}

static __always_inline void placement_looked(struct placement_decision *decision,
					     unsigned int nr)
{
	if (decision)
		decision->looked += nr;
}

/* All siblings of a core. */
static __always_inline void placement_looked_core(struct placement_decision *decision,
						  int cpu)
{
	if (decision)
		decision->looked += cpumask_weight(topology_sibling_cpumask(cpu));
}

/* The idlest CPU of @sd is searched: all its groups are looked at. */
static __always_inline void placement_searched(struct placement_decision *decision,
					       struct sched_domain *sd, int sd_flag)
{
	if (!decision)
		return;

	decision->looked += sd->span_weight;
	if (decision->reason == PLACED_KEPT_LOCAL)
		return;

	if (sd_flag & SD_BALANCE_FORK)
		decision->reason = PLACED_FORK;
	else if (sd_flag & SD_BALANCE_EXEC)
		decision->reason = PLACED_EXEC;
	else
		decision->reason = PLACED_WAKE;
}

#ifdef CONFIG_SCHED_PLACEMENT

DECLARE_STATIC_KEY_FALSE(placement_watchers);

static __always_inline bool placement_watched(void)
{
	return static_branch_unlikely(&placement_watchers);
}

void placement_decided(struct task_struct *p, int prev_cpu, int cpu, int wake_flags,
		       const struct placement_decision *decision);

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
					    int cpu, int sd_flag,
					    struct placement_decision *decision);

void placement_attach(const struct cpumask *cpu_map);
void placement_detach(int cpu);
void placement_follow_flags(void);

/*
 * IDLE_BUDDY, BALANCE_MAP and WAKE_PREV_FIRST take all CPUs for equal, and idle those that
 * the fair class sees as such: they leave other machines to the base's way.
 */
static __always_inline bool placement_acts(void)
{
	return !sched_asym_cpucap_active() && !sched_energy_enabled() && !scx_enabled();
}

/* placement_find_affine(), _chain(), _below() and _widest(): */
#include "find_domain.h"

int placement_idle_buddy(struct task_struct *p, int target, bool has_idle_core,
			 struct placement_decision *decision);

#else /* !CONFIG_SCHED_PLACEMENT */

static inline bool placement_watched(void)
{
	return false;
}

static inline void placement_decided(struct task_struct *p, int prev_cpu, int cpu,
				     int wake_flags,
				     const struct placement_decision *decision) { }

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
		       int cpu, int sd_flag, struct placement_decision *decision)
{
	return widest;
}

static inline void placement_attach(const struct cpumask *cpu_map) { }
static inline void placement_detach(int cpu) { }

static inline bool placement_acts(void)
{
	return false;
}

static inline struct sched_domain *placement_find_affine(int cpu, int prev_cpu)
{
	return NULL;
}

static inline struct sched_domain *placement_find_chain(int cpu, int sd_flag)
{
	return NULL;
}

static inline struct sched_domain *
placement_find_below(int cpu, unsigned int weight, int sd_flag)
{
	return NULL;
}

static inline struct sched_domain *placement_find_widest(int cpu)
{
	return NULL;
}

static inline int placement_idle_buddy(struct task_struct *p, int target, bool has_idle_core,
				       struct placement_decision *decision)
{
	return -1;
}

#endif /* CONFIG_SCHED_PLACEMENT */

#if defined(CONFIG_SCHED_PLACEMENT) && defined(CONFIG_SCHED_DEBUG)

void placement_attach_flags(struct sched_domain *base, int cpu);
void placement_debugfs_init(struct dentry *sched_dir);
void placement_debugfs_domain(struct sched_domain *sd, int cpu,
			      struct dentry *dir);

/* In ../debug.c: */
extern const char * const sched_feat_names[];

/* Call with the CPU hotplug lock held. */
int sched_feat_set(char *cmp);

#else

static inline void placement_attach_flags(struct sched_domain *base, int cpu) { }
static inline void placement_debugfs_init(struct dentry *sched_dir) { }
static inline void placement_debugfs_domain(struct sched_domain *sd, int cpu,
					    struct dentry *dir) { }

#endif /* CONFIG_SCHED_PLACEMENT && CONFIG_SCHED_DEBUG */

#endif /* _KERNEL_SCHED_PLACEMENT_H */
