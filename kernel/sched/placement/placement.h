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
#include <linux/tracepoint-defs.h>

#include <asm/sd_policy.h>

#include "../sched.h"

struct dentry;
struct task_struct;

/* What is no CPU: why a search found none. */
#define PLACEMENT_SCAN_SKIPPED	(-2)
#define PLACEMENT_BUDDIES_BUSY	(-3)

/**
 * placed() - a CPU was chosen
 * @p: the task
 * @cpu: where it goes
 * @wake_flags: WF_EXEC, WF_FORK or WF_TTWU, and more if it is at hand
 * @reason: enum placement_reason
 * @looked: how many CPUs were looked at
 *
 * Who watches is told. While nobody does, this is one NOP: the arguments are evaluated
 * for who watches only, and @looked for the tracepoint only. They should be what is in a
 * register at that point anyway, as to keep anything longer costs more than the NOP. A
 * decision passes one of these, its last.
 *
 * Context: p->pi_lock is held, interrupts are off.
 * Return: @cpu, so that a function can end with it.
 */
#define placed(p, cpu, wake_flags, reason, looked)				\
({										\
	int __placed_cpu = (cpu);						\
										\
	if (placement_watched())						\
		placement_decided(p, __placed_cpu, wake_flags, reason,		\
				  placement_traced() ? (looked) : 0);		\
	__placed_cpu;								\
})

/* The same of a wakeup, if the constant @tell is true. */
#define placed_wakeup(tell, p, cpu, reason, looked)				\
({										\
	int __woken_cpu = (cpu);						\
										\
	if (tell)								\
		placed(p, __woken_cpu, WF_TTWU, reason, looked);		\
	__woken_cpu;								\
})

/**
 * placement_found() - what a scan of a cache has found
 * @idle_cores: whether the cache may have an idle core, after the scan
 *
 * A scan for a core that finds none takes the hint back. Another CPU may give or take it
 * between the scan and the question, which can make a found core a found CPU, or the other
 * way round.
 *
 * Return: the reason.
 */
static inline enum placement_reason placement_found(bool idle_cores)
{
	return idle_cores ? PLACED_CORE_IDLE : PLACED_CPU_IDLE;
}

#ifdef CONFIG_SCHED_PLACEMENT

DECLARE_STATIC_KEY_FALSE(placement_watchers);
DECLARE_STATIC_KEY_FALSE(placement_finders);

/* Return: whether anybody wants to know of decisions. */
static __always_inline bool placement_watched(void)
{
	return static_branch_unlikely(&placement_watchers);
}

DECLARE_TRACEPOINT(sched_placement);

static __always_inline bool placement_traced(void)
{
	return tracepoint_enabled(sched_placement);
}

/* Return: whether a feature is on for which domains are looked up. */
static __always_inline bool placement_finds(void)
{
	if (!IS_ENABLED(CONFIG_SCHED_DEBUG))
		return sysctl_sched_features & PLACEMENT_FINDERS;

	return static_branch_unlikely(&placement_finders);
}

void placement_decided(struct task_struct *p, int cpu, int wake_flags,
		       enum placement_reason reason, unsigned int looked);
enum placement_reason placement_not_found(int result);
enum placement_reason placement_searched(int sd_flag, bool kept);
unsigned int placement_scanned(struct task_struct *p, int target, int found);

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

int placement_idle_buddy(struct task_struct *p, int target, bool scan, bool tell);

#else /* !CONFIG_SCHED_PLACEMENT */

static inline bool placement_watched(void)
{
	return false;
}

static inline bool placement_traced(void)
{
	return false;
}

static inline bool placement_finds(void)
{
	return false;
}

static inline void placement_decided(struct task_struct *p, int cpu, int wake_flags,
				     enum placement_reason reason, unsigned int looked) { }

static inline enum placement_reason placement_not_found(int result)
{
	return PLACED_SCAN_FAILED;
}

static inline enum placement_reason placement_searched(int sd_flag, bool kept)
{
	return PLACED_WAKE;
}

static inline unsigned int placement_scanned(struct task_struct *p, int target, int found)
{
	return 0;
}

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

static inline int placement_idle_buddy(struct task_struct *p, int target, bool scan,
				       bool tell)
{
	return -1;
}

#endif /* CONFIG_SCHED_PLACEMENT */

#if defined(CONFIG_SCHED_PLACEMENT) && defined(CONFIG_SCHED_DEBUG)

void placement_attach_flags(struct sched_domain *base, int cpu);
void placement_follow_features(void);
void placement_debugfs_init(struct dentry *sched_dir);
void placement_debugfs_domain(struct sched_domain *sd, int cpu,
			      struct dentry *dir);

/* In ../debug.c: */
extern const char * const sched_feat_names[];

/* Call with the CPU hotplug lock held. */
int sched_feat_set(char *cmp);

#else

static inline void placement_attach_flags(struct sched_domain *base, int cpu) { }
static inline void placement_follow_features(void) { }
static inline void placement_debugfs_init(struct dentry *sched_dir) { }
static inline void placement_debugfs_domain(struct sched_domain *sd, int cpu,
					    struct dentry *dir) { }

#endif /* CONFIG_SCHED_PLACEMENT && CONFIG_SCHED_DEBUG */

#endif /* _KERNEL_SCHED_PLACEMENT_H */
