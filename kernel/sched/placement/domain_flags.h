/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: flags of domains, for their files and their KUnit suite.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_DOMAIN_FLAGS_H
#define _KERNEL_SCHED_PLACEMENT_DOMAIN_FLAGS_H

#include <linux/list.h>
#include <linux/types.h>

#include "flag_change.h"

/**
 * struct flag_target - which domains a write or a read is about
 * @name: level name of the domains, or NULL for all levels
 * @cpu: the one CPU whose domain it is, or -1 for those of all CPUs
 * @level: with @cpu, sched_domain::level
 */
struct flag_target {
	const char *name;
	int cpu;
	int level;
};

/**
 * struct domain_level - a level that some CPU has, or has had, a domain of
 * @node: in domain_levels, in the order that the levels were met
 * @name: level name, a string constant of the topology table
 */
struct domain_level {
	struct list_head node;
	const char *name;
};

/* Protected by sched_domains_mutex. */
extern struct list_head domain_levels;

bool domain_flags_meet_level(const char *name);
struct sched_domain *domain_flags_find(const struct flag_target *target);
unsigned int domain_flags_overridden(struct sched_domain *sd, int cpu);
int domain_flags_write(const struct flag_target *target, const char *text);
unsigned int domain_flags_legal(unsigned int flags, unsigned int child_flags);

#endif /* _KERNEL_SCHED_PLACEMENT_DOMAIN_FLAGS_H */
