/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: the debugfs files of levels.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_LEVEL_FILES_H
#define _KERNEL_SCHED_PLACEMENT_LEVEL_FILES_H

struct dentry;

void level_files_init(struct dentry *dir);
void level_files_meet(const char *name);

#endif /* _KERNEL_SCHED_PLACEMENT_LEVEL_FILES_H */
