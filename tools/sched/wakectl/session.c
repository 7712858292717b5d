// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the tracepoint of placement decisions with libtracefs, in a trace instance of
 * our own: what others trace is not disturbed, and all that was set up goes with the
 * instance.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access.h"
#include "memory.h"
#include "session.h"

#define SYSTEM		"sched"
#define EVENT		"sched_placement"
#define BUFFER_KIB	1024	/* per CPU */

/* libtracefs keeps the folder that it is told. */
static enum result find_event(struct session *session, char *dir)
{
	static const char * const systems[] = { SYSTEM, NULL };

	tracefs_set_loglevel(TEP_LOG_NONE);
	tracefs_set_tracing_dir(dir);

	errno = 0;
	session->tep = tracefs_local_events_system(dir, systems);
	if (!session->tep)
		return complain_of_file("read the events in", dir, errno ? errno : EIO);

	session->event = tep_find_event_by_name(session->tep, SYSTEM, EVENT);
	if (session->event)
		return DONE;

	complain("there is no tracepoint %s:%s in %s; is CONFIG_EVENT_TRACING off?",
		 SYSTEM, EVENT, dir);

	return FAILED;
}

static enum result set_filter(struct session *session, const struct filter *filter)
{
	const char *pid = filter->pid, *comm = filter->comm;
	char *text;
	int written;

	if (!pid && !comm)
		return DONE;

	text = format_text("%s%s%s%s%s%s", pid ? "pid == " : "", pid ? pid : "",
			   pid && comm ? " && " : "", comm ? "comm == \"" : "", comm ? comm : "",
			   comm ? "\"" : "");
	written = tracefs_event_file_write(session->instance, SYSTEM, EVENT, "filter", text);
	if (written < 0)
		complain("the kernel refused the filter: %s", text);
	free(text);

	return written < 0 ? FAILED : DONE;
}

static int count_lost(struct tep_event *event, struct tep_record *record, int cpu, void *context)
{
	struct session *session = context;

	(void)event;
	(void)cpu;
	/* A negative number says that it is not known how many. */
	session->lost += record->missed_events > 0 ? record->missed_events : 1;

	return 0;
}

static enum result make_instance(struct session *session)
{
	char *name = format_text("wakectl-%d", getpid());

	errno = 0;
	session->instance = tracefs_instance_create(name);
	free(name);
	if (!session->instance)
		return complain_of_file("make a trace instance in", tracefs_tracing_dir(),
					errno ? errno : EIO);

	tracefs_instance_set_buffer_size(session->instance, BUFFER_KIB, -1);
	tracefs_follow_missed_events(session->instance, count_lost, session);

	return DONE;
}

/**
 * session_start() - start to trace decisions
 * @session: for session_end() in any case
 * @filter: which
 *
 * Return: DONE, or another result after saying why.
 */
enum result session_start(struct session *session, const struct filter *filter)
{
	enum result result;
	char *dir;

	*session = (struct session){};
	result = need_tracefs(&dir);
	if (result)
		return result;

	result = find_event(session, dir);
	free(dir);
	if (!result)
		result = make_instance(session);
	if (!result)
		result = set_filter(session, filter);
	if (result)
		return result;

	if (!tracefs_event_enable(session->instance, SYSTEM, EVENT))
		return DONE;

	return complain_of_file("enable", SYSTEM ":" EVENT, errno ? errno : EIO);
}

/* Calls @fn for all decisions that are in the buffer, or until it does not return 0. */
enum result session_read(struct session *session, session_fn fn, void *context)
{
	if (!tracefs_iterate_raw_events(session->tep, session->instance, NULL, 0, fn, context))
		return DONE;

	complain("cannot read the trace");

	return FAILED;
}

/* What is in the buffer stays. */
void session_pause(struct session *session)
{
	tracefs_event_disable(session->instance, SYSTEM, EVENT);
}

void session_end(struct session *session)
{
	if (session->instance) {
		session_pause(session);
		tracefs_instance_destroy(session->instance);
		tracefs_instance_free(session->instance);
	}
	tep_free(session->tep);

	if (session->lost)
		complain("%lu decisions or more came too fast and were lost", session->lost);
}

long long session_number(struct tep_event *event, struct tep_record *record, const char *name)
{
	struct tep_format_field *field = tep_find_field(event, name);
	unsigned long long number;

	if (!field || tep_read_number_field(field, record->data, &number))
		return -1;

	return field->size == sizeof(int) ? (int)number : (long long)number;
}
