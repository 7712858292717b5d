/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All machines that tests are done on: see machines.c.
 */
#ifndef _PLACEMENT_TEST_MACHINES_H
#define _PLACEMENT_TEST_MACHINES_H

#include <linux/types.h>

void test_counts(u64 seed);
void test_products(u64 seed);
void test_large(u64 seed);
void test_unusual(u64 seed);
void test_random(u64 seed);

extern unsigned long machines_tested;

#endif /* _PLACEMENT_TEST_MACHINES_H */
