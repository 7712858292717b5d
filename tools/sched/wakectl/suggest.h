/* SPDX-License-Identifier: GPL-2.0 */
/* Which name was meant. */
#ifndef WAKECTL_SUGGEST_H
#define WAKECTL_SUGGEST_H

#include "names.h"
#include "words.h"

size_t edit_distance(const char *a, const char *b);
const char *nearest(const char *word, const struct words *names);
char *suggest_for(const char *text, const struct names *names);

#endif /* WAKECTL_SUGGEST_H */
