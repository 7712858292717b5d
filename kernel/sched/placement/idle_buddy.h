/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: which CPU is whose buddy, see idle_buddy.c.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_IDLE_BUDDY_H
#define _KERNEL_SCHED_PLACEMENT_IDLE_BUDDY_H

#include <linux/cpumask.h>
#include <linux/sched/topology.h>
#include <linux/types.h>

/* SMT, cluster, last level cache, and one that is not there yet. */
#define IDLE_BUDDY_LEVELS	4

/**
 * struct idle_buddy - the buddy at one level
 * @cpu: the buddy, or -1 if the level has one group
 * @level: the domain of the level
 */
struct idle_buddy {
	int cpu;
	struct sched_domain *level;
};

/**
 * struct idle_buddies - the buddies of one CPU
 * @nr: number of levels: domains that share a cache
 * @threads: how many of them, from the first one, are of the threads of a core: 0 or 1
 * @at: by level, lowest first
 */
struct idle_buddies {
	u8 nr;
	u8 threads;
	struct idle_buddy at[IDLE_BUDDY_LEVELS];
};

void idle_buddies_build(struct idle_buddies *buddies, struct sched_domain *base);
void idle_buddies_pair(struct sched_domain *base, int cpu);
int idle_buddy_allowed(const struct idle_buddy *buddy, int cpu, const struct cpumask *allowed);

#endif /* _KERNEL_SCHED_PLACEMENT_IDLE_BUDDY_H */
