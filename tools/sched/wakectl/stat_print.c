// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the decisions of an interval: as a row of columns that fit a terminal, as a
 * line for each reason, or as JSON.
 *
 * A row has no room for all reasons, so those that mean much the same share a column. What
 * the table does not know is in the column "other", so that the sum is right.
 */

#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "json_output.h"
#include "stats.h"

static const struct {
	const char	*column;
	const char	*reasons[5];
} columns[] = {
	{ "waker",	{ "current_cpu", "affine" } },
	{ "prev",	{ "prev", "kthread", "none_near" } },
	{ "tgidl",	{ "target_idle" } },
	{ "pvidl",	{ "prev_idle" } },
	{ "rcidl",	{ "recent_idle" } },
	{ "buddy",	{ "buddy_core", "buddy_thread" } },
	{ "near",	{ "near_prev", "near_waker" } },
	{ "scan",	{ "capacity_idle", "smt_idle", "core_idle", "cpu_idle" } },
	{ "busy",	{ "scan_failed", "scan_skipped", "buddies_busy" } },
	{ "idlst",	{ "fork", "exec", "wake" } },
	{ "local",	{ "kept_local" } },
};

#define NR_COLUMNS	((int)(sizeof(columns) / sizeof(*columns)))

static double percent(unsigned long part, unsigned long whole)
{
	return whole ? 100.0 * part / whole : 0;
}

static int column_of(const char *reason)
{
	for (int i = 0; i < NR_COLUMNS; i++) {
		for (int j = 0; columns[i].reasons[j]; j++) {
			if (!strcmp(columns[i].reasons[j], reason))
				return i;
		}
	}

	return NR_COLUMNS;
}

static void print_percent(unsigned long part, unsigned long whole)
{
	double value = percent(part, whole);

	printf(value > 99.94 ? " %5.0f" : " %5.1f", value);
}

static void print_row(const struct stats *stats, double seconds)
{
	struct counts total = stats_total(stats);
	unsigned long sums[NR_COLUMNS + 1];

	memset(sums, 0, sizeof(sums));
	for (int i = 0; i < stats->nr; i++)
		sums[column_of(stats->reason[i].name)] += stats->reason[i].counts.decisions;

	if (seconds > 0)
		printf("%9.0f", total.decisions / seconds);
	else
		printf("%9lu", total.decisions);
	for (int i = 0; i <= NR_COLUMNS; i++)
		print_percent(sums[i], total.decisions);
	print_percent(total.core, total.decisions);
	print_percent(total.llc, total.decisions);
	print_percent(total.node, total.decisions);
	putchar('\n');
}

static void print_reason(const char *name, const struct counts *counts, unsigned long all,
			 double seconds)
{
	printf("%-16s %12lu", name, counts->decisions);
	if (seconds > 0)
		printf(" %10.0f", counts->decisions / seconds);
	else
		printf(" %10s", "-");
	print_percent(counts->decisions, all);
	print_percent(counts->core, counts->decisions);
	print_percent(counts->llc, counts->decisions);
	print_percent(counts->node, counts->decisions);
	print_percent(counts->busy, counts->decisions);
	print_percent(counts->missed, counts->decisions);
	putchar('\n');
}

static void print_reasons(const struct stats *stats, double seconds)
{
	struct counts total = stats_total(stats);

	printf("%-16s %12s %10s %5s %5s %5s %5s %5s %5s\n", "reason", "decisions", "per_s", "%",
	       "core%", "llc%", "node%", "busy%", "miss%");
	for (int i = 0; i < stats->nr; i++) {
		const struct reason *reason = &stats->reason[i];

		if (reason->counts.decisions)
			print_reason(reason->name, &reason->counts, total.decisions, seconds);
	}
	print_reason("total", &total, total.decisions, seconds);
}

static void add_moves(struct json_object *object, const struct counts *counts)
{
	json_object_object_add(object, "core", json_object_new_uint64(counts->core));
	json_object_object_add(object, "llc", json_object_new_uint64(counts->llc));
	json_object_object_add(object, "node", json_object_new_uint64(counts->node));
	json_object_object_add(object, "busy", json_object_new_uint64(counts->busy));
	json_object_object_add(object, "missed", json_object_new_uint64(counts->missed));
}

static struct json_object *reason_object(const struct counts *counts, unsigned long all)
{
	struct json_object *object = json_object_new_object();

	json_object_object_add(object, "decisions", json_object_new_uint64(counts->decisions));
	json_object_object_add(object, "percent",
			       json_rounded(percent(counts->decisions, all), 2));
	add_moves(object, counts);

	return object;
}

static void print_json(const struct stats *stats, double seconds)
{
	struct json_object *object = json_object_new_object();
	struct json_object *reasons = json_object_new_object();
	struct counts total = stats_total(stats);

	json_object_object_add(object, "seconds",
			       seconds > 0 ? json_rounded(seconds, 3) : NULL);
	json_object_object_add(object, "decisions", json_object_new_uint64(total.decisions));
	add_moves(object, &total);
	for (int i = 0; i < stats->nr; i++)
		json_object_object_add(reasons, stats->reason[i].name,
				       reason_object(&stats->reason[i].counts, total.decisions));
	json_object_object_add(object, "reasons", reasons);
	json_print(object, false);
}

/* @rate: whether the length of intervals is known */
void stat_header(const struct stat_view *view, bool rate)
{
	if (view->json || view->by_reason)
		return;

	printf("%9s", rate ? "per_s" : "decisions");
	for (int i = 0; i < NR_COLUMNS; i++)
		printf(" %5s", columns[i].column);
	printf(" %5s %5s %5s %5s\n", "other", "core", "llc", "node");
}

/* @seconds is the length of the interval, or 0 if it is not known. */
void stat_row(const struct stat_view *view, const struct stats *stats, double seconds)
{
	if (view->json)
		print_json(stats, seconds);
	else if (view->by_reason)
		print_reasons(stats, seconds);
	else
		print_row(stats, seconds);
	fflush(stdout);
}
