// SPDX-License-Identifier: GPL-2.0
/*
 * Distributions by phase, group and metric.
 */
#include <err.h>
#include <pthread.h>
#include <stdlib.h>

#include "cells.h"
#include "distribution.h"

enum group {
	ALL,
	FIRST_CALLER,
	FIRST_OUTCOME = FIRST_CALLER + CALLERS,
	GROUPS = FIRST_OUTCOME + OUTCOMES
};

static const char *const metric_names[METRICS] = {
	[INSTRUCTIONS]		= "instructions",
	[LOADS]			= "loads",
	[STORES]		= "stores",
	[LINES]			= "lines",
	[LINES_ELSEWHERE]	= "lines_elsewhere",
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct distribution (*cells[PHASES][GROUPS])[METRICS];

static void add(unsigned int phase, enum group group, const uint64_t *value,
		unsigned int metrics)
{
	struct distribution (**cell)[METRICS] = &cells[phase][group];
	unsigned int i;

	if (!*cell)
		*cell = calloc(1, sizeof(**cell));
	if (!*cell)
		err(2, "no memory for results");
	for (i = 0; i < metrics; i++)
		distribution_add(&(**cell)[i], value[i]);
}

void cells_add(unsigned int phase, unsigned int caller, unsigned int outcome,
	       const uint64_t *value, unsigned int metrics)
{
	pthread_mutex_lock(&lock);
	add(phase, ALL, value, metrics);
	add(phase, FIRST_CALLER + caller, value, metrics);
	if (outcome < NO_OUTCOME)
		add(phase, FIRST_OUTCOME + outcome, value, metrics);
	pthread_mutex_unlock(&lock);
}

static void print_cell(const struct distribution *cell, FILE *out)
{
	const char *separator = "";
	unsigned int i;

	for (i = 0; i < METRICS; i++) {
		if (!cell[i].count)
			continue;
		fprintf(out, "%s\n   \"%s\": ", separator, metric_names[i]);
		distribution_json(&cell[i], out);
		separator = ",";
	}
}

static void print_phase(unsigned int phase, const char *const *callers, FILE *out)
{
	const char *separator = "";
	unsigned int group;

	for (group = 0; group < GROUPS; group++) {
		if (!cells[phase][group])
			continue;
		if (group == ALL)
			fprintf(out, "%s\n  \"all\": {", separator);
		else if (group < FIRST_OUTCOME)
			fprintf(out, "%s\n  \"%s\": {", separator, callers[group - FIRST_CALLER]);
		else
			fprintf(out, "%s\n  \"%u\": {", separator, group - FIRST_OUTCOME);
		print_cell(*cells[phase][group], out);
		fputc('}', out);
		separator = ",";
	}
}

void cells_json(const char *const *callers, FILE *out)
{
	const char *separator = "";
	unsigned int phase;

	pthread_mutex_lock(&lock);
	fputc('{', out);
	for (phase = 0; phase < PHASES; phase++) {
		if (!cells[phase][ALL])
			continue;
		fprintf(out, "%s\n \"%u\": {", separator, phase);
		print_phase(phase, callers, out);
		fputc('}', out);
		separator = ",";
	}
	fputc('}', out);
	pthread_mutex_unlock(&lock);
}
