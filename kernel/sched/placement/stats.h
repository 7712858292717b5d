/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: the counters of decisions.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_STATS_H
#define _KERNEL_SCHED_PLACEMENT_STATS_H

#include <linux/jump_label.h>
#include <linux/percpu.h>
#include <linux/sched/placement.h>
#include <linux/types.h>

#include "distance.h"

struct dentry;
struct task_struct;

/* How much is counted. */
enum placement_count_level {
	COUNTING_OFF,
	COUNTING_ON,
	COUNTING_MISSES,	/* whether an idle CPU was missed, too: see missed.c */
};

DECLARE_STATIC_KEY_FALSE(placement_counting);
DECLARE_STATIC_KEY_FALSE(placement_counting_missed);

/**
 * struct placement_counts - one CPU's counters
 * @nr: decisions by reason, and by how far they moved the task: bits of enum
 *	placement_distance
 */
struct placement_counts {
	unsigned long nr[PLACEMENT_REASON_NR][DISTANCES];
};

DECLARE_PER_CPU(struct placement_counts, placement_counts);

static __always_inline void placement_count(int prev_cpu, int cpu,
					    enum placement_reason reason)
{
	if (static_branch_likely(&placement_counting))
		this_cpu_inc(placement_counts.nr[reason][placement_distance(prev_cpu, cpu)]);
}

static __always_inline bool placement_counts_missed(void)
{
	return static_branch_unlikely(&placement_counting_missed);
}

void placement_count_missed(struct task_struct *p, int cpu, int wake_flags,
			    enum placement_reason reason);

bool placement_busy(int cpu);
bool placement_missed(struct task_struct *p, int cpu);

enum placement_count_level placement_stats_level(void);
void placement_stats_switch(enum placement_count_level level);
void placement_stats_debugfs(struct dentry *dir);

#endif /* _KERNEL_SCHED_PLACEMENT_STATS_H */
