/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A machine and its scheduling domains: see topology.c.
 */
#ifndef _PLACEMENT_TEST_TOPOLOGY_H
#define _PLACEMENT_TEST_TOPOLOGY_H

#include <linux/cpumask.h>
#include <linux/sched/topology.h>
#include <linux/types.h>

#define LEVELS_MAX	8	/* below those of NUMA; the highest one is the node */
#define NODES_MAX	40
#define PARTS_MAX	4

/* Nodes that are further away are not balanced over. */
#define RECLAIM_DISTANCE	30
#define LOCAL_DISTANCE		10

/* No CPU has a number as high. */
#define NUMBERS_END	65536

/* What a build sets and administrators change. */
#define POLICY_FLAGS	(SD_BALANCE_EXEC | SD_BALANCE_FORK | SD_BALANCE_WAKE | SD_WAKE_AFFINE)

/**
 * struct topology - a machine
 * @name: how it was made
 * @seed: from what, if it is random
 * @nr: how many CPUs it has. They are known by their place, 0 to @nr - 1
 * @nr_ids: nr_cpu_ids
 * @number: the number of each CPU
 * @part: the partition of each, -1 if it is in none and has no domains
 * @nr_parts: how many partitions there are
 * @nr_levels: how many levels of domains below those of NUMA
 * @unit: by level: which core, cluster ... each CPU is of
 * @flags: by level: what the level means, SD_SHARE_CPUCAPACITY ...
 * @not_affine: levels that are built without SD_WAKE_AFFINE, a bit for each
 * @level_step: from the number of a level to that of the next; 1 in the kernel
 * @nr_nodes: how many nodes
 * @distance: from node to node
 * @overlapping: from which level number on domains may overlap, or be without a lane
 * @map: by partition: its CPUs
 * @place: by number: the CPU
 */
struct topology {
	char name[96];
	u64 seed;
	int nr;
	int nr_ids;
	int *number;
	int *part;
	int nr_parts;
	int nr_levels;
	int *unit[LEVELS_MAX];
	int flags[LEVELS_MAX];
	u64 not_affine;
	int level_step;
	int nr_nodes;
	u8 distance[NODES_MAX][NODES_MAX];
	int overlapping;
	struct cpumask *map[PARTS_MAX];
	int *place;
};

void topology_init(void);
void topology_alloc(struct topology *t, int nr, int nr_levels);
void topology_build(struct topology *t);
void topology_destroy(struct topology *t);
void topology_free(struct topology *t);
void topology_describe(const struct topology *t);

static inline int node_of(const struct topology *t, int place)
{
	return t->unit[t->nr_levels - 1][place];
}

#endif /* _PLACEMENT_TEST_TOPOLOGY_H */
