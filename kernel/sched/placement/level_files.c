// SPDX-License-Identifier: GPL-2.0
/*
 * The debugfs files of a level of scheduling domains: the flags of all its domains on
 * all CPUs at once, one line for each way that they look.
 */

#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/dcache.h>
#include <linux/debugfs.h>
#include <linux/list.h>
#include <linux/mmu_context.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../sched.h"
#include "domain_flags.h"
#include "domain_walk.h"
#include "flag_text.h"
#include "level_files.h"

static struct dentry *levels_dir;

/**
 * struct view_group - CPUs whose domains of a level look the same
 * @node: in a list of such groups
 * @view: what they look like
 * @cpus: the CPUs; one with several domains of a level may be in several groups
 */
struct view_group {
	struct list_head node;
	struct flag_view view;
	struct cpumask cpus;
};

static int add_to_group(struct list_head *groups, int cpu, struct flag_view view)
{
	struct view_group *group;

	list_for_each_entry(group, groups, node) {
		if (group->view.set == view.set && group->view.clear == view.clear) {
			cpumask_set_cpu(cpu, &group->cpus);
			return 0;
		}
	}

	group = kzalloc(sizeof(*group), GFP_KERNEL);
	if (!group)
		return -ENOMEM;

	group->view = view;
	cpumask_set_cpu(cpu, &group->cpus);
	list_add_tail(&group->node, groups);

	return 0;
}

static int group_level(struct list_head *groups, const char *name, flag_view_fn fn)
{
	struct sched_domain *sd;
	int cpu, err;

	for_each_possible_cpu(cpu) {
		for (sd = lowest_domain(cpu); sd; sd = parent_domain(sd)) {
			struct flag_view view;

			if (strcmp(sd->name, name))
				continue;

			view = fn(sd, cpu);
			if (view.sign && !view.set && !view.clear)
				continue;

			err = add_to_group(groups, cpu, view);
			if (err)
				return err;
		}
	}

	return 0;
}

/*
 * One line for each way that the domains of a level look. The level goes before
 * it if several are shown, and the CPUs unless it is about all there are.
 */
static int show_one_level(struct seq_file *m, const char *name, flag_view_fn fn,
			  bool show_name)
{
	struct view_group *group, *next;
	LIST_HEAD(groups);
	bool alone;
	int err;

	err = group_level(&groups, name, fn);
	alone = list_is_singular(&groups);

	list_for_each_entry_safe(group, next, &groups, node) {
		bool show_cpus = group->view.sign || !alone;

		if (show_name)
			seq_printf(m, "%s%s", name, show_cpus ? " " : ": ");
		if (show_cpus)
			seq_printf(m, "%*pbl: ", cpumask_pr_args(&group->cpus));
		flag_view_print(m, &group->view);
		kfree(group);
	}

	return err;
}

static int show_levels(struct seq_file *m, flag_view_fn fn)
{
	const char *name = m->private;
	int i, err;

	guard(mutex)(&sched_domains_mutex);

	if (name)
		return show_one_level(m, name, fn, false);

	for (i = 0; domain_levels[i]; i++) {
		err = show_one_level(m, domain_levels[i], fn, true);
		if (err)
			return err;
	}

	return 0;
}

static int level_flags_show(struct seq_file *m, void *v)
{
	return show_levels(m, flag_view_flags);
}

static int level_overrides_show(struct seq_file *m, void *v)
{
	return show_levels(m, flag_view_overrides);
}
DEFINE_SHOW_ATTRIBUTE(level_overrides);

static int level_flags_open(struct inode *inode, struct file *file)
{
	return single_open(file, level_flags_show, inode->i_private);
}

static ssize_t level_flags_store(struct file *file, const char __user *ubuf,
				 size_t cnt, loff_t *ppos)
{
	struct flag_target target = FLAG_TARGET_MACHINE(file_inode(file)->i_private);

	return flag_text_write(&target, ubuf, cnt);
}

static const struct file_operations level_flags_fops = {
	.open		= level_flags_open,
	.read		= seq_read,
	.write		= level_flags_store,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static bool has_level(const char *name)
{
	struct dentry *dir = debugfs_lookup(name, levels_dir);

	dput(dir);

	return dir;
}

static void create_level(const char *dir_name, const char *level_name)
{
	struct dentry *dir = debugfs_create_dir(dir_name, levels_dir);

	debugfs_create_file("flags", 0644, dir, (void *)level_name, &level_flags_fops);
	debugfs_create_file("overrides", 0444, dir, (void *)level_name,
			    &level_overrides_fops);
}

/**
 * level_files_meet() - make the files of a level, unless they are there
 * @name: its name, a string constant of the topology table
 *
 * Context: May sleep.
 */
void level_files_meet(const char *name)
{
	if (!has_level(name))
		create_level(name, name);
}

/**
 * level_files_init() - make the folder of levels, with the one for all of them
 * @dir: the placement folder in debugfs
 */
void level_files_init(struct dentry *dir)
{
	levels_dir = debugfs_create_dir("levels", dir);
	create_level("all", NULL);
}
