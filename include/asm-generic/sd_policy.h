/* SPDX-License-Identifier: GPL-2.0 */
#ifndef __ASM_GENERIC_SD_POLICY_H
#define __ASM_GENERIC_SD_POLICY_H

/**
 * arch_sd_policy_flags() - policy flags that a domain has by default
 * @topology_flags: the SD_* flags that describe the domain's topology level
 *
 * Which domains prefer local placement depends on what a cache or a node
 * boundary costs on a machine, hence an architecture's header may replace this
 * one. No domain prefers it here.
 *
 * Return: SD_* policy flags on top of those that sd_init() sets everywhere.
 */
static inline unsigned int arch_sd_policy_flags(unsigned int topology_flags)
{
	return 0;
}

#endif /* __ASM_GENERIC_SD_POLICY_H */
