/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tools/include does not align to cache lines.
 */
#ifndef _STUB_LINUX_CACHE_H
#define _STUB_LINUX_CACHE_H

#include <linux/compiler.h>

#define ____cacheline_aligned	__aligned(64)

#endif /* _STUB_LINUX_CACHE_H */
