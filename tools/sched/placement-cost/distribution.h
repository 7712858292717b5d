/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The exact distribution of a small non-negative number, of which there are many samples:
 * how often each value occurred.
 */
#ifndef PLACEMENT_COST_DISTRIBUTION_H
#define PLACEMENT_COST_DISTRIBUTION_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct distribution - how often each value occurred
 * @count:	samples
 * @sum:	of the samples
 * @nr:		samples of each value below @size
 * @size:	one more than the largest value that @nr has room for
 *
 * All zeroes is an empty one.
 */
struct distribution {
	uint64_t count;
	uint64_t sum;
	uint32_t *nr;
	size_t size;
};

/**
 * distribution_add() - count a sample
 * @d:		the distribution
 * @value:	the sample; above 4194304 it counts as that in the histogram, whole in the mean
 *
 * Ends the process if there is no memory. The caller locks.
 */
void distribution_add(struct distribution *d, uint64_t value);

/**
 * distribution_json() - print as a JSON object
 * @d:		the distribution, not empty
 * @out:	where to
 *
 * The members are count, mean, median and p99 (the smallest value that at least half, or
 * 99 %, of the samples do not exceed), and histogram, an array of [value, samples] in
 * order.
 */
void distribution_json(const struct distribution *d, FILE *out);

#endif /* PLACEMENT_COST_DISTRIBUTION_H */
