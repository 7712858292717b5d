/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BALANCE_MAP: the questions that fair.c asks about domains, answered by the balance maps
 * of the CPUs involved. Include after ../sched.h.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_FIND_DOMAIN_H
#define _KERNEL_SCHED_PLACEMENT_FIND_DOMAIN_H

#include "cpu_data.h"
#include "domain_walk.h"
#include "map_check.h"

static __always_inline struct sched_domain *
find_affine(const struct balance_map *map, int cpu, int prev_cpu)
{
	struct sched_domain *sd = balance_map_near(map, READ_ONCE(placement_keys[prev_cpu]));

	map_check_affine(cpu, prev_cpu);

	if (likely(sd))
		return sd;

	return balance_map_affine_far(map, &placement_cpu_of(prev_cpu)->map, cpu, prev_cpu);
}

/**
 * placement_find_affine() - the lowest SD_WAKE_AFFINE domain that holds two CPUs
 * @cpu: whose domain: the CPU that this runs on
 * @prev_cpu: who needs to be in it, too
 *
 * The key of @prev_cpu is read from where the keys of all CPUs are side by side, which
 * takes less than to go by way of its map. If it has been made together with the map of @cpu
 * it says so, as its build is in it.
 *
 * Context: The RCU read lock is held, interrupts are off.
 * Return: the domain, or NULL.
 */
static __always_inline struct sched_domain *placement_find_affine(int cpu, int prev_cpu)
{
	return find_affine(&placement_cpu_on(cpu)->map, cpu, prev_cpu);
}

/* The same of any CPU, for tests. */
static __always_inline struct sched_domain *placement_find_affine_of(int cpu, int prev_cpu)
{
	return find_affine(&placement_cpu_of(cpu)->map, cpu, prev_cpu);
}

/**
 * placement_find_chain() - the highest domain up to which all have a flag
 * @cpu: whose domain
 * @sd_flag: SD_BALANCE_EXEC, SD_BALANCE_FORK or SD_BALANCE_WAKE
 *
 * Context: The RCU read lock is held.
 * Return: the domain, or NULL.
 */
static __always_inline struct sched_domain *placement_find_chain(int cpu, int sd_flag)
{
	unsigned long entry;

	map_check_chain(cpu, sd_flag);

	entry = READ_ONCE(placement_cpu_of(cpu)->map.chain[balance_map_type(sd_flag)]);
	if (unlikely(entry & BALANCE_MAP_UNSURE))
		return balance_map_walk_chain(lowest_domain(cpu), sd_flag);

	return (struct sched_domain *)entry;
}

/**
 * placement_find_below() - the highest domain with a flag that is smaller than another
 * @cpu: whose domain
 * @weight: how many CPUs the other one has, or UINT_MAX for any size
 * @sd_flag: SD_BALANCE_EXEC, SD_BALANCE_FORK or SD_BALANCE_WAKE
 *
 * Context: The RCU read lock is held.
 * Return: the domain, or NULL.
 */
static __always_inline struct sched_domain *
placement_find_below(int cpu, unsigned int weight, int sd_flag)
{
	unsigned long entry;

	map_check_below(cpu, weight, sd_flag);

	entry = balance_map_below(&placement_cpu_of(cpu)->map, weight, sd_flag);
	if (unlikely(entry & BALANCE_MAP_UNSURE))
		return balance_map_walk_below(lowest_domain(cpu), weight, sd_flag);

	return (struct sched_domain *)entry;
}

/**
 * placement_find_widest() - the highest domain with SD_BALANCE_WAKE
 * @cpu: whose domain
 *
 * Context: The RCU read lock is held.
 * Return: the domain, or NULL.
 */
static __always_inline struct sched_domain *placement_find_widest(int cpu)
{
	unsigned long entry = READ_ONCE(placement_cpu_of(cpu)->map.widest);

	map_check_widest(cpu);

	if (unlikely(entry & BALANCE_MAP_UNSURE))
		return balance_map_walk_below(lowest_domain(cpu), UINT_MAX, SD_BALANCE_WAKE);

	return (struct sched_domain *)entry;
}

#endif /* _KERNEL_SCHED_PLACEMENT_FIND_DOMAIN_H */
