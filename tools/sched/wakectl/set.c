// SPDX-License-Identifier: GPL-2.0
/*
 * wakectl set and wakectl reset: settings from the command line.
 */

#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "apply.h"
#include "memory.h"
#include "options.h"
#include "settings.h"
#include "words.h"

static const struct option set_options[] = {
	{ "cpus", required_argument, NULL, 'C' },
	{ "help", no_argument, NULL, 'h' },
	{}
};

static const struct option reset_options[] = {
	{ "help", no_argument, NULL, 'h' },
	{}
};

/* NUMA:-SD_X becomes NUMA/0-3:-SD_X. Return: it, to be freed, or NULL. */
static char *with_cpus(const char *setting, const char *list)
{
	const char *colon = strchr(setting, ':'), *slash = strchr(setting, '/');

	if (!colon) {
		complain("'%s' holds for all CPUs, so it does not go with --cpus",
			 setting);
		return NULL;
	}
	if (slash && slash < colon) {
		complain("'%s' names its CPUs already, so it cannot go with --cpus", setting);
		return NULL;
	}

	return format_text("%.*s/%s%s", (int)(colon - setting), setting, list, colon);
}

static enum result add_cpus(struct words *settings, const char *list)
{
	struct cpus cpus;
	enum result result = need_cpus(list, &cpus);

	for (size_t i = 0; !result && i < settings->nr; i++) {
		char *changed = with_cpus(settings->word[i], list);

		if (!changed)
			return USAGE;
		free(settings->word[i]);
		settings->word[i] = changed;
	}

	return result;
}

static enum result set_words(struct words *settings, const char *list)
{
	enum result result;
	char *text;

	if (!settings->nr) {
		complain("no setting is named; see: wakectl set --help");
		return USAGE;
	}

	result = list ? add_cpus(settings, list) : DONE;
	if (result)
		return result;

	text = words_join(settings, " ");
	result = apply_settings(text);
	free(text);

	return result;
}

static enum result run_set(int argc, char **argv)
{
	struct words settings = {};
	const char *list = NULL;
	enum result result;
	int option;

	while ((option = next_option(&set_command, argc, argv, ":hC:", set_options)) != -1) {
		if (option == OPTIONS_BAD)
			return USAGE;
		list = optarg;
	}
	result = check_words(&set_command, argc - optind, 1, argc);
	if (!result)
		result = need_series();
	if (result)
		return result;

	for (int i = optind; i < argc; i++)
		settings_split(&settings, argv[i]);
	result = set_words(&settings, list);
	words_free(&settings);

	return result;
}

static enum result run_reset(int argc, char **argv)
{
	enum result result;

	if (next_option(&reset_command, argc, argv, ":h", reset_options) == OPTIONS_BAD)
		return USAGE;
	result = check_words(&reset_command, argc - optind, 0, 0);

	return result ? result : apply_settings("reset");
}

const struct command set_command = {
	.name = "set",
	.run = run_set,
	.summary = "change features and flags of levels, all of them or none",
	.help =
	"usage: wakectl set [--cpus LIST] SETTING...\n"
	"\n"
	"  PREFER_LOCAL             a feature, on\n"
	"  NO_SIS_UTIL              a feature, off\n"
	"  NUMA:-SD_WAKE_AFFINE     flags of a level; of all levels: all:...\n"
	"  NUMA/0-3:+SD_A,-SD_B     flags of a level, for domains of these CPUs\n"
	"  NUMA:reset               the flags that the domains were built with\n"
	"  reset                    all features and flags to their defaults; goes first\n"
	"\n"
	"  -C, --cpus LIST          for domains of these CPUs, such as 0-3,8\n"
	"  -h, --help\n",
};

const struct command reset_command = {
	.name = "reset",
	.run = run_reset,
	.summary = "bring all features and flags back to their defaults",
	.help = "usage: wakectl reset\n",
};
