// SPDX-License-Identifier: GPL-2.0
/*
 * The base's two walks, as they stand in select_task_rq_fair() and
 * sched_balance_find_dst_cpu() of kernel/sched/fair.c, without what is done with the
 * domains that they find. Every answer of a balance map is compared with these.
 */

#include "../sched.h"
#include "domain_walk.h"
#include "map_test.h"

/**
 * base_find() - the walk at the beginning
 * @cpu: the CPU that decides
 * @prev_cpu: where the task was
 * @sd_flag: SD_BALANCE_EXEC, SD_BALANCE_FORK or SD_BALANCE_WAKE
 * @want_affine: whether an affine domain would do
 * @affine: where the domain goes that wake_affine() would be called for, or NULL
 *
 * Return: the domain in which the idlest CPU would be looked for, or NULL.
 */
struct sched_domain *base_find(int cpu, int prev_cpu, int sd_flag, int want_affine,
			       struct sched_domain **affine)
{
	struct sched_domain *tmp, *sd = NULL;

	*affine = NULL;
	for (tmp = lowest_domain(cpu); tmp; tmp = parent_domain(tmp)) {
		if (want_affine && (tmp->flags & SD_WAKE_AFFINE) &&
		    cpumask_test_cpu(prev_cpu, sched_domain_span(tmp))) {
			*affine = tmp;
			sd = NULL;
			break;
		}

		if (tmp->flags & sd_flag)
			sd = tmp;
		else if (!want_affine)
			break;
	}

	return sd;
}

/**
 * base_below() - the walk on the way down
 * @cpu: the CPU that was found
 * @weight: how many CPUs the domain has in which it was found
 * @sd_flag: SD_BALANCE_EXEC, SD_BALANCE_FORK or SD_BALANCE_WAKE
 *
 * Return: the domain to go on with, or NULL.
 */
struct sched_domain *base_below(int cpu, unsigned int weight, int sd_flag)
{
	struct sched_domain *tmp, *sd = NULL;

	for (tmp = lowest_domain(cpu); tmp; tmp = parent_domain(tmp)) {
		if (weight <= tmp->span_weight)
			break;
		if (tmp->flags & sd_flag)
			sd = tmp;
	}

	return sd;
}
