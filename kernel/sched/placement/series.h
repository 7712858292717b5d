/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: the version of the series, and the patches that it consists of.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_SERIES_H
#define _KERNEL_SCHED_PLACEMENT_SERIES_H

#define PLACEMENT_SERIES_VERSION "0.2.0"

#define PLACEMENT_SERIES_PATCHES \
	"patch sched/topology: Add SD_PREFER_LOCAL\n" \
	"patch sched: Make room for more than 32 features\n" \
	"patch sched: Add switchable wakeup placement\n" \
	"patch sched/fair: Say why a CPU was chosen\n" \
	"patch sched/fair: Obey SD_PREFER_LOCAL\n" \
	"patch sched/debug: Make policy flags of domains writable\n" \
	"patch sched/fair: Ask idle buddies before the scan\n" \
	"patch sched/fair: Look domains up instead of walking\n" \
	"patch sched/fair: Look near the previous CPU first\n" \
	"patch selftests/sched: Test placement\n" \
	"patch Documentation/scheduler: Describe placement\n"

#endif /* _KERNEL_SCHED_PLACEMENT_SERIES_H */
