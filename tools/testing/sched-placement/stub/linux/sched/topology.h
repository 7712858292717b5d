/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tested files use of a scheduling domain. The flags are the kernel's.
 */
#ifndef _STUB_LINUX_SCHED_TOPOLOGY_H
#define _STUB_LINUX_SCHED_TOPOLOGY_H

#include <linux/cpumask.h>
#include <linux/types.h>

#define SD_FLAG(name, mflags)	__##name,
enum {
	#include <../../include/linux/sched/sd_flags.h>
	__SD_FLAG_CNT,
};

#undef SD_FLAG

#define SD_FLAG(name, mflags)	name = 1 << __##name,
enum {
	#include <../../include/linux/sched/sd_flags.h>
};

#undef SD_FLAG

#define SD_FLAG(name, mflags)	((mflags) & SDF_NEEDS_GROUPS ? name : 0) |
enum {
	SD_DEGENERATE_GROUPS_MASK =
	#include <../../include/linux/sched/sd_flags.h>
	0,
};

#undef SD_FLAG

struct sched_domain {
	struct sched_domain *parent;
	struct sched_domain *child;
	int flags;
	int level;
	unsigned int span_weight;
	/* In the place of ->groups: whether there is more than one. */
	bool many_groups;
	unsigned long span[];
};

static inline struct cpumask *sched_domain_span(struct sched_domain *sd)
{
	return to_cpumask(sd->span);
}

#endif /* _STUB_LINUX_SCHED_TOPOLOGY_H */
