/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What select_task_rq_fair() does with BALANCE_MAP in the place of its walk.
 */
#ifndef _PLACEMENT_TEST_MAP_FIND_H
#define _PLACEMENT_TEST_MAP_FIND_H

#include "find_domain.h"

/* As base_find(). */
static inline struct sched_domain *map_find(int cpu, int prev_cpu, int sd_flag, bool want_affine,
					    struct sched_domain **affine)
{
	*affine = want_affine ? placement_find_affine_of(cpu, prev_cpu) : NULL;
	if (!want_affine)
		return placement_find_chain(cpu, sd_flag);

	return *affine ? NULL : placement_find_widest(cpu);
}

/* The same by the walks that stand in for a map. */
static inline struct sched_domain *walk_find(int cpu, int prev_cpu, int sd_flag, bool want_affine,
					     struct sched_domain **affine)
{
	struct sched_domain *base = lowest_domain(cpu);

	*affine = want_affine ? balance_map_walk_affine(base, prev_cpu) : NULL;
	if (!want_affine)
		return balance_map_walk_chain(base, sd_flag);

	return *affine ? NULL : balance_map_walk_below(base, UINT_MAX, SD_BALANCE_WAKE);
}

#endif /* _PLACEMENT_TEST_MAP_FIND_H */
