// SPDX-License-Identifier: GPL-2.0
/*
 * Writing the policy flags of scheduling domains, and keeping what was written.
 *
 *   Overrides
 *
 * A scheduling domain is built anew from the topology table whenever a CPU goes
 * or comes, a cpuset partition changes or an architecture says so; a flag that
 * was only written into it is lost then. So a write is remembered, too, see
 * flag_overrides.c, and put in again.
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

#include "../sched.h"
#include "placement.h"
#include "domain_flags.h"
#include "flag_overrides.h"
#include "domain_walk.h"
#include "map_check.h"

/* Level names that were met, string constants of the topology tables. */
#define LEVELS_MAX	16

/* Protected by sched_domains_mutex: */
const char *domain_levels[LEVELS_MAX + 1];

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
	struct flag_override *machine = flag_override_of_machine(sd->name);
	struct flag_override *own = flag_override_of_cpu(cpu, sd->name, domain_reach(sd, cpu));
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

static void meet_level(const char *name)
{
	int i;

	lockdep_assert_held(&sched_domains_mutex);

	for (i = 0; domain_levels[i]; i++) {
		if (!strcmp(domain_levels[i], name))
			return;
	}

	if (!WARN_ON_ONCE(i == LEVELS_MAX))
		domain_levels[i] = name;
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

		meet_level(sd->name);
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

static bool targets(const struct flag_target *target, struct sched_domain *sd,
		    int cpu)
{
	if (target->cpus && !cpumask_test_cpu(cpu, target->cpus))
		return false;
	if (target->name && strcmp(sd->name, target->name))
		return false;
	if (target->reach != FLAG_ANY && target->reach != domain_reach(sd, cpu))
		return false;

	return target->level == FLAG_ANY || target->level == sd->level;
}

static unsigned int changed_flags(struct sched_domain *sd, unsigned int flags,
				  const struct flag_change *change)
{
	if (change->reset)
		return flag_change_apply(flags, SD_POLICY_FLAGS,
					 sd->builtin_flags & SD_POLICY_FLAGS);

	return flag_change_apply(flags, change->mask, change->value);
}

/* The flags of @sd after all of @writes. */
static unsigned int written_flags(const struct flag_writes *writes,
				  struct sched_domain *sd, int cpu)
{
	unsigned int flags = sd->flags;
	int i;

	for (i = 0; i < writes->nr; i++) {
		if (targets(&writes->write[i].target, sd, cpu))
			flags = changed_flags(sd, flags, &writes->write[i].change);
	}

	return flags;
}

/**
 * domain_flags_find() - the domain of one CPU
 * @cpu: the CPU
 * @level: sched_domain::level
 *
 * Context: sched_domains_mutex is held.
 * Return: the domain, or NULL.
 */
struct sched_domain *domain_flags_find(int cpu, int level)
{
	struct sched_domain *sd;

	for (sd = lowest_domain(cpu); sd; sd = parent_domain(sd)) {
		if (sd->level == level)
			return sd;
	}

	return NULL;
}

static int check_facts(struct sched_domain *sd, int cpu,
		       const struct flag_change *change)
{
	unsigned int facts = sd->flags & ~SD_POLICY_FLAGS;

	if (!change->facts || change->facts == facts)
		return 0;

	pr_warn_ratelimited("CPU%d %s: %s states a fact of the topology\n",
			    cpu, sd->name, flag_name(change->facts ^ facts));

	return -EINVAL;
}

/* The rules for one CPU, from its lowest domain up. */
static int check_cpu(const struct flag_writes *writes, int cpu)
{
	struct sched_domain *sd, *child = NULL;
	unsigned int child_flags = 0;

	for (sd = lowest_domain(cpu); sd; sd = parent_domain(sd)) {
		unsigned int flags = written_flags(writes, sd, cpu);
		unsigned int idle, illegal;

		idle = flags & ~sd->flags & flags_with(SDF_NEEDS_GROUPS);
		if (idle && sd->groups == sd->groups->next) {
			pr_warn_ratelimited("CPU%d %s: %s needs more than one group\n",
					    cpu, sd->name, flag_name(idle));
			return -EINVAL;
		}

		illegal = child ? flags & ~domain_flags_legal(flags, child_flags) : 0;
		if (illegal) {
			pr_warn_ratelimited("CPU%d: %s in %s needs to be in its child %s, too\n",
					    cpu, flag_name(illegal), sd->name, child->name);
			return -EINVAL;
		}

		child = sd;
		child_flags = flags;
	}

	return 0;
}

/* Return: how many domains @write is about, or an error. */
static int check_target(const struct flag_write *write)
{
	const struct flag_target *target = &write->target;
	struct sched_domain *sd;
	int cpu, err, found = 0;

	for_each_possible_cpu(cpu) {
		int before = found;

		if (target->cpus && !cpumask_test_cpu(cpu, target->cpus))
			continue;

		for (sd = lowest_domain(cpu); sd; sd = parent_domain(sd)) {
			if (!targets(target, sd, cpu))
				continue;
			err = check_facts(sd, cpu, &write->change);
			if (err)
				return err;
			found++;
		}

		if (target->cpus && found == before) {
			pr_warn_ratelimited("CPU%d has no such domain\n", cpu);
			return -ENODEV;
		}
	}

	/* With no domain at all, nothing is left to reset. */
	if (!found && (target->name || !write->change.reset)) {
		pr_warn_ratelimited("%s: no CPU has such a domain\n", target->name ?: "all");
		return -ENODEV;
	}

	return found;
}

/* Return: how many overrides all of @writes may need, or an error. */
static int check_writes(const struct flag_writes *writes)
{
	int i, cpu, err, needed = 0;

	for (i = 0; i < writes->nr; i++) {
		err = check_target(&writes->write[i]);
		if (err < 0)
			return err;
		needed += writes->write[i].target.cpus ? err : LEVELS_MAX;
	}

	for_each_possible_cpu(cpu) {
		err = check_cpu(writes, cpu);
		if (err)
			return err;
	}

	return needed;
}

static void override_domain(struct sched_domain *sd, int cpu,
			    const struct flag_change *change,
			    struct hlist_head *spare)
{
	unsigned int mask = change->mask, value = change->value;
	int reach = domain_reach(sd, cpu);

	if (change->reset) {
		struct flag_override *machine = flag_override_of_machine(sd->name);

		flag_overrides_forget_cpu(cpu, sd->name, reach);
		if (!machine)
			return;

		mask = machine->mask;
		value = sd->builtin_flags & mask;
	}

	flag_overrides_put_cpu(cpu, sd->name, reach, mask, value, spare);
}

static void override_cpus(const struct flag_write *write, struct hlist_head *spare)
{
	struct sched_domain *sd;
	int cpu;

	for_each_cpu(cpu, write->target.cpus) {
		for (sd = lowest_domain(cpu); sd; sd = parent_domain(sd)) {
			if (targets(&write->target, sd, cpu))
				override_domain(sd, cpu, &write->change, spare);
		}
	}
}

static void override_machine(const struct flag_write *write, struct hlist_head *spare)
{
	const struct flag_change *change = &write->change;
	int i;

	for (i = 0; domain_levels[i]; i++) {
		const char *name = domain_levels[i];

		if (write->target.name && strcmp(write->target.name, name))
			continue;

		if (change->reset)
			flag_overrides_forget_machine(name);
		else
			flag_overrides_put_machine(name, change->mask, change->value,
						   spare);
	}
}

static bool is_target(const struct flag_writes *writes, struct sched_domain *sd, int cpu)
{
	int i;

	for (i = 0; i < writes->nr; i++) {
		if (targets(&writes->write[i].target, sd, cpu))
			return true;
	}

	return false;
}

/* Groups are shared by CPUs: the domain that was written counts, not its sibling's. */
static void apply_writes(const struct flag_writes *writes)
{
	struct sched_domain *sd;
	int cpu;

	map_check_flags_begin();
	for_each_possible_cpu(cpu) {
		for (sd = lowest_domain(cpu); sd; sd = parent_domain(sd)) {
			if (is_target(writes, sd, cpu))
				set_flags(sd, written_flags(writes, sd, cpu));
		}
	}
	placement_follow_flags();
	map_check_flags_end();
}

static int write_locked(const struct flag_writes *writes)
{
	HLIST_HEAD(spare);
	int i, err, needed;

	lockdep_assert_cpus_held();
	lockdep_assert_held(&sched_domains_mutex);

	needed = check_writes(writes);
	if (needed < 0)
		return needed;

	err = flag_overrides_alloc(&spare, needed);
	if (err)
		return err;

	for (i = 0; i < writes->nr; i++) {
		if (writes->write[i].target.cpus)
			override_cpus(&writes->write[i], &spare);
		else
			override_machine(&writes->write[i], &spare);
	}
	apply_writes(writes);
	flag_overrides_free(&spare);

	return 0;
}

/**
 * domain_flags_change() - change the policy flags of domains
 * @writes: what to change where, one after the other
 *
 * All domains that @writes name change, and will have the flags after each
 * rebuild, or none does. What counts is how the flags are after the last of them.
 *
 * Context: Takes the CPU hotplug lock and sched_domains_mutex. May sleep.
 * Return: 0; -EINVAL if what is asked for makes no sense; -ENODEV if there is no
 * such domain (any more); -ENOMEM. But for the last one the reason is in the kernel
 * log.
 */
int domain_flags_change(const struct flag_writes *writes)
{
	int err;

	cpus_read_lock();
	mutex_lock(&sched_domains_mutex);
	err = write_locked(writes);
	mutex_unlock(&sched_domains_mutex);
	cpus_read_unlock();

	return err;
}

/**
 * domain_flags_write() - change the policy flags of domains, by a text
 * @target: which domains
 * @text: how, see flag_change_parse()
 *
 * Context: As domain_flags_change().
 * Return: As domain_flags_change(); -EINVAL, too, if @text makes no sense.
 */
int domain_flags_write(const struct flag_target *target, const char *text)
{
	struct flag_write write = { .target = *target };
	struct flag_writes writes = { .nr = 1, .write = &write };
	struct flag_error error;
	int err;

	err = flag_change_parse(text, &write.change, &error);
	if (err) {
		pr_warn_ratelimited("%s%s%*pE\n", error.reason,
				    error.token ? ": " : "",
				    (int)min_t(size_t, error.len, TOKEN_SHOWN),
				    error.token ?: "");
		return err;
	}

	return domain_flags_change(&writes);
}
