/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's counters of decisions. */
#ifndef WAKECTL_STATS_H
#define WAKECTL_STATS_H

#include <stdbool.h>

#include "cpulist.h"
#include "report.h"

/**
 * struct counts - a kind of decisions
 * @decisions: how many there were
 * @core: how many of them moved the task to another core
 * @llc: to another last level cache
 * @node: to another node
 * @busy: how many were wakeups on a busy CPU, if the kernel was asked to count these
 * @missed: how many of these missed an idle CPU in the same cache
 */
struct counts {
	unsigned long	decisions;
	unsigned long	core;
	unsigned long	llc;
	unsigned long	node;
	unsigned long	busy;
	unsigned long	missed;
};

/**
 * struct reason - decisions for one reason
 * @name: the kernel's name for it
 * @counts: how many
 */
struct reason {
	char		*name;
	struct counts	counts;
};

/**
 * struct stats - decisions by reason
 * @reason: the reasons, in the kernel's order
 * @nr: how many
 */
struct stats {
	struct reason	*reason;
	int		nr;
};

enum result stats_read(struct stats *stats, const struct cpus *cpus);
bool stats_subtract(struct stats *stats, const struct stats *before);
void stats_copy(struct stats *to, const struct stats *from);
struct counts stats_total(const struct stats *stats);
void stats_free(struct stats *stats);

enum result counting_on(bool *switched);
bool counting_is_on(void);
void counting_off(void);

/**
 * struct stat_view - how stats are printed
 * @json: an object a line
 * @by_reason: a line for each reason
 */
struct stat_view {
	bool	json;
	bool	by_reason;
};

void stat_header(const struct stat_view *view, bool rate);
void stat_row(const struct stat_view *view, const struct stats *stats, double seconds);

#endif /* WAKECTL_STATS_H */
