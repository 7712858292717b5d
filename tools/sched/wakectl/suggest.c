// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the first name in settings that nobody knows, and the known one that is the
 * least edits away from it. An edit is a letter more, less or changed, or two
 * neighbours exchanged. Upper and lower case are the same, as forgetting to shift is no
 * typing error of each letter.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "settings.h"
#include "suggest.h"

static bool same_letter(char a, char b)
{
	return toupper((unsigned char)a) == toupper((unsigned char)b);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Three rows of the table are enough: each looks back at two. */
size_t edit_distance(const char *a, const char *b)
{
	size_t nr = strlen(b) + 1, result;
	size_t *rows = get_zeroed(3 * nr, sizeof(*rows));
	size_t *before = rows, *last = rows + nr, *row = rows + 2 * nr;

	for (size_t j = 0; j < nr; j++)
		row[j] = j;

	for (size_t i = 1; i <= strlen(a); i++) {
		size_t *oldest = before;

		before = last;
		last = row;
		row = oldest;
		row[0] = i;

		for (size_t j = 1; j < nr; j++) {
			size_t changed = last[j - 1] + !same_letter(a[i - 1], b[j - 1]);

			row[j] = least(changed, 1 + least(last[j], row[j - 1]));
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
			    same_letter(a[i - 2], b[j - 1]))
				row[j] = least(row[j], before[j - 2] + 1);
		}
	}

	result = row[nr - 1];
	free(rows);

	return result;
}

/* A flag is known without its SD_, too. */
static size_t distance_to(const char *word, const char *name)
{
	size_t whole = edit_distance(word, name);

	if (strncmp(name, "SD_", 3))
		return whole;

	return least(whole, edit_distance(word, name + 3));
}

/* Return: the name that is meant by @word, or NULL if none is near. */
const char *nearest(const char *word, const struct words *names)
{
	size_t most = (strlen(word) + 1) / 3;
	const char *name = NULL;

	for (size_t i = 0; i < names->nr; i++) {
		size_t distance = distance_to(word, names->word[i]);

		if (distance > most || (name && distance == most))
			continue;
		most = distance;
		name = names->word[i];
	}

	return name;
}

static char *suggest_feature(const char *setting, const struct names *names)
{
	const char *name = feature_name(setting), *meant;

	if (!strcmp(setting, "reset") || !names->features.nr ||
	    words_have(&names->features, name))
		return NULL;

	meant = nearest(name, &names->features);
	if (meant)
		return format_text("did you mean %s%s?", name == setting ? "" : "NO_", meant);
	if (words_have(&names->levels, setting))
		return format_text("the flags of a level are set as %s:+FLAG or %s:-FLAG",
				   setting, setting);

	return NULL;
}

static char *suggest_level(const char *level, const struct names *names)
{
	const char *meant;
	char *all, *text;

	if (words_have(&names->levels, level))
		return NULL;

	meant = nearest(level, &names->levels);
	if (meant)
		return format_text("did you mean the level %s?", meant);

	all = words_join(&names->levels, " ");
	text = format_text("levels are: %s", all);
	free(all);

	return text;
}

static char *suggest_flag(const char *flag, const struct names *names)
{
	const char *name = flag + (*flag == '+' || *flag == '-'), *meant;

	if (!strcmp(flag, "reset") || words_have(&names->flags, name))
		return NULL;

	/* Those that are known to the kernel and not here are not meant to be others. */
	meant = nearest(name, &names->flags);
	if (meant)
		return format_text("did you mean %.*s%s?", (int)(name - flag), flag, meant);

	return NULL;
}

static char *suggest_of_level(const char *text, const struct names *names)
{
	struct setting setting;
	char *suggestion = NULL;

	if (setting_parse(text, &setting)) {
		suggestion = suggest_level(setting.level, names);
		for (size_t i = 0; !suggestion && i < setting.flags.nr; i++)
			suggestion = suggest_flag(setting.flags.word[i], names);
	}
	setting_free(&setting);

	return suggestion;
}

/* Return: a remark on the first name in @text that is unknown, to be freed, or NULL. */
char *suggest_for(const char *text, const struct names *names)
{
	struct words settings = {};
	char *suggestion = NULL;

	settings_split(&settings, text);
	for (size_t i = 0; !suggestion && i < settings.nr; i++) {
		const char *setting = settings.word[i];

		if (setting_is_of_flags(setting))
			suggestion = suggest_of_level(setting, names);
		else
			suggestion = suggest_feature(setting, names);
	}
	words_free(&settings);

	return suggestion;
}
