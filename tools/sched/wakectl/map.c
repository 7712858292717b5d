// SPDX-License-Identifier: GPL-2.0
/*
 * wakectl map: which CPU chose which, for some seconds, while a command runs, or as an
 * earlier map has saved it.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "child.h"
#include "matrix.h"
#include "options.h"
#include "session.h"
#include "stop.h"

#define SECONDS_DEFAULT	5
#define SECONDS_MIN	0.1
#define SECONDS_MAX	1e6
#define POLL_SECONDS	0.05

static const struct option options[] = {
	{ "json", no_argument, NULL, 'j' },
	{ "plot", required_argument, NULL, 'P' },
	{ "from", required_argument, NULL, 'f' },
	{ "help", no_argument, NULL, 'h' },
	{}
};

/**
 * struct map_job - what was asked for
 * @json: printed as JSON, and not drawn
 * @plot: a file to draw into, or NULL
 * @from: a file that has the matrix, or NULL
 * @seconds: how long to trace
 * @command: a command to run instead, or NULL
 */
struct map_job {
	bool		json;
	const char	*plot;
	const char	*from;
	double		seconds;
	char		**command;
};

static int add_decision(struct tep_event *event, struct tep_record *record, int cpu,
			void *context)
{
	(void)cpu;
	matrix_add(context, session_number(event, record, "waker_cpu"),
		   session_number(event, record, "cpu"));

	return 0;
}

/* Reads while @pid runs, or for job->seconds if it is 0. */
static enum result collect(const struct map_job *job, struct session *session,
			   struct matrix *matrix, pid_t pid, int *status)
{
	double begin = now();
	enum result result = DONE;
	bool ended = false;

	while (!result && !ended) {
		bool go_on = wait_seconds(POLL_SECONDS);

		ended = pid ? child_is_done(pid, status) : now() - begin >= job->seconds;
		if (!go_on && pid && !ended)
			child_end(pid);
		ended = ended || !go_on;
		matrix->seconds = now() - begin;
		if (ended)
			session_pause(session);
		result = session_read(session, add_decision, matrix);
	}

	return result;
}

static enum result trace(const struct map_job *job, struct session *session,
			 struct matrix *matrix)
{
	enum result result;
	int status = 0;
	pid_t pid = 0;

	if (job->command) {
		pid = child_start(job->command);
		if (pid < 0)
			return FAILED;
	}

	result = collect(job, session, matrix, pid, &status);
	matrix->lost += session->lost;
	if (!result && job->command)
		result = child_judge(job->command[0], status);

	return result;
}

static enum result trace_matrix(const struct map_job *job, struct matrix *matrix)
{
	struct session session;
	enum result result;

	stop_on_signals();
	matrix_make(matrix);
	result = session_start(&session, &(struct filter){});
	if (!result)
		result = trace(job, &session, matrix);
	session_end(&session);

	return result;
}

/* What was traced is shown even if the command has failed. */
static enum result show(const struct map_job *job, const struct matrix *matrix)
{
	if (job->json)
		matrix_print_json(matrix);
	else
		matrix_draw(matrix);

	return job->plot ? matrix_plot(matrix, job->plot) : DONE;
}

static bool parse_options(struct map_job *job, int argc, char **argv)
{
	int option;

	while ((option = next_option(&map_command, argc, argv, ":hjP:f:", options)) != -1) {
		switch (option) {
		case 'j':
			job->json = true;
			break;
		case 'P':
			job->plot = optarg;
			if (!matrix_can_plot(optarg)) {
				complain("'%s' does not end with .png or .svg",
					 optarg);
				return false;
			}
			break;
		case 'f':
			job->from = optarg;
			break;
		default:
			return false;
		}
	}

	return true;
}

static enum result parse_words(struct map_job *job, int nr, char **words)
{
	enum result result = check_words(&map_command, nr, 0, job->command || job->from ? 0 : 1);

	if (result)
		return result;

	if (job->command && (!job->command[0] || job->from)) {
		complain(job->from ? "--from and a command do not go together" :
			 "no command stands behind --; see: wakectl map --help");
		return USAGE;
	}
	if (nr && !parse_number(words[0], SECONDS_MIN, SECONDS_MAX, &job->seconds)) {
		complain("'%s' is no number of seconds from %g to %g", words[0], SECONDS_MIN,
			 SECONDS_MAX);
		return USAGE;
	}

	return DONE;
}

static enum result run(int argc, char **argv)
{
	struct map_job job = { .seconds = SECONDS_DEFAULT };
	enum result result, shown = DONE;
	struct matrix matrix = {};

	job.command = cut_command(&argc, argv);
	if (!parse_options(&job, argc, argv))
		return USAGE;
	result = parse_words(&job, argc - optind, argv + optind);
	if (result)
		return result;

	if (job.from) {
		result = matrix_read_json(&matrix, job.from);
	} else {
		result = need_series();
		if (!result)
			result = trace_matrix(&job, &matrix);
	}

	if (matrix.nr && (!result || matrix_total(&matrix)))
		shown = show(&job, &matrix);
	matrix_free(&matrix);

	return result ? result : shown;
}

const struct command map_command = {
	.name = "map",
	.run = run,
	.summary = "draw which CPU chose which",
	.help =
	"usage: wakectl map [OPTION...] [SECONDS]\n"
	"       wakectl map [OPTION...] -- COMMAND [WORD...]\n"
	"       wakectl map [OPTION...] --from FILE\n"
	"\n"
	"For 5 seconds or as many as given, while a command runs, or from a file that\n"
	"wakectl map --json wrote.\n"
	"\n"
	"  -P, --plot FILE    draw into FILE.png or FILE.svg, too, with gnuplot\n"
	"  -f, --from FILE    do not trace, but read FILE; - is the standard input\n"
	"  -j, --json         print one JSON object\n"
	"  -h, --help\n",
};
