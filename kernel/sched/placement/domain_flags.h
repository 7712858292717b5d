/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: the parts of writing domain flags that its KUnit suite calls.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_DOMAIN_FLAGS_H
#define _KERNEL_SCHED_PLACEMENT_DOMAIN_FLAGS_H

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

int domain_flags_write(const struct flag_target *target, const char *text);
unsigned int domain_flags_legal(unsigned int flags, unsigned int child_flags);

#endif /* _KERNEL_SCHED_PLACEMENT_DOMAIN_FLAGS_H */
