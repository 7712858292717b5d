/* SPDX-License-Identifier: GPL-2.0 */
/* All that wakectl show shows. */
#ifndef WAKECTL_STATE_H
#define WAKECTL_STATE_H

#include "kconfig.h"
#include "series.h"
#include "topology.h"
#include "words.h"

/**
 * struct state - what holds in the kernel
 * @release: of the kernel
 * @series: which series is in it
 * @topology: its domains
 * @features: its features, as settings
 * @defaults: the same as they are by default; empty if not known
 * @overrides: settings of flags that were written
 * @choices: of Kconfig; NULL if not known
 * @nr_choices: how many
 */
struct state {
	char		*release;
	struct series	series;
	struct topology	topology;
	struct words	features;
	struct words	defaults;
	struct words	overrides;
	struct choice	*choices;
	int		nr_choices;
};

void state_read(struct state *state);
void state_free(struct state *state);
bool feature_is_on(const char *setting);
bool feature_changed(const struct state *state, const char *setting);
char *kernel_release(void);

void show_text(const struct state *state);
void show_json(const struct state *state);

#endif /* WAKECTL_STATE_H */
