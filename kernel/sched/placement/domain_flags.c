// SPDX-License-Identifier: GPL-2.0
/*
 * Writing the policy flags of scheduling domains, and keeping what was written.
 *
 *   Overrides
 *
 * A scheduling domain is built anew from the topology table whenever a CPU goes
 * or comes, a cpuset partition changes or an architecture says so; a flag that
 * was only written into it is lost then. So a write is remembered as an override:
 * which flags (mask), what they are to be (value), and where. There are two
 * kinds:
 *
 *	machine		for a level name, e.g. NUMA, on every CPU there will be
 *	CPU		for a level name and a reach, on one CPU
 *
 * A domain's flags are those it was built with, changed by the machine's
 * override for its level and then by the CPU's own. The last write counts: one
 * for the machine takes its flags out of the overrides of CPUs.
 *
 * Several NUMA levels share one name. What tells them apart, and stays the same
 * when other nodes come and go, is how far they reach: the largest distance from
 * the CPU's node to another node in the span.
 *
 *   Rules
 *
 * A flag with SDF_SHARED_CHILD in a domain must be in its child, too: code stops
 * its walk at the first domain without it. One with SDF_NEEDS_GROUPS means
 * nothing with a single group. A write that would break either in any domain of
 * any CPU changes nothing. Overrides that were fine when they were written can
 * come to break the first rule after a rebuild, as when a level appears between
 * two others; the flag is then left out of the upper domain, with a message, and
 * the override waits for better times.
 *
 *   Locking
 *
 * Domains change under sched_domains_mutex, nested in the CPU hotplug lock, and
 * so do overrides. Readers of sched_domain::flags hold the RCU read lock at most,
 * and see a write at once, one CPU earlier than the other.
 *
 * A rebuild removes debugfs files while it holds sched_domains_mutex, and the
 * removal of a protected file waits for its users. A user that waits for the
 * mutex would never finish. That is why the files of a domain are unprotected:
 * they hold numbers, not pointers into the domain, and look it up again each time.
 */

#define pr_fmt(fmt) "sched_placement: " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/list.h>
#include <linux/mmu_context.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../sched.h"
#include "placement.h"
#include "domain_flags.h"
#include "domain_walk.h"

/* The reach of a machine's override, and of domains that are not NUMA. */
#define REACH_NONE	(-1)

/**
 * struct flag_override - flags of a domain that somebody has written
 * @node: in machine_overrides or in one CPU's cpu_overrides
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

/* Protected by sched_domains_mutex: */
static HLIST_HEAD(machine_overrides);
static DEFINE_PER_CPU(struct hlist_head, cpu_overrides);

/**
 * struct flag_level - a level that some CPU has, or has had, a domain of
 * @node: in levels, in the order that the levels were met
 * @name: level name, a string constant of the topology table
 */
struct flag_level {
	struct list_head node;
	const char *name;
};

/* Protected by sched_domains_mutex: */
static LIST_HEAD(levels);
static int nr_levels;

static struct dentry *levels_dir;

/* Bytes of a word at fault that go to the kernel log. */
#define TOKEN_SHOWN	40

static int domain_reach(struct sched_domain *sd, int cpu)
{
	int node, reach = REACH_NONE;

	if (!(sd->flags & SD_NUMA))
		return REACH_NONE;

	for_each_online_node(node) {
		if (cpumask_intersects(cpumask_of_node(node), sched_domain_span(sd)))
			reach = max(reach, node_distance(cpu_to_node(cpu), node));
	}

	return reach;
}

static struct flag_override *
find_override(struct hlist_head *head, const char *name, int reach)
{
	struct flag_override *override;

	lockdep_assert_held(&sched_domains_mutex);

	hlist_for_each_entry(override, head, node) {
		if (override->reach == reach && !strcmp(override->name, name))
			return override;
	}

	return NULL;
}

static struct flag_override *machine_override(struct sched_domain *sd)
{
	return find_override(&machine_overrides, sd->name, REACH_NONE);
}

static struct flag_override *cpu_override(struct sched_domain *sd, int cpu)
{
	return find_override(per_cpu_ptr(&cpu_overrides, cpu), sd->name,
			     domain_reach(sd, cpu));
}

static void change_override(struct flag_override *override, unsigned int mask,
			    unsigned int value)
{
	override->mask |= mask;
	override->value = flag_change_apply(override->value, mask, value);
}

static void forget_override(struct flag_override *override)
{
	hlist_del(&override->node);
	kfree(override);
}

/* Take the flags of @mask out of the overrides in @head; NULL: of all levels. */
static void trim_overrides(struct hlist_head *head, const char *name,
			   unsigned int mask)
{
	struct flag_override *override;
	struct hlist_node *next;

	lockdep_assert_held(&sched_domains_mutex);

	hlist_for_each_entry_safe(override, next, head, node) {
		if (name && strcmp(override->name, name))
			continue;

		override->mask &= ~mask;
		override->value &= ~mask;
		if (!override->mask)
			forget_override(override);
	}
}

static unsigned int overridden_flags(struct sched_domain *sd, int cpu)
{
	struct flag_override *machine = machine_override(sd);
	struct flag_override *own = cpu_override(sd, cpu);
	unsigned int flags = sd->builtin_flags;

	if (machine)
		flags = flag_change_apply(flags, machine->mask, machine->value);
	if (own)
		flags = flag_change_apply(flags, own->mask, own->value);

	return flags;
}

static unsigned int flags_with(unsigned int metaflag)
{
	unsigned int idx, flags = 0;

	for (idx = 0; idx < __SD_FLAG_CNT; idx++) {
		if (sd_flag_debug[idx].meta_flags & metaflag)
			flags |= BIT(idx);
	}

	return flags;
}

/**
 * domain_flags_legal() - flags that a domain may have above a child
 * @flags: the flags wanted
 * @child_flags: the flags of its child
 *
 * Return: @flags without the policy flags that need to be in the child, by
 * SDF_SHARED_CHILD, and are not.
 */
unsigned int domain_flags_legal(unsigned int flags, unsigned int child_flags)
{
	unsigned int shared = flags_with(SDF_SHARED_CHILD) & SD_POLICY_FLAGS;

	return flags & ~(shared & ~child_flags);
}

static const char *flag_name(unsigned int flags)
{
	return sd_flag_debug[__ffs(flags)].name;
}

/* Groups carry the flags of the child domain that they were made from. */
static void set_flags(struct sched_domain *sd, unsigned int flags)
{
	struct sched_domain *parent = parent_domain(sd);

	WRITE_ONCE(sd->flags, flags);
	if (parent)
		parent->groups->flags = flag_change_apply(parent->groups->flags,
							  SD_POLICY_FLAGS,
							  flags & SD_POLICY_FLAGS);
}

/**
 * placement_attach_flags() - put overrides into domains that have been built
 * @base: the lowest domain, not published yet, or NULL
 * @cpu: the CPU that @base will be attached to
 *
 * Context: sched_domains_mutex is held. Does not allocate or sleep.
 */
void placement_attach_flags(struct sched_domain *base, int cpu)
{
	struct sched_domain *sd, *child = NULL;

	lockdep_assert_held(&sched_domains_mutex);

	for (sd = base; sd; sd = parent_domain(sd)) {
		unsigned int flags, legal;

		sd->builtin_flags = sd->flags;
		flags = overridden_flags(sd, cpu);
		legal = child ? domain_flags_legal(flags, child->flags) : flags;

		if (legal != flags)
			pr_warn_ratelimited("CPU%d %s: %s left out, as its child %s lacks it\n",
					    cpu, sd->name,
					    flag_name(flags & ~legal), child->name);

		set_flags(sd, legal);
		child = sd;
	}
}

static bool targets(const struct flag_target *target, struct sched_domain *sd,
		    int cpu)
{
	if (target->cpu >= 0)
		return cpu == target->cpu && sd->level == target->level;

	return !target->name || !strcmp(sd->name, target->name);
}

static unsigned int changed_flags(struct sched_domain *sd,
				  const struct flag_change *change)
{
	if (change->reset)
		return flag_change_apply(sd->flags, SD_POLICY_FLAGS,
					 sd->builtin_flags & SD_POLICY_FLAGS);

	return flag_change_apply(sd->flags, change->mask, change->value);
}

static struct sched_domain *find_domain(const struct flag_target *target)
{
	struct sched_domain *sd;

	for (sd = lowest_domain(target->cpu); sd; sd = parent_domain(sd)) {
		if (sd->level == target->level)
			return sd;
	}

	return NULL;
}

static int check_domain(struct sched_domain *sd, int cpu, unsigned int flags,
			const struct flag_change *change)
{
	unsigned int facts = sd->flags & ~SD_POLICY_FLAGS;
	unsigned int idle;

	if (change->facts && change->facts != facts) {
		pr_warn_ratelimited("CPU%d %s: %s states a fact of the topology\n",
				    cpu, sd->name,
				    flag_name(change->facts ^ facts));
		return -EINVAL;
	}

	idle = flags & ~sd->flags & flags_with(SDF_NEEDS_GROUPS);
	if (idle && sd->groups == sd->groups->next) {
		pr_warn_ratelimited("CPU%d %s: %s needs more than one group\n",
				    cpu, sd->name, flag_name(idle));
		return -EINVAL;
	}

	return 0;
}

/* Return: how many domains of @cpu change, or -EINVAL. */
static int check_cpu(const struct flag_target *target, int cpu,
		     const struct flag_change *change)
{
	struct sched_domain *sd, *child = NULL;
	unsigned int child_flags = 0;
	int err, found = 0;

	for (sd = lowest_domain(cpu); sd; sd = parent_domain(sd)) {
		unsigned int flags = sd->flags, legal;

		if (targets(target, sd, cpu)) {
			flags = changed_flags(sd, change);
			err = check_domain(sd, cpu, flags, change);
			if (err)
				return err;
			found++;
		}

		legal = child ? domain_flags_legal(flags, child_flags) : flags;
		if (legal != flags) {
			pr_warn_ratelimited("CPU%d: %s in %s needs to be in its child %s, too\n",
					    cpu, flag_name(flags & ~legal),
					    sd->name, child->name);
			return -EINVAL;
		}

		child = sd;
		child_flags = flags;
	}

	return found;
}

static int check_change(const struct flag_target *target,
			const struct flag_change *change)
{
	int cpu, ret, found = 0;

	for_each_possible_cpu(cpu) {
		ret = check_cpu(target, cpu, change);
		if (ret < 0)
			return ret;
		found += ret;
	}

	if (!found) {
		pr_warn_ratelimited("no CPU has such a domain\n");
		return -ENODEV;
	}

	return 0;
}

/*
 * The override of @spare that is not needed, since there is one already, stays
 * there for the caller to free.
 */
static void put_override(struct hlist_head *head, const char *name, int reach,
			 unsigned int mask, unsigned int value,
			 struct hlist_head *spare)
{
	struct flag_override *override = find_override(head, name, reach);

	if (!override) {
		override = hlist_entry(spare->first, struct flag_override, node);
		hlist_del(&override->node);
		override->name = name;
		override->reach = reach;
		hlist_add_head(&override->node, head);
	}

	change_override(override, mask, value);
}

static void override_domain(struct sched_domain *sd, int cpu,
			    const struct flag_change *change,
			    struct hlist_head *spare)
{
	unsigned int mask = change->mask, value = change->value;
	struct flag_override *own = cpu_override(sd, cpu);

	if (change->reset) {
		struct flag_override *machine = machine_override(sd);

		if (own)
			forget_override(own);
		if (!machine)
			return;

		mask = machine->mask;
		value = sd->builtin_flags & mask;
	}

	put_override(per_cpu_ptr(&cpu_overrides, cpu), sd->name,
		     domain_reach(sd, cpu), mask, value, spare);
}

static void override_level(const char *name, const struct flag_change *change,
			   struct hlist_head *spare)
{
	unsigned int mask = change->reset ? SD_POLICY_FLAGS : change->mask;
	int cpu;

	if (change->reset)
		trim_overrides(&machine_overrides, name, mask);
	else
		put_override(&machine_overrides, name, REACH_NONE, mask,
			     change->value, spare);

	for_each_possible_cpu(cpu)
		trim_overrides(per_cpu_ptr(&cpu_overrides, cpu), name, mask);
}

static void free_overrides(struct hlist_head *head)
{
	struct flag_override *override;
	struct hlist_node *next;

	hlist_for_each_entry_safe(override, next, head, node)
		forget_override(override);
}

static int alloc_overrides(struct hlist_head *head, int nr)
{
	while (nr--) {
		struct flag_override *override;

		override = kzalloc(sizeof(*override), GFP_KERNEL);
		if (!override) {
			free_overrides(head);
			return -ENOMEM;
		}
		hlist_add_head(&override->node, head);
	}

	return 0;
}

static void remember_change(const struct flag_target *target,
			    const struct flag_change *change,
			    struct hlist_head *spare)
{
	struct flag_level *level;

	if (target->cpu >= 0) {
		override_domain(find_domain(target), target->cpu, change, spare);
		return;
	}

	list_for_each_entry(level, &levels, node) {
		if (!target->name || !strcmp(target->name, level->name))
			override_level(level->name, change, spare);
	}
}

static void apply_change(const struct flag_target *target,
			 const struct flag_change *change)
{
	struct sched_domain *sd;
	int cpu;

	for_each_possible_cpu(cpu) {
		for (sd = lowest_domain(cpu); sd; sd = parent_domain(sd)) {
			if (targets(target, sd, cpu))
				set_flags(sd, changed_flags(sd, change));
		}
	}
}

static int write_locked(const struct flag_target *target,
			const struct flag_change *change)
{
	HLIST_HEAD(spare);
	int err;

	lockdep_assert_cpus_held();
	lockdep_assert_held(&sched_domains_mutex);

	err = check_change(target, change);
	if (err)
		return err;

	err = alloc_overrides(&spare, max(nr_levels, 1));
	if (err)
		return err;

	remember_change(target, change, &spare);
	apply_change(target, change);
	free_overrides(&spare);

	return 0;
}

/**
 * domain_flags_write() - change the policy flags of domains
 * @target: which domains
 * @text: how, see flag_change_parse()
 *
 * All domains that @target names change, and will have the flags after each
 * rebuild, or none does.
 *
 * Context: Takes the CPU hotplug lock and sched_domains_mutex. May sleep.
 * Return: 0; -EINVAL if @text or what it asks for makes no sense; -ENODEV if
 * there is no such domain (any more); -ENOMEM. But for the last one the reason
 * is in the kernel log.
 */
int domain_flags_write(const struct flag_target *target, const char *text)
{
	struct flag_change change;
	struct flag_error error;
	int err;

	err = flag_change_parse(text, &change, &error);
	if (err) {
		pr_warn_ratelimited("%s%s%*pE\n", error.reason,
				    error.token ? ": " : "",
				    (int)min_t(size_t, error.len, TOKEN_SHOWN),
				    error.token ?: "");
		return err;
	}

	cpus_read_lock();
	mutex_lock(&sched_domains_mutex);
	err = write_locked(target, &change);
	mutex_unlock(&sched_domains_mutex);
	cpus_read_unlock();

	return err;
}

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
	unsigned int flags = overridden_flags(sd, cpu);

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

	sd = find_domain(&target);
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

	sd = find_domain(&target);
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
	struct flag_level *level;
	int err;

	guard(mutex)(&sched_domains_mutex);

	if (name)
		return show_one_level(m, name, fn, false);

	list_for_each_entry(level, &levels, node) {
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

static void meet_level(const char *name)
{
	struct flag_level *level;

	lockdep_assert_held(&sched_domains_mutex);

	list_for_each_entry(level, &levels, node) {
		if (!strcmp(level->name, name))
			return;
	}

	level = kzalloc(sizeof(*level), GFP_KERNEL);
	if (!level)
		return;

	level->name = name;
	list_add_tail(&level->node, &levels);
	nr_levels++;
	create_level(name, name);
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

	meet_level(sd->name);
}
