// SPDX-License-Identifier: GPL-2.0
/*
 * The debugfs files of one scheduling domain: reading and writing its flags, and
 * what tells which domain it is.
 *
 * A rebuild removes the files of domains while it holds sched_domains_mutex, and the
 * removal of a protected file waits for its users. A user that waits for the
 * mutex would never finish. That is why these files are unprotected: they hold
 * numbers, not pointers into the domain, and look it up again each time.
 */

#include <linux/bits.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/lockdep.h>
#include <linux/mmu_context.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>

#include "../sched.h"
#include "placement.h"
#include "domain_flags.h"
#include "flag_text.h"
#include "level_files.h"

/* The file of a domain holds which CPU and level it is for. */
#define DOMAIN_LEVEL_BITS	8

static void *pack_domain(struct sched_domain *sd, int cpu)
{
	return (void *)(((unsigned long)cpu << DOMAIN_LEVEL_BITS) | sd->level);
}

static int packed_cpu(void *private)
{
	return (unsigned long)private >> DOMAIN_LEVEL_BITS;
}

static int packed_level(void *private)
{
	return (unsigned long)private & (BIT(DOMAIN_LEVEL_BITS) - 1);
}

typedef void (*domain_print_fn)(struct seq_file *m, struct sched_domain *sd, int cpu);

static int show_domain(struct seq_file *m, domain_print_fn print)
{
	int cpu = packed_cpu(m->private);
	struct sched_domain *sd;

	guard(mutex)(&sched_domains_mutex);

	sd = domain_flags_find(cpu, packed_level(m->private));
	if (!sd)
		return -ENODEV;

	print(m, sd, cpu);

	return 0;
}

static void print_name(struct seq_file *m, struct sched_domain *sd, int cpu)
{
	seq_printf(m, "%s\n", sd->name);
}

static void print_level(struct seq_file *m, struct sched_domain *sd, int cpu)
{
	seq_printf(m, "%d\n", sd->level);
}

static void print_cpus(struct seq_file *m, struct sched_domain *sd, int cpu)
{
	seq_printf(m, "%*pbl\n", cpumask_pr_args(sched_domain_span(sd)));
}

static void print_flags(struct seq_file *m, struct sched_domain *sd, int cpu)
{
	struct flag_view view = flag_view_flags(sd, cpu);

	flag_view_print(m, &view);
}

static void print_overrides(struct seq_file *m, struct sched_domain *sd, int cpu)
{
	struct flag_view view = flag_view_overrides(sd, cpu);

	flag_view_print(m, &view);
}

static void print_groups_flags(struct seq_file *m, struct sched_domain *sd, int cpu)
{
	struct flag_view view = { .set = sd->groups->flags };

	flag_view_print(m, &view);
}

#define DEFINE_DOMAIN_FILE(what)						\
static int domain_##what##_show(struct seq_file *m, void *v)			\
{										\
	return show_domain(m, print_##what);					\
}										\
DEFINE_SHOW_ATTRIBUTE(domain_##what)

DEFINE_DOMAIN_FILE(name);
DEFINE_DOMAIN_FILE(level);
DEFINE_DOMAIN_FILE(cpus);
DEFINE_DOMAIN_FILE(overrides);
DEFINE_DOMAIN_FILE(groups_flags);

static int domain_flags_show(struct seq_file *m, void *v)
{
	return show_domain(m, print_flags);
}

static int domain_flags_open(struct inode *inode, struct file *file)
{
	return single_open(file, domain_flags_show, inode->i_private);
}

static ssize_t domain_flags_store(struct file *file, const char __user *ubuf,
				  size_t cnt, loff_t *ppos)
{
	void *private = file_inode(file)->i_private;
	struct flag_target target = flag_target_domain(packed_cpu(private),
						       packed_level(private));

	return flag_text_write(&target, ubuf, cnt);
}

static const struct file_operations domain_flags_fops = {
	.open		= domain_flags_open,
	.read		= seq_read,
	.write		= domain_flags_store,
	.llseek		= seq_lseek,
	.release	= single_release,
};

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
		{ "cpus",		0444, &domain_cpus_fops },
		{ "flags",		0644, &domain_flags_fops },
		{ "overrides",		0444, &domain_overrides_fops },
		{ "groups_flags",	0444, &domain_groups_flags_fops },
	};
	int i;

	lockdep_assert_held(&sched_domains_mutex);

	for (i = 0; i < ARRAY_SIZE(files); i++)
		debugfs_create_file_unsafe(files[i].name, files[i].mode, dir,
					   pack_domain(sd, cpu), files[i].fops);

	level_files_meet(sd->name);
}
