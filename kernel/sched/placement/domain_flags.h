/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: flags of domains, for their files and their KUnit suite.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_DOMAIN_FLAGS_H
#define _KERNEL_SCHED_PLACEMENT_DOMAIN_FLAGS_H

#include <linux/cpumask.h>
#include <linux/types.h>

#include "flag_change.h"

#define FLAG_ANY	(-1)

/**
 * struct flag_target - which domains a write or a read is about
 * @name: level name of the domains, or NULL for all levels
 * @cpus: the CPUs whose domains they are, or NULL for the machine: all CPUs, and
 *        those that will come
 * @level: with @cpus, sched_domain::level or FLAG_ANY
 * @reach: with @cpus, how far a NUMA domain reaches or FLAG_ANY
 */
struct flag_target {
	const char *name;
	const struct cpumask *cpus;
	int level;
	int reach;
};

#define FLAG_TARGET_MACHINE(level_name)		\
	{ .name = (level_name), .level = FLAG_ANY, .reach = FLAG_ANY }

/* Return: the one domain of @cpu that has @level. */
static inline struct flag_target flag_target_domain(int cpu, int level)
{
	return (struct flag_target){
		.cpus = cpumask_of(cpu), .level = level, .reach = FLAG_ANY,
	};
}

struct flag_write {
	struct flag_target target;
	struct flag_change change;
};

struct flag_writes {
	int nr;
	struct flag_write *write;
};

/* NULL terminated, in the order that they were met. Under sched_domains_mutex. */
extern const char *domain_levels[];

struct sched_domain *domain_flags_find(int cpu, int level);
unsigned int domain_flags_overridden(struct sched_domain *sd, int cpu);
int domain_flags_change(const struct flag_writes *writes);
int domain_flags_write(const struct flag_target *target, const char *text);
unsigned int domain_flags_legal(unsigned int flags, unsigned int child_flags);

#endif /* _KERNEL_SCHED_PLACEMENT_DOMAIN_FLAGS_H */
