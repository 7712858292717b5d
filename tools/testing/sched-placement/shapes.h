/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What machines there are: regular and random ones, and the same with other numbers. See
 * shapes.c.
 */
#ifndef _PLACEMENT_TEST_SHAPES_H
#define _PLACEMENT_TEST_SHAPES_H

#include "random.h"
#include "topology.h"

/* How CPUs are numbered. */
enum numbering {
	SIBLINGS_ADJACENT,	/* as on POWER */
	SIBLINGS_APART,		/* the second thread of all cores after the first, as on x86 */
	NODES_ROUND_ROBIN,
	NR_NUMBERINGS,
};

/**
 * struct regular - a machine whose parts are equal, but for the last ones
 * @cpus: how many
 * @smt: threads of a core
 * @cores: of a cluster
 * @clusters: of a last level cache
 * @llcs: of a node
 * @numbering: how they are numbered
 */
struct regular {
	int cpus;
	int smt, cores, clusters, llcs;
	enum numbering numbering;
};

void shape_regular(struct topology *t, const struct regular *regular);
void shape_levels(struct topology *t, int nr, int nr_levels, const int *sizes);
void shape_random(struct topology *t, u64 seed);
void shape_copy(struct topology *t, const struct topology *from);
void shape_spread(struct topology *t, struct random *rnd);
void shape_permute(struct topology *t, struct random *rnd);
void shape_holes(struct topology *t, struct random *rnd, unsigned int percent);

#endif /* _PLACEMENT_TEST_SHAPES_H */
