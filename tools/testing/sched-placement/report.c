// SPDX-License-Identifier: GPL-2.0
/*
 * The results, as KTAP. A property is tested on thousands of topologies, and all are
 * tested on one before the next is made. So what fails is told at once, with the topology,
 * but only the first few times; the results are told at the end.
 */

#include "report.h"
#include "topology.h"

#include <../testing/selftests/kselftest.h>

#define TELL	3

unsigned long property_checks[NR_PROPERTIES];
const struct topology *topology_tested;

static unsigned long failures[NR_PROPERTIES];

static const char *const names[NR_PROPERTIES] = {
	[BUDDY_EXAMPLES] = "buddies: worked out on paper",
	[BUDDY_LEVELS] = "buddies: the levels are those that share a cache",
	[BUDDY_EVERYONE] = "buddies: all have one where there are groups, else none",
	[BUDDY_PLACE] = "buddies: of the domain, but not of the own group",
	[BUDDY_MUTUAL] = "buddies: one's buddy's buddy is oneself",
	[BUDDY_STRAGGLER] = "buddies: an odd group at the end asks the one before",
	[BUDDY_RULE] = "buddies: as a plain form of the rule has them",
	[BUDDY_ORDER] = "buddies: the same in whatever order CPUs are built",
	[BUDDY_RENUMBERED] = "buddies: the same if numbers keep their order",
	[BUDDY_PERMUTED] = "buddies: as many odd groups whatever the numbers",
	[BUDDY_NO_MEMORY] = "buddies: never oneself where memory was short",
	[BUDDY_ALLOWED] = "buddies: the next of the level that is allowed",
	[MAP_EXAMPLES] = "map: worked out on paper",
	[MAP_FIND] = "map: finds what the base's walk finds",
	[MAP_BELOW] = "map: finds what the base's walk finds on the way down",
	[MAP_FOLLOWED] = "map: still, after flags have changed",
	[MAP_WALK] = "map: its own walk is the base's",
	[MAP_BUILDS] = "map: knows what was built apart",
	[MAP_SAME_BUILD] = "map: knows other CPUs' keys of the same build number",
	[MAP_NONE] = "map: walks where there is none",
	[MAP_FAST] = "map: no span is tested where levels do not overlap",
	[COST_TIME] = "cost: as many steps per CPU on large machines",
	[COST_MEMORY] = "cost: a constant number of bytes per CPU",
};

/**
 * property_failed() - note that a property does not hold
 * @id: the property
 * @format: what was seen, for printf()
 */
void property_failed(enum property id, const char *format, ...)
{
	va_list args;

	if (++failures[id] > TELL)
		return;

	printf("# %s: ", names[id]);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	if (topology_tested)
		topology_describe(topology_tested);
}

/**
 * report_start() - begin with the output
 */
void report_start(void)
{
	/* The header of the kselftests is TAP's. */
	setenv("KSFT_TAP_LEVEL", "1", 1);
	ksft_print_header();
	printf("KTAP version 1\n");
	ksft_set_plan(NR_PROPERTIES);
}

/**
 * report_end() - print a result for each property
 *
 * A property that was never tested has failed.
 *
 * Return: 0, or 1 if anything failed.
 */
int report_end(void)
{
	int id;

	for (id = 0; id < NR_PROPERTIES; id++) {
		ksft_print_msg("%lu comparisons, %lu failures\n", property_checks[id],
			       failures[id]);
		ksft_test_result(property_checks[id] && !failures[id], "%s\n", names[id]);
	}
	ksft_print_cnts();

	return ksft_get_fail_cnt() ? 1 : 0;
}
