// SPDX-License-Identifier: GPL-2.0
/*
 * What buddies must not depend on: the order in which CPUs are built, and their numbers
 * beyond their order. And what must be true still if there was no memory for some.
 */

#include <stdlib.h>
#include <string.h>

#include "attach.h"
#include "buddy_test.h"
#include "report.h"
#include "shapes.h"

/* The buddies of all CPUs as places, which do not change with the numbers. */
static int *places_of_buddies(const struct topology *t)
{
	int *places = calloc(t->nr * IDLE_BUDDY_LEVELS, sizeof(*places));
	int place, i;

	for (place = 0; place < t->nr; place++) {
		const struct placement_cpu *data = placement_cpu_of(t->number[place]);

		for (i = 0; i < data->buddies.nr; i++) {
			int cpu = data->buddies.at[i].cpu;

			places[place * IDLE_BUDDY_LEVELS + i] = cpu < 0 ? -1 : t->place[cpu];
		}
	}

	return places;
}

static void compare(enum property id, const struct topology *t, const int *places,
		    const int *others)
{
	int i;

	for (i = 0; i < t->nr * IDLE_BUDDY_LEVELS; i++)
		expect(id, places[i] == others[i],
		       "CPU at place %d, its level %d: buddy at place %d, then %d",
		       i / IDLE_BUDDY_LEVELS, i % IDLE_BUDDY_LEVELS, places[i], others[i]);
}

static void rebuild(struct topology *t)
{
	topology_build(t);
	topology_tested = t;
	attach(t, &attach_plainly);
}

static void unbuild(struct topology *t)
{
	detach(t);
	topology_destroy(t);
}

/**
 * check_numbers() - give a machine other numbers, in the same order, and in another one
 * @t: the machine, with buddies; it has neither these nor domains afterwards
 * @rnd: what numbers
 * @odd: how many groups were left over
 */
void check_numbers(struct topology *t, struct random *rnd, unsigned int odd)
{
	int *places = places_of_buddies(t), *others;
	struct topology copy;
	unsigned int now;

	unbuild(t);

	shape_copy(&copy, t);
	shape_spread(&copy, rnd);
	rebuild(&copy);
	others = places_of_buddies(&copy);
	compare(BUDDY_RENUMBERED, t, places, others);
	unbuild(&copy);

	shape_permute(&copy, rnd);
	rebuild(&copy);
	now = check_buddies(&copy);
	expect(BUDDY_PERMUTED, now == odd, "%u groups are left over, which were %u", now, odd);
	unbuild(&copy);

	topology_tested = NULL;
	topology_free(&copy);
	free(places);
	free(others);
}

/**
 * check_order() - build the CPUs of a machine in another order
 * @t: the machine, with buddies
 * @rnd: in which
 */
void check_order(const struct topology *t, struct random *rnd)
{
	struct attach_how how = attach_plainly;
	int *places = places_of_buddies(t), *others;

	how.shuffle = rnd;
	detach(t);
	attach(t, &how);
	others = places_of_buddies(t);
	compare(BUDDY_ORDER, t, places, others);
	free(places);
	free(others);
}

/**
 * check_no_memory() - build a machine without memory for some of its CPUs
 * @t: the machine, without buddies; it has others afterwards
 * @rnd: which
 */
void check_no_memory(const struct topology *t, struct random *rnd)
{
	struct attach_how how = attach_plainly;
	int place, i;

	how.no_memory = 30;
	how.seed = random_u64(rnd);
	attach(t, &how);

	for (place = 0; place < t->nr; place++) {
		int cpu = t->number[place];
		const struct idle_buddies *buddies = &placement_cpu_of(cpu)->buddies;

		for (i = 0; i < buddies->nr; i++) {
			const struct cpumask *span = sched_domain_span(buddies->at[i].level);
			int is = buddies->at[i].cpu;

			expect(BUDDY_NO_MEMORY,
			       is != cpu && (is < 0 || cpumask_test_cpu(is, span)),
			       "CPU %d: buddy %d", cpu, is);
		}
	}
}
