// SPDX-License-Identifier: GPL-2.0
/*
 * Takes the settings of kernel.sched_placement apart. This is to compare and to explain
 * them. Whether they are good is for the kernel to say, whose language this is.
 */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "settings.h"

/* A comma goes on with a list if a digit or a sign follows. */
static bool separates(const char *at)
{
	if (*at == ',')
		return !isdigit((unsigned char)at[1]) && at[1] != '+' && at[1] != '-';

	return isspace((unsigned char)*at);
}

/* Adds the settings in @text to @settings. */
void settings_split(struct words *settings, const char *text)
{
	for (;;) {
		size_t len = 0;

		while (*text && separates(text))
			text++;
		while (text[len] && !separates(text + len))
			len++;
		if (!len)
			return;
		words_add_part(settings, text, len);
		text += len;
	}
}

/* Or of a feature, or "reset". */
bool setting_is_of_flags(const char *text)
{
	return strchr(text, ':');
}

static bool parse_target(char *target, struct setting *setting)
{
	char *slash = strchr(target, '/'), *at, *end;

	if (slash) {
		*slash = '\0';
		setting->of_cpus = true;
		if (!cpus_parse_list(slash + 1, &setting->cpus))
			return false;
	}

	at = strchr(target, '@');
	if (at) {
		*at = '\0';
		setting->reach = strtol(at + 1, &end, 10);
		if (!at[1] || *end)
			return false;
	}

	setting->level = copy_text(target);

	return true;
}

/**
 * setting_parse() - take a setting of flags apart
 * @text: the setting
 * @setting: where it goes, for setting_free() in any case
 *
 * Return: whether it is one.
 */
bool setting_parse(const char *text, struct setting *setting)
{
	const char *colon = strchr(text, ':');
	char *target;
	bool good;

	*setting = (struct setting){ .reach = -1 };
	if (!colon)
		return false;

	target = copy_part(text, colon - text);
	good = parse_target(target, setting);
	free(target);

	words_split(&setting->flags, colon + 1, ",");

	return good && setting->flags.nr;
}

void setting_free(struct setting *setting)
{
	free(setting->level);
	words_free(&setting->flags);
}

/* NO_X is the feature X, off. */
const char *feature_name(const char *setting)
{
	return strncmp(setting, "NO_", 3) || !setting[3] ? setting : setting + 3;
}
