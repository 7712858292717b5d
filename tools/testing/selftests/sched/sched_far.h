/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A stage with two places: the waker's cache, and one that the wakee was in before.
 *
 * The scan of the base begins at the CPU next to the target. While all are idle it finds
 * an idle core, if cores have threads and one is known to be idle, as the waker's own is
 * while it sleeps; else the next CPU.
 */
#ifndef SCHED_FAR_H
#define SCHED_FAR_H

#include "sched_expect.h"

/**
 * struct far - a stage with two places
 * @stage: around the waker
 * @prev: where the wakee was: with another cache, or, if there is none, with the same
 * @prev_llc: the CPUs that share the cache of @prev
 * @apart: whether it is another one
 * @near: the CPU near the waker that the scan finds while all are idle
 * @scanned: with this reason
 */
struct far {
	struct stage stage;
	int prev;
	cpu_set_t prev_llc;
	bool apart;
	int near;
	const char *scanned;
};

/* What the scan finds that begins at the waker's CPU. */
static inline void look_near(struct far *far)
{
	struct stage *stage = &far->stage;
	int waker = stage->waker;

	far->scanned = "core_idle";
	far->near = next_cpu(waker, &stage->llc, &stage->core);
	if (CPU_COUNT(&stage->core) < 2 || far->near < 0) {
		far->scanned = "cpu_idle";
		far->near = next_cpu(waker, &stage->llc, &stage->busy);
	}
}

static inline bool set_far_stage(struct far *far)
{
	struct stage *stage = &far->stage;

	if (!set_stage(stage))
		return false;

	look_near(far);
	far->prev = far_cpu(stage);
	far->apart = far->prev >= 0;
	if (!far->apart)
		far->prev = next_cpu(0, &stage->llc, &stage->busy);

	return far->prev < 0 || !llc_span(far->prev, &far->prev_llc);
}

static inline const char *far_lacks(const struct far *far)
{
	if (!have_equal_cpus())
		return "needs CPUs of equal capacity";
	if (CPU_COUNT(&far->stage.llc) < 2)
		return "needs two CPUs in a cache";

	return NULL;
}

#endif /* SCHED_FAR_H */
