// SPDX-License-Identifier: GPL-2.0
/*
 * Reads which series is in the kernel: lines of a word and what it says.
 */

#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "files.h"
#include "memory.h"
#include "series.h"

/* Return: what stands behind "WORD " in @line, or NULL. */
static const char *value_of(const char *line, const char *word)
{
	size_t len = strlen(word);

	return strncmp(line, word, len) || line[len] != ' ' ? NULL : line + len + 1;
}

static void take_line(struct series *series, const char *line)
{
	const char *version = value_of(line, "series"), *base = value_of(line, "base");
	const char *patch = value_of(line, "patch");

	if (version && !series->version)
		series->version = copy_text(version);
	else if (base && !series->base)
		series->base = copy_text(base);
	else if (patch)
		words_add(&series->patches, patch);
}

void series_read(struct series *series)
{
	struct words lines = {};
	char *text;

	*series = (struct series){ .present = series_is_there() };
	if (read_file(SCHED_DIR "/placement/version", &text))
		return;

	words_split(&lines, text, "\n");
	for (size_t i = 0; i < lines.nr; i++)
		take_line(series, lines.word[i]);
	words_free(&lines);
	free(text);
}

void series_free(struct series *series)
{
	free(series->version);
	free(series->base);
	words_free(&series->patches);
}
