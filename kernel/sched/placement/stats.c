// SPDX-License-Identifier: GPL-2.0
/*
 * How often placement decided for which reason, and how far it moved the task.
 *
 *   Counters
 *
 * Each CPU counts what it decides, with interrupts off, in memory of its own: one
 * increment, in the row of the reason and the column of what the task left: its core,
 * its last level cache, its node, or a combination. Which column that is takes two words
 * to be compared, see distance.h, unless the task stays. On request, two more counters
 * tell whether the chosen CPU was busy, see missed.c. A CPU that goes offline keeps its
 * counts, and they stay in the sums. What does not fit a long wraps around, as the other
 * counters of the scheduler do.
 *
 *   Reset
 *
 * Nobody but their CPU writes counters: to clear one while its CPU increments it could
 * be lost. So a reset remembers what each of them was, and what is shown is the
 * difference. A decision that is being counted at that moment falls on either side.
 */

#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/jump_label.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/sched/topology.h>
#include <linux/seq_file.h>
#include <linux/string_choices.h>
#include <linux/topology.h>
#include <linux/uaccess.h>

#include "placement.h"
#include "stats.h"

/* The columns of what is shown. */
enum placement_count {
	COUNT_DECISIONS,
	COUNT_CORE,
	COUNT_LLC,
	COUNT_NODE,
	COUNT_BUSY,
	COUNT_MISSED,
	COUNT_NR,
};

DEFINE_PER_CPU(struct placement_counts, placement_counts);

/* Of the decisions, wakeups on a busy CPU, and those with an idle one in the same cache. */
struct missed_counts {
	unsigned long nr[PLACEMENT_REASON_NR][2];
};

static DEFINE_PER_CPU(struct missed_counts, missed_counts);

/* What they were at the last reset; protected by stats_mutex. */
static DEFINE_PER_CPU(struct placement_counts, placement_zeroes);
static DEFINE_PER_CPU(struct missed_counts, missed_zeroes);

static DEFINE_MUTEX(stats_mutex);

/* Protected by stats_mutex. */
static enum placement_count_level counting;

DEFINE_STATIC_KEY_FALSE(placement_counting);
DEFINE_STATIC_KEY_FALSE(placement_counting_missed);

#define PLACEMENT_REASON_NAME(name, string)	[PLACED_##name] = #string,

static const char * const reason_names[] = {
	PLACEMENT_REASONS(PLACEMENT_REASON_NAME)
};

/**
 * placement_count_missed() - count whether a wakeup missed an idle CPU
 * @p: the task that was placed
 * @cpu: where it goes
 * @wake_flags: WF_*
 * @reason: why
 *
 * Does nothing while that is not to be counted.
 *
 * Context: p->pi_lock is held, interrupts are off.
 */
void placement_count_missed(struct task_struct *p, int cpu, int wake_flags,
			    enum placement_reason reason)
{
	lockdep_assert_irqs_disabled();

	if (!placement_counts_missed() || !(wake_flags & WF_TTWU) || !placement_busy(cpu))
		return;

	this_cpu_inc(missed_counts.nr[reason][0]);
	if (placement_missed(p, cpu))
		this_cpu_inc(missed_counts.nr[reason][1]);
}

/* Return: what placement_stats_switch() was called with last. */
enum placement_count_level placement_stats_level(void)
{
	return READ_ONCE(counting);
}

/**
 * placement_stats_switch() - start or stop counting
 * @level: how much to count
 *
 * What was counted stays.
 *
 * Context: May sleep.
 */
void placement_stats_switch(enum placement_count_level level)
{
	bool on = level != COUNTING_OFF;

	guard(mutex)(&stats_mutex);

	WRITE_ONCE(counting, level);
	if (level == COUNTING_MISSES)
		static_branch_enable(&placement_counting_missed);
	else
		static_branch_disable(&placement_counting_missed);

	if (on == static_key_enabled(&placement_counting))
		return;

	if (on) {
		static_branch_enable(&placement_counting);
		static_branch_inc(&placement_watchers);
	} else {
		static_branch_dec(&placement_watchers);
		static_branch_disable(&placement_counting);
	}
}

static void reset_stats(void)
{
	int cpu, reason, i;

	guard(mutex)(&stats_mutex);

	for_each_possible_cpu(cpu) {
		struct placement_counts *counts = per_cpu_ptr(&placement_counts, cpu);
		struct placement_counts *zeroes = per_cpu_ptr(&placement_zeroes, cpu);
		struct missed_counts *missed = per_cpu_ptr(&missed_counts, cpu);
		struct missed_counts *none_missed = per_cpu_ptr(&missed_zeroes, cpu);

		for (reason = 0; reason < PLACEMENT_REASON_NR; reason++) {
			for (i = 0; i < DISTANCES; i++)
				zeroes->nr[reason][i] = READ_ONCE(counts->nr[reason][i]);
			for (i = 0; i < 2; i++)
				none_missed->nr[reason][i] = READ_ONCE(missed->nr[reason][i]);
		}
	}
}

/*
 * Adds the counts of @cpu for @reason to @sum. Read in the opposite order of counting, so
 * that there are not more missed than busy ones.
 */
static void add_counts(unsigned long *sum, int cpu, int reason)
{
	unsigned long *nr = per_cpu_ptr(&placement_counts, cpu)->nr[reason];
	unsigned long *zero = per_cpu_ptr(&placement_zeroes, cpu)->nr[reason];
	unsigned long *missed = per_cpu_ptr(&missed_counts, cpu)->nr[reason];
	unsigned long *none_missed = per_cpu_ptr(&missed_zeroes, cpu)->nr[reason];
	int i;

	lockdep_assert_held(&stats_mutex);

	sum[COUNT_MISSED] += READ_ONCE(missed[1]) - none_missed[1];
	sum[COUNT_BUSY] += READ_ONCE(missed[0]) - none_missed[0];
	for (i = 0; i < DISTANCES; i++) {
		unsigned long decisions = READ_ONCE(nr[i]) - zero[i];

		sum[COUNT_DECISIONS] += decisions;
		sum[COUNT_CORE] += i & OTHER_CORE ? decisions : 0;
		sum[COUNT_LLC] += i & OTHER_LLC ? decisions : 0;
		sum[COUNT_NODE] += i & OTHER_NODE ? decisions : 0;
	}
}

static void show_counts(struct seq_file *m, const char *name, const unsigned long *sum)
{
	int i;

	seq_puts(m, name);
	for (i = 0; i < COUNT_NR; i++)
		seq_printf(m, " %lu", sum[i]);
	seq_putc(m, '\n');
}

static int stats_show(struct seq_file *m, void *v)
{
	unsigned long total[COUNT_NR] = {};
	int reason, cpu, i;

	guard(mutex)(&stats_mutex);

	seq_puts(m, "reason decisions core llc node busy missed\n");
	for (reason = 0; reason < PLACEMENT_REASON_NR; reason++) {
		unsigned long sum[COUNT_NR] = {};

		for_each_possible_cpu(cpu)
			add_counts(sum, cpu, reason);
		for (i = 0; i < COUNT_NR; i++)
			total[i] += sum[i];
		show_counts(m, reason_names[reason], sum);
	}
	show_counts(m, "total", total);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(stats);

static int cpu_stats_show(struct seq_file *m, void *v)
{
	int cpu, reason;

	guard(mutex)(&stats_mutex);

	seq_puts(m, "cpu reason decisions core llc node busy missed\n");
	for_each_possible_cpu(cpu) {
		for (reason = 0; reason < PLACEMENT_REASON_NR; reason++) {
			unsigned long sum[COUNT_NR] = {};

			add_counts(sum, cpu, reason);
			if (!sum[COUNT_DECISIONS])
				continue;
			seq_printf(m, "%d ", cpu);
			show_counts(m, reason_names[reason], sum);
		}
	}

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(cpu_stats);

static ssize_t reset_write(struct file *file, const char __user *ubuf, size_t cnt,
			   loff_t *ppos)
{
	reset_stats();

	return cnt;
}

static const struct file_operations reset_fops = {
	.open	= simple_open,
	.write	= reset_write,
	.llseek	= noop_llseek,
};

static int counting_get(void *data, u64 *val)
{
	*val = placement_stats_level();

	return 0;
}

static int counting_set(void *data, u64 val)
{
	if (val > COUNTING_MISSES)
		return -EINVAL;

	placement_stats_switch(val);

	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(counting_fops, counting_get, counting_set, "%llu\n");

/**
 * placement_stats_debugfs() - make the files of the counters
 * @dir: the placement folder in debugfs
 */
void placement_stats_debugfs(struct dentry *dir)
{
	debugfs_create_file("stats", 0444, dir, NULL, &stats_fops);
	debugfs_create_file("cpu_stats", 0444, dir, NULL, &cpu_stats_fops);
	debugfs_create_file("counting", 0644, dir, NULL, &counting_fops);
	debugfs_create_file("reset", 0200, dir, NULL, &reset_fops);
}
