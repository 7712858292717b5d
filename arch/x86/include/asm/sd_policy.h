/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _ASM_X86_SD_POLICY_H
#define _ASM_X86_SD_POLICY_H

#include <linux/sched/topology.h>

/**
 * arch_sd_policy_flags() - policy flags that a domain has by default
 * @topology_flags: the SD_* flags that describe the domain's topology level
 *
 * SD_PREFER_LOCAL on cache and package levels packed the tasks of a fork into
 * the smallest cache with room, which cost tbench 30 % on a machine with small
 * caches (Peter Zijlstra to Zhang Yanmin, "tbench regression with 2.6.32-rc1",
 * October 2009). Between nodes a fork pays for remote memory instead, hence
 * NUMA levels prefer local placement and no other level does.
 *
 * Return: SD_* policy flags on top of those that sd_init() sets everywhere.
 */
static inline unsigned int arch_sd_policy_flags(unsigned int topology_flags)
{
	return topology_flags & SD_NUMA ? SD_PREFER_LOCAL : 0;
}

#endif /* _ASM_X86_SD_POLICY_H */
