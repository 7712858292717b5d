// SPDX-License-Identifier: GPL-2.0
/*
 * The rule of idle_buddy.c in a plain form, with lists of the groups and of their CPUs:
 * the groups of a domain in the order of their first CPUs, group 2k with group 2k + 1, the
 * last one of an odd number with the one before, and the n-th CPU of one with the n-th of
 * the other, which is gone through again if it is smaller.
 */

#include <stdlib.h>

#include "attach.h"
#include "buddy_test.h"
#include "domain_walk.h"
#include "report.h"

/* The CPUs of a domain, group by group. */
struct groups {
	int nr;
	int *size;
	int *cpus;	/* where group i begins: at start[i] */
	int *start;
};

static void list_groups(struct groups *groups, struct sched_domain *sd)
{
	int nr = sd->span_weight, filled = 0, first, cpu;

	groups->nr = 0;
	groups->size = calloc(nr, sizeof(int));
	groups->start = calloc(nr, sizeof(int));
	groups->cpus = calloc(nr, sizeof(int));

	for_each_cpu(first, sched_domain_span(sd)) {
		const struct cpumask *group = group_at(first, sd->level);

		if ((int)cpumask_first(group) != first)
			continue;
		groups->start[groups->nr] = filled;
		for_each_cpu(cpu, group) {
			groups->cpus[filled++] = cpu;
			groups->size[groups->nr]++;
		}
		groups->nr++;
	}
}

static void free_groups(struct groups *groups)
{
	free(groups->size);
	free(groups->start);
	free(groups->cpus);
}

static int partner_of(const struct groups *groups, int group)
{
	if ((group ^ 1) < groups->nr)
		return group ^ 1;

	return group - 1;
}

static void check_domain(struct sched_domain *sd)
{
	struct groups groups;
	int group, i;

	list_groups(&groups, sd);
	for (group = 0; group < groups.nr; group++) {
		int partner = partner_of(&groups, group);

		for (i = 0; i < groups.size[group]; i++) {
			int cpu = groups.cpus[groups.start[group] + i];
			int is = buddy_of(cpu, sd->level);
			int want = -1;

			if (partner >= 0)
				want = groups.cpus[groups.start[partner] +
						   i % groups.size[partner]];
			expect(BUDDY_RULE, is == want, "CPU %d at level %d: buddy %d instead of %d",
			       cpu, sd->level, is, want);
		}
	}
	free_groups(&groups);
}

/**
 * check_buddy_rule() - compare all buddies of a machine with the rule
 * @t: the machine
 */
void check_buddy_rule(const struct topology *t)
{
	int place;

	for (place = 0; place < t->nr; place++) {
		int cpu = t->number[place], i;
		const struct idle_buddies *buddies = &placement_cpu_of(cpu)->buddies;

		for (i = 0; i < buddies->nr; i++) {
			struct sched_domain *sd = buddies->at[i].level;

			if ((sd->flags & SD_SHARE_LLC) &&
			    (int)cpumask_first(sched_domain_span(sd)) == cpu)
				check_domain(sd);
		}
	}
}
