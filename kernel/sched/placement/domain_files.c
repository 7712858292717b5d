// SPDX-License-Identifier: GPL-2.0
/*
 * The debugfs files of scheduling domains: reading and writing their flags, and
 * reading what was overridden, one domain at a time or by level.
 *
 * A rebuild removes the files of domains while it holds sched_domains_mutex, and the
 * removal of a protected file waits for its users. A user that waits for the
 * mutex would never finish. That is why the files of a domain are unprotected:
 * they hold numbers, not pointers into the domain, and look it up again each time.
 */

#define pr_fmt(fmt) "sched_placement: " fmt

#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/list.h>
#include <linux/mmu_context.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../sched.h"
#include "placement.h"
#include "domain_flags.h"
#include "domain_walk.h"

static struct dentry *levels_dir;

static ssize_t write_flags(const struct flag_target *target,
			   const char __user *ubuf, size_t cnt)
{
	char *text;
	int err;

	if (cnt >= PAGE_SIZE) {
		pr_warn_ratelimited("%zu bytes are too long for flags\n", cnt);
		return -E2BIG;
	}

	text = memdup_user_nul(ubuf, cnt);
	if (IS_ERR(text))
		return PTR_ERR(text);

	if (strlen(text) == cnt) {
		err = domain_flags_write(target, text);
	} else {
		pr_warn_ratelimited("NUL byte among the flags\n");
		err = -EINVAL;
	}
	kfree(text);

	return err ?: cnt;
}

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

static struct flag_view view_flags(struct sched_domain *sd, int cpu)
{
	return (struct flag_view){ .set = sd->flags };
}

static struct flag_view view_groups_flags(struct sched_domain *sd, int cpu)
{
	return (struct flag_view){ .set = sd->groups->flags };
}

static struct flag_view view_overrides(struct sched_domain *sd, int cpu)
{
	unsigned int flags = domain_flags_overridden(sd, cpu);

	return (struct flag_view){
		.set = flags & ~sd->builtin_flags,
		.clear = sd->builtin_flags & ~flags,
		.sign = true,
	};
}

static void print_view(struct seq_file *m, const struct flag_view *view)
{
	unsigned long shown = view->set | view->clear;
	const char *gap = "";
	unsigned int idx;

	for_each_set_bit(idx, &shown, __SD_FLAG_CNT) {
		seq_puts(m, gap);
		if (view->sign)
			seq_putc(m, view->set & BIT(idx) ? '+' : '-');
		seq_puts(m, sd_flag_debug[idx].name);
		gap = " ";
	}
	seq_putc(m, '\n');
}

/* The file of a domain holds which CPU and level it is for. */
#define DOMAIN_LEVEL_BITS	8

static void *pack_domain(struct sched_domain *sd, int cpu)
{
	return (void *)(((unsigned long)cpu << DOMAIN_LEVEL_BITS) | sd->level);
}

static struct flag_target unpack_domain(void *private)
{
	unsigned long packed = (unsigned long)private;

	return (struct flag_target){
		.cpu = packed >> DOMAIN_LEVEL_BITS,
		.level = packed & (BIT(DOMAIN_LEVEL_BITS) - 1),
	};
}

static int show_domain(struct seq_file *m, flag_view_fn fn)
{
	struct flag_target target = unpack_domain(m->private);
	struct flag_view view;
	struct sched_domain *sd;

	guard(mutex)(&sched_domains_mutex);

	sd = domain_flags_find(&target);
	if (!sd)
		return -ENODEV;

	view = fn(sd, target.cpu);
	print_view(m, &view);

	return 0;
}

static int domain_flags_show(struct seq_file *m, void *v)
{
	return show_domain(m, view_flags);
}

static int domain_groups_flags_show(struct seq_file *m, void *v)
{
	return show_domain(m, view_groups_flags);
}
DEFINE_SHOW_ATTRIBUTE(domain_groups_flags);

static int domain_overrides_show(struct seq_file *m, void *v)
{
	return show_domain(m, view_overrides);
}
DEFINE_SHOW_ATTRIBUTE(domain_overrides);

static int domain_name_show(struct seq_file *m, void *v)
{
	struct flag_target target = unpack_domain(m->private);
	struct sched_domain *sd;

	guard(mutex)(&sched_domains_mutex);

	sd = domain_flags_find(&target);
	if (!sd)
		return -ENODEV;

	seq_printf(m, "%s\n", sd->name);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(domain_name);

static int domain_level_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%d\n", unpack_domain(m->private).level);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(domain_level);

static int domain_flags_open(struct inode *inode, struct file *file)
{
	return single_open(file, domain_flags_show, inode->i_private);
}

static ssize_t domain_flags_store(struct file *file, const char __user *ubuf,
				  size_t cnt, loff_t *ppos)
{
	struct flag_target target = unpack_domain(file_inode(file)->i_private);

	return write_flags(&target, ubuf, cnt);
}

static const struct file_operations domain_flags_fops = {
	.open		= domain_flags_open,
	.read		= seq_read,
	.write		= domain_flags_store,
	.llseek		= seq_lseek,
	.release	= single_release,
};

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
		print_view(m, &group->view);
		kfree(group);
	}

	return err;
}

static int show_levels(struct seq_file *m, flag_view_fn fn)
{
	const char *name = m->private;
	struct domain_level *level;
	int err;

	guard(mutex)(&sched_domains_mutex);

	if (name)
		return show_one_level(m, name, fn, false);

	list_for_each_entry(level, &domain_levels, node) {
		err = show_one_level(m, level->name, fn, true);
		if (err)
			return err;
	}

	return 0;
}

static int level_flags_show(struct seq_file *m, void *v)
{
	return show_levels(m, view_flags);
}

static int level_overrides_show(struct seq_file *m, void *v)
{
	return show_levels(m, view_overrides);
}
DEFINE_SHOW_ATTRIBUTE(level_overrides);

static int level_flags_open(struct inode *inode, struct file *file)
{
	return single_open(file, level_flags_show, inode->i_private);
}

static ssize_t level_flags_store(struct file *file, const char __user *ubuf,
				 size_t cnt, loff_t *ppos)
{
	struct flag_target target = {
		.name = file_inode(file)->i_private,
		.cpu = -1,
	};

	return write_flags(&target, ubuf, cnt);
}

static const struct file_operations level_flags_fops = {
	.open		= level_flags_open,
	.read		= seq_read,
	.write		= level_flags_store,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static void create_level(const char *dir_name, const char *level_name)
{
	struct dentry *dir = debugfs_create_dir(dir_name, levels_dir);

	debugfs_create_file("flags", 0644, dir, (void *)level_name, &level_flags_fops);
	debugfs_create_file("overrides", 0444, dir, (void *)level_name,
			    &level_overrides_fops);
}

/**
 * placement_debugfs_init() - make the files for levels
 * @sched_dir: the scheduler's folder in debugfs
 */
void placement_debugfs_init(struct dentry *sched_dir)
{
	struct dentry *dir = debugfs_create_dir("placement", sched_dir);

	levels_dir = debugfs_create_dir("levels", dir);
	create_level("all", NULL);
}

/**
 * placement_debugfs_domain() - make the files for a domain
 * @sd: the domain
 * @cpu: the CPU that it belongs to
 * @dir: the domain's folder in debugfs, which goes with the next rebuild
 *
 * Context: sched_domains_mutex is held. May sleep.
 */
void placement_debugfs_domain(struct sched_domain *sd, int cpu,
			      struct dentry *dir)
{
	static const struct {
		const char			*name;
		umode_t				mode;
		const struct file_operations	*fops;
	} files[] = {
		{ "name",		0444, &domain_name_fops },
		{ "level",		0444, &domain_level_fops },
		{ "flags",		0644, &domain_flags_fops },
		{ "overrides",		0444, &domain_overrides_fops },
		{ "groups_flags",	0444, &domain_groups_flags_fops },
	};
	int i;

	lockdep_assert_held(&sched_domains_mutex);

	for (i = 0; i < ARRAY_SIZE(files); i++)
		debugfs_create_file_unsafe(files[i].name, files[i].mode, dir,
					   pack_domain(sd, cpu), files[i].fops);

	if (domain_flags_meet_level(sd->name))
		create_level(sd->name, sd->name);
}
