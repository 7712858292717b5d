/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the scheduler has put a task, from its tracepoints rather than from where
 * the task finds itself later, when a balancer may have moved it.
 */
#ifndef SCHED_TRACE_H
#define SCHED_TRACE_H

#include <sys/stat.h>

#include "sched_files.h"

#define TRACE_DIR	"/sys/kernel/tracing/instances/sched_placement_test"
#define REASON_LEN	24

static pid_t trace_owner;

static inline void trace_stop(void)
{
	if (getpid() == trace_owner)
		rmdir(TRACE_DIR);
}

/*
 * Turning a tracepoint on patches code that other CPUs run, which emulators have
 * been seen to get wrong. So it is done once per program and before there is load,
 * and not at all if there is such an instance, as with these kernel parameters:
 *
 *	trace_instance=sched_placement_test,sched:sched_wakeup_new,
 *		sched:sched_waking,sched:sched_wakeup		(on one line)
 */
static inline int trace_event(const char *event, bool on)
{
	char path[PATH_LEN];

	snprintf(path, sizeof(path), TRACE_DIR "/events/sched/%s/enable", event);

	return write_text(path, on ? "1" : "0");
}

static inline void trace_start(void)
{
	static const char * const events[] = {
		"sched_wakeup_new", "sched_waking", "sched_wakeup",
	};
	size_t i;
	int err;

	if (mkdir(TRACE_DIR, 0700)) {
		if (errno != EEXIST)
			ksft_exit_skip("%s: %s\n", TRACE_DIR, strerror(errno));
	} else {
		trace_owner = getpid();
		atexit(trace_stop);
	}

	write_text(TRACE_DIR "/options/record-cmd", "0");
	for (i = 0; i < ARRAY_SIZE(events); i++) {
		err = trace_event(events[i], true);
		if (err)
			ksft_exit_skip("tracing %s: %s\n", events[i], strerror(-err));
	}
}

/*
 * What was traced since the last call. Reading takes it out of the buffers, and
 * unlike clearing them does not give the machine work that would be traced next.
 */
static inline int trace_read(char *text)
{
	int fd = open(TRACE_DIR "/trace_pipe", O_RDONLY | O_NONBLOCK);
	size_t len = 0;
	ssize_t ret;

	text[0] = '\0';
	if (fd < 0)
		return -errno;

	do {
		ret = read(fd, text + len, TEXT_MAX - 1 - len);
		if (ret > 0)
			len += ret;
	} while (ret > 0 && len < TEXT_MAX - 1);
	text[len] = '\0';
	ret = ret < 0 && errno != EAGAIN ? -errno : ret > 0 ? -E2BIG : 0;
	close(fd);

	return ret;
}

static inline void trace_drop(void)
{
	static char text[TEXT_MAX];

	while (trace_read(text) == -E2BIG)
		;
}

/**
 * struct placed - one event about a task
 * @at: where it stands in the text of the trace
 * @seconds: when, by the trace's clock
 * @current_pid: the task that was current
 * @cpu: where the event happened
 * @target: where the task was put, or -1
 * @prev: where it was before, or -1
 * @looked: how many CPUs were looked at, or -1
 * @reason: why it was put there, or empty
 */
struct placed {
	const char *at;
	double seconds;
	pid_t current_pid;
	int cpu;
	int target;
	int prev;
	int looked;
	char reason[REASON_LEN];
};

static inline int number_after(const char *line, const char *end, const char *word)
{
	const char *at = strstr(line, word);

	return at && at < end ? atoi(at + strlen(word)) : -1;
}

static inline void word_after(const char *line, const char *end, const char *word,
			      char *value)
{
	const char *at = strstr(line, word);

	*value = '\0';
	if (at && at < end)
		snprintf(value, REASON_LEN, "%.*s", (int)strcspn(at + strlen(word), "\n "),
			 at + strlen(word));
}

/*
 * The first line of @text, a trace or the rest of one, with @event and @word. Lines
 * look like
 *
 *	 prog-123 [002] d..2. 12.3: sched_wakeup_new: comm=prog pid=124 prio=120 target_cpu=003
 */
static inline bool trace_find(const char *text, const char *event, const char *word,
			      struct placed *placed)
{
	const char *line, *end, *at, *cpu, *time;
	char head[64];

	snprintf(head, sizeof(head), ": %s: ", event);

	for (line = text; *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		at = strstr(line, head);
		cpu = strstr(line, " [");
		if (!at || at > end || !cpu || cpu > at)
			continue;
		for (time = at; time > cpu && time[-1] != ' '; time--)
			;
		at = strstr(at, word);
		if (!at || at > end)
			continue;

		placed->at = line;
		placed->seconds = strtod(time, NULL);
		placed->cpu = atoi(cpu + 2);
		while (cpu > line && cpu[-1] != '-')
			cpu--;
		placed->current_pid = atoi(cpu);
		placed->target = number_after(line, end, " target_cpu=");
		if (placed->target < 0)
			placed->target = number_after(line, end, " dest_cpu=");
		if (placed->target < 0)
			placed->target = number_after(line, end, " cpu=");
		placed->prev = number_after(line, end, " prev_cpu=");
		placed->looked = number_after(line, end, " looked=");
		word_after(line, end, " reason=", placed->reason);
		return true;
	}

	return false;
}

static inline bool trace_find_pid(const char *text, const char *event, pid_t pid,
				  struct placed *placed)
{
	char word[32];

	snprintf(word, sizeof(word), " pid=%d ", pid);

	return trace_find(text, event, word, placed);
}

/*
 * A task that was woken longer ago than this is done, if it is not one of ours, even
 * if it had to wait for a slice to end. And what is counted once a tick knows that.
 */
#define QUIET_MS	6

static inline bool trace_quiet_of(const char *wakes, const char *text,
				  const struct placed *event, pid_t pid)
{
	struct placed woken;
	char word[32];

	snprintf(word, sizeof(word), " pid=%d ", pid);

	while (trace_find(text, wakes, "", &woken) && woken.at < event->at) {
		text = strchrnul(woken.at, '\n');
		if (woken.seconds > event->seconds - QUIET_MS / 1000.0 &&
		    !memmem(woken.at, text - woken.at, word, strlen(word)))
			return false;
	}

	return true;
}

/*
 * Whether nothing but @pid was woken shortly before @event. A CPU that is told to wake a
 * task is not idle any more, which is some time before it does.
 */
static inline bool trace_quiet(const char *text, const struct placed *event, pid_t pid)
{
	return trace_quiet_of("sched_waking", text, event, pid) &&
	       trace_quiet_of("sched_wakeup", text, event, pid);
}

#endif /* SCHED_TRACE_H */
