// SPDX-License-Identifier: GPL-2.0
/*
 * The names of features, levels and flags. Features and levels are those of the
 * running kernel. No file lists all flags, so these are known here; they serve to
 * suggest one, and to check what a whole list of them has cleared.
 */

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "memory.h"
#include "names.h"
#include "settings.h"

/* Those that can be written. Ends with NULL. */
const char * const policy_flags[] = {
	"SD_BALANCE_NEWIDLE", "SD_BALANCE_EXEC", "SD_BALANCE_FORK", "SD_BALANCE_WAKE",
	"SD_WAKE_AFFINE", "SD_PREFER_LOCAL", NULL,
};

static const char * const default_levels[] = { "SMT", "CLS", "MC", "PKG", "NUMA", NULL };

static void add_features(struct words *features, const char *text)
{
	struct words settings = {};

	settings_split(&settings, text);
	for (size_t i = 0; i < settings.nr; i++) {
		if (!setting_is_of_flags(settings.word[i]))
			words_add(features, settings.word[i]);
	}
	words_free(&settings);
}

/**
 * read_features() - read all features, as settings
 * @features: where they go
 * @defaults: as they are by default, not as they are
 *
 * Return: whether that can be read.
 */
bool read_features(struct words *features, bool defaults)
{
	char *text;

	if (defaults) {
		text = read_line(SCHED_DIR "/placement/feature_defaults");
	} else {
		text = read_line(SETTINGS_FILE);
		if (!text)
			text = read_line(SCHED_DIR "/features");
	}
	if (!text)
		return false;

	add_features(features, text);
	free(text);

	return features->nr;
}

static void read_levels(struct words *levels)
{
	if (!list_folder(SCHED_DIR "/placement/levels", levels) && levels->nr)
		return;

	for (int i = 0; default_levels[i]; i++)
		words_add(levels, default_levels[i]);
	words_add(levels, "all");
}

void names_read(struct names *names)
{
	struct words features = {};

	*names = (struct names){};
	read_features(&features, false);
	for (size_t i = 0; i < features.nr; i++)
		words_add(&names->features, feature_name(features.word[i]));
	words_free(&features);

	read_levels(&names->levels);

	for (int i = 0; policy_flags[i]; i++)
		words_add(&names->flags, policy_flags[i]);
}

void names_free(struct names *names)
{
	words_free(&names->features);
	words_free(&names->levels);
	words_free(&names->flags);
}
