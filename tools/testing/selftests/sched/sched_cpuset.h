/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A cpuset partition: CPUs that are taken from all other tasks.
 */
#ifndef SCHED_CPUSET_H
#define SCHED_CPUSET_H

#include <sys/mount.h>

#include "sched_files.h"

#define CGROUP_ROOT	"/sys/fs/cgroup"
#define CGROUP		CGROUP_ROOT "/sched_placement_test"

/* Finds or mounts cgroup2 with the cpuset controller. */
static inline bool have_cpusets(void)
{
	static char text[TEXT_MAX];

	if (access(CGROUP_ROOT "/cgroup.controllers", R_OK) &&
	    mount("cgroup2", CGROUP_ROOT, "cgroup2", 0, NULL))
		return false;

	return !read_text(CGROUP_ROOT "/cgroup.controllers", text) &&
	       has_word(text, "cpuset") &&
	       !write_text(CGROUP_ROOT "/cgroup.subtree_control", "+cpuset");
}

/* @type: "root" with domains of its own, or "isolated" without any. */
static inline bool make_partition(const char *cpus, const char *type)
{
	static char text[TEXT_MAX];

	return (!mkdir(CGROUP, 0755) || errno == EEXIST) &&
	       !write_text(CGROUP "/cpuset.cpus", cpus) &&
	       !write_text(CGROUP "/cpuset.cpus.partition", type) &&
	       !read_text(CGROUP "/cpuset.cpus.partition", text) &&
	       !strncmp(text, type, strlen(type)) && !strcmp(text + strlen(type), "\n");
}

static inline bool isolate_cpu(int cpu)
{
	char cpus[NAME_LEN];

	snprintf(cpus, sizeof(cpus), "%d", cpu);

	return make_partition(cpus, "isolated");
}

/* If there is one: a test that is given up leaves its partition to the next one. */
static inline int end_partition(void)
{
	if (access(CGROUP, F_OK))
		return 0;

	return write_text(CGROUP "/cpuset.cpus.partition", "member") ?: rmdir(CGROUP);
}

#endif /* SCHED_CPUSET_H */
