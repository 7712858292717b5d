// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what in kernel/sched/placement is logic only, as a program: which CPU is whose
 * idle buddy, and which domain a balance map finds. No test in a guest gets to machines of
 * 4096 CPUs, of eight threads per core, or of nodes in a ring, or to ten thousand of them.
 *
 * balance_map.c and idle_buddy.c are compiled as they are, with the sanitizers. What they
 * include comes from tools/include, or from stub/ where that has nothing.
 *
 * Usage: placement_test [--seed N]. The random machines have the seeds N, N + 1, ...
 * KTAP goes to stdout. Exit code 1 if anything failed.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buddy_test.h"
#include "cost_test.h"
#include "machines.h"
#include "map_test.h"
#include "report.h"
#include "topology.h"

/* Millions of domains are allocated: less memory that waits for a late use, short traces. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=8:malloc_context_size=2";
}

static double seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);

	return now.tv_sec + now.tv_nsec / 1e9;
}

static double started;

static void note(const char *what)
{
	fprintf(stderr, "%-10s %6lu machines, %5.1f s, %5.1f s of a CPU\n", what,
		machines_tested, seconds(CLOCK_MONOTONIC) - started,
		seconds(CLOCK_PROCESS_CPUTIME_ID));
}

int main(int argc, char **argv)
{
	u64 seed = 1;
	char *end = NULL;

	if (argc == 3 && !strcmp(argv[1], "--seed"))
		seed = strtoull(argv[2], &end, 0);
	if (argc != 1 && (!end || *end || end == argv[2])) {
		fprintf(stderr, "usage: placement_test [--seed N]\n");
		return 2;
	}

	started = seconds(CLOCK_MONOTONIC);
	topology_init();
	report_start();

	check_buddy_examples();
	check_map_examples();
	check_cost();
	note("examples");
	test_counts(seed);
	note("counts");
	test_products(seed);
	note("products");
	test_large(seed);
	note("large");
	test_unusual(seed);
	note("unusual");
	test_random(seed);
	note("random");

	return report_end();
}
