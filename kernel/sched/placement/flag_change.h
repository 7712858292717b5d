/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: what somebody wants of a scheduling domain's flags.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_FLAG_CHANGE_H
#define _KERNEL_SCHED_PLACEMENT_FLAG_CHANGE_H

#include <linux/sched/topology.h>
#include <linux/types.h>

/* The flags that may be written; all others state facts of the topology. */
#define SD_POLICY_FLAGS		\
	(SD_BALANCE_NEWIDLE |	\
	 SD_BALANCE_EXEC |	\
	 SD_BALANCE_FORK |	\
	 SD_BALANCE_WAKE |	\
	 SD_WAKE_AFFINE |	\
	 SD_PREFER_LOCAL)

/**
 * struct flag_change - a parsed write to a flags file
 * @mask: the policy flags that change
 * @value: what they become, a subset of @mask
 * @facts: the topology flags that a whole list has named
 * @whole: the write was a whole list of flags rather than +FLAG and -FLAG
 * @reset: the write was "reset", the other members are 0
 */
struct flag_change {
	unsigned int mask;
	unsigned int value;
	unsigned int facts;
	bool whole;
	bool reset;
};

/**
 * struct flag_error - why a write to a flags file was refused
 * @reason: for people
 * @token: the word at fault, in the parsed text and not terminated, or NULL
 * @len: length of @token in bytes
 */
struct flag_error {
	const char *reason;
	const char *token;
	size_t len;
};

int flag_change_parse(const char *text, struct flag_change *change,
		      struct flag_error *error);

static inline unsigned int flag_change_apply(unsigned int flags,
					     unsigned int mask,
					     unsigned int value)
{
	return (flags & ~mask) | value;
}

#endif /* _KERNEL_SCHED_PLACEMENT_FLAG_CHANGE_H */
