// SPDX-License-Identifier: GPL-2.0
/*
 * Whether what a build costs is linear: the uses of CPU masks per CPU, each of which
 * counts as one, and the bytes per CPU, for machines of the same shape from 64 CPUs to
 * 4096.
 */

#include "attach.h"
#include "cost_test.h"
#include "report.h"
#include "shapes.h"

/* Per CPU on 4096 CPUs, in percent of what it is on 64. */
#define GROWTH	110

static double uses_per_cpu(const struct regular *machine)
{
	struct topology t;
	unsigned long uses;

	shape_regular(&t, machine);
	topology_build(&t);

	uses = cpumask_uses;
	attach(&t, &attach_plainly);
	follow(&t);
	uses = cpumask_uses - uses;

	detach(&t);
	topology_destroy(&t);
	topology_free(&t);

	return (double)uses / t.nr;
}

/* Shapes that grow in one place, to 64 times of what they are. */
static const struct regular shapes[] = {
	{ 64, 2, 2, 2, 4, SIBLINGS_APART },	/* more caches per node */
	{ 64, 2, 2, 4, 2, SIBLINGS_ADJACENT },	/* more clusters per cache */
	{ 64, 2, 8, 2, 1, SIBLINGS_APART },	/* more cores per cluster */
	{ 64, 1, 1, 64, 1, SIBLINGS_ADJACENT },	/* one cache of all */
};

static struct regular grown(struct regular machine, int shape, int times)
{
	machine.cpus *= times;
	if (shape == 0)
		machine.llcs *= times;
	else if (shape == 2)
		machine.cores *= times;
	else
		machine.clusters *= times;

	return machine;
}

static void check_time(void)
{
	int shape, times;

	for (shape = 0; shape < ARRAY_SIZE(shapes); shape++) {
		double small = uses_per_cpu(&shapes[shape]);

		for (times = 2; times <= 64; times *= 2) {
			struct regular machine = grown(shapes[shape], shape, times);
			double uses = uses_per_cpu(&machine);

			expect(COST_TIME, uses * 100 <= small * GROWTH,
			       "shape %d, %d CPUs: %.1f uses per CPU, after %.1f of 64", shape,
			       machine.cpus, uses, small);
		}
	}
}

/*
 * What is tested has no allocator, so that the data of a CPU is what attach() allocates.
 * NR_CPUS is as large as can be, and a mask of that many bits would have 8 KiB.
 */
static void check_memory(void)
{
	expect(COST_MEMORY, sizeof(struct placement_cpu) <= 768, "%zu bytes per CPU",
	       sizeof(struct placement_cpu));
}

/**
 * check_cost() - test what builds cost
 */
void check_cost(void)
{
	check_time();
	check_memory();
}
