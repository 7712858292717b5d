// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of words. Nearly all that the kernel's files hold is words.
 */

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "words.h"

void words_add_part(struct words *words, const char *word, size_t len)
{
	words->word = get_more(words->word, words->nr + 1, sizeof(*words->word));
	words->word[words->nr++] = copy_part(word, len);
}

void words_add(struct words *words, const char *word)
{
	words_add_part(words, word, strlen(word));
}

/* Adds the words of @text that stand between any of @separators. */
void words_split(struct words *words, const char *text, const char *separators)
{
	for (;;) {
		size_t len;

		text += strspn(text, separators);
		len = strcspn(text, separators);
		if (!len)
			return;
		words_add_part(words, text, len);
		text += len;
	}
}

bool words_have(const struct words *words, const char *word)
{
	for (size_t i = 0; i < words->nr; i++) {
		if (!strcmp(words->word[i], word))
			return true;
	}

	return false;
}

char *words_join(const struct words *words, const char *separator)
{
	size_t size = 1;
	char *text, *end;

	for (size_t i = 0; i < words->nr; i++)
		size += strlen(words->word[i]) + strlen(separator);

	text = get_zeroed(size, 1);
	end = text;
	for (size_t i = 0; i < words->nr; i++) {
		if (i)
			end = stpcpy(end, separator);
		end = stpcpy(end, words->word[i]);
	}

	return text;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char * const *)a, *(char * const *)b);
}

void words_sort(struct words *words)
{
	if (words->nr)
		qsort(words->word, words->nr, sizeof(*words->word), compare);
}

void words_free(struct words *words)
{
	for (size_t i = 0; i < words->nr; i++)
		free(words->word[i]);
	free(words->word);
	*words = (struct words){};
}
