// SPDX-License-Identifier: GPL-2.0
/*
 * The placement folder in debugfs.
 */

#include <linux/cleanup.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>

#include "placement.h"
#include "feature_set.h"
#include "level_files.h"
#include "map_check.h"
#include "stats.h"
#include "version.h"

/**
 * placement_debugfs_init() - make the files that are not about one domain
 * @sched_dir: the scheduler's folder in debugfs
 */
void placement_debugfs_init(struct dentry *sched_dir)
{
	struct dentry *dir = debugfs_create_dir("placement", sched_dir);

	scoped_guard(cpus_read_lock)
		placement_follow_features();

	level_files_init(dir);
	map_check_debugfs(dir);
	feature_set_debugfs(dir);
	placement_stats_debugfs(dir);
	placement_version_debugfs(dir);
}
