/* SPDX-License-Identifier: GPL-2.0 */
/*
 * In the place of kernel/sched/sched.h. It has that one's guard and is included before
 * everything else, so that a real one, in a kernel tree, adds nothing.
 */
#ifndef _KERNEL_SCHED_SCHED_H
#define _KERNEL_SCHED_SCHED_H

#include <linux/cpumask.h>
#include <linux/rcupdate.h>
#include <linux/sched/topology.h>

struct rq {
	struct sched_domain *sd;
};

extern struct rq runqueues[NR_CPUS];

#define cpu_rq(cpu)	(&runqueues[cpu])

#define rcu_dereference_check_sched_domain(p)	rcu_dereference(p)

#endif /* _KERNEL_SCHED_SCHED_H */
