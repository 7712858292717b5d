// SPDX-License-Identifier: GPL-2.0
/*
 * What somebody has written over the flags of domains, kept for when the domains are
 * built anew.
 *
 * An override says which flags (mask), what they are to be (value), and where.
 * There are two kinds:
 *
 *	machine		for a level name, e.g. NUMA, on every CPU there will be
 *	CPU		for a level name and a reach, on one CPU
 *
 * A domain's flags are those it was built with, changed by the machine's override
 * for its level and then by the CPU's own. The last write counts: one for the
 * machine takes its flags out of the overrides of CPUs.
 *
 * Several NUMA levels share one name. What tells them apart, and stays the same when
 * other nodes come and go, is how far they reach: the largest distance from the
 * CPU's node to another node in the span.
 *
 * All of it is protected by sched_domains_mutex.
 */

#include <linux/cpumask.h>
#include <linux/lockdep.h>
#include <linux/mmu_context.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../sched.h"
#include "flag_change.h"
#include "flag_overrides.h"

static HLIST_HEAD(machine_overrides);
static DEFINE_PER_CPU(struct hlist_head, cpu_overrides);

static struct flag_override *find(struct hlist_head *head, const char *name, int reach)
{
	struct flag_override *override;

	lockdep_assert_held(&sched_domains_mutex);

	hlist_for_each_entry(override, head, node) {
		if (override->reach == reach && !strcmp(override->name, name))
			return override;
	}

	return NULL;
}

struct flag_override *flag_override_of_machine(const char *name)
{
	return find(&machine_overrides, name, REACH_NONE);
}

struct flag_override *flag_override_of_cpu(int cpu, const char *name, int reach)
{
	return find(per_cpu_ptr(&cpu_overrides, cpu), name, reach);
}

static void forget(struct flag_override *override)
{
	hlist_del(&override->node);
	kfree(override);
}

/* Take the flags of @mask out of the overrides in @head for @name. */
static void trim(struct hlist_head *head, const char *name, unsigned int mask)
{
	struct flag_override *override;
	struct hlist_node *next;

	lockdep_assert_held(&sched_domains_mutex);

	hlist_for_each_entry_safe(override, next, head, node) {
		if (strcmp(override->name, name))
			continue;

		override->mask &= ~mask;
		override->value &= ~mask;
		if (!override->mask)
			forget(override);
	}
}

/**
 * flag_overrides_free() - free the overrides that were not needed
 * @spare: a list that flag_overrides_alloc() filled
 */
void flag_overrides_free(struct hlist_head *spare)
{
	struct flag_override *override;
	struct hlist_node *next;

	hlist_for_each_entry_safe(override, next, spare, node)
		forget(override);
}

/**
 * flag_overrides_alloc() - allocate overrides, so that putting them cannot fail
 * @spare: an empty list for them
 * @nr: how many
 *
 * Context: May sleep.
 * Return: 0, or -ENOMEM with @spare empty.
 */
int flag_overrides_alloc(struct hlist_head *spare, int nr)
{
	while (nr--) {
		struct flag_override *override;

		override = kzalloc(sizeof(*override), GFP_KERNEL);
		if (!override) {
			flag_overrides_free(spare);
			return -ENOMEM;
		}
		hlist_add_head(&override->node, spare);
	}

	return 0;
}

static void add_last(struct hlist_head *head, struct flag_override *override)
{
	struct hlist_node *last = head->first;

	if (!last) {
		hlist_add_head(&override->node, head);
		return;
	}

	while (last->next)
		last = last->next;
	hlist_add_behind(&override->node, last);
}

/* The one of @spare that is not needed, since there is one already, stays there. */
static void put(struct hlist_head *head, const char *name, int reach, unsigned int mask,
		unsigned int value, struct hlist_head *spare)
{
	struct flag_override *override = find(head, name, reach);

	if (!override) {
		override = hlist_entry(spare->first, struct flag_override, node);
		hlist_del(&override->node);
		override->name = name;
		override->reach = reach;
		add_last(head, override);
	}

	override->mask |= mask;
	override->value = flag_change_apply(override->value, mask, value);
}

static void trim_cpus(const char *name, unsigned int mask)
{
	int cpu;

	for_each_possible_cpu(cpu)
		trim(per_cpu_ptr(&cpu_overrides, cpu), name, mask);
}

/**
 * flag_overrides_put_machine() - override flags of a level on all CPUs
 * @name: level name, a string constant of the topology table
 * @mask: the flags
 * @value: what they are to be, a subset of @mask
 * @spare: at least one override from flag_overrides_alloc()
 */
void flag_overrides_put_machine(const char *name, unsigned int mask, unsigned int value,
				struct hlist_head *spare)
{
	put(&machine_overrides, name, REACH_NONE, mask, value, spare);
	trim_cpus(name, mask);
}

/**
 * flag_overrides_put_cpu() - override flags of one CPU's domain
 * @cpu: the CPU
 * @name: level name of the domain, a string constant of the topology table
 * @reach: the domain's reach
 * @mask: the flags
 * @value: what they are to be, a subset of @mask
 * @spare: at least one override from flag_overrides_alloc()
 */
void flag_overrides_put_cpu(int cpu, const char *name, int reach, unsigned int mask,
			    unsigned int value, struct hlist_head *spare)
{
	put(per_cpu_ptr(&cpu_overrides, cpu), name, reach, mask, value, spare);
}

/**
 * flag_overrides_forget_machine() - forget all overrides for a level
 * @name: level name
 */
void flag_overrides_forget_machine(const char *name)
{
	trim(&machine_overrides, name, ~0U);
	trim_cpus(name, ~0U);
}

/**
 * flag_overrides_forget_cpu() - forget the override of one CPU's domain
 * @cpu: the CPU
 * @name: level name of the domain
 * @reach: the domain's reach
 */
void flag_overrides_forget_cpu(int cpu, const char *name, int reach)
{
	struct flag_override *override = flag_override_of_cpu(cpu, name, reach);

	if (override)
		forget(override);
}

static bool same(const struct flag_override *a, const struct flag_override *b)
{
	return a->reach == b->reach && a->mask == b->mask && a->value == b->value &&
	       !strcmp(a->name, b->name);
}

static bool cpu_has_override(int cpu, const struct flag_override *wanted)
{
	struct flag_override *own = flag_override_of_cpu(cpu, wanted->name, wanted->reach);

	return own && same(own, wanted);
}

/* 0-3,8 */
static void print_cpus_with(struct seq_buf *s, const struct flag_override *override)
{
	int cpu, first = -1, last = -1;
	const char *gap = "";

	for (cpu = 0; cpu <= nr_cpu_ids; cpu++) {
		bool has = cpu < nr_cpu_ids && cpu_possible(cpu) && cpu_has_override(cpu, override);

		if (has) {
			if (first < 0)
				first = cpu;
			last = cpu;
			continue;
		}
		if (first < 0)
			continue;

		seq_buf_printf(s, "%s%d", gap, first);
		if (last > first)
			seq_buf_printf(s, "-%d", last);
		gap = ",";
		first = -1;
	}
}

static void print_flags(struct seq_buf *s, const struct flag_override *override)
{
	unsigned long mask = override->mask;
	unsigned int idx;
	char gap = ':';

	for_each_set_bit(idx, &mask, __SD_FLAG_CNT) {
		seq_buf_printf(s, "%c%c%s", gap, override->value & BIT(idx) ? '+' : '-',
			       sd_flag_debug[idx].name);
		gap = ',';
	}
}

/* Overrides that several CPUs have alike are printed once, with the first of them. */
static bool is_first_with(int cpu, const struct flag_override *override)
{
	int other;

	for_each_possible_cpu(other) {
		if (other >= cpu)
			break;
		if (cpu_has_override(other, override))
			return false;
	}

	return true;
}

/**
 * flag_overrides_print() - print all overrides as settings
 * @s: where to, each with a space before it
 *
 * What is printed makes the same overrides when it is written to a kernel that has
 * none; see settings.c.
 */
void flag_overrides_print(struct seq_buf *s)
{
	struct flag_override *override;
	int cpu;

	lockdep_assert_held(&sched_domains_mutex);

	hlist_for_each_entry(override, &machine_overrides, node) {
		seq_buf_printf(s, " %s", override->name);
		print_flags(s, override);
	}

	for_each_possible_cpu(cpu) {
		hlist_for_each_entry(override, per_cpu_ptr(&cpu_overrides, cpu), node) {
			if (!is_first_with(cpu, override))
				continue;

			seq_buf_printf(s, " %s", override->name);
			if (override->reach != REACH_NONE)
				seq_buf_printf(s, "@%d", override->reach);
			seq_buf_putc(s, '/');
			print_cpus_with(s, override);
			print_flags(s, override);
		}
	}
}
