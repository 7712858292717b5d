/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is tested, how often it was, and how it ended: see report.c.
 */
#ifndef _PLACEMENT_TEST_REPORT_H
#define _PLACEMENT_TEST_REPORT_H

#include <linux/compiler.h>
#include <linux/types.h>

struct topology;

/* Each is one result. */
enum property {
	BUDDY_EXAMPLES,
	BUDDY_LEVELS,
	BUDDY_EVERYONE,
	BUDDY_PLACE,
	BUDDY_MUTUAL,
	BUDDY_STRAGGLER,
	BUDDY_RULE,
	BUDDY_ORDER,
	BUDDY_RENUMBERED,
	BUDDY_PERMUTED,
	BUDDY_NO_MEMORY,
	BUDDY_ALLOWED,
	MAP_EXAMPLES,
	MAP_FIND,
	MAP_BELOW,
	MAP_FOLLOWED,
	MAP_WALK,
	MAP_BUILDS,
	MAP_SAME_BUILD,
	MAP_NONE,
	MAP_FAST,
	COST_TIME,
	COST_MEMORY,
	NR_PROPERTIES,
};

extern unsigned long property_checks[NR_PROPERTIES];

/* What failures are about, or NULL. */
extern const struct topology *topology_tested;

__printf(2, 3) void property_failed(enum property id, const char *format, ...);

/* Evaluates to the condition. The rest is the message, for where it does not hold. */
#define expect(id, condition, ...)					\
({									\
	enum property id_ = (id);					\
	bool holds_ = (condition);					\
									\
	property_checks[id_]++;						\
	if (unlikely(!holds_))						\
		property_failed(id_, __VA_ARGS__);			\
	holds_;								\
})

void report_start(void);
int report_end(void);

#endif /* _PLACEMENT_TEST_REPORT_H */
