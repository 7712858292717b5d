/* SPDX-License-Identifier: GPL-2.0 */
/* Lists of words. */
#ifndef WAKECTL_WORDS_H
#define WAKECTL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct words {
	char	**word;
	size_t	nr;
};

void words_add(struct words *words, const char *word);
void words_add_part(struct words *words, const char *word, size_t len);
void words_split(struct words *words, const char *text, const char *separators);
bool words_have(const struct words *words, const char *word);
char *words_join(const struct words *words, const char *separator);
void words_sort(struct words *words);
void words_free(struct words *words);

#endif /* WAKECTL_WORDS_H */
