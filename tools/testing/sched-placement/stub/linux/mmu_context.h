/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kernel/sched/sched.h needs it, the stub does not.
 */
