/* SPDX-License-Identifier: GPL-2.0 */
/* Which series is in the kernel. */
#ifndef WAKECTL_SERIES_H
#define WAKECTL_SERIES_H

#include <stdbool.h>

#include "words.h"

/**
 * struct series - the series that is in the kernel
 * @present: whether one is
 * @version: its version; NULL if not known
 * @base: the kernel below it; NULL if not known
 * @patches: their subjects
 */
struct series {
	bool		present;
	char		*version;
	char		*base;
	struct words	patches;
};

void series_read(struct series *series);
void series_free(struct series *series);

#endif /* WAKECTL_SERIES_H */
