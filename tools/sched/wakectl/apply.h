/* SPDX-License-Identifier: GPL-2.0 */
/* Handing settings to the kernel. */
#ifndef WAKECTL_APPLY_H
#define WAKECTL_APPLY_H

#include "report.h"

enum result apply_settings(const char *text);

#endif /* WAKECTL_APPLY_H */
