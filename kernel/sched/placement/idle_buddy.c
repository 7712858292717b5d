// SPDX-License-Identifier: GPL-2.0
/*
 * Idle buddies: which CPU is whose buddy.
 *
 *   Model
 *
 * Where the target of a wakeup is busy, the base scans its last level cache for an idle
 * CPU. On a large cache the scan is dear, and what it finds is another CPU each time, so
 * that a pair of tasks that wake each other wanders. A CPU has one buddy at each level
 * that shares a cache instead, which is asked before the scan. Buddies are cross-wired:
 * whose buddy is B for A is A for B. When A's task finds A busy and goes to B, and is
 * pushed on from there, it comes back to A.
 *
 *   Pairs
 *
 * A domain consists of groups: the domains below it, or single CPUs. Ordered by their
 * first CPU, the first is paired with the second, the third with the fourth, and so on;
 * the n-th CPU of a group is the buddy of the n-th of its partner. The order is that of the
 * CPU numbers, whoever builds the domain.
 *
 * Example: a cache with three cores of two threads, siblings next to each other.
 *
 *	CPU			0  1  2  3  4  5
 *	buddy by cache		2  3  0  1  2  3
 *	buddy by core		1  0  3  2  5  4
 *
 * An odd group at the end has the group before as its partner, without being that one's:
 * 4 asks 2, but 2 asks 0. In groups of different size, as where a sibling is offline, the
 * smaller one is gone through again: each CPU of the larger one has a buddy, which for
 * those beyond the size of the smaller one has another. A level with one group has no
 * buddies.
 *
 *   Affinity
 *
 * A task that may not run on the buddy gets the next CPU of the level, in the order of
 * their numbers and round the end, that it may run on and that is not of the asking CPU's
 * own group. It is one CPU per level in any case.
 *
 *   History
 *
 * Commit 970e178985ca ("sched: Improve scalability via 'CPU buddies', which withstand
 * random perturbations") had them in 2012 instead of the scan: tbench with one pair gained
 * 900 % on 40 cores. It was reverted by 37407ea7f938: a waker of many found one or two
 * CPUs busy while others were idle, and pgbench lost up to 20 %. There, both threads of a
 * core had the first thread of the partner for a buddy, so that A's buddy's buddy was not
 * always A, and a buddy that was not allowed was a level lost.
 */

#include <linux/mmu_context.h>

#include "../sched.h"
#include "cpu_data.h"
#include "domain_walk.h"
#include "idle_buddy.h"

/**
 * idle_buddies_build() - list the levels at which a CPU has buddies
 * @buddies: where they go, with no CPU yet
 * @base: the lowest domain of the CPU
 *
 * Context: sched_domains_mutex is held.
 */
void idle_buddies_build(struct idle_buddies *buddies, struct sched_domain *base)
{
	struct sched_domain *sd;

	buddies->nr = 0;
	buddies->threads = base && (base->flags & SD_SHARE_CPUCAPACITY);

	for (sd = base; sd && (sd->flags & SD_SHARE_LLC); sd = parent_domain(sd)) {
		if (buddies->nr == IDLE_BUDDY_LEVELS)
			break;
		buddies->at[buddies->nr].cpu = -1;
		buddies->at[buddies->nr].level = sd;
		buddies->nr++;
	}
}

static struct idle_buddy *buddy_at(int cpu, int level)
{
	struct placement_cpu *new = per_cpu(placement_cpu_new, cpu);
	int i;

	for (i = 0; new && i < new->buddies.nr; i++) {
		if (new->buddies.at[i].level->level == level)
			return &new->buddies.at[i];
	}

	return NULL;
}

static const struct cpumask *group_of(struct sched_domain *sd, int cpu)
{
	struct sched_domain *child = child_domain(sd);

	return child ? sched_domain_span(child) : cpumask_of(cpu);
}

/* The group of @cpu in its domain of @level. */
static const struct cpumask *group_at(int cpu, int level)
{
	struct idle_buddy *buddy = buddy_at(cpu, level);

	return buddy ? group_of(buddy->level, cpu) : cpumask_of(cpu);
}

static void wire(int first, int partner, int level)
{
	const struct cpumask *group = group_at(first, level);
	const struct cpumask *partners = group_at(partner, level);
	int cpu, next = cpumask_first(partners);

	for_each_cpu(cpu, group) {
		struct idle_buddy *buddy = buddy_at(cpu, level);

		if (buddy)
			buddy->cpu = next;
		next = cpumask_next(next, partners);
		if (next >= nr_cpu_ids)
			next = cpumask_first(partners);
	}
}

static void pair_groups(struct sched_domain *sd)
{
	int cpu, one = -1, other = -1;

	for_each_cpu(cpu, sched_domain_span(sd)) {
		if (cpumask_first(group_at(cpu, sd->level)) != cpu)
			continue;

		if (one < 0 || other >= 0) {
			one = cpu;
			if (other >= 0)
				wire(one, other, sd->level);
			other = -1;
			continue;
		}

		other = cpu;
		wire(one, other, sd->level);
		wire(other, one, sd->level);
	}
}

/**
 * idle_buddies_pair() - make buddies in the domains that a CPU is the first one of
 * @base: the lowest domain of the CPU
 * @cpu: the CPU
 *
 * Called for each CPU of a build, after idle_buddies_build() for all of them.
 *
 * Context: sched_domains_mutex is held.
 */
void idle_buddies_pair(struct sched_domain *base, int cpu)
{
	struct sched_domain *sd;

	for (sd = base; sd && (sd->flags & SD_SHARE_LLC); sd = parent_domain(sd)) {
		if (cpumask_first(sched_domain_span(sd)) == cpu)
			pair_groups(sd);
	}
}

static int next_allowed(int cpu, const struct cpumask *span, const struct cpumask *own,
			const struct cpumask *allowed)
{
	do {
		cpu = cpumask_next_and(cpu, span, allowed);
	} while (cpu < nr_cpu_ids && cpumask_test_cpu(cpu, own));

	return cpu;
}

/**
 * idle_buddy_allowed() - whom to ask at a level for a task
 * @buddy: the buddy there
 * @cpu: whose buddy it is
 * @allowed: where the task may run
 *
 * Return: the buddy if it is allowed, else another CPU of the level, or -1.
 */
int idle_buddy_allowed(const struct idle_buddy *buddy, int cpu, const struct cpumask *allowed)
{
	const struct cpumask *span, *own;
	int other;

	if (buddy->cpu < 0 || cpumask_test_cpu(buddy->cpu, allowed))
		return buddy->cpu;

	span = sched_domain_span(buddy->level);
	own = group_of(buddy->level, cpu);
	other = next_allowed(buddy->cpu, span, own, allowed);
	if (other >= nr_cpu_ids)
		other = next_allowed(-1, span, own, allowed);

	return other < nr_cpu_ids ? other : -1;
}
