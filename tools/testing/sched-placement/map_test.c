// SPDX-License-Identifier: GPL-2.0
/*
 * Whether the look-ups of find_domain.h, which stand for the base's walks in fair.c, find
 * the same domains: for all CPUs, all previous CPUs, and all that is asked for. An affine
 * domain is wanted of wakeups only.
 */

#include <stdlib.h>

#include "../sched.h"
#include "map_find.h"
#include "map_test.h"

static const int balance_flags[] = { SD_BALANCE_EXEC, SD_BALANCE_FORK, SD_BALANCE_WAKE };

static int level_of(struct sched_domain *sd)
{
	return sd ? sd->level : -1;
}

static void check_walk(int cpu, int prev, int sd_flag, bool want_affine)
{
	struct sched_domain *affine, *is_affine;
	struct sched_domain *want = base_find(cpu, prev, sd_flag, want_affine, &affine);
	struct sched_domain *is = walk_find(cpu, prev, sd_flag, want_affine, &is_affine);

	expect(MAP_WALK, is == want && is_affine == affine,
	       "from CPU %d to %d, flag %d, affine %d: levels %d, affine %d instead of %d, %d",
	       prev, cpu, sd_flag, want_affine, level_of(is), level_of(is_affine),
	       level_of(want), level_of(affine));
}

static void check_find(enum property id, int cpu, int prev, int sd_flag, bool want_affine)
{
	struct sched_domain *affine, *is_affine;
	struct sched_domain *want = base_find(cpu, prev, sd_flag, want_affine, &affine);
	struct sched_domain *is = map_find(cpu, prev, sd_flag, want_affine, &is_affine);

	expect(id, is == want && is_affine == affine,
	       "from CPU %d to %d, flag %d, affine %d: levels %d, affine %d instead of %d, %d",
	       prev, cpu, sd_flag, want_affine, level_of(is), level_of(is_affine),
	       level_of(want), level_of(affine));
}

/* Without an affine domain, the previous CPU does not matter to the base. */
static void check_unaffine(enum property id, int cpu, int prev)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(balance_flags); i++) {
		check_find(id, cpu, prev, balance_flags[i], false);
		check_walk(cpu, prev, balance_flags[i], false);
	}
}

/**
 * check_finds() - compare what is found first
 * @t: the machine, with maps
 * @id: what this tests
 * @rnd: which other CPUs, where not all are
 * @sample: every so manieth CPU is one that decides
 */
void check_finds(const struct topology *t, enum property id, struct random *rnd, int sample)
{
	int place, prev;

	for (place = 0; place < t->nr; place++) {
		int cpu = t->number[place];

		if (place % sample && place != t->nr - 1)
			continue;

		check_unaffine(id, cpu, cpu);
		check_unaffine(id, cpu, t->number[random_below(rnd, t->nr)]);
		for (prev = 0; prev < t->nr; prev++) {
			check_find(id, cpu, t->number[prev], SD_BALANCE_WAKE, true);
			if ((place + prev) % 8 == 0)
				check_walk(cpu, t->number[prev], SD_BALANCE_WAKE, true);
		}
	}
}

static int by_weight(const void *one, const void *other)
{
	unsigned int a = *(const unsigned int *)one, b = *(const unsigned int *)other;

	return a < b ? -1 : a > b;
}

/* Return: how many. Each weight of a domain of the machine, one more, and any; ascending. */
static int list_weights(const struct topology *t, unsigned int **weights)
{
	int place, i, nr = 0, max = 64, different = 1;
	struct sched_domain *sd;

	*weights = malloc(max * sizeof(**weights));
	(*weights)[nr++] = 1;
	(*weights)[nr++] = UINT_MAX;
	for (place = 0; place < t->nr; place++) {
		for (sd = cpu_rq(t->number[place])->sd; sd; sd = sd->parent) {
			if (nr + 2 > max) {
				max *= 2;
				*weights = realloc(*weights, max * sizeof(**weights));
			}
			(*weights)[nr++] = sd->span_weight;
			(*weights)[nr++] = sd->span_weight + 1;
		}
	}

	qsort(*weights, nr, sizeof(**weights), by_weight);
	for (i = 1; i < nr; i++) {
		if ((*weights)[i] != (*weights)[i - 1])
			(*weights)[different++] = (*weights)[i];
	}

	return different;
}

/**
 * check_below() - compare what is found on the way down
 * @t: the machine, with maps
 * @id: what this tests
 * @sample: every so manieth CPU
 */
void check_below(const struct topology *t, enum property id, int sample)
{
	unsigned int *weights;
	int place, i, w, nr = list_weights(t, &weights);

	for (place = 0; place < t->nr; place++) {
		int cpu = t->number[place];

		if (place % sample)
			continue;

		for (w = 0; w < nr; w++) {
			for (i = 0; i < ARRAY_SIZE(balance_flags); i++) {
				int flag = balance_flags[i];
				struct sched_domain *want = base_below(cpu, weights[w], flag);
				struct sched_domain *is = placement_find_below(cpu, weights[w],
									       flag);
				struct sched_domain *walk;

				walk = balance_map_walk_below(lowest_domain(cpu), weights[w], flag);
				expect(id, is == want,
				       "CPU %d below %u CPUs, flag %d: level %d instead of %d",
				       cpu, weights[w], flag, level_of(is), level_of(want));
				expect(MAP_WALK, walk == want,
				       "CPU %d below %u CPUs, flag %d: level %d instead of %d",
				       cpu, weights[w], flag, level_of(walk), level_of(want));
			}
		}
	}
	free(weights);
}

/**
 * check_fast() - see whether spans are tested that need not be
 * @t: the machine, with maps and the flags that it was built with
 * @sample: every so manieth CPU is one that decides
 *
 * They need not be where no domains overlap, nor for an answer below those that do.
 */
void check_fast(const struct topology *t, int sample)
{
	int place, other;

	for (place = 0; place < t->nr; place++) {
		int cpu = t->number[place];

		if (place % sample || t->part[place] < 0)
			continue;

		for (other = 0; other < t->nr; other++) {
			struct sched_domain *affine;
			unsigned long tests;

			if (t->part[other] != t->part[place])
				continue;

			base_find(cpu, t->number[other], SD_BALANCE_WAKE, true, &affine);
			if (affine ? affine->level >= t->overlapping : t->overlapping != INT_MAX)
				continue;

			tests = cpumask_tests;
			map_find(cpu, t->number[other], SD_BALANCE_WAKE, true, &affine);
			expect(MAP_FAST, cpumask_tests == tests,
			       "from CPU %d to %d, level %d: %lu spans tested", t->number[other],
			       cpu, level_of(affine), cpumask_tests - tests);
		}
	}
}
