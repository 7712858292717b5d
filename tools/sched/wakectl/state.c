// SPDX-License-Identifier: GPL-2.0
/*
 * Collects what wakectl show shows, from wherever the kernel has it.
 */

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "files.h"
#include "memory.h"
#include "names.h"
#include "settings.h"
#include "state.h"

char *kernel_release(void)
{
	char *release = read_line("/proc/sys/kernel/osrelease");
	struct utsname system;

	if (release)
		return release;

	return copy_text(uname(&system) ? "unknown" : system.release);
}

static void read_overrides(struct words *overrides)
{
	char *text = read_line(SETTINGS_FILE);
	struct words settings = {};

	if (text)
		settings_split(&settings, text);
	for (size_t i = 0; i < settings.nr; i++) {
		if (setting_is_of_flags(settings.word[i]))
			words_add(overrides, settings.word[i]);
	}
	words_free(&settings);
	free(text);
}

void state_read(struct state *state)
{
	*state = (struct state){ .release = kernel_release() };
	series_read(&state->series);
	topology_read(&state->topology);
	read_features(&state->features, false);
	read_features(&state->defaults, true);
	read_overrides(&state->overrides);
	state->choices = kconfig_read(&state->nr_choices);
}

void state_free(struct state *state)
{
	free(state->release);
	series_free(&state->series);
	topology_free(&state->topology);
	words_free(&state->features);
	words_free(&state->defaults);
	words_free(&state->overrides);
	kconfig_free(state->choices, state->nr_choices);
}

bool feature_is_on(const char *setting)
{
	return feature_name(setting) == setting;
}

/* Where defaults are not known, no feature is said to have changed. */
bool feature_changed(const struct state *state, const char *setting)
{
	return state->defaults.nr && !words_have(&state->defaults, setting);
}
