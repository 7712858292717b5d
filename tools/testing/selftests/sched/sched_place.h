/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One fork, one exec or one wakeup, and where the scheduler has put the task.
 *
 * Each returns true with the answer, or false if it did not come about as asked
 * in many attempts, which is a failure of the test. As asked means that the task
 * and its waker were where they should be, and that no other task, such as a
 * kworker, was woken while one looked: it could be what was counted.
 */
#ifndef SCHED_PLACE_H
#define SCHED_PLACE_H

#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <time.h>

#include "sched_load.h"
#include "sched_trace.h"

#define ATTEMPTS	200
#define SETTLE_MS	12
#define LISTENS		100

/*
 * Until what other tasks had to do on this CPU is done, and what is counted once a
 * tick counts the caller.
 */
static inline void run_for(long ms)
{
	struct timespec now, end;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_nsec += ms * 1000000;
	end.tv_sec += end.tv_nsec / 1000000000;
	end.tv_nsec %= 1000000000;
	do {
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec < end.tv_sec ||
		 (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
}

/*
 * Alone on @cpu, as far as it goes, after a while in which no other task was woken, and
 * with nothing in the trace. What a slow machine has to do after the last placement
 * can take it many times as long as a fast one.
 */
static inline void settle_on(int cpu)
{
	static char text[TEXT_MAX];
	struct placed woken;
	int i;

	bind_task(0, cpu);
	run_for(SETTLE_MS);
	trace_drop();
	for (i = 0; i < LISTENS; i++) {
		run_for(QUIET_MS + 2);
		if (!trace_read(text) && !trace_find(text, "sched_wakeup", "", &woken))
			break;
	}
}

/* On @cpu, until somebody has a reason to move the caller. */
static inline void stand_on(int cpu)
{
	settle_on(cpu);
	unbind_task(0);
}

/* How a child of a task on @cpu is placed, by @event. */
static inline bool trace_fork(int cpu, const char *event, struct placed *placed)
{
	static char text[TEXT_MAX];
	int i;

	for (i = 0; i < ATTEMPTS; i++) {
		pid_t pid;

		stand_on(cpu);
		pid = fork();
		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);

		if (!trace_read(text) && trace_find_pid(text, event, pid, placed) &&
		    placed->cpu == cpu && trace_quiet(text, placed, pid))
			return true;
	}

	return false;
}

/* Where a child of a task on @cpu starts. */
static inline bool place_fork(int cpu, int *target)
{
	struct placed placed;

	if (!trace_fork(cpu, "sched_wakeup_new", &placed))
		return false;
	*target = placed.target;

	return true;
}

/*
 * A child that calls exec() on @cpu. The file is empty: it is the call that moves the
 * task, by waking the stopper of its CPU, and then finds that there is nothing to
 * execute. It ends with the CPU that it is on, or 255 if it was not on @cpu before.
 */
static inline pid_t fork_exec(int cpu)
{
	static char * const no_strings[] = { NULL };
	pid_t pid = fork();
	int empty;

	if (pid)
		return pid;

	empty = memfd_create("empty", 0);
	stand_on(cpu);
	if (sched_getcpu() != cpu)
		_exit(255);
	fexecve(empty, no_strings, no_strings);
	_exit(sched_getcpu());
}

/*
 * Where a task on @cpu goes when it calls exec(). A balancer, which may move it as well,
 * lets another task wake the stopper; then the answer is not known.
 */
static inline bool place_exec(int cpu, int *target)
{
	static char text[TEXT_MAX];
	int i, status;

	for (i = 0; i < ATTEMPTS; i++) {
		struct placed waking;
		pid_t pid = fork_exec(cpu);

		if (waitpid(pid, &status, 0) != pid || trace_read(text))
			return false;

		*target = WEXITSTATUS(status);
		if (!WIFEXITED(status) || *target == 255)
			continue;
		if (*target == cpu)
			return true;
		if (trace_find(text, "sched_waking", "comm=migration/", &waking) &&
		    waking.current_pid == pid && trace_quiet(text, &waking, pid))
			return true;
	}

	return false;
}

/* How a task on @cpu that calls exec() is placed, with sched_placement traced. */
static inline bool trace_exec(int cpu, struct placed *placed)
{
	static char text[TEXT_MAX];
	int i;

	for (i = 0; i < ATTEMPTS; i++) {
		pid_t pid = fork_exec(cpu);

		waitpid(pid, NULL, 0);
		if (!trace_read(text) &&
		    trace_find_pid(text, "sched_placement", pid, placed) &&
		    placed->cpu == cpu && trace_quiet(text, placed, pid))
			return true;
	}

	return false;
}

/*
 * Of REPEAT placements on CPU 0, how many stayed in @below; -1 if one failed. A task
 * that happens to run at that moment counts in the kernel's sums, so that not all of
 * them go where they go on an idle machine, but MOST do, and FEW do not.
 */
#define REPEAT	12
#define FEW	(REPEAT / 4)
#define MOST	(REPEAT - FEW)

static inline int count_kept(bool (*place)(int cpu, int *target), const cpu_set_t *below)
{
	int i, target, kept = 0;

	for (i = 0; i < REPEAT; i++) {
		if (!place(0, &target))
			return -1;
		kept += !!CPU_ISSET(target, below);
	}

	return kept;
}

/**
 * struct wakee - a task that sleeps until it is written to
 * @pid: the task
 * @pipe: what it reads from
 */
struct wakee {
	pid_t pid;
	int pipe[2];
};

/*
 * wake_wide() does not let a task be pulled if it and its waker wake many others. A child
 * inherits its parent's count, which halves once a second if the parent wakes something:
 * always the same task here, which does not count again. An interrupt that wakes a task
 * counts for the one that it interrupts, so that wakees should not be kept for long.
 */
#define HALVINGS	10

/* For the caller and its children, in some seconds. */
static inline void forget_wakees(void)
{
	int sink[2], i;
	char byte;
	pid_t pid;

	if (pipe(sink))
		ksft_exit_fail_msg("pipe: %s\n", strerror(errno));
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;) {
			if (read(sink[0], &byte, 1) != 1)
				_exit(1);
		}
	}
	for (i = 0; i < HALVINGS; i++) {
		usleep(1050000);
		if (write(sink[1], "", 1) != 1)
			ksft_exit_fail_msg("write: %s\n", strerror(errno));
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(sink[0]);
	close(sink[1]);
}

/* A reader of @pipe, or of the eventfd that it is two ends of. */
static inline bool fork_wakee(struct wakee *wakee)
{
	uint64_t value;

	wakee->pid = fork();
	if (!wakee->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (read(wakee->pipe[0], &value, sizeof(value)) == sizeof(value))
			;
		_exit(0);
	}
	wait_asleep(wakee->pid);

	return true;
}

/* Wakeups by a pipe are synchronous: the waker says that it is about to sleep. */
static inline bool start_wakee(struct wakee *wakee)
{
	return !pipe(wakee->pipe) && fork_wakee(wakee);
}

/* Those by an eventfd are not. */
static inline bool start_unsync_wakee(struct wakee *wakee)
{
	wakee->pipe[0] = eventfd(0, 0);
	wakee->pipe[1] = dup(wakee->pipe[0]);

	return wakee->pipe[1] >= 0 && fork_wakee(wakee);
}

static inline void stop_wakee(struct wakee *wakee)
{
	if (!wakee->pid)
		return;
	kill(wakee->pid, SIGKILL);
	waitpid(wakee->pid, NULL, 0);
	close(wakee->pipe[0]);
	close(wakee->pipe[1]);
	wakee->pid = 0;
}

static inline void wake(struct wakee *wakee)
{
	const uint64_t one = 1;

	if (write(wakee->pipe[1], &one, sizeof(one)) != sizeof(one)) {
		perror("write");
		exit(1);
	}
}

/*
 * How @wakee is placed that last ran on @prev, may run on @allowed (NULL: everywhere),
 * and is woken by the caller on @cpu: as @event tells it, sched_wakeup or
 * sched_placement. One attempt. The last thing before the wakeup is @before, or NULL.
 */
static inline bool try_wakeup_after(void (*before)(void), struct wakee *wakee, int cpu,
				    int prev, const cpu_set_t *allowed, const char *event,
				    struct placed *placed)
{
	static char text[TEXT_MAX];

	bind_task(wakee->pid, prev);
	wake(wakee);
	wait_asleep(wakee->pid);
	if (allowed)
		sched_setaffinity(wakee->pid, sizeof(*allowed), allowed);
	else
		unbind_task(wakee->pid);

	settle_on(cpu);
	if (before)
		before();
	wake(wakee);
	wait_asleep(wakee->pid);
	unbind_task(0);

	return !trace_read(text) &&
	       trace_find_pid(text, "sched_waking", wakee->pid, placed) &&
	       placed->cpu == cpu && placed->target == prev &&
	       trace_quiet(text, placed, wakee->pid) &&
	       trace_find_pid(text, event, wakee->pid, placed);
}

static inline bool try_wakeup(struct wakee *wakee, int cpu, int prev,
			      const cpu_set_t *allowed, const char *event,
			      struct placed *placed)
{
	return try_wakeup_after(NULL, wakee, cpu, prev, allowed, event, placed);
}

/* The same, in as many attempts as it takes. */
static inline bool trace_wakeup(struct wakee *wakee, int cpu, int prev,
				const cpu_set_t *allowed, const char *event,
				struct placed *placed)
{
	int i;

	for (i = 0; i < ATTEMPTS; i++) {
		if (try_wakeup(wakee, cpu, prev, allowed, event, placed))
			return true;
	}

	return false;
}

/* Where @wakee goes, see trace_wakeup(). */
static inline bool place_wakeup(struct wakee *wakee, int cpu, int prev,
				const cpu_set_t *allowed, int *target)
{
	struct placed placed;

	if (!trace_wakeup(wakee, cpu, prev, allowed, "sched_wakeup", &placed))
		return false;
	*target = placed.target;

	return true;
}

#endif /* SCHED_PLACE_H */
