/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From domains to what placement knows about them: see attach.c.
 */
#ifndef _PLACEMENT_TEST_ATTACH_H
#define _PLACEMENT_TEST_ATTACH_H

#include "cpu_data.h"
#include "random.h"
#include "topology.h"

/**
 * struct attach_how - in what way CPUs are built
 * @shuffle: in which order; NULL: that of the numbers
 * @first_build: the number of the first build
 * @build_step: from the number of one build to the next
 * @no_memory: for so many percent of the CPUs there was no memory
 * @seed: which these are
 */
struct attach_how {
	struct random *shuffle;
	u16 first_build;
	u16 build_step;
	unsigned int no_memory;
	u64 seed;
};

extern const struct placement_cpu placement_nobody;
extern const struct attach_how attach_plainly;

void attach(const struct topology *t, const struct attach_how *how);
void detach(const struct topology *t);
void follow(const struct topology *t);

#endif /* _PLACEMENT_TEST_ATTACH_H */
