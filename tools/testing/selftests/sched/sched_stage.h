/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a wakeup happens among: a waker on a CPU of its own, a wakee, and tasks that keep
 * other CPUs busy.
 */
#ifndef SCHED_STAGE_H
#define SCHED_STAGE_H

#include "sched_place.h"

/**
 * struct stage - a waker, a wakee and spinners
 * @spinners: tasks that keep CPUs busy
 * @wakee: who is woken
 * @start: how to start one
 * @waker: the CPU that the wakee is woken on
 * @allowed: where the wakee may run, or NULL for everywhere
 * @busy: the CPUs with a spinner, and the waker's
 * @llc: CPUs that share the cache of the waker's CPU
 * @core: SMT siblings of the waker's CPU
 */
struct stage {
	struct spinners spinners;
	struct wakee wakee;
	bool (*start)(struct wakee *wakee);
	int waker;
	const cpu_set_t *allowed;
	cpu_set_t busy;
	cpu_set_t llc;
	cpu_set_t core;
};

static inline bool have_equal_cpus(void)
{
	return !domain_has(0, nr_domains(0) - 1, "SD_ASYM_CPUCAPACITY");
}

/* The CPU of @cpus after @cpu, around the end, that is not in @without; @cpu is last. */
static inline int next_cpu(int cpu, const cpu_set_t *cpus, const cpu_set_t *without)
{
	int i;

	for (i = 1; i <= nr_cpus(); i++) {
		int next = (cpu + i) % nr_cpus();

		if (CPU_ISSET(next, cpus) && !CPU_ISSET(next, without))
			return next;
	}

	return -1;
}

/* While there are no spinners. */
static inline bool move_waker(struct stage *stage, int cpu)
{
	stage->waker = cpu;
	CPU_ZERO(&stage->busy);
	CPU_SET(cpu, &stage->busy);

	return !llc_span(cpu, &stage->llc) && !thread_siblings(cpu, &stage->core);
}

static inline bool set_stage(struct stage *stage)
{
	memset(stage, 0, sizeof(*stage));
	stage->start = start_wakee;

	return move_waker(stage, 0) && stage->start(&stage->wakee);
}

static inline void strike_stage(struct stage *stage)
{
	stop_wakee(&stage->wakee);
	stop_spinners(&stage->spinners);
}

/* Another one. */
static inline bool change_wakee(struct stage *stage, bool (*start)(struct wakee *wakee))
{
	stop_wakee(&stage->wakee);
	stage->start = start;

	return stage->start(&stage->wakee);
}

/*
 * A CPU with another cache than the waker's, in the lowest domain that has SD_WAKE_AFFINE
 * and such CPUs; -1 if there is none.
 */
static inline int far_cpu(const struct stage *stage)
{
	int domain, cpu = -1;
	cpu_set_t span;

	for (domain = 0; domain < nr_domains(stage->waker) && cpu < 0; domain++) {
		if (domain_has(stage->waker, domain, "SD_WAKE_AFFINE") &&
		    !domain_span(stage->waker, domain, &span))
			cpu = next_cpu(stage->waker, &span, &stage->llc);
	}

	return cpu;
}

static inline void spin(struct stage *stage, int cpu)
{
	add_spinner(&stage->spinners, cpu);
	CPU_SET(cpu, &stage->busy);
}

/* No more. */
static inline void spin_nowhere(struct stage *stage)
{
	stop_spinners(&stage->spinners);
	CPU_ZERO(&stage->busy);
	CPU_SET(stage->waker, &stage->busy);
}

/* All of @cpus that are not busy. */
static inline void spin_all(struct stage *stage, const cpu_set_t *cpus)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		if (CPU_ISSET(cpu, cpus) && !CPU_ISSET(cpu, &stage->busy))
			spin(stage, cpu);
	}
}

/* One thread of each core of @cpus that has no busy one. */
static inline void spin_cores(struct stage *stage, const cpu_set_t *cpus)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		cpu_set_t siblings;

		if (!CPU_ISSET(cpu, cpus) || thread_siblings(cpu, &siblings))
			continue;
		CPU_AND(&siblings, &siblings, &stage->busy);
		if (!CPU_COUNT(&siblings))
			spin(stage, cpu);
	}
}

/* The one CPU that is left idle, far away from CPU 0. */
static inline int spin_all_but_last(struct stage *stage)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpus() - 1; cpu++) {
		if (!CPU_ISSET(cpu, &stage->busy))
			spin(stage, cpu);
	}

	return cpu;
}

#endif /* SCHED_STAGE_H */
