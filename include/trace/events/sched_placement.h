/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tracepoint of placement decisions, which kernel/sched/placement/ alone emits.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM sched

#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE sched_placement

#if !defined(_TRACE_SCHED_PLACEMENT_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_SCHED_PLACEMENT_H

#include <linux/sched.h>
#include <linux/sched/placement.h>
#include <linux/tracepoint.h>

#define PLACEMENT_REASON_ENUM(name, string)	TRACE_DEFINE_ENUM(PLACED_##name);
PLACEMENT_REASONS(PLACEMENT_REASON_ENUM)
#undef PLACEMENT_REASON_ENUM

#ifndef PLACEMENT_REASON_SYMBOL
#define PLACEMENT_REASON_SYMBOL(name, string)	{ PLACED_##name, #string },
#endif

int placement_trace_start(void);
void placement_trace_stop(void);

/**
 * sched_placement - where a fair task was put, and why
 * @p: the task
 * @waker_cpu: the CPU that decided
 * @prev_cpu: the CPU that the task was on
 * @cpu: the CPU that was chosen
 * @reason: how it was found
 * @wake_flags: WF_* of kernel/sched/sched.h
 * @looked: how many CPUs were looked at
 */
TRACE_EVENT_FN(sched_placement,

	TP_PROTO(struct task_struct *p, int waker_cpu, int prev_cpu, int cpu,
		 enum placement_reason reason, int wake_flags, unsigned int looked),

	TP_ARGS(p, waker_cpu, prev_cpu, cpu, reason, wake_flags, looked),

	TP_STRUCT__entry(
		__array(char, comm, TASK_COMM_LEN)
		__field(pid_t, pid)
		__field(int, waker_cpu)
		__field(int, prev_cpu)
		__field(int, cpu)
		__field(int, reason)
		__field(int, wake_flags)
		__field(unsigned int, looked)
	),

	TP_fast_assign(
		memcpy(__entry->comm, p->comm, TASK_COMM_LEN);
		__entry->pid		= p->pid;
		__entry->waker_cpu	= waker_cpu;
		__entry->prev_cpu	= prev_cpu;
		__entry->cpu		= cpu;
		__entry->reason		= reason;
		__entry->wake_flags	= wake_flags;
		__entry->looked		= looked;
	),

	TP_printk("comm=%s pid=%d waker_cpu=%d prev_cpu=%d cpu=%d reason=%s flags=%s looked=%u",
		  __entry->comm, __entry->pid, __entry->waker_cpu,
		  __entry->prev_cpu, __entry->cpu,
		  __print_symbolic(__entry->reason,
				   PLACEMENT_REASONS(PLACEMENT_REASON_SYMBOL)
				   { -1, NULL }),
		  __print_flags(__entry->wake_flags, "|",
				{ 0x02, "EXEC" }, { 0x04, "FORK" },
				{ 0x08, "TTWU" }, { 0x10, "SYNC" },
				{ 0x20, "MIGRATED" }, { 0x40, "CURRENT_CPU" }),
		  __entry->looked),

	placement_trace_start, placement_trace_stop
);

#endif /* _TRACE_SCHED_PLACEMENT_H */

/* This part must be outside protection */
#include <trace/define_trace.h>
