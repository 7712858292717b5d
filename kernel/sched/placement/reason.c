// SPDX-License-Identifier: GPL-2.0
/*
 * Why it was this CPU, and how many were looked at: found out afterwards, for those who
 * watch, so that nothing has to be noted on the way.
 */

#include <linux/cpumask.h>
#include <linux/mmu_context.h>
#include <linux/sched/topology.h>

#include "../sched.h"
#include "placement.h"

/* Return: the reason for which select_idle_sibling() falls back. */
enum placement_reason placement_not_found(int result)
{
	switch (result) {
	case PLACEMENT_SCAN_SKIPPED:
		return PLACED_SCAN_SKIPPED;
	case PLACEMENT_BUDDIES_BUSY:
		return PLACED_BUDDIES_BUSY;
	default:
		return PLACED_SCAN_FAILED;
	}
}

/**
 * placement_searched() - for what the idlest CPU was searched
 * @sd_flag: SD_BALANCE_FORK, SD_BALANCE_EXEC or SD_BALANCE_WAKE
 * @kept: whether PREFER_LOCAL narrowed the search
 *
 * Return: the reason.
 */
enum placement_reason placement_searched(int sd_flag, bool kept)
{
	if (kept)
		return PLACED_KEPT_LOCAL;
	if (sd_flag & SD_BALANCE_FORK)
		return PLACED_FORK;
	if (sd_flag & SD_BALANCE_EXEC)
		return PLACED_EXEC;

	return PLACED_WAKE;
}

/**
 * placement_scanned() - how many CPUs were looked at if a cache was scanned
 * @p: the task that was placed
 * @target: where the scan began, behind it
 * @found: where it ended, or -1 if it found nothing
 *
 * Return: the CPUs that @p may run on from behind @target to @found, or all of them, and
 * the three that were looked at before the scan.
 */
unsigned int placement_scanned(struct task_struct *p, int target, int found)
{
	struct sched_domain *sd = rcu_dereference(per_cpu(sd_llc, target));
	unsigned int nr = 3;
	int cpu;

	for_each_cpu_wrap(cpu, sched_domain_span(sd), target + 1) {
		nr += cpumask_test_cpu(cpu, p->cpus_ptr);
		if (cpu == found)
			break;
	}

	return nr;
}
