// SPDX-License-Identifier: GPL-2.0
/*
 * What must be true of all buddies, whatever rule makes them: where they are, that all
 * have one who can, and that two groups ask each other, but for one that is left over.
 */

#include "attach.h"
#include "buddy_test.h"
#include "domain_walk.h"
#include "report.h"

/**
 * buddy_of() - the buddy of a CPU at a level
 * @cpu: the CPU
 * @level: sched_domain::level
 *
 * Return: -1 if it has none.
 */
int buddy_of(int cpu, int level)
{
	const struct idle_buddies *buddies = &placement_cpu_of(cpu)->buddies;
	int i;

	for (i = 0; i < buddies->nr; i++) {
		if (buddies->at[i].level->level == level)
			return buddies->at[i].cpu;
	}

	return -1;
}

/**
 * group_at() - the group of a CPU at a level
 * @cpu: the CPU
 * @level: sched_domain::level
 *
 * Return: the CPUs of the domain below, or the CPU itself.
 */
const struct cpumask *group_at(int cpu, int level)
{
	struct sched_domain *sd;

	for (sd = lowest_domain(cpu); sd; sd = sd->parent) {
		if (sd->level == level && sd->child)
			return sched_domain_span(sd->child);
	}

	return cpumask_of(cpu);
}

static int first_of_group(int cpu, int level)
{
	return cpumask_first(group_at(cpu, level));
}

static void check_levels(int cpu)
{
	const struct idle_buddies *buddies = &placement_cpu_of(cpu)->buddies;
	struct sched_domain *base = lowest_domain(cpu), *sd;
	int nr = 0;

	for (sd = base; sd && (sd->flags & SD_SHARE_LLC) && nr < IDLE_BUDDY_LEVELS;
	     sd = sd->parent) {
		expect(BUDDY_LEVELS, nr < buddies->nr && buddies->at[nr].level == sd,
		       "CPU %d: its level %d is not level %d", cpu, nr, sd->level);
		nr++;
	}

	expect(BUDDY_LEVELS, buddies->nr == nr, "CPU %d has %d levels instead of %d", cpu,
	       buddies->nr, nr);
	expect(BUDDY_LEVELS, buddies->threads == (base && (base->flags & SD_SHARE_CPUCAPACITY)),
	       "CPU %d: %d levels of threads", cpu, buddies->threads);
}

/* How many groups a domain has, and which is the first CPU of the one before @cpu's. */
static int count_groups(struct sched_domain *sd, int cpu, int *before)
{
	int own = first_of_group(cpu, sd->level);
	int other, nr = 0;

	*before = -1;
	for_each_cpu(other, sched_domain_span(sd)) {
		if (first_of_group(other, sd->level) != other)
			continue;
		nr++;
		if (other < own)
			*before = other;
	}

	return nr;
}

static bool is_last_group(struct sched_domain *sd, int cpu)
{
	int own = first_of_group(cpu, sd->level);
	int other;

	for_each_cpu(other, sched_domain_span(sd)) {
		if (first_of_group(other, sd->level) > own)
			return false;
	}

	return true;
}

static void check_straggler(int cpu, struct sched_domain *sd, int buddy)
{
	int before, nr = count_groups(sd, cpu, &before);

	expect(BUDDY_STRAGGLER, nr & 1, "CPU %d at level %d: odd one out of %d groups", cpu,
	       sd->level, nr);
	expect(BUDDY_STRAGGLER, before == first_of_group(buddy, sd->level),
	       "CPU %d at level %d asks the group of %d, not of %d", cpu, sd->level, buddy,
	       before);
	expect(BUDDY_STRAGGLER, is_last_group(sd, cpu),
	       "CPU %d at level %d: its odd group is not the last", cpu, sd->level);
}

/* Return: whether it is the first CPU of a group that the group which it asks does not ask. */
static bool check_pair(int cpu, struct sched_domain *sd, int buddy)
{
	const struct cpumask *own = group_at(cpu, sd->level);
	const struct cpumask *partners = group_at(buddy, sd->level);
	int back = buddy_of(buddy, sd->level);

	if (back < 0)
		return false;

	if (!cpumask_test_cpu(back, own)) {
		check_straggler(cpu, sd, buddy);
		return (int)cpumask_first(own) == cpu;
	}

	if (cpumask_weight(own) == cpumask_weight(partners))
		expect(BUDDY_MUTUAL, back == cpu, "CPU %d at level %d: buddy %d, whose is %d",
		       cpu, sd->level, buddy, back);

	return false;
}

static bool check_buddy(int cpu, struct sched_domain *sd, int buddy)
{
	const struct cpumask *own = group_at(cpu, sd->level);
	bool alone = cpumask_weight(own) == sd->span_weight;
	bool placed;

	expect(BUDDY_EVERYONE, (buddy < 0) == alone, "CPU %d at level %d: buddy %d", cpu,
	       sd->level, buddy);
	if (buddy < 0)
		return false;

	placed = buddy < (int)nr_cpu_ids && cpumask_test_cpu(buddy, sched_domain_span(sd)) &&
		 !cpumask_test_cpu(buddy, own);
	expect(BUDDY_PLACE, placed, "CPU %d at level %d: buddy %d", cpu, sd->level, buddy);

	return placed && check_pair(cpu, sd, buddy);
}

/**
 * check_buddies() - test all that must be true of the buddies of a machine
 * @t: the machine
 *
 * Return: how many groups are left over.
 */
unsigned int check_buddies(const struct topology *t)
{
	unsigned int odd = 0;
	int place;

	for (place = 0; place < t->nr; place++) {
		int cpu = t->number[place];
		const struct idle_buddies *buddies = &placement_cpu_of(cpu)->buddies;
		int i;

		check_levels(cpu);
		for (i = 0; i < buddies->nr; i++)
			odd += check_buddy(cpu, buddies->at[i].level, buddies->at[i].cpu);
	}

	return odd;
}
