// SPDX-License-Identifier: GPL-2.0
/*
 * Where each CPU is.
 */

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/mmu_context.h>
#include <linux/sched/topology.h>
#include <linux/topology.h>

#include "../sched.h"
#include "distance.h"

/* A number has 16 bits. */
static_assert(BIT(16) >= CONFIG_NR_CPUS);

DEFINE_PER_CPU_READ_MOSTLY(u64, placement_place);

/**
 * placement_follow_place() - note where a CPU is
 * @cpu: a CPU whose domains were attached or detached
 * @llc: the number of its last level cache, which cpus_share_cache() compares
 *
 * The number of a core is that of its first CPU.
 *
 * Context: sched_domains_mutex is held.
 */
void placement_follow_place(int cpu, int llc)
{
	u64 core = cpumask_first(topology_sibling_cpumask(cpu));
	u64 node = cpu_to_node(cpu);

	lockdep_assert_held(&sched_domains_mutex);

	WRITE_ONCE(per_cpu(placement_place, cpu), core | (u64)llc << 16 | node << 32);
}
