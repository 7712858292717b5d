// SPDX-License-Identifier: GPL-2.0
/*
 * Which series is in, on top of what, with which patches.
 */

#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/stringify.h>
#include <linux/version.h>

#include "series.h"
#include "version.h"

static int version_show(struct seq_file *m, void *v)
{
	seq_puts(m, "series " PLACEMENT_SERIES_VERSION "\n");
	seq_puts(m, "base " __stringify(LINUX_VERSION_MAJOR) "."
		 __stringify(LINUX_VERSION_PATCHLEVEL) "."
		 __stringify(LINUX_VERSION_SUBLEVEL) "\n");
	seq_puts(m, PLACEMENT_SERIES_PATCHES);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(version);

/**
 * placement_version_debugfs() - make the file that shows the version
 * @dir: the placement folder in debugfs
 */
void placement_version_debugfs(struct dentry *dir)
{
	debugfs_create_file("version", 0444, dir, NULL, &version_fops);
}
