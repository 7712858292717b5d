/* SPDX-License-Identifier: GPL-2.0 */
/* The names that can stand in settings. */
#ifndef WAKECTL_NAMES_H
#define WAKECTL_NAMES_H

#include <stdbool.h>

#include "words.h"

struct names {
	struct words	features;
	struct words	levels;
	struct words	flags;
};

extern const char * const policy_flags[];

void names_read(struct names *names);
void names_free(struct names *names);
bool read_features(struct words *features, bool defaults);

#endif /* WAKECTL_NAMES_H */
