/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: why select_task_rq_fair() chose a CPU.
 *
 * One line for each way out of it, as a constant and as users see it. For a
 * task that may run on one CPU only it is not asked, but by exec(). What is said of
 * idle CPUs goes for CPUs that run SCHED_IDLE tasks only, too. The target is the
 * waker's CPU or the task's previous one, as wake_affine() decided.
 */
#ifndef _LINUX_SCHED_PLACEMENT_H
#define _LINUX_SCHED_PLACEMENT_H

#define PLACEMENT_REASONS(R)							\
	/* Asked for: the waker sleeps next and leaves its CPU to the task. */	\
	R(CURRENT_CPU,		current_cpu)					\
	/* Takes the least energy, by the energy model. */			\
	R(ENERGY,		energy)						\
	/* The waker's CPU is the target, with no cache domain to search. */	\
	R(AFFINE,		affine)						\
	/* So is the previous one; or no domain lets the task leave it. */	\
	R(PREV,			prev)						\
	R(TARGET_IDLE,		target_idle)					\
	/* The previous CPU shares the target's cache, and is idle. */		\
	R(PREV_IDLE,		prev_idle)					\
	/* The waker is a kthread of the previous CPU, and as good as done. */	\
	R(KTHREAD,		kthread)					\
	/* So does the one before, and is. */					\
	R(RECENT_IDLE,		recent_idle)					\
	/* Idle, and the task fits: machines of asymmetric capacity. */		\
	R(CAPACITY_IDLE,	capacity_idle)					\
	/* The target's buddy in its cache or cluster is idle (IDLE_BUDDY). */	\
	R(BUDDY_CORE,		buddy_core)					\
	/* So is the one in its core. */					\
	R(BUDDY_THREAD,		buddy_thread)					\
	/* The target, as they are busy (NO_IDLE_BUDDY_SCAN). */		\
	R(BUDDIES_BUSY,		buddies_busy)					\
	/* Idle, and an SMT sibling of the previous CPU. */			\
	R(SMT_IDLE,		smt_idle)					\
	/* By the scan of the target's cache domain: all siblings idle. */	\
	R(CORE_IDLE,		core_idle)					\
	/* By the scan: idle. */						\
	R(CPU_IDLE,		cpu_idle)					\
	/* The target, as the scan has not found an idle CPU. */		\
	R(SCAN_FAILED,		scan_failed)					\
	/* The target, as the domain is too busy to be scanned (SIS_UTIL). */	\
	R(SCAN_SKIPPED,		scan_skipped)					\
	/* Idle, near the previous CPU, which was asked first (WAKE_PREV_FIRST). */ \
	R(NEAR_PREV,		near_prev)					\
	/* Idle near the waker, else its own CPU, as wake_affine() agrees. */	\
	R(NEAR_WAKER,		near_waker)					\
	/* The previous CPU, as nothing is idle there, and it does not. */	\
	R(NONE_NEAR,		none_near)					\
	/* The idlest CPU of the idlest groups. */				\
	R(FORK,			fork)						\
	R(EXEC,			exec)						\
	R(WAKE,			wake)						\
	/* The same in a smaller domain, or not at all: SD_PREFER_LOCAL. */	\
	R(KEPT_LOCAL,		kept_local)

#define PLACEMENT_REASON_CONSTANT(name, string)	PLACED_##name,

enum placement_reason {
	PLACEMENT_REASONS(PLACEMENT_REASON_CONSTANT)
	PLACEMENT_REASON_NR,
};

#undef PLACEMENT_REASON_CONSTANT

#endif /* _LINUX_SCHED_PLACEMENT_H */
