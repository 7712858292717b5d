/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: the parts of SD_PREFER_LOCAL that its KUnit suite calls.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_PREFER_LOCAL_H
#define _KERNEL_SCHED_PLACEMENT_PREFER_LOCAL_H

#include <linux/cpumask.h>
#include <linux/sched/topology.h>
#include <linux/types.h>

bool prefer_local_room(unsigned int nr_runnable, unsigned long capacity);
unsigned long prefer_local_capacity(const struct cpumask *span);
bool prefer_local_scan(struct sched_domain *sd);
bool prefer_local_cached(struct sched_domain *sd, unsigned long now);
struct sched_domain *prefer_local_narrow(struct sched_domain *base,
					 struct sched_domain *widest,
					 const struct cpumask *allowed,
					 int cpu, int sd_flag);

#endif /* _KERNEL_SCHED_PLACEMENT_PREFER_LOCAL_H */
