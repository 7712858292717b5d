// SPDX-License-Identifier: GPL-2.0
/*
 * Draws a matrix into a file with gnuplot: a heat map, with thin lines between last
 * level caches and thick ones between nodes.
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "matrix.h"

#define LABELS_MAX	40
#define SHELL_NOT_FOUND	127
#define LOG_FROM	100

static const struct {
	const char	*suffix;
	const char	*terminal;
} kinds[] = {
	{ ".png", "pngcairo size 1000,900 font 'Sans,11'" },
	{ ".svg", "svg size 1000,900 font 'Sans,14' background 'white'" },
};

#define NR_KINDS	((int)(sizeof(kinds) / sizeof(*kinds)))

static const char *terminal_for(const char *path)
{
	for (int i = 0; i < NR_KINDS; i++) {
		size_t len = strlen(path), suffix = strlen(kinds[i].suffix);

		if (len > suffix && !strcmp(path + len - suffix, kinds[i].suffix))
			return kinds[i].terminal;
	}

	return NULL;
}

/* gnuplot takes commands from lines, so a name of several lines will not do. */
bool matrix_can_plot(const char *path)
{
	return terminal_for(path) && !strpbrk(path, "\n\r");
}

/* A quote in quotes is written twice. */
static void put_quoted(FILE *gnuplot, const char *text)
{
	fputc('\'', gnuplot);
	for (; *text; text++) {
		if (*text == '\'')
			fputc('\'', gnuplot);
		fputc(*text, gnuplot);
	}
	fputc('\'', gnuplot);
}

static void put_labels(FILE *gnuplot, const struct matrix *matrix, const char *axis)
{
	int step = (matrix->nr + LABELS_MAX - 1) / LABELS_MAX;

	fprintf(gnuplot, "set %stics out nomirror (", axis);
	for (int i = 0; i < matrix->nr; i += step)
		fprintf(gnuplot, "%s'%d' %d", i ? ", " : "", matrix->place[i].id[GROUP_CPU], i);
	fputs(")\n", gnuplot);
}

static void put_boundary(FILE *gnuplot, double at, double end, double width)
{
	fprintf(gnuplot, "set arrow from %g,-0.5 to %g,%g nohead front lw %g lc rgb 'black'\n",
		at, at, end, width);
	fprintf(gnuplot, "set arrow from -0.5,%g to %g,%g nohead front lw %g lc rgb 'black'\n",
		at, end, at, width);
}

static void put_boundaries(FILE *gnuplot, const struct matrix *matrix)
{
	for (int i = 1; i < matrix->nr; i++) {
		const int *id = matrix->place[i].id, *before = matrix->place[i - 1].id;

		if (id[GROUP_NODE] != before[GROUP_NODE])
			put_boundary(gnuplot, i - 0.5, matrix->nr - 0.5, 3.5);
		else if (id[GROUP_LLC] != before[GROUP_LLC])
			put_boundary(gnuplot, i - 0.5, matrix->nr - 0.5, 1);
	}
}

static bool is_logarithmic(const struct matrix *matrix)
{
	return matrix_most(matrix) >= LOG_FROM;
}

/* The colour for none. There is no logarithm of 0, and 1 has a colour. */
static const char *zero(const struct matrix *matrix)
{
	return is_logarithmic(matrix) ? "0.5" : "0";
}

static void put_counts(FILE *gnuplot, const struct matrix *matrix)
{
	fputs("$counts << END\n", gnuplot);
	for (int i = 0; i < matrix->nr; i++) {
		for (int j = 0; j < matrix->nr; j++) {
			unsigned long count = matrix->count[i * matrix->nr + j];

			if (count)
				fprintf(gnuplot, "%lu ", count);
			else
				fprintf(gnuplot, "%s ", zero(matrix));
		}
		fputc('\n', gnuplot);
	}
	fputs("END\n", gnuplot);
}

static void put_script(FILE *gnuplot, const struct matrix *matrix, const char *path)
{
	unsigned long most = matrix_most(matrix), total = matrix_total(matrix);

	fprintf(gnuplot, "set terminal %s\nset output ", terminal_for(path));
	put_quoted(gnuplot, path);
	fprintf(gnuplot, "\nset title \"Which CPU chose which: %lu decisions in %.1f s\\n"
		"lines: last level caches, thick lines: nodes\"\n", total, matrix->seconds);
	fputs("set xlabel 'CPU that was chosen'\nset ylabel 'CPU that decided'\n"
	      "set cblabel 'decisions'\nunset key\nset size ratio 1\nset xtics rotate\n"
	      "set palette defined (0 'white', 0.001 '#c6dbef', 0.5 '#3182bd', 1 '#7a0177')\n",
	      gnuplot);
	fprintf(gnuplot, "set xrange [-0.5:%g]\nset yrange [%g:-0.5]\n", matrix->nr - 0.5,
		matrix->nr - 0.5);
	fprintf(gnuplot, "set cbrange [%s:%lu]\n%s", zero(matrix), most > 1 ? most : 2,
		is_logarithmic(matrix) ? "set logscale cb\n" : "");
	put_labels(gnuplot, matrix, "x");
	put_labels(gnuplot, matrix, "y");
	put_boundaries(gnuplot, matrix);
	put_counts(gnuplot, matrix);
	fputs("plot $counts matrix with image pixels\n", gnuplot);
}

/* @path: a name that matrix_can_plot() takes */
enum result matrix_plot(const struct matrix *matrix, const char *path)
{
	FILE *gnuplot, *file = fopen(path, "a");
	int status;

	if (!file)
		return complain_of_file("write", path, errno);
	fclose(file);

	fflush(stdout);
	gnuplot = popen("gnuplot", "w");
	if (!gnuplot)
		return complain_of_file("run", "gnuplot", errno);
	put_script(gnuplot, matrix, path);
	status = pclose(gnuplot);
	if (!status)
		return DONE;

	if (WIFEXITED(status) && WEXITSTATUS(status) == SHELL_NOT_FOUND)
		complain("gnuplot is not installed; elsewhere: wakectl map --from FILE --plot %s",
			 path);
	else
		complain("gnuplot failed, see above");

	return FAILED;
}
