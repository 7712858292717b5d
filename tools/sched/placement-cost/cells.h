/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where finished windows go: a cell for each phase of the guest and each group of windows.
 */
#ifndef PLACEMENT_COST_CELLS_H
#define PLACEMENT_COST_CELLS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define PHASES		256
#define CALLERS		8
#define OUTCOMES	64
#define NO_OUTCOME	OUTCOMES

enum metric {
	INSTRUCTIONS,
	LOADS,
	STORES,
	LINES,
	LINES_ELSEWHERE,
	METRICS
};

/**
 * cells_add() - count a window
 * @phase:	of the guest, 1 to PHASES - 1
 * @caller:	who runs again, below CALLERS
 * @outcome:	what the guest counted the window as, or NO_OUTCOME
 * @value:	what was in the window
 * @metrics:	how many of @value there are: INSTRUCTIONS + 1, or METRICS
 *
 * Any thread may call it.
 */
void cells_add(unsigned int phase, unsigned int caller, unsigned int outcome,
	       const uint64_t *value, unsigned int metrics);

/**
 * cells_json() - print all cells as a JSON object: phase, then group, then metric
 * @callers:	names of the callers
 * @out:	where to
 *
 * The groups of a phase are "all", those of callers by name, and those of outcomes by
 * number.
 */
void cells_json(const char *const *callers, FILE *out);

#endif /* PLACEMENT_COST_CELLS_H */
