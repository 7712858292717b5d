/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tests of the balance map, each on one machine: see the files named.
 */
#ifndef _PLACEMENT_TEST_MAP_TEST_H
#define _PLACEMENT_TEST_MAP_TEST_H

#include "random.h"
#include "report.h"
#include "topology.h"

/* base_walk.c */
struct sched_domain *base_find(int cpu, int prev_cpu, int sd_flag, int want_affine,
			       struct sched_domain **affine);
struct sched_domain *base_below(int cpu, unsigned int weight, int sd_flag);

/* map_test.c */
void check_finds(const struct topology *t, enum property id, struct random *rnd, int sample);
void check_below(const struct topology *t, enum property id, int sample);
void check_fast(const struct topology *t, int sample);

/* map_flags.c */
void change_flags(const struct topology *t, struct random *rnd);
void check_followed(const struct topology *t, struct random *rnd, int sample);

/* map_builds.c */
void check_builds(const struct topology *t, struct random *rnd);
void check_no_map(const struct topology *t, struct random *rnd);

/* map_examples.c */
void check_map_examples(void);

#endif /* _PLACEMENT_TEST_MAP_TEST_H */
