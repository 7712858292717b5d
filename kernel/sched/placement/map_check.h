/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: are the look-ups what the walk would find? See map_check.c.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_MAP_CHECK_H
#define _KERNEL_SCHED_PLACEMENT_MAP_CHECK_H

#include <linux/types.h>

struct balance_map;
struct dentry;

#ifdef CONFIG_SCHED_PLACEMENT_MAP_CHECK

void map_check_affine(int cpu, int prev_cpu);
void map_check_chain(int cpu, int sd_flag);
void map_check_widest(int cpu);
void map_check_below(int cpu, unsigned int weight, int sd_flag);
void map_check_flags_begin(void);
void map_check_flags_end(void);
void map_check_debugfs(struct dentry *dir);

#else

static inline void map_check_affine(int cpu, int prev_cpu) { }
static inline void map_check_chain(int cpu, int sd_flag) { }
static inline void map_check_widest(int cpu) { }
static inline void map_check_below(int cpu, unsigned int weight, int sd_flag) { }
static inline void map_check_flags_begin(void) { }
static inline void map_check_flags_end(void) { }
static inline void map_check_debugfs(struct dentry *dir) { }

#endif /* CONFIG_SCHED_PLACEMENT_MAP_CHECK */

#endif /* _KERNEL_SCHED_PLACEMENT_MAP_CHECK_H */
