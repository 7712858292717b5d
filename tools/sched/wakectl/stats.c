// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the kernel's counters and switches them on and off. They are never reset here,
 * as others may look at them: what happens in an interval is the difference.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "memory.h"
#include "stats.h"
#include "words.h"

#define STATS_FILE	SCHED_DIR "/placement/stats"
#define CPU_STATS_FILE	SCHED_DIR "/placement/cpu_stats"

static struct counts *counts_of(struct stats *stats, const char *name)
{
	for (int i = 0; i < stats->nr; i++) {
		if (!strcmp(stats->reason[i].name, name))
			return &stats->reason[i].counts;
	}

	stats->reason = get_more(stats->reason, stats->nr + 1, sizeof(*stats->reason));
	stats->reason[stats->nr] = (struct reason){ .name = copy_text(name) };

	return &stats->reason[stats->nr++].counts;
}

static void add_counts(struct counts *to, const struct counts *from)
{
	to->decisions += from->decisions;
	to->core += from->core;
	to->llc += from->llc;
	to->node += from->node;
	to->busy += from->busy;
	to->missed += from->missed;
}

/*
 * Lines "REASON NUMBER NUMBER NUMBER NUMBER", which is no description of the header. Two
 * more numbers are there since the series' version 0.2.0, and there may be more one day.
 * The total is made here.
 */
static bool parse_counts(const char *line, char name[64], struct counts *counts)
{
	*counts = (struct counts){};

	return sscanf(line, "%63s %lu %lu %lu %lu %lu %lu", name, &counts->decisions,
		      &counts->core, &counts->llc, &counts->node, &counts->busy,
		      &counts->missed) >= 5 && strcmp(name, "total");
}

static void take_line(struct stats *stats, const char *line, const struct cpus *cpus)
{
	struct counts counts;
	char name[64];

	if (!parse_counts(line, name, &counts))
		return;

	/* That there is such a reason is what the machine's counters are read for. */
	if (cpus)
		counts_of(stats, name);
	else
		add_counts(counts_of(stats, name), &counts);
}

/* The same with a CPU in front. */
static void take_cpu_line(struct stats *stats, const char *line, const struct cpus *cpus)
{
	struct counts counts;
	char name[64], *rest;
	long cpu = strtol(line, &rest, 10);

	if (rest != line && cpus_have(cpus, cpu) && parse_counts(rest, name, &counts))
		add_counts(counts_of(stats, name), &counts);
}

static enum result read_lines(const char *path, struct words *lines)
{
	char *text;
	int err = read_file(path, &text);

	if (err)
		return complain_of_file("read", path, err);

	words_split(lines, text, "\n");
	free(text);

	return DONE;
}

/**
 * stats_read() - read the counters
 * @stats: where they go, for stats_free() in any case
 * @cpus: only decisions that these CPUs took, or NULL
 *
 * Return: DONE, or another result after saying why.
 */
enum result stats_read(struct stats *stats, const struct cpus *cpus)
{
	struct words lines = {}, cpu_lines = {};
	enum result result;

	*stats = (struct stats){};
	result = read_lines(STATS_FILE, &lines);
	if (!result && cpus)
		result = read_lines(CPU_STATS_FILE, &cpu_lines);

	for (size_t i = 0; !result && i < lines.nr; i++)
		take_line(stats, lines.word[i], cpus);
	for (size_t i = 0; !result && i < cpu_lines.nr; i++)
		take_cpu_line(stats, cpu_lines.word[i], cpus);

	words_free(&lines);
	words_free(&cpu_lines);

	return result;
}

/* Whether counters went from @before to @after without a reset. They may wrap around. */
static bool went_on(const struct counts *after, const struct counts *before)
{
	return (long)(after->decisions - before->decisions) >= 0;
}

/**
 * stats_subtract() - make counters those of an interval
 * @stats: counters at its end
 * @before: counters at its beginning
 *
 * Return: false if they were reset meanwhile. Then @stats are those since the reset.
 */
bool stats_subtract(struct stats *stats, const struct stats *before)
{
	for (int i = 0; i < before->nr; i++) {
		if (!went_on(counts_of(stats, before->reason[i].name), &before->reason[i].counts))
			return false;
	}

	for (int i = 0; i < before->nr; i++) {
		const struct counts *old = &before->reason[i].counts;
		struct counts *counts = counts_of(stats, before->reason[i].name);

		counts->decisions -= old->decisions;
		counts->core -= old->core;
		counts->llc -= old->llc;
		counts->node -= old->node;
		counts->busy -= old->busy;
		counts->missed -= old->missed;
	}

	return true;
}

void stats_copy(struct stats *to, const struct stats *from)
{
	*to = (struct stats){};
	for (int i = 0; i < from->nr; i++)
		*counts_of(to, from->reason[i].name) = from->reason[i].counts;
}

struct counts stats_total(const struct stats *stats)
{
	struct counts total = {};

	for (int i = 0; i < stats->nr; i++)
		add_counts(&total, &stats->reason[i].counts);

	return total;
}

void stats_free(struct stats *stats)
{
	for (int i = 0; i < stats->nr; i++)
		free(stats->reason[i].name);
	free(stats->reason);
	*stats = (struct stats){};
}

bool counting_is_on(void)
{
	char *text = read_line(COUNTING_FILE);
	bool on = text && strcmp(text, "0");

	free(text);

	return on;
}

/* @switched: whether it was off */
enum result counting_on(bool *switched)
{
	int err;

	*switched = !counting_is_on();
	if (!*switched)
		return DONE;

	err = write_file(COUNTING_FILE, "1");
	if (!err)
		return DONE;

	*switched = false;

	return complain_of_file("switch counting on in", COUNTING_FILE, err);
}

void counting_off(void)
{
	int err = write_file(COUNTING_FILE, "0");

	if (err)
		complain_of_file("switch counting off in", COUNTING_FILE, err);
}
