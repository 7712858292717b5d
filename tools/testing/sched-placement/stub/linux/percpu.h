/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Variables of CPUs: arrays.
 */
#ifndef _STUB_LINUX_PERCPU_H
#define _STUB_LINUX_PERCPU_H

#include <linux/cpumask.h>

#define DECLARE_PER_CPU(type, name)		extern typeof(type) name[NR_CPUS]
#define DECLARE_PER_CPU_READ_MOSTLY(type, name)	DECLARE_PER_CPU(type, name)

#define per_cpu(name, cpu)	((name)[cpu])

/* The program runs on all of them, and on none. */
#define raw_cpu_read(name)	((name)[0])

#endif /* _STUB_LINUX_PERCPU_H */
