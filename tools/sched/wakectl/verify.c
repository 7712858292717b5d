// SPDX-License-Identifier: GPL-2.0
/*
 * Compares settings that were written, after a reset, with what kernel.sched_placement
 * reads as after that.
 *
 * A feature has to be there as it is named. What settings of flags come to depends on
 * their order: the last one for a flag wins, and one for all CPUs takes the flag out of
 * those for some. So they become a list of rules, each for one flag of one level, and
 * each later setting changes the list. What is found becomes such a list, too.
 */

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "names.h"
#include "settings.h"
#include "verify.h"

/**
 * struct rule - how one flag has to be
 * @level: of which level, "all" for all
 * @reach: of the one that reaches this distance, or -1
 * @of_cpus: whether it is for some CPUs
 * @cpus: for which
 * @flag: its name
 * @sign: + or -
 * @partly: whether a later rule says otherwise for a part of it
 */
struct rule {
	char		*level;
	int		reach;
	bool		of_cpus;
	struct cpus	cpus;
	char		*flag;
	char		sign;
	bool		partly;
};

struct rules {
	struct rule	*rule;
	size_t		nr;
};

static bool is_all(const char *level)
{
	return !strcmp(level, "all");
}

static bool covers(const char *level, const char *other)
{
	return is_all(level) || !strcmp(level, other);
}

static void remove_rule(struct rules *rules, size_t i)
{
	free(rules->rule[i].level);
	free(rules->rule[i].flag);
	memmove(rules->rule + i, rules->rule + i + 1,
		(rules->nr - i - 1) * sizeof(*rules->rule));
	rules->nr--;
}

/* @flag is NULL for all flags. Return: whether nothing is left of @rule. */
static bool cut_rule(struct rule *rule, const struct setting *setting, const char *flag)
{
	if (flag && strcmp(flag, rule->flag))
		return false;

	if (!covers(setting->level, rule->level)) {
		if (is_all(rule->level))
			rule->partly = true;
		return false;
	}

	if (!setting->of_cpus)
		return true;

	if (!rule->of_cpus || (setting->reach >= 0 && setting->reach != rule->reach)) {
		rule->partly = true;
		return false;
	}

	cpus_remove(&rule->cpus, &setting->cpus);

	return !cpus_count(&rule->cpus);
}

/* A setting takes its flag out of the rules before it. */
static void cut_rules(struct rules *rules, const struct setting *setting, const char *flag)
{
	for (size_t i = rules->nr; i-- > 0;) {
		if (cut_rule(&rules->rule[i], setting, flag))
			remove_rule(rules, i);
	}
}

static void add_rule(struct rules *rules, const struct setting *setting, const char *flag,
		     char sign)
{
	cut_rules(rules, setting, flag);

	rules->rule = get_more(rules->rule, rules->nr + 1, sizeof(*rules->rule));
	rules->rule[rules->nr++] = (struct rule){
		.level = copy_text(setting->level),
		.reach = setting->reach,
		.of_cpus = setting->of_cpus,
		.cpus = setting->cpus,
		.flag = copy_text(flag),
		.sign = sign,
	};
}

/* A list without signs sets these flags, and clears the others that can be written. */
static void add_whole_list(struct rules *rules, const struct setting *setting)
{
	for (int i = 0; policy_flags[i]; i++)
		add_rule(rules, setting, policy_flags[i],
			 words_have(&setting->flags, policy_flags[i]) ? '+' : '-');
}

static void add_setting(struct rules *rules, const struct setting *setting)
{
	const char *first = setting->flags.word[0];

	if (!strcmp(first, "reset")) {
		cut_rules(rules, setting, NULL);
		return;
	}

	if (*first != '+' && *first != '-') {
		add_whole_list(rules, setting);
		return;
	}

	for (size_t i = 0; i < setting->flags.nr; i++) {
		const char *flag = setting->flags.word[i];

		add_rule(rules, setting, flag + 1, *flag);
	}
}

static void add_settings(struct rules *rules, const struct words *settings)
{
	for (size_t i = 0; i < settings->nr; i++) {
		struct setting setting;

		if (setting_parse(settings->word[i], &setting))
			add_setting(rules, &setting);
		setting_free(&setting);
	}
}

static void free_rules(struct rules *rules)
{
	while (rules->nr)
		remove_rule(rules, rules->nr - 1);
	free(rules->rule);
}

/* Whether @found says something of what @wanted is about. */
static bool concerns(const struct rule *found, const struct rule *wanted)
{
	return found->of_cpus == wanted->of_cpus && covers(wanted->level, found->level) &&
	       (wanted->reach < 0 || wanted->reach == found->reach) &&
	       !strcmp(found->flag, wanted->flag);
}

static bool overlap(const struct cpus *a, const struct cpus *b)
{
	struct cpus rest = *a;

	cpus_remove(&rest, b);

	return !cpus_same(&rest, a);
}

static bool holds(const struct rule *wanted, const struct rules *found)
{
	struct cpus missing = wanted->cpus;
	bool there = false;

	for (size_t i = 0; i < found->nr; i++) {
		const struct rule *rule = &found->rule[i];

		if (!concerns(rule, wanted))
			continue;
		if (rule->of_cpus && !overlap(&rule->cpus, &wanted->cpus))
			continue;
		if (rule->sign != wanted->sign) {
			if (wanted->partly)
				continue;
			return false;
		}
		there = true;
		cpus_remove(&missing, &rule->cpus);
	}

	/* What others say otherwise for may be all there is of it. */
	return wanted->partly || (there && !cpus_count(&missing));
}

/* Return: the first rule that does not hold, as a setting to be freed, or NULL. */
static char *check_rules(const struct rules *wanted, const struct rules *found)
{
	for (size_t i = 0; i < wanted->nr; i++) {
		const struct rule *rule = &wanted->rule[i];

		if (!holds(rule, found))
			return format_text("%s:%c%s", rule->level, rule->sign, rule->flag);
	}

	return NULL;
}

static char *check_features(const struct words *wanted, const struct words *found)
{
	for (size_t i = 0; i < wanted->nr; i++) {
		const char *setting = wanted->word[i];

		if (!setting_is_of_flags(setting) && strcmp(setting, "reset") &&
		    !words_have(found, setting))
			return copy_text(setting);
	}

	return NULL;
}

/**
 * verify_settings() - check that settings hold
 * @wanted: settings that were written
 * @found: what kernel.sched_placement reads as
 *
 * Return: the first that does not hold, to be freed, or NULL.
 */
char *verify_settings(const struct words *wanted, const char *found)
{
	struct rules wanted_rules = {}, found_rules = {};
	struct words found_settings = {};
	char *broken;

	settings_split(&found_settings, found);
	broken = check_features(wanted, &found_settings);

	if (!broken) {
		add_settings(&wanted_rules, wanted);
		add_settings(&found_rules, &found_settings);
		broken = check_rules(&wanted_rules, &found_rules);
		free_rules(&wanted_rules);
		free_rules(&found_rules);
	}
	words_free(&found_settings);

	return broken;
}
