// SPDX-License-Identifier: GPL-2.0
/*
 * wakectl trace: a line for each decision while it is made. How it reads, and the names
 * of reasons and flags, are the kernel's: libtraceevent has parsed them from the format of
 * the tracepoint.
 */

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "json_output.h"
#include "options.h"
#include "session.h"
#include "stop.h"

#define POLL_SECONDS	0.1
#define COMM_MAX	15
#define NSEC_PER_SEC	1000000000ULL

static const struct option options[] = {
	{ "pid", required_argument, NULL, 'p' },
	{ "comm", required_argument, NULL, 'c' },
	{ "count", required_argument, NULL, 'n' },
	{ "json", no_argument, NULL, 'j' },
	{ "help", no_argument, NULL, 'h' },
	{}
};

/**
 * struct trace_job - what was asked for
 * @filter: decisions on which tasks
 * @count: how many, or 0 for no end
 * @shown: how many there were
 * @json: an object a line
 */
struct trace_job {
	struct filter	filter;
	unsigned long	count;
	unsigned long	shown;
	bool		json;
};

/* The first argument of that kind in the format of the tracepoint. */
static const struct tep_print_arg *find_arg(const struct tep_event *event,
					    enum tep_print_arg_type type)
{
	const struct tep_print_arg *arg = event->print_fmt.args;

	while (arg && arg->type != type)
		arg = arg->next;

	return arg;
}

static struct json_object *reason_text(const struct tep_event *event, long long number)
{
	const struct tep_print_arg *arg = find_arg(event, TEP_PRINT_SYMBOL);

	for (struct tep_print_flag_sym *name = arg ? arg->symbol.symbols : NULL; name;
	     name = name->next) {
		if (strtoll(name->value, NULL, 0) == number)
			return json_text(name->str);
	}

	return json_object_new_int64(number);
}

static struct json_object *flag_names(const struct tep_event *event, long long flags)
{
	const struct tep_print_arg *arg = find_arg(event, TEP_PRINT_FLAGS);
	struct json_object *array = json_object_new_array();

	for (struct tep_print_flag_sym *name = arg ? arg->flags.flags : NULL; name;
	     name = name->next) {
		if (strtoll(name->value, NULL, 0) & flags)
			json_object_array_add(array, json_text(name->str));
	}

	return array;
}

static void add_number(struct json_object *object, struct tep_event *event,
		       struct tep_record *record, const char *name)
{
	json_add(object, name, json_object_new_int64(session_number(event, record, name)));
}

static void print_json(struct tep_event *event, struct tep_record *record)
{
	struct json_object *object = json_object_new_object();
	struct tep_format_field *comm = tep_find_field(event, "comm");

	json_add(object, "time", json_rounded((double)record->ts / NSEC_PER_SEC, 6));
	if (comm) {
		const char *text = (const char *)record->data + comm->offset;
		int len = strnlen(text, comm->size);

		json_add(object, "comm", json_object_new_string_len(text, len));
	}
	add_number(object, event, record, "pid");
	add_number(object, event, record, "waker_cpu");
	add_number(object, event, record, "prev_cpu");
	add_number(object, event, record, "cpu");
	json_add(object, "reason", reason_text(event, session_number(event, record, "reason")));
	json_add(object, "flags", flag_names(event, session_number(event, record, "wake_flags")));
	add_number(object, event, record, "looked");
	json_print(object, false);
}

static void print_text(struct tep_event *event, struct tep_record *record)
{
	struct trace_seq seq;

	trace_seq_init(&seq);
	tep_print_event(event->tep, &seq, record, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&seq);
	printf("%llu.%06llu %s\n", record->ts / NSEC_PER_SEC, record->ts % NSEC_PER_SEC / 1000,
	       seq.buffer);
	trace_seq_destroy(&seq);
}

static bool is_complete(const struct trace_job *job)
{
	return (job->count && job->shown >= job->count) || ferror(stdout) || stopped();
}

static int print_decision(struct tep_event *event, struct tep_record *record, int cpu,
			  void *context)
{
	struct trace_job *job = context;

	(void)cpu;
	if (is_complete(job))
		return 1;

	if (job->json)
		print_json(event, record);
	else
		print_text(event, record);
	job->shown++;

	return is_complete(job);
}

static enum result trace(struct trace_job *job)
{
	struct session session;
	enum result result;

	stop_on_signals();
	result = session_start(&session, &job->filter);
	while (!result && !is_complete(job)) {
		wait_seconds(POLL_SECONDS);
		result = session_read(&session, print_decision, job);
		fflush(stdout);
	}
	session_end(&session);

	return result;
}

static bool parse_options(struct trace_job *job, int argc, char **argv)
{
	unsigned long pid;
	int option;

	while ((option = next_option(&trace_command, argc, argv, ":hjp:c:n:", options)) != -1) {
		switch (option) {
		case 'j':
			job->json = true;
			break;
		case 'p':
			job->filter.pid = optarg;
			if (!parse_count(optarg, &pid)) {
				complain("'%s' is no PID", optarg);
				return false;
			}
			break;
		case 'c':
			job->filter.comm = optarg;
			if (!*optarg || strlen(optarg) > COMM_MAX || strchr(optarg, '"')) {
				complain("'%s' is no name of a task, of 1 to %d bytes",
					 optarg, COMM_MAX);
				return false;
			}
			break;
		case 'n':
			if (!parse_count(optarg, &job->count)) {
				complain("'%s' is no number of decisions", optarg);
				return false;
			}
			break;
		default:
			return false;
		}
	}

	return true;
}

static enum result run(int argc, char **argv)
{
	struct trace_job job = {};
	enum result result;

	if (!parse_options(&job, argc, argv))
		return USAGE;
	result = check_words(&trace_command, argc - optind, 0, 0);
	if (!result)
		result = need_series();

	return result ? result : trace(&job);
}

const struct command trace_command = {
	.name = "trace",
	.run = run,
	.summary = "print each decision while it is made",
	.help =
	"usage: wakectl trace [OPTION...]\n"
	"\n"
	"  -p, --pid PID      only decisions on this task\n"
	"  -c, --comm NAME    only on tasks of this name\n"
	"  -n, --count N      end after so many\n"
	"  -j, --json         a JSON object a line\n"
	"  -h, --help\n",
};
