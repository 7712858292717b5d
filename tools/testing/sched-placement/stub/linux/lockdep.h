/* SPDX-License-Identifier: GPL-2.0 */
/*
 * No interrupts, nothing to assert.
 */
#ifndef _STUB_LINUX_LOCKDEP_H
#define _STUB_LINUX_LOCKDEP_H

#define lockdep_assert_irqs_disabled()	do { } while (0)

#endif /* _STUB_LINUX_LOCKDEP_H */
