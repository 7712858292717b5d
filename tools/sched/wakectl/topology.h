/* SPDX-License-Identifier: GPL-2.0 */
/* The scheduling domains of the machine, as a tree. */
#ifndef WAKECTL_TOPOLOGY_H
#define WAKECTL_TOPOLOGY_H

#include <stdbool.h>

#include "cpulist.h"
#include "words.h"

/**
 * struct domain - domains of several CPUs that are alike
 * @name: of the level; NULL if not known
 * @span: the CPUs in it
 * @owners: the CPUs that have it
 * @flags: their names
 * @flags_known: whether @flags could be read
 * @overrides: the flags that are not as built, as +FLAG or -FLAG
 * @children: domains of the next lower level, which cannot tell other owners
 * @nr_children: how many
 */
struct domain {
	char		*name;
	struct cpus	span;
	struct cpus	owners;
	struct words	flags;
	bool		flags_known;
	struct words	overrides;
	struct domain	**children;
	int		nr_children;
};

/**
 * struct topology - all domains
 * @online: the CPUs that are online
 * @top: has the widest domains as its children
 */
struct topology {
	struct cpus	online;
	struct domain	top;
};

void topology_read(struct topology *topology);
void topology_free(struct topology *topology);
struct cpus topology_llc(const struct topology *topology, int cpu);
struct cpus topology_without_domain(const struct topology *topology);

#endif /* WAKECTL_TOPOLOGY_H */
