// SPDX-License-Identifier: GPL-2.0
/*
 * Has maps and buddies made for each partition of a machine in the order in which
 * kernel/sched/placement/cpu_data.c does: the lanes, the map and the levels of each CPU,
 * and the pairs when all CPUs have these.
 */

#include <stdlib.h>
#include <string.h>

#include "attach.h"
#include "domain_walk.h"

struct placement_cpu *placement_cpu[NR_CPUS], *placement_cpu_new[NR_CPUS];
u64 placement_keys[NR_CPUS];

const struct placement_cpu placement_nobody = {
	.map = BALANCE_MAP_NONE,
};

const struct attach_how attach_plainly = {
	.first_build = 1,
	.build_step = 1,
};

static void publish(int cpu, struct placement_cpu *data)
{
	placement_cpu[cpu] = data;
	placement_keys[cpu] = data->map.key[0];
}

static void build(int cpu, const struct balance_lanes *lanes, u16 number)
{
	struct sched_domain *base = lowest_domain(cpu);
	struct placement_cpu *new;

	if (!base)
		return;

	new = aligned_alloc(__alignof__(*new), sizeof(*new));
	if (!new)
		abort();
	memset(new, 0, sizeof(*new));
	balance_map_build(&new->map, base, cpu, lanes, number);
	idle_buddies_build(&new->buddies, base);
	placement_cpu_new[cpu] = new;
}

static void attach_part(const struct cpumask *map, const int *cpus, int nr, u16 number,
			const struct attach_how *how)
{
	struct random rnd = { .state = how->seed };
	struct balance_lanes lanes;
	int i;

	balance_map_lanes(map, &lanes);
	for (i = 0; i < nr; i++) {
		if (!random_percent(&rnd, how->no_memory))
			build(cpus[i], &lanes, number);
	}
	for (i = 0; i < nr; i++)
		idle_buddies_pair(lowest_domain(cpus[i]), cpus[i]);
	for (i = 0; i < nr; i++) {
		if (placement_cpu_new[cpus[i]])
			publish(cpus[i], placement_cpu_new[cpus[i]]);
		placement_cpu_new[cpus[i]] = NULL;
	}
}

/**
 * attach() - have everything made
 * @t: a machine with domains
 * @how: in what way
 */
void attach(const struct topology *t, const struct attach_how *how)
{
	int *cpus = calloc(t->nr, sizeof(*cpus));
	u16 number = how->first_build;
	int place, part;

	for (place = 0; place < t->nr; place++)
		publish(t->number[place], (struct placement_cpu *)&placement_nobody);

	for (part = 0; part < t->nr_parts; part++) {
		int cpu, nr = 0;

		for_each_cpu(cpu, t->map[part])
			cpus[nr++] = cpu;
		if (how->shuffle)
			random_shuffle(how->shuffle, cpus, nr);
		if (!number)
			number++;
		if (nr)
			attach_part(t->map[part], cpus, nr, number, how);
		number += how->build_step;
	}

	free(cpus);
}

/**
 * detach() - free everything
 * @t: the machine
 */
void detach(const struct topology *t)
{
	int place;

	for (place = 0; place < t->nr; place++) {
		struct placement_cpu **data = &placement_cpu[t->number[place]];

		if (*data != &placement_nobody)
			free(*data);
		*data = NULL;
	}
}

/**
 * follow() - let the maps follow the flags of the domains
 * @t: the machine
 */
void follow(const struct topology *t)
{
	int place;

	for (place = 0; place < t->nr; place++) {
		struct placement_cpu *data = placement_cpu[t->number[place]];

		if (data != &placement_nobody)
			balance_map_follow(&data->map);
	}
}
