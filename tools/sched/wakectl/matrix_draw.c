// SPDX-License-Identifier: GPL-2.0
/*
 * Draws a matrix with characters: the denser one is, the more decisions it stands for.
 * Lines are between last level caches, and double ones between nodes. If there are too
 * many CPUs for a terminal, cores, caches or nodes have a row.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"

#define ROWS_MAX	40
#define LABEL_WIDTH	5
#define ROUNDING	0.000000001	/* logarithms are not exact */

static const char ramp[] = " .:+*oO#@";

#define RAMP_LAST	((int)sizeof(ramp) - 2)

static const char * const group_names[NR_GROUPS] = { "CPU", "core", "cache", "node" };

enum line { NO_LINE, SINGLE_LINE, DOUBLE_LINE };

/* What is between a row and the one before it. */
static enum line line_before(const struct matrix *matrix, int i)
{
	const int *id = matrix->place[i].id, *before = i ? matrix->place[i - 1].id : id;

	if (id[GROUP_NODE] != before[GROUP_NODE])
		return DOUBLE_LINE;

	return id[GROUP_LLC] != before[GROUP_LLC] ? SINGLE_LINE : NO_LINE;
}

/* Counts differ by orders of magnitude, so the ramp has their logarithms. */
static char shade(unsigned long count, unsigned long most)
{
	int step;

	if (!count)
		return ramp[0];
	if (most < 2)
		return ramp[RAMP_LAST];

	step = 1 + (RAMP_LAST - 1) * log(count) / log(most) + ROUNDING;

	return ramp[step < RAMP_LAST ? step : RAMP_LAST];
}

static void draw_gap(enum line line)
{
	if (line)
		fputs(line == DOUBLE_LINE ? " ||" : " |", stdout);
}

static void draw_line(const struct matrix *matrix, enum line line)
{
	static const char fill[] = { [SINGLE_LINE] = '-', [DOUBLE_LINE] = '=' };
	int width = 0;

	if (!line)
		return;

	for (int i = 0; i < matrix->nr; i++)
		width += 2 + (line_before(matrix, i) ? line_before(matrix, i) + 1 : 0);

	printf("%*s", LABEL_WIDTH, "");
	for (int i = 0; i < width; i++)
		putchar(fill[line]);
	putchar('\n');
}

/* Numbers of columns from top to bottom, as columns are narrow. */
static void draw_header(const struct matrix *matrix, enum group group)
{
	static const int powers[] = { 1000, 100, 10, 1 };

	for (int digit = 0; digit < 4; digit++) {
		int most = 0;

		for (int i = 0; i < matrix->nr; i++)
			most = fmax(most, matrix->place[i].id[group]);
		if (most < powers[digit] && powers[digit] > 1)
			continue;

		printf("%*s", LABEL_WIDTH, "");
		for (int i = 0; i < matrix->nr; i++) {
			int id = matrix->place[i].id[group];

			draw_gap(line_before(matrix, i));
			if (id < powers[digit] && powers[digit] > 1)
				fputs("  ", stdout);
			else
				printf(" %d", id / powers[digit] % 10);
		}
		putchar('\n');
	}
}

static void draw_row(const struct matrix *matrix, enum group group, int i, unsigned long most)
{
	printf("%*d", LABEL_WIDTH, matrix->place[i].id[group]);
	for (int j = 0; j < matrix->nr; j++) {
		draw_gap(line_before(matrix, j));
		printf(" %c", shade(matrix->count[i * matrix->nr + j], most));
	}
	putchar('\n');
}

/* The least count for each character. */
static void draw_legend(unsigned long most)
{
	char last = ramp[0];

	fputs("decisions:", stdout);
	for (int step = 1; step <= RAMP_LAST; step++) {
		unsigned long least = ceil(pow(most, (step - 1.0) / (RAMP_LAST - 1)) - ROUNDING);

		if (least < 1)
			least = 1;
		if (shade(least, most) != ramp[step] || last == ramp[step])
			continue;
		last = ramp[step];
		printf("  %c %lu", last, least);
	}
	puts(" or more; none is blank");
}

static void draw_summary(const struct matrix *matrix)
{
	unsigned long within[NR_GROUPS] = {}, total = matrix_total(matrix);

	for (int i = 0; i < matrix->nr; i++) {
		for (int j = 0; j < matrix->nr; j++) {
			for (int group = 0; group < NR_GROUPS; group++) {
				if (matrix->place[i].id[group] == matrix->place[j].id[group])
					within[group] += matrix->count[i * matrix->nr + j];
			}
		}
	}

	printf("%lu decisions in %.1f s", total, matrix->seconds);
	for (int group = 0; total && group < NR_GROUPS; group++)
		printf("%s %.1f %% in the same %s", group ? "," : ":",
		       100.0 * within[group] / total,
		       group_names[group]);
	putchar('\n');
	if (matrix->lost)
		printf("%lu more decisions are not in here\n", matrix->lost);
}

void matrix_draw(const struct matrix *matrix)
{
	enum group group = GROUP_CPU;
	struct matrix small = matrix_group(matrix, group);
	unsigned long most;

	while (small.nr > ROWS_MAX && group < GROUP_NODE) {
		matrix_free(&small);
		small = matrix_group(matrix, ++group);
	}
	most = matrix_most(&small);

	printf("rows: %s that decided; columns: %s that was chosen; | between caches, || nodes\n",
	       group_names[group], group_names[group]);
	draw_header(&small, group);
	for (int i = 0; i < small.nr; i++) {
		draw_line(&small, line_before(&small, i));
		draw_row(&small, group, i, most);
	}
	if (most)
		draw_legend(most);
	draw_summary(matrix);
	matrix_free(&small);
}
