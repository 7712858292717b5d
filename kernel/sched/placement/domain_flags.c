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
 */

#define pr_fmt(fmt) "sched_placement: " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/mmu_context.h>
#include <linux/printk.h>
#include <linux/slab.h>

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

LIST_HEAD(domain_levels);
static int nr_levels;

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

/**
 * domain_flags_overridden() - the flags that a domain should have
 * @sd: the domain
 * @cpu: the CPU that it belongs to
 *
 * Context: sched_domains_mutex is held.
 * Return: the flags that @sd was built with, changed by all overrides for it.
 */
unsigned int domain_flags_overridden(struct sched_domain *sd, int cpu)
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
		flags = domain_flags_overridden(sd, cpu);
		legal = child ? domain_flags_legal(flags, child->flags) : flags;

		if (legal != flags)
			pr_warn_ratelimited("CPU%d %s: %s left out, as its child %s lacks it\n",
					    cpu, sd->name,
					    flag_name(flags & ~legal), child->name);

		set_flags(sd, legal);
		child = sd;
	}
}

/**
 * domain_flags_meet_level() - remember that there is a level
 * @name: level name, a string constant of the topology table
 *
 * Context: sched_domains_mutex is held. May sleep.
 * Return: whether it is new, and remembered.
 */
bool domain_flags_meet_level(const char *name)
{
	struct domain_level *level;

	lockdep_assert_held(&sched_domains_mutex);

	list_for_each_entry(level, &domain_levels, node) {
		if (!strcmp(level->name, name))
			return false;
	}

	level = kzalloc(sizeof(*level), GFP_KERNEL);
	if (!level)
		return false;

	level->name = name;
	list_add_tail(&level->node, &domain_levels);
	nr_levels++;

	return true;
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

/**
 * domain_flags_find() - the domain of one CPU
 * @target: which CPU and level
 *
 * Context: sched_domains_mutex is held.
 * Return: the domain, or NULL.
 */
struct sched_domain *domain_flags_find(const struct flag_target *target)
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
	struct domain_level *level;

	if (target->cpu >= 0) {
		override_domain(domain_flags_find(target), target->cpu, change, spare);
		return;
	}

	list_for_each_entry(level, &domain_levels, node) {
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
