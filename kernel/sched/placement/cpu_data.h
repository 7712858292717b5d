/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: what is computed for a CPU when its domains are built, see
 * cpu_data.c.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_CPU_DATA_H
#define _KERNEL_SCHED_PLACEMENT_CPU_DATA_H

#include <linux/cache.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/threads.h>
#include <linux/types.h>

#include "balance_map.h"
#include "idle_buddy.h"

/**
 * struct placement_cpu - what placement knows about the domains of one CPU
 * @map: the look-ups that stand for walks
 * @buddies: its buddies
 * @rcu: to free it
 */
struct placement_cpu {
	struct balance_map map;
	struct idle_buddies buddies;
	struct rcu_head rcu;
};

DECLARE_PER_CPU_READ_MOSTLY(struct placement_cpu __rcu *, placement_cpu);

/* Being built, not published yet; protected by sched_domains_mutex. */
DECLARE_PER_CPU(struct placement_cpu *, placement_cpu_new);

/* The first word of each CPU's key in its map, 0 where there is none. */
extern u64 placement_keys[NR_CPUS];

/* Under the RCU read lock. Return: never NULL. */
static __always_inline const struct placement_cpu *placement_cpu_of(int cpu)
{
	return rcu_dereference(per_cpu(placement_cpu, cpu));
}

/* The same of the CPU that this runs on, which takes one instruction on x86. */
static __always_inline const struct placement_cpu *placement_cpu_on(int this_cpu)
{
	RCU_LOCKDEP_WARN(!rcu_read_lock_held(), "placement data without the RCU read lock");
	lockdep_assert_irqs_disabled();

	return (const struct placement_cpu __force *)raw_cpu_read(placement_cpu);
}

#endif /* _KERNEL_SCHED_PLACEMENT_CPU_DATA_H */
