/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: which series is in.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_VERSION_H
#define _KERNEL_SCHED_PLACEMENT_VERSION_H

struct dentry;

void placement_version_debugfs(struct dentry *dir);

#endif /* _KERNEL_SCHED_PLACEMENT_VERSION_H */
