/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Making a waker of many, and a wakee of many, which wake_wide() does not pull together.
 *
 * It asks how often each of them has lately woken another task than the time before. With
 * as many CPUs in the cache as FACTOR, the smaller number needs to be FACTOR at least,
 * and the larger one FACTOR times that. The caller makes its own number, and the wakee
 * inherits what it is when that is forked. The numbers halve once a second, but only while
 * their task wakes others: a wakee that does not keeps it.
 */
#ifndef SCHED_WIDE_H
#define SCHED_WIDE_H

#include "sched_stage.h"

/* Two tasks that the caller wakes in turn. */
static struct {
	pid_t pid[2];
	int there[2][2];
	int back[2];
	int factor;
} pals;

static inline bool start_pals(const cpu_set_t *llc)
{
	char byte;
	int i;

	pals.factor = CPU_COUNT(llc);
	if (pipe(pals.back))
		return false;
	for (i = 0; i < 2; i++) {
		if (pipe(pals.there[i]))
			return false;
		pals.pid[i] = fork();
		if (pals.pid[i])
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (read(pals.there[i][0], &byte, 1) == 1 &&
		       write(pals.back[1], "", 1) == 1)
			;
		_exit(0);
	}

	return true;
}

static inline void stop_pals(void)
{
	int i;

	for (i = 0; i < 2; i++) {
		kill(pals.pid[i], SIGKILL);
		waitpid(pals.pid[i], NULL, 0);
	}
}

static inline void wake_pals(int times)
{
	char byte;
	int i;

	for (i = 0; i < times; i++) {
		if (write(pals.there[i & 1][1], "", 1) != 1 || read(pals.back[0], &byte, 1) != 1)
			ksft_exit_fail_msg("a pipe is broken\n");
	}
}

/* With FACTOR at least after the number was halved while it was made. */
static inline bool start_wide_wakee(struct wakee *wakee)
{
	wake_pals(2 * pals.factor);

	return start_wakee(wakee);
}

/* The same for the larger number, which is halved once more by the wakeup. */
static inline bool place_wide(struct stage *stage, int prev, struct placed *placed)
{
	int i;

	for (i = 0; i < ATTEMPTS; i++) {
		wake_pals(8 * pals.factor * pals.factor);
		if (try_wakeup(&stage->wakee, stage->waker, prev, stage->allowed,
			       "sched_placement", placed))
			return true;
	}

	return false;
}

#endif /* SCHED_WIDE_H */
