// SPDX-License-Identifier: GPL-2.0
/*
 * Profiles: text files of settings, as for kernel.sched_placement, with comments from
 * a # to the end of the line. A profile is all that is not at its default, so it goes
 * to the kernel after a "reset".
 */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "memory.h"
#include "profile.h"
#include "settings.h"

static const char * const folders[] = {
	SYSCONFDIR "/wakectl/profiles", DATADIR "/wakectl/profiles",
};

#define NR_FOLDERS	(sizeof(folders) / sizeof(*folders))

static void blank_comments(char *text)
{
	while ((text = strchr(text, '#'))) {
		size_t len = strcspn(text, "\n");

		memset(text, ' ', len);
		text += len;
	}
}

static char *settings_text(const struct words *settings)
{
	char *joined = words_join(settings, " ");
	char *text = format_text("reset%s%s", settings->nr ? " " : "", joined);

	free(joined);

	return text;
}

/**
 * profile_parse() - read a profile
 * @path: where it is from, to say so
 * @text: the profile, with a NUL behind it
 * @len: how long it is
 * @profile: where it goes, for profile_free() in any case
 *
 * What is no text, or more than the kernel takes, is no profile. All else is for the
 * kernel to judge.
 *
 * Return: DONE, or USAGE after saying why.
 */
enum result profile_parse(const char *path, const char *text, size_t len,
			  struct profile *profile)
{
	bool reset;
	char *copy;

	*profile = (struct profile){};
	if (strlen(text) != len) {
		complain("%s is no profile: it has a NUL byte at %zu", path, strlen(text));
		return USAGE;
	}

	copy = copy_text(text);
	blank_comments(copy);
	settings_split(&profile->settings, copy);
	free(copy);

	reset = profile->settings.nr && !strcmp(profile->settings.word[0], "reset");
	if (reset) {
		free(profile->settings.word[0]);
		profile->settings.nr--;
		memmove(profile->settings.word, profile->settings.word + 1,
			profile->settings.nr * sizeof(*profile->settings.word));
	}

	profile->text = settings_text(&profile->settings);
	if (strlen(profile->text) < SETTINGS_SIZE)
		return DONE;

	complain("%s has %zu bytes of settings, and the kernel takes up to %d in one go", path,
		 strlen(profile->text), SETTINGS_SIZE - 1);

	return USAGE;
}

void profile_free(struct profile *profile)
{
	words_free(&profile->settings);
	free(profile->text);
}

/**
 * profile_find() - find a profile
 * @name: its name; with a slash, the path of a file
 *
 * Return: its path, to be freed, or NULL after saying where it is not.
 */
char *profile_find(const char *name)
{
	if (strchr(name, '/'))
		return copy_text(name);

	for (size_t i = 0; *name && i < NR_FOLDERS; i++) {
		char *path = format_text("%s/%s", folders[i], name), *real = real_path(path);
		bool there = !access(real, F_OK);

		free(path);
		if (there)
			return real;
		free(real);
	}

	if (*name && !access(name, F_OK))
		complain("there is no profile '%s'; the file here is called ./%s", name, name);
	else
		complain("there is no profile '%s' in %s or %s; see: wakectl profiles", name,
			 folders[0], folders[1]);

	return NULL;
}

/* Adds the names of all profiles. */
void profile_names(struct words *names)
{
	struct words files = {};

	for (size_t i = 0; i < NR_FOLDERS; i++)
		list_folder(folders[i], &files);

	words_sort(&files);
	for (size_t i = 0; i < files.nr; i++) {
		if (!words_have(names, files.word[i]))
			words_add(names, files.word[i]);
	}
	words_free(&files);
}
