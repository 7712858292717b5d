// SPDX-License-Identifier: GPL-2.0
/*
 * wakectl save: writes what holds as a profile. It goes to a new file that is renamed
 * when it is complete, so that the file that had the name is there until then.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access.h"
#include "files.h"
#include "memory.h"
#include "options.h"
#include "profile.h"
#include "settings.h"
#include "state.h"

#define FILE_MODE	0644

static const struct option options[] = {
	{ "help", no_argument, NULL, 'h' },
	{}
};

static void print_profile(FILE *file, const struct state *state)
{
	const char *series = state->series.version;

	fprintf(file, "# Saved by wakectl from Linux %s, series %s.\n", state->release,
		series ? series : "of unknown version");
	if (!state->defaults.nr)
		fputs("# Defaults were not known, so all features are here.\n", file);

	for (size_t i = 0; i < state->features.nr; i++) {
		const char *feature = state->features.word[i];

		if (!state->defaults.nr || feature_changed(state, feature))
			fprintf(file, "%s\n", feature);
	}
	for (size_t i = 0; i < state->overrides.nr; i++)
		fprintf(file, "%s\n", state->overrides.word[i]);
}

static char *make_profile(void)
{
	struct state state;
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	if (!file)
		return NULL;

	state_read(&state);
	print_profile(file, &state);
	fclose(file);
	state_free(&state);

	return text;
}

/* Return: 0 or an errno. */
static int write_new(int fd, const char *text)
{
	size_t len = strlen(text);

	while (len) {
		ssize_t written = write(fd, text, len);

		if (written < 0)
			return errno;
		text += written;
		len -= written;
	}

	return fchmod(fd, FILE_MODE) || fsync(fd) ? errno : 0;
}

static int replace_file(const char *path, const char *text)
{
	char *temporary = format_text("%s.XXXXXX", path);
	int fd = mkstemp(temporary), err;

	if (fd < 0) {
		err = errno;
		free(temporary);
		return err;
	}

	err = write_new(fd, text);
	close(fd);
	if (!err && rename(temporary, path))
		err = errno;
	if (err)
		unlink(temporary);
	free(temporary);

	return err;
}

/* What could not be loaded is not saved. */
static enum result save(const char *path)
{
	char *text = make_profile();
	struct profile profile;
	enum result result;
	int err;

	if (!text) {
		complain("out of memory");
		return FAILED;
	}

	result = profile_parse("what would be saved", text, strlen(text), &profile);
	profile_free(&profile);
	if (!result) {
		err = replace_file(path, text);
		if (err)
			result = complain_of_file("write", path, err);
	} else {
		result = FAILED;
	}
	free(text);

	return result;
}

static enum result run(int argc, char **argv)
{
	enum result result;
	char *settings;
	int err;

	if (next_option(&save_command, argc, argv, ":h", options) == OPTIONS_BAD)
		return USAGE;
	result = check_words(&save_command, argc - optind, 1, 1);
	if (!result)
		result = need_series();
	if (result)
		return result;

	err = read_file(SETTINGS_FILE, &settings);
	if (err)
		return complain_of_file("read", SETTINGS_FILE, err);
	free(settings);

	return save(argv[optind]);
}

const struct command save_command = {
	.name = "save",
	.run = run,
	.summary = "write what is not at its default to a file, as a profile",
	.help = "usage: wakectl save FILE\n",
};
