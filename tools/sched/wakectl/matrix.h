/* SPDX-License-Identifier: GPL-2.0 */
/* How often which CPU chose which. */
#ifndef WAKECTL_MATRIX_H
#define WAKECTL_MATRIX_H

#include <stdbool.h>

#include "report.h"

/* What CPUs are grouped by, from the smallest to the largest. */
enum group { GROUP_CPU, GROUP_CORE, GROUP_LLC, GROUP_NODE, NR_GROUPS };

/**
 * struct place - a CPU
 * @id: its number, and those of its core, last level cache and node; a core and a cache
 *      have the number of their first CPU
 */
struct place {
	int	id[NR_GROUPS];
};

/**
 * struct matrix - decisions by the CPU that decided and the one that was chosen
 * @nr: number of CPUs
 * @place: the CPUs; those of a group are neighbours
 * @count: @nr rows, one for each CPU that decided, of @nr decisions
 * @seconds: how long they were counted
 * @lost: decisions that are missing
 */
struct matrix {
	int		nr;
	struct place	*place;
	unsigned long	*count;
	double		seconds;
	unsigned long	lost;
};

void matrix_make(struct matrix *matrix);
void matrix_add(struct matrix *matrix, int waker_cpu, int cpu);
struct matrix matrix_group(const struct matrix *matrix, enum group group);
unsigned long matrix_total(const struct matrix *matrix);
unsigned long matrix_most(const struct matrix *matrix);
void matrix_free(struct matrix *matrix);

void matrix_print_json(const struct matrix *matrix);
enum result matrix_read_json(struct matrix *matrix, const char *path);

void matrix_draw(const struct matrix *matrix);
enum result matrix_plot(const struct matrix *matrix, const char *path);
bool matrix_can_plot(const char *path);

#endif /* WAKECTL_MATRIX_H */
