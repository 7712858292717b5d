/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: scheduler features, as bits and by name.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_FEATURE_SET_H
#define _KERNEL_SCHED_PLACEMENT_FEATURE_SET_H

#include <linux/types.h>

struct dentry;
struct seq_buf;

extern const u64 feature_set_default;

int feature_find(const char *name, size_t len);
void feature_set_apply(u64 features);
void feature_set_print(struct seq_buf *s, u64 features);
void feature_set_debugfs(struct dentry *dir);

#endif /* _KERNEL_SCHED_PLACEMENT_FEATURE_SET_H */
