// SPDX-License-Identifier: GPL-2.0
/*
 * What wakectl has switched on is switched off when it is told to stop. So signals set
 * a flag, and the program ends as if it were done. They are blocked except while it waits,
 * so that none can come between the look at the flag and the wait.
 */

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include "stop.h"

static atomic_bool stop;
static sigset_t while_waiting;

static void note_signal(int signal)
{
	(void)signal;
	stop = true;
}

void stop_on_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = note_signal };
	sigset_t blocked;

	sigemptyset(&blocked);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++) {
		sigaction(signals[i], &action, NULL);
		sigaddset(&blocked, signals[i]);
	}
	sigprocmask(SIG_BLOCK, &blocked, &while_waiting);
}

static bool wait_until(double end)
{
	double left = end - now();
	struct timespec time = { .tv_sec = left, .tv_nsec = (left - (time_t)left) * 1e9 };

	if (left <= 0)
		time = (struct timespec){};

	return ppoll(NULL, 0, &time, &while_waiting) == 0 && left <= 0;
}

/* Return: whether the program has been told to stop. */
bool stopped(void)
{
	wait_until(0);

	return stop;
}

/* Return: false if told to stop meanwhile. */
bool wait_seconds(double seconds)
{
	double end = now() + seconds;

	while (!stop) {
		if (wait_until(end))
			break;
	}

	return !stop;
}

double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);

	return time.tv_sec + time.tv_nsec / 1e9;
}
