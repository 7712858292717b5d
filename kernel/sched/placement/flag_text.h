/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: flags of domains as the text of files.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_FLAG_TEXT_H
#define _KERNEL_SCHED_PLACEMENT_FLAG_TEXT_H

#include <linux/types.h>

struct flag_target;
struct sched_domain;
struct seq_file;

/**
 * struct flag_view - what is shown of a domain
 * @set: flags that are set
 * @clear: flags that are clear, and worth a mention
 * @sign: print +FLAG and -FLAG, not FLAG
 */
struct flag_view {
	unsigned int set;
	unsigned int clear;
	bool sign;
};

typedef struct flag_view (*flag_view_fn)(struct sched_domain *sd, int cpu);

struct flag_view flag_view_flags(struct sched_domain *sd, int cpu);
struct flag_view flag_view_overrides(struct sched_domain *sd, int cpu);
void flag_view_print(struct seq_file *m, const struct flag_view *view);
ssize_t flag_text_write(const struct flag_target *target, const char __user *ubuf,
			size_t cnt);

#endif /* _KERNEL_SCHED_PLACEMENT_FLAG_TEXT_H */
