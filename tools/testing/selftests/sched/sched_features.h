/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Switching scheduler features, and having them as they were in the end.
 *
 * Each switch patches code that other CPUs run, which emulators have been seen to get
 * wrong. So nothing is written that is so already, and who tests with several features
 * orders the tests by them.
 */
#ifndef SCHED_FEATURES_H
#define SCHED_FEATURES_H

#include "sched_files.h"

static char features_before[TEXT_MAX];
static pid_t features_owner;

static inline int want_feature(const char *name)
{
	return has_feature(name) ? 0 : write_text(FEATURES, name);
}

static inline bool know_feature(const char *name)
{
	char negative[PATH_LEN];

	snprintf(negative, sizeof(negative), "NO_%s", name);

	return has_feature(name) || has_feature(negative);
}

/* Those that are not as @features, a text like that in debugfs, has them. */
static inline int restore_features(const char *features)
{
	char *copy = strdup(features), *rest = copy, *word;
	int err = 0;

	while (!err && (word = strsep(&rest, "\n "))) {
		if (*word)
			err = want_feature(word);
	}
	free(copy);

	return err;
}

static inline void restore_features_before(void)
{
	if (getpid() == features_owner)
		restore_features(features_before);
}

/* At the end of the program, however it ends. */
static inline void restore_features_at_exit(void)
{
	if (read_text(FEATURES, features_before))
		ksft_exit_fail_msg("%s: %s\n", FEATURES, strerror(errno));
	features_owner = getpid();
	atexit(restore_features_before);
}

/* Ends the program where a kernel with an older series does not have @name. */
static inline void require_feature(const char *name)
{
	if (!know_feature(name))
		ksft_exit_skip("this kernel has no feature %s\n", name);
}

#endif /* SCHED_FEATURES_H */
