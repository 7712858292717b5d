// SPDX-License-Identifier: GPL-2.0
/*
 * What is computed for each CPU when its domains are built, and how long it lives.
 *
 * The data of a CPU consist of answers about its domains, so they come and go with
 * these. A build attaches its domains one CPU after the other, and can compute maps and
 * buddies only after the last one: the data are published then, for all CPUs of the
 * build. They are taken back when a CPU gets other domains, or none, before the old ones
 * are given to RCU, so that who finds data finds the domains that they speak of.
 *
 * A CPU without data, as it has no domain, or no memory was left, or just for the moment
 * between, has those of nobody: each look-up walks, and there is no buddy.
 *
 * Each CPU's data is one allocation, whose size depends on the levels and not on the
 * number of CPUs.
 */

#include <linux/cleanup.h>
#include <linux/lockdep.h>
#include <linux/mmu_context.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "../sched.h"
#include "cpu_data.h"
#include "distance.h"
#include "domain_walk.h"
#include "placement.h"

static struct placement_cpu placement_nobody = {
	.map = BALANCE_MAP_NONE,
};

DEFINE_PER_CPU_READ_MOSTLY(struct placement_cpu __rcu *, placement_cpu) =
	RCU_INITIALIZER(&placement_nobody);
DEFINE_PER_CPU(struct placement_cpu *, placement_cpu_new);
u64 placement_keys[NR_CPUS] __read_mostly;

/* The number of the last build; protected by sched_domains_mutex. */
static u16 builds;

static void publish(int cpu, struct placement_cpu *data)
{
	struct placement_cpu *old;

	old = rcu_replace_pointer(per_cpu(placement_cpu, cpu), data,
				  lockdep_is_held(&sched_domains_mutex));
	WRITE_ONCE(placement_keys[cpu], data->map.key[0]);
	if (old != &placement_nobody)
		kfree_rcu(old, rcu);
}

/**
 * placement_detach() - take back what is known about a CPU
 * @cpu: a CPU that has got other domains, or none, the old ones not being freed yet
 *
 * Context: sched_domains_mutex is held. Does not sleep.
 */
void placement_detach(int cpu)
{
	lockdep_assert_held(&sched_domains_mutex);

	publish(cpu, &placement_nobody);
	placement_follow_place(cpu, cpu);
}

static void build(int cpu, const struct balance_lanes *lanes)
{
	struct sched_domain *base = lowest_domain(cpu);
	struct placement_cpu *new;

	if (!base)
		return;

	new = kzalloc_node(sizeof(*new), GFP_KERNEL, cpu_to_node(cpu));
	if (!new)
		return;

	balance_map_build(&new->map, base, cpu, lanes, builds);
	idle_buddies_build(&new->buddies, base);
	per_cpu(placement_cpu_new, cpu) = new;
}

/**
 * placement_attach() - compute and publish what is to be known about CPUs
 * @cpu_map: CPUs whose domains have been built together and attached
 *
 * Context: sched_domains_mutex is held. May sleep.
 */
void placement_attach(const struct cpumask *cpu_map)
{
	struct balance_lanes lanes;
	int cpu;

	lockdep_assert_held(&sched_domains_mutex);

	if (!++builds)
		builds++;

	balance_map_lanes(cpu_map, &lanes);
	for_each_cpu(cpu, cpu_map)
		build(cpu, &lanes);
	for_each_cpu(cpu, cpu_map)
		idle_buddies_pair(lowest_domain(cpu), cpu);
	for_each_cpu(cpu, cpu_map) {
		struct placement_cpu *new = per_cpu(placement_cpu_new, cpu);

		if (new)
			publish(cpu, new);
		per_cpu(placement_cpu_new, cpu) = NULL;
		placement_follow_place(cpu, per_cpu(sd_llc_id, cpu));
	}
}

/**
 * placement_follow_flags() - make all maps what the flags of the domains say now
 *
 * Context: sched_domains_mutex is held.
 */
void placement_follow_flags(void)
{
	int cpu;

	lockdep_assert_held(&sched_domains_mutex);

	for_each_possible_cpu(cpu) {
		struct placement_cpu *data;

		data = rcu_dereference_protected(per_cpu(placement_cpu, cpu),
						 lockdep_is_held(&sched_domains_mutex));
		if (data != &placement_nobody)
			balance_map_follow(&data->map);
	}
}
