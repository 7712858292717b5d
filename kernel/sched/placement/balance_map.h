/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: the walk over a CPU's domains turned into look-ups, see
 * balance_map.c. Include after ../sched.h.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_BALANCE_MAP_H
#define _KERNEL_SCHED_PLACEMENT_BALANCE_MAP_H

#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/sched/topology.h>
#include <linux/types.h>

#define BALANCE_MAP_LANES	7	/* levels that a key has room for */
#define BALANCE_MAP_DOMAINS	8	/* domains of a CPU that the map has room for */

/* A lane of a key is a CPU number. */
#define BALANCE_MAP_LANE_BITS	16
static_assert(BIT(BALANCE_MAP_LANE_BITS) >= CONFIG_NR_CPUS);

/* Lanes in the first word of a key; its last one is the build. */
#define BALANCE_MAP_NEAR	3

/* In an entry: the domain may not be the answer, walk on from it; or from the lowest. */
#define BALANCE_MAP_UNSURE	1UL

/* By SD_BALANCE_*, see balance_map_type(). */
enum balance_map_type {
	BALANCE_MAP_EXEC,
	BALANCE_MAP_FORK,
	BALANCE_MAP_WAKE,
	BALANCE_MAP_TYPES,
};

/**
 * struct balance_lanes - which levels the lanes of the keys stand for
 * @nr: how many there are
 * @level: sched_domain::level of each, ascending
 * @rest: what the lanes that are left have in all keys: a CPU of the build
 */
struct balance_lanes {
	u8 nr;
	u8 level[BALANCE_MAP_LANES];
	u16 rest;
};

/**
 * struct balance_map - answers about the domains of one CPU
 * @key: who shares domains with whom; all that is read of other CPUs' maps
 * @near: the same as @affine, for the first lanes, but NULL where @affine has no certain
 *	  domain
 * @affine: by the lowest lane in which two keys agree: the lowest domain with
 *	    SD_WAKE_AFFINE that holds both CPUs
 * @chain: by type: the highest domain up to which all have the flag
 * @widest: the highest domain with SD_BALANCE_WAKE
 * @below: by type and by how many of @weight are smaller: the highest of these domains
 *	   that has the flag
 * @weight: the sizes of the domains, ascending, and UINT_MAX at the end
 * @base: the lowest domain, NULL if there is no map
 * @lanes: what the keys consist of
 *
 * An entry is a domain or 0, with BALANCE_MAP_UNSURE. Entries are written while others
 * read them, all else does not change once the map is published.
 */
struct balance_map {
	u64 key[2];
	struct sched_domain *near[BALANCE_MAP_NEAR];
	unsigned long affine[BALANCE_MAP_LANES + 1];
	unsigned long chain[BALANCE_MAP_TYPES];
	unsigned long widest;
	unsigned long below[BALANCE_MAP_TYPES][BALANCE_MAP_DOMAINS + 1];
	unsigned int weight[BALANCE_MAP_DOMAINS + 1];
	struct sched_domain *base;
	struct balance_lanes lanes;
} ____cacheline_aligned;

/* A CPU without a map: walk. */
#define BALANCE_MAP_NONE {							\
	.affine = { [0 ... BALANCE_MAP_LANES] = BALANCE_MAP_UNSURE },		\
	.chain = { [0 ... BALANCE_MAP_TYPES - 1] = BALANCE_MAP_UNSURE },	\
	.widest = BALANCE_MAP_UNSURE,						\
	.below = { [0 ... BALANCE_MAP_TYPES - 1] = { BALANCE_MAP_UNSURE } },	\
	.weight = { UINT_MAX },							\
}

static_assert(SD_BALANCE_EXEC == 2 && SD_BALANCE_FORK == 4 && SD_BALANCE_WAKE == 8);

static __always_inline enum balance_map_type balance_map_type(int sd_flag)
{
	return sd_flag >> 2;
}

/* Return: the lowest lane in which two words agree, if higher ones do, too. */
static __always_inline unsigned int balance_map_agree(u64 one, u64 other)
{
	return (fls64(one ^ other) + BALANCE_MAP_LANE_BITS - 1) / BALANCE_MAP_LANE_BITS;
}

struct sched_domain *balance_map_walk_affine(struct sched_domain *sd, int prev_cpu);
struct sched_domain *balance_map_walk_chain(struct sched_domain *sd, int sd_flag);
struct sched_domain *balance_map_walk_below(struct sched_domain *sd, unsigned int weight,
					    int sd_flag);
struct sched_domain *balance_map_affine_far(const struct balance_map *map,
					    const struct balance_map *prev_map,
					    int cpu, int prev_cpu);
void balance_map_lanes(const struct cpumask *cpu_map, struct balance_lanes *lanes);
void balance_map_build(struct balance_map *map, struct sched_domain *base, int cpu,
		       const struct balance_lanes *lanes, u16 build);
void balance_map_follow(struct balance_map *map);

/**
 * balance_map_near() - the lowest SD_WAKE_AFFINE domain that holds two CPUs, if it is near
 * @map: the map of one CPU, whose domain it is
 * @prev_key: the first word of the key of the other one
 *
 * Words that agree in all lanes but the lowest N differ by less than 2^(16 * N), so a few
 * comparisons with constants find the lane.
 *
 * Context: The RCU read lock is held.
 * Return: the domain, or NULL for balance_map_affine_far() to tell.
 */
static __always_inline struct sched_domain *
balance_map_near(const struct balance_map *map, u64 prev_key)
{
	u64 differ = map->key[0] ^ prev_key;

	static_assert(BALANCE_MAP_NEAR == 3);

	/* Keep the compiler from comparing the keys instead, with both at hand, too. */
	OPTIMIZER_HIDE_VAR(differ);

	if (!differ)
		return READ_ONCE(map->near[0]);
	if (differ < BIT_ULL(BALANCE_MAP_LANE_BITS))
		return READ_ONCE(map->near[1]);
	if (differ < BIT_ULL(2 * BALANCE_MAP_LANE_BITS))
		return READ_ONCE(map->near[2]);

	return NULL;
}

/**
 * balance_map_affine() - the lowest SD_WAKE_AFFINE domain that holds two CPUs
 * @map: the map of @cpu
 * @prev_map: the map of @prev_cpu
 * @cpu: whose domain
 * @prev_cpu: who needs to be in it, too
 *
 * Context: The RCU read lock is held.
 * Return: the domain, or NULL.
 */
static __always_inline struct sched_domain *
balance_map_affine(const struct balance_map *map, const struct balance_map *prev_map,
		   int cpu, int prev_cpu)
{
	struct sched_domain *sd = balance_map_near(map, prev_map->key[0]);

	if (likely(sd))
		return sd;

	return balance_map_affine_far(map, prev_map, cpu, prev_cpu);
}

/**
 * balance_map_below() - the highest domain with a flag that is smaller than another
 * @map: the map of the CPU whose domain it is
 * @weight: how many CPUs the other one has
 * @sd_flag: SD_BALANCE_EXEC, SD_BALANCE_FORK or SD_BALANCE_WAKE
 *
 * Return: an entry.
 */
static __always_inline unsigned long
balance_map_below(const struct balance_map *map, unsigned int weight, int sd_flag)
{
	int nr = 0;

	while (map->weight[nr] < weight)
		nr++;

	return READ_ONCE(map->below[balance_map_type(sd_flag)][nr]);
}

#endif /* _KERNEL_SCHED_PLACEMENT_BALANCE_MAP_H */
