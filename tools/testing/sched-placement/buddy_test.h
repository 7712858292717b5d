/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tests of the buddies, each on one machine that has its domains: see the files named.
 */
#ifndef _PLACEMENT_TEST_BUDDY_TEST_H
#define _PLACEMENT_TEST_BUDDY_TEST_H

#include "idle_buddy.h"
#include "random.h"
#include "topology.h"

/* buddy_test.c */
int buddy_of(int cpu, int level);
const struct cpumask *group_at(int cpu, int level);
unsigned int check_buddies(const struct topology *t);

/* buddy_rule.c */
void check_buddy_rule(const struct topology *t);

/* buddy_allowed.c */
void check_allowed(const struct topology *t, struct random *rnd, unsigned int percent);

/* buddy_numbers.c; the machine loses its domains */
void check_numbers(struct topology *t, struct random *rnd, unsigned int odd);
void check_order(const struct topology *t, struct random *rnd);
void check_no_memory(const struct topology *t, struct random *rnd);

/* buddy_examples.c */
void check_buddy_examples(void);

#endif /* _PLACEMENT_TEST_BUDDY_TEST_H */
