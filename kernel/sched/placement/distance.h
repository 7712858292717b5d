/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: how far a task was moved.
 *
 * A core, a last level cache and a node have a number each, which stand side by side in
 * one word per CPU. Two CPUs share what the words agree in.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_DISTANCE_H
#define _KERNEL_SCHED_PLACEMENT_DISTANCE_H

#include <linux/bits.h>
#include <linux/percpu.h>
#include <linux/types.h>

/* What two CPUs may not share, by bit. All combinations may occur. */
enum placement_distance {
	OTHER_CORE	= BIT(0),
	OTHER_LLC	= BIT(1),
	OTHER_NODE	= BIT(2),
	DISTANCES	= BIT(3),
};

/* Written under sched_domains_mutex. */
DECLARE_PER_CPU_READ_MOSTLY(u64, placement_place);

void placement_follow_place(int cpu, int llc);

/* Return: what @cpu does not share with @prev_cpu, as bits of enum placement_distance. */
static __always_inline unsigned int placement_distance(int prev_cpu, int cpu)
{
	u64 differ;

	if (cpu == prev_cpu)
		return 0;

	differ = READ_ONCE(per_cpu(placement_place, cpu)) ^
		 READ_ONCE(per_cpu(placement_place, prev_cpu));

	return ((u16)differ ? OTHER_CORE : 0) |
	       ((u16)(differ >> 16) ? OTHER_LLC : 0) |
	       (differ >> 32 ? OTHER_NODE : 0);
}

#endif /* _KERNEL_SCHED_PLACEMENT_DISTANCE_H */
