// SPDX-License-Identifier: GPL-2.0
/*
 * wakectl stat: how often the kernel decided for which reason, per interval, while a
 * command runs, or since the counters were reset.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "child.h"
#include "files.h"
#include "options.h"
#include "stats.h"
#include "stop.h"

#define SECONDS_MIN	0.01
#define SECONDS_MAX	1e6
#define ROWS_PER_HEADER	20
#define CHILD_POLL	0.02

static const struct option options[] = {
	{ "json", no_argument, NULL, 'j' },
	{ "reasons", no_argument, NULL, 'v' },
	{ "cpus", required_argument, NULL, 'C' },
	{ "help", no_argument, NULL, 'h' },
	{}
};

/**
 * struct stat_job - what was asked for
 * @view: how it is printed
 * @list: CPUs whose decisions it is about, or NULL
 * @cpus: the same, or NULL
 * @interval: seconds, or 0
 * @count: how many intervals, or 0 for no end
 * @command: a command to run, or NULL
 */
struct stat_job {
	struct stat_view	view;
	const char		*list;
	const struct cpus	*cpus;
	double			interval;
	unsigned long		count;
	char			**command;
};

/**
 * struct sample - counters at a time
 * @stats: the counters
 * @time: when they were read
 */
struct sample {
	struct stats	stats;
	double		time;
};

static enum result take_sample(const struct stat_job *job, struct sample *sample)
{
	sample->time = now();

	return stats_read(&sample->stats, job->cpus);
}

/* Prints what came since @sample, which becomes the sample of now. */
static enum result print_since(const struct stat_job *job, struct sample *sample)
{
	struct sample end, next;
	enum result result = take_sample(job, &end);

	if (result) {
		stats_free(&end.stats);
		return result;
	}

	/* The counters of now are needed as they are for the next interval. */
	next = (struct sample){ .time = end.time };
	stats_copy(&next.stats, &end.stats);
	if (!stats_subtract(&end.stats, &sample->stats))
		complain("the counters were reset meanwhile; this is what came since");
	stat_row(&job->view, &end.stats, end.time - sample->time);

	stats_free(&end.stats);
	stats_free(&sample->stats);
	*sample = next;

	return DONE;
}

static enum result print_intervals(const struct stat_job *job, struct sample *sample)
{
	double next = sample->time;

	for (unsigned long row = 0; !job->count || row < job->count; row++) {
		enum result result;

		/* From the first sample on, so that no time is lost between intervals. */
		next += job->interval;
		if (!wait_seconds(next - now()))
			return DONE;
		if (row % ROWS_PER_HEADER == 0)
			stat_header(&job->view, true);
		result = print_since(job, sample);
		if (result)
			return result;
		if (ferror(stdout))
			return DONE;
		if (!counting_is_on()) {
			complain("counting was switched off meanwhile");
			return FAILED;
		}
	}

	return DONE;
}

static enum result print_command(const struct stat_job *job, struct sample *sample)
{
	pid_t pid = child_start(job->command);
	enum result result;
	int status;

	if (pid < 0)
		return FAILED;

	while (!child_is_done(pid, &status)) {
		if (!wait_seconds(CHILD_POLL)) {
			child_end(pid);
			return FAILED;
		}
	}

	stat_header(&job->view, true);
	result = print_since(job, sample);

	return result ? result : child_judge(job->command[0], status);
}

static enum result watch(const struct stat_job *job)
{
	struct sample sample = {};
	enum result result;
	bool switched;

	stop_on_signals();
	result = counting_on(&switched);
	if (result)
		return result;
	if (switched)
		complain("counting was off; it is on until wakectl ends");

	result = take_sample(job, &sample);
	if (!result && job->command)
		result = print_command(job, &sample);
	else if (!result)
		result = print_intervals(job, &sample);
	stats_free(&sample.stats);

	if (switched)
		counting_off();

	return result;
}

static enum result print_all(const struct stat_job *job)
{
	struct sample sample;
	enum result result = take_sample(job, &sample);
	bool silent = !counting_is_on() && !stats_total(&sample.stats).decisions;

	if (!result && silent)
		complain("counting is off; try wakectl stat 1, or write 1 to %s to have it on",
			 COUNTING_FILE);
	if (!result && (!silent || job->view.json)) {
		stat_header(&job->view, false);
		stat_row(&job->view, &sample.stats, 0);
	}
	stats_free(&sample.stats);

	return result;
}

static enum result parse_words(struct stat_job *job, int nr, char **words)
{
	enum result result = check_words(&stat_command, nr, 0, job->command ? 0 : 2);

	if (result)
		return result;

	if (job->command && !job->command[0]) {
		complain("no command stands behind --; see: wakectl stat --help");
		return USAGE;
	}
	if (nr > 0 && !parse_number(words[0], SECONDS_MIN, SECONDS_MAX, &job->interval)) {
		complain("'%s' is no number of seconds from %g to %g", words[0], SECONDS_MIN,
			 SECONDS_MAX);
		return USAGE;
	}
	if (nr > 1 && !parse_count(words[1], &job->count)) {
		complain("'%s' is no number of intervals", words[1]);
		return USAGE;
	}

	return DONE;
}

static bool parse_options(struct stat_job *job, int argc, char **argv)
{
	int option;

	while ((option = next_option(&stat_command, argc, argv, ":hjvC:", options)) != -1) {
		switch (option) {
		case 'j':
			job->view.json = true;
			break;
		case 'v':
			job->view.by_reason = true;
			break;
		case 'C':
			job->list = optarg;
			break;
		default:
			return false;
		}
	}

	return true;
}

static enum result run(int argc, char **argv)
{
	struct stat_job job = { .command = cut_command(&argc, argv) };
	enum result result;
	struct cpus cpus;

	if (!parse_options(&job, argc, argv))
		return USAGE;
	result = parse_words(&job, argc - optind, argv + optind);
	if (!result)
		result = need_series();
	if (!result)
		result = need_sched_debugfs();
	if (!result && job.list)
		result = need_cpus(job.list, &cpus);
	if (result)
		return result;

	if (job.list)
		job.cpus = &cpus;

	return job.interval || job.command ? watch(&job) : print_all(&job);
}

const struct command stat_command = {
	.name = "stat",
	.run = run,
	.summary = "count decisions by reason, and how far they moved tasks",
	.help =
	"usage: wakectl stat [OPTION...] [INTERVAL [COUNT]]\n"
	"       wakectl stat [OPTION...] -- COMMAND [WORD...]\n"
	"\n"
	"Per interval of so many seconds, for the run of a command, or since the reset of\n"
	"the counters. Counting is switched on meanwhile if it is off.\n"
	"\n"
	"  -v, --reasons      a line for each reason\n"
	"  -C, --cpus LIST    only decisions that these CPUs have taken\n"
	"  -j, --json         a JSON object a line\n"
	"  -h, --help\n"
	"\n"
	"per_s is decisions per second, decisions their number since the reset. All else\n"
	"is percent of these:\n"
	"  waker   current_cpu, affine              busy    scan_failed, scan_skipped\n"
	"  prev    prev, kthread                    fork    fork\n"
	"  tgidl   target_idle                      exec    exec\n"
	"  pvidl   prev_idle                        wake    wake\n"
	"  rcidl   recent_idle                      local   kept_local\n"
	"  scan    core_idle, cpu_idle, smt_idle,   other   energy, and what is newer\n"
	"          capacity_idle                            than wakectl\n"
	"  core, llc, node: moved to another core, last level cache, node\n",
};
