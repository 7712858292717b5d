/* SPDX-License-Identifier: GPL-2.0 */
/* Settings in files. */
#ifndef WAKECTL_PROFILE_H
#define WAKECTL_PROFILE_H

#include <stddef.h>

#include "report.h"
#include "words.h"

/**
 * struct profile - settings from a file
 * @settings: what it has, without a reset at its beginning
 * @text: what is written to the kernel
 */
struct profile {
	struct words	settings;
	char		*text;
};

enum result profile_parse(const char *path, const char *text, size_t len,
			  struct profile *profile);
void profile_free(struct profile *profile);

char *profile_find(const char *name);
void profile_names(struct words *names);

#endif /* WAKECTL_PROFILE_H */
