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

DECLARE_STATIC_KEY_FALSE(placement_counting);

void __placement_count(int prev_cpu, int cpu, enum placement_reason reason);

static inline void placement_count(int prev_cpu, int cpu, enum placement_reason reason)
{
	if (static_branch_unlikely(&placement_counting))
		__placement_count(prev_cpu, cpu, reason);
}

void placement_stats_switch(bool on);
void placement_stats_debugfs(struct dentry *dir);

#endif /* _KERNEL_SCHED_PLACEMENT_STATS_H */
