/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: the counters of decisions.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_STATS_H
#define _KERNEL_SCHED_PLACEMENT_STATS_H

#include <linux/jump_label.h>
#include <linux/sched/placement.h>
#include <linux/types.h>

struct dentry;
struct task_struct;

/* How much is counted. */
enum placement_count_level {
	COUNTING_OFF,
	COUNTING_ON,
	COUNTING_MISSES,	/* whether an idle CPU was missed, too: see missed.c */
};

DECLARE_STATIC_KEY_FALSE(placement_counting);

void __placement_count(struct task_struct *p, int prev_cpu, int cpu, int wake_flags,
		       enum placement_reason reason);

static inline void placement_count(struct task_struct *p, int prev_cpu, int cpu,
				   int wake_flags, enum placement_reason reason)
{
	if (static_branch_unlikely(&placement_counting))
		__placement_count(p, prev_cpu, cpu, wake_flags, reason);
}

bool placement_busy(int cpu);
bool placement_missed(struct task_struct *p, int cpu);

enum placement_count_level placement_stats_level(void);
void placement_stats_switch(enum placement_count_level level);
void placement_stats_debugfs(struct dentry *dir);

#endif /* _KERNEL_SCHED_PLACEMENT_STATS_H */
