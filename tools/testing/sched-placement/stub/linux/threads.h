/* SPDX-License-Identifier: GPL-2.0 */
/*
 * NR_CPUS is that of the CPU masks.
 */
#ifndef _STUB_LINUX_THREADS_H
#define _STUB_LINUX_THREADS_H

#include <linux/cpumask.h>

#endif /* _STUB_LINUX_THREADS_H */
