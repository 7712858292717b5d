// SPDX-License-Identifier: GPL-2.0
/*
 * The balance map: the walk over a CPU's domains turned into look-ups.
 *
 *   Model
 *
 * Placement asks three questions about the domains of the CPU that it runs on:
 *
 *  - a fork, an exec or a wakeup that is to be balanced: up to which domain do all have
 *    the SD_BALANCE_* flag?
 *  - a wakeup: which is the lowest domain with SD_WAKE_AFFINE that holds the previous CPU,
 *    too?
 *  - on the way down from one CPU to another: which is the highest domain with the flag
 *    that is smaller than the one just searched?
 *
 * The answers depend on the domains and on their flags, which change rarely, so they are
 * computed then. The first and the third need no more than an array. The second one depends
 * on two CPUs, and an array of all CPUs for each of them (Michael Wang's affine_map) takes
 * 512 MiB for 8192 CPUs.
 *
 *   Keys
 *
 * Domains of one level that are equal or disjoint have names: the number of their first
 * CPU. The names of a CPU's domains, one level beside the other in lanes of 16 bits,
 * lowest level first, are its key. As domains are nested, two CPUs agree in all lanes from
 * the lowest common domain upwards. So the highest bit in which their keys differ tells
 * the lane of that domain, and what its CPU's array has there is the answer.
 *
 * Lanes that are left over have the first CPU of the build, and so always agree.
 *
 * Example: two nodes of two cores with two threads, CPUs 0-3 and 4-7.
 *
 *	CPU	SMT	MC	NUMA	key (high to low)
 *	1	0	0	0	build 0 0 0
 *	2	2	0	0	build 0 0 2
 *	5	4	4	0	build 0 4 4
 *
 * 1 and 2 differ in the lane of SMT at most, so MC is the lowest domain with both; 1 and 5
 * differ in MC's lane, so it is NUMA; 1 and 0 do not differ at all: SMT.
 *
 * A CPU without a domain of some level has the name of what it has below in that lane, or
 * its own number: a level is left out where it would hold the same CPUs, or one.
 *
 *   Levels that overlap
 *
 * NUMA domains of one level can overlap without being equal, and have no name then. Such a
 * level has no lane. The answer below and above it stays exact; where such a domain could
 * be the answer it is marked as unsure, and the walk goes on from there, testing the
 * spans. The same happens above the 7th level with a lane.
 *
 *   Builds
 *
 * Keys can only be compared if they were made together. The highest lane of the first word
 * is the number of the build, so that others differ there. Two builds that are 65536 apart
 * have the same number. If they are of different partitions, no other lane agrees, since
 * these are numbers of CPUs of different sets, and spans are tested. Of the same one, the
 * older would have been freed long ago.
 */

#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/mmu_context.h>
#include <linux/string.h>

#include "../sched.h"
#include "balance_map.h"
#include "domain_walk.h"

static const int type_flags[BALANCE_MAP_TYPES] = {
	[BALANCE_MAP_EXEC]	= SD_BALANCE_EXEC,
	[BALANCE_MAP_FORK]	= SD_BALANCE_FORK,
	[BALANCE_MAP_WAKE]	= SD_BALANCE_WAKE,
};

/**
 * balance_map_walk_affine() - the lowest SD_WAKE_AFFINE domain with a CPU, by a walk
 * @sd: the domain to begin with, or NULL
 * @prev_cpu: the CPU that needs to be in it
 *
 * Context: The RCU read lock is held.
 * Return: @sd, or a domain above it, or NULL.
 */
struct sched_domain *balance_map_walk_affine(struct sched_domain *sd, int prev_cpu)
{
	for (; sd; sd = parent_domain(sd)) {
		if ((READ_ONCE(sd->flags) & SD_WAKE_AFFINE) &&
		    cpumask_test_cpu(prev_cpu, sched_domain_span(sd)))
			return sd;
	}

	return NULL;
}

/**
 * balance_map_walk_chain() - the highest domain up to which all have a flag, by a walk
 * @sd: the lowest domain of the CPU, or NULL
 * @sd_flag: SD_BALANCE_EXEC, SD_BALANCE_FORK or SD_BALANCE_WAKE
 *
 * Context: The RCU read lock is held.
 * Return: the domain, or NULL.
 */
struct sched_domain *balance_map_walk_chain(struct sched_domain *sd, int sd_flag)
{
	struct sched_domain *chain = NULL;

	for (; sd && (READ_ONCE(sd->flags) & sd_flag); sd = parent_domain(sd))
		chain = sd;

	return chain;
}

/**
 * balance_map_walk_below() - the highest domain with a flag below a size, by a walk
 * @sd: the lowest domain of the CPU, or NULL
 * @weight: how many CPUs are too many, UINT_MAX for any domain
 * @sd_flag: SD_BALANCE_EXEC, SD_BALANCE_FORK or SD_BALANCE_WAKE
 *
 * Context: The RCU read lock is held.
 * Return: the domain, or NULL.
 */
struct sched_domain *balance_map_walk_below(struct sched_domain *sd, unsigned int weight,
					    int sd_flag)
{
	struct sched_domain *below = NULL;

	for (; sd && sd->span_weight < weight; sd = parent_domain(sd)) {
		if (READ_ONCE(sd->flags) & sd_flag)
			below = sd;
	}

	return below;
}

/**
 * balance_map_affine_far() - balance_map_affine() where the first word does not tell
 * @map: the map of @cpu
 * @prev_map: the map of @prev_cpu
 * @cpu: whose domain
 * @prev_cpu: who needs to be in it, too
 *
 * Context: The RCU read lock is held.
 * Return: the domain, or NULL.
 */
struct sched_domain *balance_map_affine_far(const struct balance_map *map,
					    const struct balance_map *prev_map,
					    int cpu, int prev_cpu)
{
	unsigned int lane = balance_map_agree(map->key[0], prev_map->key[0]);
	struct sched_domain *sd;
	unsigned long entry;

	if (!map->base)
		return balance_map_walk_affine(lowest_domain(cpu), prev_cpu);
	if (lane > BALANCE_MAP_NEAR)
		return balance_map_walk_affine(map->base, prev_cpu);
	if (lane == BALANCE_MAP_NEAR)
		lane += balance_map_agree(map->key[1], prev_map->key[1]);

	entry = READ_ONCE(map->affine[lane]);
	sd = (struct sched_domain *)(entry & ~BALANCE_MAP_UNSURE);

	return entry & BALANCE_MAP_UNSURE ? balance_map_walk_affine(sd, prev_cpu) : sd;
}

/* The CPUs that share a domain of @level with @cpu, or one below where that is left out. */
static const struct cpumask *span_at(struct sched_domain *base, int cpu, int level)
{
	const struct cpumask *span = cpumask_of(cpu);
	struct sched_domain *sd;

	for (sd = base; sd && sd->level <= level; sd = parent_domain(sd))
		span = sched_domain_span(sd);

	return span;
}

/*
 * Whether domains of a level are equal or disjoint. They are if each is what its first CPU
 * has, and no more CPUs are in them than there are.
 */
static bool has_names(const struct cpumask *cpu_map, int level)
{
	unsigned int named = 0;
	int cpu;

	for_each_cpu(cpu, cpu_map) {
		const struct cpumask *span = span_at(lowest_domain(cpu), cpu, level);
		int first = cpumask_first(span);

		if (first == cpu)
			named += cpumask_weight(span);
		else if (!cpumask_equal(span, span_at(lowest_domain(first), first, level)))
			return false;
	}

	return named == cpumask_weight(cpu_map);
}

/* The lowest level above @level that any CPU has a domain of, or INT_MAX. */
static int next_level(const struct cpumask *cpu_map, int level)
{
	int cpu, next = INT_MAX;

	for_each_cpu(cpu, cpu_map) {
		struct sched_domain *sd = lowest_domain(cpu);

		while (sd && sd->level <= level)
			sd = parent_domain(sd);
		if (sd)
			next = min(next, sd->level);
	}

	return next;
}

/**
 * balance_map_lanes() - choose the levels that keys consist of
 * @cpu_map: the CPUs whose domains were built together
 * @lanes: where they go
 *
 * Context: sched_domains_mutex is held.
 */
void balance_map_lanes(const struct cpumask *cpu_map, struct balance_lanes *lanes)
{
	int level = -1;

	memset(lanes, 0, sizeof(*lanes));
	lanes->rest = cpumask_first(cpu_map);
	while (lanes->nr < BALANCE_MAP_LANES) {
		level = next_level(cpu_map, level);
		if (level > U8_MAX)
			break;
		if (has_names(cpu_map, level))
			lanes->level[lanes->nr++] = level;
	}
}

static bool has_lane(const struct balance_lanes *lanes, int level)
{
	int i;

	for (i = 0; i < lanes->nr; i++) {
		if (lanes->level[i] == level)
			return true;
	}

	return false;
}

static void set_entry(unsigned long *entry, struct sched_domain *sd, unsigned long unsure)
{
	WRITE_ONCE(*entry, (unsigned long)sd | unsure);
}

/* What lies above @level and has SD_WAKE_AFFINE. */
static void follow_affine(struct balance_map *map, unsigned long *entry, int level)
{
	struct sched_domain *sd = map->base;

	while (sd && (sd->level <= level || !(sd->flags & SD_WAKE_AFFINE)))
		sd = parent_domain(sd);

	set_entry(entry, sd, sd && !has_lane(&map->lanes, sd->level) ? BALANCE_MAP_UNSURE : 0);
}

static struct sched_domain *certain(unsigned long entry)
{
	return entry & BALANCE_MAP_UNSURE ? NULL : (struct sched_domain *)entry;
}

static void follow_balance(struct balance_map *map, enum balance_map_type type)
{
	struct sched_domain *sd, *chain = NULL, *widest = NULL;
	bool unbroken = true;
	int nr = 0;

	set_entry(&map->below[type][0], NULL, 0);
	for (sd = map->base; sd; sd = parent_domain(sd)) {
		if (sd->flags & type_flags[type])
			widest = sd;
		else
			unbroken = false;
		if (unbroken)
			chain = sd;
		if (++nr <= BALANCE_MAP_DOMAINS)
			set_entry(&map->below[type][nr], widest, 0);
	}

	set_entry(&map->chain[type], chain, 0);
	if (type == BALANCE_MAP_WAKE)
		set_entry(&map->widest, widest, 0);
	if (nr > BALANCE_MAP_DOMAINS)
		set_entry(&map->below[type][BALANCE_MAP_DOMAINS], NULL, BALANCE_MAP_UNSURE);
}

/**
 * balance_map_follow() - make the answers what the flags say now
 * @map: the map
 *
 * Each answer changes at once, one earlier than the other, as for a walk.
 *
 * Context: sched_domains_mutex is held.
 */
void balance_map_follow(struct balance_map *map)
{
	const struct balance_lanes *lanes = &map->lanes;
	int i;

	for (i = 0; i < BALANCE_MAP_TYPES; i++)
		follow_balance(map, i);

	follow_affine(map, &map->affine[0], -1);
	for (i = 0; i < lanes->nr; i++)
		follow_affine(map, &map->affine[i + 1], lanes->level[i]);
	for (i = 0; i < BALANCE_MAP_NEAR; i++)
		WRITE_ONCE(map->near[i], certain(map->affine[i]));
}

static void set_lane(u64 *key, int lane, u16 name)
{
	int word = lane >= BALANCE_MAP_NEAR;

	if (word)
		lane -= BALANCE_MAP_NEAR;
	key[word] |= (u64)name << (lane * BALANCE_MAP_LANE_BITS);
}

/**
 * balance_map_build() - compute the map of one CPU
 * @map: where it goes, all 0
 * @base: the CPU's lowest domain
 * @cpu: the CPU
 * @lanes: by balance_map_lanes(), for all CPUs of the build
 * @build: a number that neighbouring builds do not have, and not 0
 *
 * Context: sched_domains_mutex is held.
 */
void balance_map_build(struct balance_map *map, struct sched_domain *base, int cpu,
		       const struct balance_lanes *lanes, u16 build)
{
	struct sched_domain *sd;
	int i, nr = 0;

	map->base = base;
	map->lanes = *lanes;

	map->key[0] = (u64)build << (BALANCE_MAP_NEAR * BALANCE_MAP_LANE_BITS);
	for (i = 0; i < lanes->nr; i++)
		set_lane(map->key, i, cpumask_first(span_at(base, cpu, lanes->level[i])));
	for (; i < BALANCE_MAP_LANES; i++)
		set_lane(map->key, i, lanes->rest);

	for (sd = base; sd && nr < BALANCE_MAP_DOMAINS; sd = parent_domain(sd))
		map->weight[nr++] = sd->span_weight;
	map->weight[nr] = UINT_MAX;

	balance_map_follow(map);
}
