/* SPDX-License-Identifier: GPL-2.0 */
/* Reading the tracepoint of placement decisions. */
#ifndef WAKECTL_SESSION_H
#define WAKECTL_SESSION_H

#include <stdbool.h>
#include <tracefs.h>

#include "report.h"

/**
 * struct filter - which decisions are traced
 * @pid: of the task that is placed, as a number in text; NULL for all
 * @comm: its name; NULL for all
 */
struct filter {
	const char	*pid;
	const char	*comm;
};

/**
 * struct session - a trace instance of our own
 * @instance: the instance
 * @tep: what parses its events
 * @event: the tracepoint
 * @lost: events that were overwritten before they were read
 */
struct session {
	struct tracefs_instance	*instance;
	struct tep_handle	*tep;
	struct tep_event	*event;
	unsigned long		lost;
};

typedef int (*session_fn)(struct tep_event *event, struct tep_record *record, int cpu,
			  void *context);

enum result session_start(struct session *session, const struct filter *filter);
enum result session_read(struct session *session, session_fn fn, void *context);
void session_pause(struct session *session);
void session_end(struct session *session);
long long session_number(struct tep_event *event, struct tep_record *record, const char *name);

#endif /* WAKECTL_SESSION_H */
