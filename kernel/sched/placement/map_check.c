// SPDX-License-Identifier: GPL-2.0
/*
 * Are the look-ups of the balance map what the walk would find?
 *
 * Each look-up is done a second time, and the walk beside it, from the lowest domain that
 * the map was made of: so both are about the same domains even while these are replaced.
 * Flags change under both; an answer that they changed under is not judged. The first
 * difference warns, and all are counted.
 */

#include <linux/bug.h>
#include <linux/debugfs.h>
#include <linux/mmu_context.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/seqlock.h>

#include "../sched.h"
#include "cpu_data.h"
#include "map_check.h"

/* Writers hold sched_domains_mutex; who reads does not wait for them. */
static seqcount_t flags_seq = SEQCNT_ZERO(flags_seq);

static DEFINE_PER_CPU(unsigned long, compared);
static DEFINE_PER_CPU(unsigned long, differed);

/* Around a change of the flags of domains and of the maps after them. */
void map_check_flags_begin(void)
{
	lockdep_assert_held(&sched_domains_mutex);
	raw_write_seqcount_begin(&flags_seq);
}

void map_check_flags_end(void)
{
	lockdep_assert_held(&sched_domains_mutex);
	raw_write_seqcount_end(&flags_seq);
}

static void judge(unsigned int seq, const char *what, int cpu, unsigned long entry,
		  const struct sched_domain *walked)
{
	if ((entry & BALANCE_MAP_UNSURE) || (seq & 1) || read_seqcount_retry(&flags_seq, seq))
		return;

	this_cpu_inc(compared);
	if (entry == (unsigned long)walked)
		return;

	this_cpu_inc(differed);
	WARN_ONCE(1, "balance map: the %s domain of CPU%d is not what a walk finds\n", what, cpu);
}

/**
 * map_check_affine() - compare a placement_find_affine() with the walk
 * @cpu: whose domain
 * @prev_cpu: who needs to be in it, too
 *
 * Context: The RCU read lock is held, as for the other ones.
 */
void map_check_affine(int cpu, int prev_cpu)
{
	const struct balance_map *map = &placement_cpu_of(cpu)->map;
	unsigned int seq = raw_read_seqcount(&flags_seq);
	struct sched_domain *sd;

	if (!map->base)
		return;

	sd = balance_map_affine(map, &placement_cpu_of(prev_cpu)->map, cpu, prev_cpu);
	judge(seq, "affine", cpu, (unsigned long)sd,
	      balance_map_walk_affine(map->base, prev_cpu));
}

/**
 * map_check_chain() - compare a placement_find_chain() with the walk
 * @cpu: whose domain
 * @sd_flag: SD_BALANCE_EXEC, SD_BALANCE_FORK or SD_BALANCE_WAKE
 */
void map_check_chain(int cpu, int sd_flag)
{
	const struct balance_map *map = &placement_cpu_of(cpu)->map;
	unsigned int seq = raw_read_seqcount(&flags_seq);

	judge(seq, "balanced", cpu, READ_ONCE(map->chain[balance_map_type(sd_flag)]),
	      balance_map_walk_chain(map->base, sd_flag));
}

/**
 * map_check_below() - compare a placement_find_below() with the walk
 * @cpu: whose domain
 * @weight: how many CPUs the other one has
 * @sd_flag: SD_BALANCE_EXEC, SD_BALANCE_FORK or SD_BALANCE_WAKE
 */
void map_check_below(int cpu, unsigned int weight, int sd_flag)
{
	const struct balance_map *map = &placement_cpu_of(cpu)->map;
	unsigned int seq = raw_read_seqcount(&flags_seq);

	judge(seq, "smaller", cpu, balance_map_below(map, weight, sd_flag),
	      balance_map_walk_below(map->base, weight, sd_flag));
}

/**
 * map_check_widest() - compare a placement_find_widest() with the walk
 * @cpu: whose domain
 */
void map_check_widest(int cpu)
{
	const struct balance_map *map = &placement_cpu_of(cpu)->map;
	unsigned int seq = raw_read_seqcount(&flags_seq);

	judge(seq, "widest", cpu, READ_ONCE(map->widest),
	      balance_map_walk_below(map->base, UINT_MAX, SD_BALANCE_WAKE));
}

static int map_check_show(struct seq_file *m, void *v)
{
	unsigned long nr[2] = {};
	int cpu;

	for_each_possible_cpu(cpu) {
		nr[0] += READ_ONCE(per_cpu(compared, cpu));
		nr[1] += READ_ONCE(per_cpu(differed, cpu));
	}
	seq_printf(m, "compared %lu\ndiffered %lu\n", nr[0], nr[1]);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(map_check);

/**
 * map_check_debugfs() - make the file that shows how many were compared
 * @dir: the placement folder in debugfs
 */
void map_check_debugfs(struct dentry *dir)
{
	debugfs_create_file("map_check", 0444, dir, NULL, &map_check_fops);
}
