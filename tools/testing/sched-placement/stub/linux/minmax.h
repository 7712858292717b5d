/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tools/include has min() elsewhere.
 */
#include <linux/kernel.h>
