/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Test of what a build costs: see cost_test.c.
 */
#ifndef _PLACEMENT_TEST_COST_TEST_H
#define _PLACEMENT_TEST_COST_TEST_H

void check_cost(void);

#endif /* _PLACEMENT_TEST_COST_TEST_H */
