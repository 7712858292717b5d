/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Many wakeups in short time, and all their decisions: for what must never be, whatever
 * else the machine has to do.
 */
#ifndef SCHED_BURST_H
#define SCHED_BURST_H

#include "sched_expect.h"

#define BURST		240
#define BURST_PART	40
#define BURST_SEEN	(BURST / 2)

/**
 * struct burst - decisions about one task
 * @nr: how many were seen
 * @placed: they
 */
struct burst {
	int nr;
	struct placed placed[BURST];
};

static inline bool read_burst(struct burst *burst, pid_t pid)
{
	static char text[TEXT_MAX];
	const char *rest = text;

	if (trace_read(text))
		return false;
	while (burst->nr < BURST &&
	       trace_find_pid(rest, "sched_placement", pid, &burst->placed[burst->nr])) {
		rest = strchrnul(burst->placed[burst->nr].at, '\n');
		burst->nr++;
	}

	return true;
}

/* Wakes the stage's wakee from the CPUs of @wakers in turn; it may run where it may. */
static inline bool make_burst(struct stage *stage, const cpu_set_t *wakers,
			      struct burst *burst)
{
	cpu_set_t none;
	int i, cpu = 0;

	CPU_ZERO(&none);
	memset(burst, 0, sizeof(*burst));
	if (stage->allowed)
		sched_setaffinity(stage->wakee.pid, sizeof(cpu_set_t), stage->allowed);
	else
		unbind_task(stage->wakee.pid);
	/* So that it is where it may be. */
	wake(&stage->wakee);
	wait_asleep(stage->wakee.pid);
	trace_drop();

	for (i = 0; i < BURST; i++) {
		if (i % BURST_PART == 0) {
			cpu = next_cpu(cpu, wakers, &none);
			bind_task(0, cpu);
		}
		wake(&stage->wakee);
		/* Who is still on its CPU when woken is not placed. */
		do {
			usleep(1000);
		} while (task_state(stage->wakee.pid) != 'S');
		if (i % BURST_PART == BURST_PART - 1 && !read_burst(burst, stage->wakee.pid))
			return false;
	}
	unbind_task(0);

	return true;
}

static inline bool in_burst(const struct burst *burst, const char *reason)
{
	int i;

	for (i = 0; i < burst->nr; i++) {
		if (!strcmp(burst->placed[i].reason, reason))
			return true;
	}

	return false;
}

/* The first decision for a CPU that is not in @cpus, or NULL. */
static inline const struct placed *outside_of(const cpu_set_t *cpus,
					      const struct burst *burst)
{
	int i;

	for (i = 0; i < burst->nr; i++) {
		if (!CPU_ISSET(burst->placed[i].target, cpus))
			return &burst->placed[i];
	}

	return NULL;
}

#endif /* SCHED_BURST_H */
