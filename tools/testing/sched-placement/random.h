/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random numbers that are the same for the same seed (SplitMix64).
 */
#ifndef _PLACEMENT_TEST_RANDOM_H
#define _PLACEMENT_TEST_RANDOM_H

#include <linux/types.h>

struct random {
	u64 state;
};

static inline u64 random_u64(struct random *rnd)
{
	u64 z = rnd->state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;

	return z ^ (z >> 31);
}

/* Return: 0 to @n - 1. */
static inline unsigned int random_below(struct random *rnd, unsigned int n)
{
	return ((random_u64(rnd) >> 32) * n) >> 32;
}

/* Return: @from to @to. */
static inline int random_in(struct random *rnd, int from, int to)
{
	return from + (int)random_below(rnd, to - from + 1);
}

static inline bool random_percent(struct random *rnd, unsigned int percent)
{
	return random_below(rnd, 100) < percent;
}

static inline void random_shuffle(struct random *rnd, int *array, int n)
{
	for (; n > 1; n--) {
		int i = random_below(rnd, n);
		int last = array[n - 1];

		array[n - 1] = array[i];
		array[i] = last;
	}
}

#endif /* _PLACEMENT_TEST_RANDOM_H */
