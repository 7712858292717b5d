/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's has more than the one for programs, which <limits.h> includes in turn.
 */
#include_next <linux/limits.h>

#ifndef _STUB_LINUX_LIMITS_H
#define _STUB_LINUX_LIMITS_H

#include <limits.h>

#define U8_MAX	UCHAR_MAX

#endif /* _STUB_LINUX_LIMITS_H */
