/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup placement: settings as text, for the sysctl, the command line and KUnit.
 */
#ifndef _KERNEL_SCHED_PLACEMENT_SETTING_PARSE_H
#define _KERNEL_SCHED_PLACEMENT_SETTING_PARSE_H

#include <linux/cpumask.h>
#include <linux/types.h>

#include "domain_flags.h"

#define SETTING_LEVEL_LEN	16
#define SETTING_TOKEN_LEN	64

/**
 * struct setting_level - what a level token refers to, and a flag_target points to
 * @name: level name
 * @cpus: CPUs
 */
struct setting_level {
	char name[SETTING_LEVEL_LEN];
	struct cpumask cpus;
};

/**
 * struct settings - parsed settings
 * @reset: everything else is set to its default first
 * @on: features to be switched on, by number
 * @off: features to be switched off, by number
 * @flags: changes of domain flags, in the order that they were named
 * @levels: what @flags refers to
 */
struct settings {
	bool reset;
	u64 on;
	u64 off;
	struct flag_writes flags;
	struct setting_level *levels;
};

/**
 * struct setting_error - why settings were refused
 * @reason: for people
 * @token: the word at fault or its beginning, may be empty
 */
struct setting_error {
	const char *reason;
	char token[SETTING_TOKEN_LEN];
};

const char *setting_token(const char *text, size_t *len);
int settings_parse(const char *text, struct settings *settings,
		   struct setting_error *error);
void settings_free(struct settings *settings);

#endif /* _KERNEL_SCHED_PLACEMENT_SETTING_PARSE_H */
