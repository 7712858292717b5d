// SPDX-License-Identifier: GPL-2.0
/*
 * Whom a task asks that may not run everywhere: the buddy, or else the first one that it
 * comes upon when it goes from there through the CPUs of the level, in the order of their
 * numbers and round the end, leaving out the asking CPU's own group.
 */

#include <stdlib.h>

#include "attach.h"
#include "buddy_test.h"
#include "report.h"

static int plain_allowed(const struct idle_buddy *buddy, int cpu, const struct cpumask *allowed)
{
	int i;

	if (buddy->cpu < 0)
		return -1;

	for (i = 0; i < (int)nr_cpu_ids; i++) {
		int other = (buddy->cpu + i) % nr_cpu_ids;

		if (cpumask_test_cpu(other, allowed) &&
		    cpumask_test_cpu(other, sched_domain_span(buddy->level)) &&
		    !cpumask_test_cpu(other, group_at(cpu, buddy->level->level)))
			return other;
	}

	return -1;
}

static void check_mask(const struct topology *t, const struct cpumask *allowed,
		       struct random *rnd, unsigned int percent)
{
	int place, i;

	for (place = 0; place < t->nr; place++) {
		int cpu = t->number[place];
		const struct idle_buddies *buddies = &placement_cpu_of(cpu)->buddies;

		if (!random_percent(rnd, percent))
			continue;

		for (i = 0; i < buddies->nr; i++) {
			const struct idle_buddy *buddy = &buddies->at[i];
			int is = idle_buddy_allowed(buddy, cpu, allowed);
			int want = plain_allowed(buddy, cpu, allowed);

			expect(BUDDY_ALLOWED, is == want,
			       "CPU %d at level %d, buddy %d: %d instead of %d", cpu,
			       buddy->level->level, buddy->cpu, is, want);
		}
	}
}

/**
 * check_allowed() - test whom tasks ask with all sorts of affinity
 * @t: the machine
 * @rnd: what affinity
 * @percent: how many of the CPUs
 */
void check_allowed(const struct topology *t, struct random *rnd, unsigned int percent)
{
	static const unsigned int densities[] = { 0, 3, 30, 80 };
	unsigned int i;
	int place;

	for (i = 0; i < ARRAY_SIZE(densities); i++) {
		struct cpumask *allowed = calloc(BITS_TO_LONGS(nr_cpu_ids), sizeof(long));

		for (place = 0; place < t->nr; place++) {
			if (random_percent(rnd, densities[i]))
				cpumask_set_cpu(t->number[place], allowed);
		}
		check_mask(t, allowed, rnd, percent);
		free(allowed);
	}
}
