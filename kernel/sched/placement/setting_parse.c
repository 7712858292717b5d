// SPDX-License-Identifier: GPL-2.0
/*
 * The language of settings, which the sysctl and the command line share:
 *
 *	PREFER_LOCAL			a feature, on
 *	NO_WA_IDLE			a feature, off
 *	NUMA:-SD_WAKE_AFFINE		flags of a level, all levels being "all"
 *	MC:+SD_BALANCE_WAKE,-SD_BALANCE_FORK
 *	NUMA:reset
 *	NUMA/0-3,8:-SD_WAKE_AFFINE	of these CPUs only
 *	NUMA@20/0:-SD_WAKE_AFFINE	of the NUMA level that reaches a distance of 20
 *	reset				all features and flags, goes first
 *
 * Settings are separated by white space or commas. A comma goes on with a list if a
 * digit or a sign follows, with which no setting begins.
 */

#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mmu_context.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../sched.h"
#include "feature_set.h"
#include "setting_parse.h"

/* Bytes of the flags of one level. */
#define FLAGS_LEN	256

static int refuse(struct setting_error *error, const char *reason, const char *token,
		  size_t len)
{
	error->reason = reason;
	strscpy(error->token, token, min(len + 1, sizeof(error->token)));

	return -EINVAL;
}

static bool separates(const char *at)
{
	if (*at == ',')
		return !isdigit(at[1]) && at[1] != '+' && at[1] != '-';

	return isspace(*at);
}

/**
 * setting_token() - find the next setting in a text
 * @text: the text
 * @len: where the length of the setting goes, 0 at the end of the text
 *
 * Return: where the setting begins.
 */
const char *setting_token(const char *text, size_t *len)
{
	while (*text && separates(text))
		text++;

	*len = 0;
	while (text[*len] && !separates(text + *len))
		(*len)++;

	return text;
}

static bool is_word(const char *token, size_t len, const char *word)
{
	return strlen(word) == len && !strncmp(token, word, len);
}

static int parse_feature(const char *token, size_t len, struct settings *settings,
			 struct setting_error *error)
{
	bool off = len > 3 && !strncmp(token, "NO_", 3);
	const char *name = off ? token + 3 : token;
	int i = feature_find(name, token + len - name);

	if (i < 0)
		return refuse(error, "no such feature", token, len);
	if ((settings->on | settings->off) & BIT_ULL(i))
		return refuse(error, "feature named twice", token, len);

	if (off)
		settings->off |= BIT_ULL(i);
	else
		settings->on |= BIT_ULL(i);

	return 0;
}

static int parse_cpus(const char *text, size_t len, struct cpumask *cpus)
{
	char *list __free(kfree) = kmemdup_nul(text, len, GFP_KERNEL);

	if (!list)
		return -ENOMEM;
	if (cpulist_parse(list, cpus) || cpumask_empty(cpus) ||
	    !cpumask_subset(cpus, cpu_possible_mask))
		return -EINVAL;

	return 0;
}

static int parse_reach(const char *text, size_t len, int *reach)
{
	char number[8];

	if (len >= sizeof(number))
		return -EINVAL;

	strscpy(number, text, len + 1);

	return kstrtoint(number, 10, reach) || *reach < 0 ? -EINVAL : 0;
}

/* NAME[@REACH][/CPUS], up to the colon. */
static int parse_target(const char *token, size_t len, struct flag_target *target,
			struct setting_level *level, struct setting_error *error)
{
	const char *slash = memchr(token, '/', len);
	size_t left = slash ? slash - token : len;
	const char *at = memchr(token, '@', left);
	size_t name_len = at ? at - token : left;

	*target = (struct flag_target)FLAG_TARGET_MACHINE(NULL);

	if (!name_len || name_len >= sizeof(level->name))
		return refuse(error, "no such level", token, name_len);
	strscpy(level->name, token, name_len + 1);
	if (strcmp(level->name, "all"))
		target->name = level->name;

	if (slash) {
		size_t cpus_len = token + len - slash - 1;
		int err = parse_cpus(slash + 1, cpus_len, &level->cpus);

		if (err == -ENOMEM)
			return err;
		if (err)
			return refuse(error, "no list of possible CPUs", slash + 1, cpus_len);
		target->cpus = &level->cpus;
	}

	if (at) {
		if (!slash)
			return refuse(error, "a distance goes with CPUs", token, len);
		if (parse_reach(at + 1, token + left - at - 1, &target->reach))
			return refuse(error, "no distance", at + 1, token + left - at - 1);
	}

	return 0;
}

static int parse_level(const char *token, size_t len, const char *colon,
		       struct settings *settings, struct setting_error *error)
{
	struct flag_write *write = &settings->flags.write[settings->flags.nr];
	struct setting_level *level = &settings->levels[settings->flags.nr];
	size_t flags_len = token + len - colon - 1;
	struct flag_error flag_error;
	char flags[FLAGS_LEN];
	int err;

	err = parse_target(token, colon - token, &write->target, level, error);
	if (err)
		return err;

	if (flags_len >= sizeof(flags))
		return refuse(error, "too many flags", token, len);
	strscpy(flags, colon + 1, flags_len + 1);
	strreplace(flags, ',', ' ');

	if (flag_change_parse(flags, &write->change, &flag_error))
		return refuse(error, flag_error.reason, flag_error.token ?: "",
			      flag_error.len);

	settings->flags.nr++;

	return 0;
}

static void reset_flags(struct settings *settings)
{
	settings->flags.write[settings->flags.nr++] = (struct flag_write){
		.target = FLAG_TARGET_MACHINE(NULL),
		.change = { .reset = true },
	};
}

static int count_tokens(const char *text)
{
	int nr = 0;
	size_t len;

	for (;;) {
		text = setting_token(text, &len);
		if (!len)
			return nr;
		text += len;
		nr++;
	}
}

static int parse_tokens(const char *text, struct settings *settings,
			struct setting_error *error)
{
	bool first = true;

	for (;;) {
		const char *token, *colon;
		size_t len;
		int err = 0;

		token = setting_token(text, &len);
		if (!len)
			return first ? refuse(error, "no setting", "", 0) : 0;
		text = token + len;

		colon = memchr(token, ':', len);
		if (colon) {
			err = parse_level(token, len, colon, settings, error);
		} else if (!is_word(token, len, "reset")) {
			err = parse_feature(token, len, settings, error);
		} else if (first) {
			settings->reset = true;
			reset_flags(settings);
		} else {
			err = refuse(error, "reset goes first", token, len);
		}
		if (err)
			return err;

		first = false;
	}
}

/**
 * settings_parse() - read a text as settings
 * @text: the text
 * @settings: where they go, for settings_free()
 * @error: where the reason goes on error
 *
 * Context: May sleep.
 * Return: 0; -EINVAL; -ENOMEM, then without a reason. On error there is nothing to free.
 */
int settings_parse(const char *text, struct settings *settings,
		   struct setting_error *error)
{
	int err, nr = count_tokens(text);

	memset(settings, 0, sizeof(*settings));
	memset(error, 0, sizeof(*error));

	settings->flags.write = kvcalloc(nr, sizeof(*settings->flags.write), GFP_KERNEL);
	settings->levels = kvcalloc(nr, sizeof(*settings->levels), GFP_KERNEL);
	if (nr && (!settings->flags.write || !settings->levels))
		err = -ENOMEM;
	else
		err = parse_tokens(text, settings, error);
	if (err)
		settings_free(settings);

	return err;
}

/**
 * settings_free() - free what belongs to settings
 * @settings: the settings, from settings_parse()
 */
void settings_free(struct settings *settings)
{
	kvfree(settings->flags.write);
	kvfree(settings->levels);
}
