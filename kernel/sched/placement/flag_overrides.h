/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: what somebody has written over the flags of domains.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_FLAG_OVERRIDES_H
#define _KERNEL_SCHED_PLACEMENT_FLAG_OVERRIDES_H

#include <linux/list.h>
#include <linux/types.h>

struct seq_buf;

/* The reach of a machine's override, and of domains that are not NUMA. */
#define REACH_NONE	(-1)

/**
 * struct flag_override - flags of a domain that somebody has written
 * @node: among the machine's overrides or in those of one CPU
 * @name: level name, a string constant of the topology table
 * @reach: largest distance to a node in the span, or REACH_NONE
 * @mask: the policy flags that are overridden
 * @value: what they are, a subset of @mask
 */
struct flag_override {
	struct hlist_node node;
	const char *name;
	int reach;
	unsigned int mask;
	unsigned int value;
};

struct flag_override *flag_override_of_machine(const char *name);
struct flag_override *flag_override_of_cpu(int cpu, const char *name, int reach);

int flag_overrides_alloc(struct hlist_head *spare, int nr);
void flag_overrides_free(struct hlist_head *spare);

void flag_overrides_put_machine(const char *name, unsigned int mask, unsigned int value,
				struct hlist_head *spare);
void flag_overrides_put_cpu(int cpu, const char *name, int reach, unsigned int mask,
			    unsigned int value, struct hlist_head *spare);
void flag_overrides_forget_machine(const char *name);
void flag_overrides_forget_cpu(int cpu, const char *name, int reach);

void flag_overrides_print(struct seq_buf *s);

#endif /* _KERNEL_SCHED_PLACEMENT_FLAG_OVERRIDES_H */
