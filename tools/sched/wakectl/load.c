// SPDX-License-Identifier: GPL-2.0
/*
 * wakectl load: applies a profile as a whole, and checks that it holds. wakectl
 * profiles: which there are.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "apply.h"
#include "files.h"
#include "options.h"
#include "profile.h"
#include "verify.h"

static const struct option options[] = {
	{ "help", no_argument, NULL, 'h' },
	{}
};

static enum result verify(const struct words *settings)
{
	char *found, *broken;
	int err = read_file(SETTINGS_FILE, &found);

	if (err)
		return complain_of_file("read", SETTINGS_FILE, err);

	broken = verify_settings(settings, found);
	free(found);
	if (!broken)
		return DONE;

	complain("the kernel took all, yet %s does not hold; has something else changed settings?",
		 broken);
	free(broken);

	return FAILED;
}

static enum result load_text(const char *path, const char *text, size_t len)
{
	struct profile profile;
	enum result result = profile_parse(path, text, len, &profile);

	if (!result)
		result = apply_settings(profile.text);
	if (!result)
		result = verify(&profile.settings);
	profile_free(&profile);

	return result;
}

static enum result load_file(const char *path)
{
	enum result result;
	size_t len;
	char *text;
	int err = read_path(path, &text, &len);

	if (err)
		return complain_of_file("read", path, err);

	result = load_text(path, text, len);
	free(text);

	return result;
}

static enum result run_load(int argc, char **argv)
{
	enum result result;
	char *path;

	if (next_option(&load_command, argc, argv, ":h", options) == OPTIONS_BAD)
		return USAGE;
	result = check_words(&load_command, argc - optind, 1, 1);
	if (!result)
		result = need_series();
	if (result)
		return result;

	path = profile_find(argv[optind]);
	if (!path)
		return USAGE;
	result = load_file(path);
	free(path);

	return result;
}

static enum result run_profiles(int argc, char **argv)
{
	struct words names = {};
	enum result result;

	if (next_option(&profiles_command, argc, argv, ":h", options) == OPTIONS_BAD)
		return USAGE;
	result = check_words(&profiles_command, argc - optind, 0, 0);
	if (result)
		return result;

	profile_names(&names);
	for (size_t i = 0; i < names.nr; i++)
		puts(names.word[i]);
	words_free(&names);

	return DONE;
}

const struct command load_command = {
	.name = "load",
	.run = run_load,
	.summary = "apply a profile, all of it or nothing",
	.help =
	"usage: wakectl load FILE|NAME\n"
	"\n"
	"FILE has a slash in it, NAME has none and is looked for in\n"
	SYSCONFDIR "/wakectl/profiles and " DATADIR "/wakectl/profiles.\n"
	"What the profile does not name goes to its default.\n",
};

const struct command profiles_command = {
	.name = "profiles",
	.run = run_profiles,
	.summary = "list the profiles that load finds by name",
	.help = "usage: wakectl profiles\n",
};
