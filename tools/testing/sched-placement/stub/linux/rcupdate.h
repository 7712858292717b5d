/* SPDX-License-Identifier: GPL-2.0 */
/*
 * RCU for a program of one thread.
 */
#ifndef _STUB_LINUX_RCUPDATE_H
#define _STUB_LINUX_RCUPDATE_H

#include <linux/compiler.h>

struct rcu_head {
	struct rcu_head *next;
	void (*func)(struct rcu_head *head);
};

#define rcu_dereference(p)	READ_ONCE(p)
#define RCU_LOCKDEP_WARN(condition, text)	do { } while (0)

#endif /* _STUB_LINUX_RCUPDATE_H */
