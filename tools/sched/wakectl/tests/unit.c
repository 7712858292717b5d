// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the parts that need no kernel, built with sanitizers. Takes files, which are
 * fuzzed profiles: none may crash the parser, nor make it hand the kernel what it
 * cannot take. Prints KTAP.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "files.h"
#include "memory.h"
#include "profile.h"
#include "settings.h"
#include "suggest.h"
#include "verify.h"

static int failures;

#define check(condition, ...)							\
	do {									\
		if (!(condition)) {						\
			printf("# %s:%d: %s: ", __FILE__, __LINE__, #condition);	\
			printf(__VA_ARGS__);					\
			putchar('\n');						\
			failures++;						\
		}								\
	} while (0)

static void test_lists(void)
{
	static const struct {
		const char *text, *list;
	} cases[] = {
		{ "", "" }, { "0", "0" }, { "0-3,8\n", "0-3,8" }, { "3,2,1", "1-3" },
		{ "64-66,63", "63-66" }, { "8191", "8191" }, { "8192", NULL }, { "3-1", NULL },
		{ "1,", NULL }, { ",1", NULL }, { "a", NULL }, { "1-", NULL }, { "-1", NULL },
		{ "1 2", NULL }, { "0x1", NULL }, { "99999999999999999999", NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct cpus cpus;
		bool good = cpus_parse_list(cases[i].text, &cpus);
		char *list = cpus_format(&cpus);

		check(good == !!cases[i].list, "'%s'", cases[i].text);
		if (good && cases[i].list)
			check(!strcmp(list, cases[i].list), "'%s' is %s", cases[i].text, list);
		free(list);
	}
}

static void test_masks(void)
{
	static const struct {
		const char *text, *list;
	} cases[] = {
		{ "f", "0-3" }, { "00000001,00000000", "32" }, { "c3\n", "0-1,6-7" },
		{ "", NULL }, { "xyz", NULL },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct cpus cpus;
		bool good = cpus_parse_mask(cases[i].text, &cpus);
		char *list = cpus_format(&cpus);

		check(good == !!cases[i].list, "'%s'", cases[i].text);
		if (good && cases[i].list)
			check(!strcmp(list, cases[i].list), "'%s' is %s", cases[i].text, list);
		free(list);
	}
}

static void test_distance(void)
{
	check(edit_distance("", "abc") == 3, "insertions");
	check(edit_distance("kitten", "sitting") == 3, "changes");
	check(edit_distance("abcd", "abdc") == 1, "neighbours");
	check(edit_distance("numa", "NUMA") == 0, "case");
}

static void test_suggestions(void)
{
	static const struct {
		const char *text, *part;
	} cases[] = {
		{ "PREFER_LOCL", "mean PREFER_LOCAL?" }, { "NO_SIS_UTL", "mean NO_SIS_UTIL?" },
		{ "prefer_local", "mean PREFER_LOCAL?" }, { "SIS_UTIL NUMMA:+SD_X", "level NUMA" },
		{ "NUMA:-WAKE_AFFINE", "mean -SD_WAKE_AFFINE?" },
		{ "MC:+SD_WAKE_AFFIEN", "mean +SD_WAKE_AFFINE?" },
		{ "CLS:-SD_WAKE_AFFINE", "levels are" },
		{ "NUMA", "NUMA:+FLAG" }, { "QQQQQQQQ", NULL }, { "reset", NULL },
		{ "PREFER_LOCAL NUMA/0-3:-SD_WAKE_AFFINE", NULL }, { "MC:+SD_NEWER_THAN_US", NULL },
	};
	struct names names = {};

	words_split(&names.features, "PREFER_LOCAL SIS_UTIL WA_IDLE", " ");
	words_split(&names.levels, "MC NUMA SMT all", " ");
	for (int i = 0; policy_flags[i]; i++)
		words_add(&names.flags, policy_flags[i]);

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = suggest_for(cases[i].text, &names);

		check(!text == !cases[i].part, "%s", cases[i].text);
		if (text && cases[i].part)
			check(strstr(text, cases[i].part), "%s: %s", cases[i].text, text);
		free(text);
	}
	names_free(&names);
}

#define REST	"-SD_BALANCE_EXEC,+SD_BALANCE_FORK,-SD_BALANCE_WAKE,-SD_WAKE_AFFINE,-SD_PREFER_LOCAL"

static void test_verify(void)
{
	static const struct {
		const char *wanted, *found;
		bool good;
	} cases[] = {
		{ "", "A NO_B", true },
		{ "A", "A NO_B", true },
		{ "NO_A", "A NO_B", false },
		{ "NUMA:-SD_X", "A NUMA:-SD_X", true },
		{ "NUMA:-SD_X", "A NUMA:+SD_X", false },
		{ "NUMA:-SD_X", "A MC:-SD_X", false },
		{ "NUMA:-SD_X NUMA:+SD_X", "NUMA:+SD_X", true },
		{ "NUMA:-SD_X NUMA:+SD_X", "NUMA:-SD_X", false },
		{ "all:-SD_X NUMA:+SD_X", "NUMA:+SD_X MC:-SD_X SMT:-SD_X", true },
		{ "all:-SD_X NUMA:+SD_X", "NUMA:-SD_X MC:-SD_X SMT:-SD_X", false },
		{ "all:-SD_X NUMA:+SD_X", "NUMA:+SD_X MC:+SD_X", true },
		{ "NUMA:+SD_X all:-SD_X", "NUMA:+SD_X MC:-SD_X", false },
		{ "all:-SD_X", "NUMA:-SD_X MC:+SD_X", false },
		{ "NUMA/0-1:-SD_X", "NUMA@20/0-1:-SD_X", true },
		{ "NUMA/0-1:-SD_X", "NUMA@20/0:-SD_X NUMA@20/1:-SD_X,-SD_Y", true },
		{ "NUMA/0-1:-SD_X", "NUMA@20/0:-SD_X", false },
		{ "NUMA/0-1:-SD_X", "NUMA:-SD_X", false },
		{ "NUMA@30/0:-SD_X", "NUMA@20/0:-SD_X", false },
		{ "NUMA/0-1:-SD_X NUMA/1:+SD_X", "NUMA@20/0:-SD_X NUMA@20/1:+SD_X", true },
		{ "NUMA/0:-SD_X NUMA:+SD_X", "NUMA:+SD_X", true },
		{ "NUMA:-SD_X NUMA:reset", "A", true },
		{ "MC:SD_BALANCE_FORK", "MC:-SD_BALANCE_NEWIDLE," REST, true },
		{ "MC:SD_BALANCE_FORK", "MC:+SD_BALANCE_NEWIDLE," REST, false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct words wanted = {};
		char *broken;

		settings_split(&wanted, cases[i].wanted);
		broken = verify_settings(&wanted, cases[i].found);
		check(!broken == cases[i].good, "'%s' of '%s'", cases[i].wanted, cases[i].found);
		free(broken);
		words_free(&wanted);
	}
}

static void test_profile(void)
{
	static const struct {
		const char *text, *written;
	} cases[] = {
		{ "", "reset" }, { "# A\n", "reset" }, { "A # B\nNO_C", "reset A NO_C" },
		{ "reset\nA", "reset A" },
		{ "A,NO_B MC:+SD_X,-SD_Y\n", "reset A NO_B MC:+SD_X,-SD_Y" },
		{ "A reset", "reset A reset" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct profile profile;

		check(!profile_parse("test", cases[i].text, strlen(cases[i].text), &profile),
		      "'%s'", cases[i].text);
		check(profile.text && !strcmp(profile.text, cases[i].written), "'%s' is '%s'",
		      cases[i].text, profile.text);
		profile_free(&profile);
	}
}

/* What is refused before the kernel sees it: a NUL, and what is too long. */
static void test_profile_limits(void)
{
	static char text[2 * SETTINGS_SIZE];
	struct profile profile;

	check(profile_parse("test", "A\0B", 3, &profile) == USAGE, "NUL");
	profile_free(&profile);

	for (size_t len = SETTINGS_SIZE - 8; len < SETTINGS_SIZE; len++) {
		enum result wanted = len + strlen("reset ") < SETTINGS_SIZE ? DONE : USAGE;

		memset(text, 'A', len);
		text[len] = '\0';
		check(profile_parse("test", text, len, &profile) == wanted, "%zu bytes", len);
		profile_free(&profile);
	}
}

static void try_fuzzed(const char *path)
{
	struct profile profile;
	struct names names = {};
	size_t len;
	char *text;

	if (read_path(path, &text, &len)) {
		check(false, "cannot read %s", path);
		return;
	}

	words_split(&names.features, "PREFER_LOCAL SIS_UTIL", " ");
	words_split(&names.levels, "MC NUMA all", " ");
	if (!profile_parse(path, text, len, &profile)) {
		check(strlen(profile.text) < SETTINGS_SIZE, "%s", path);
		check(!strncmp(profile.text, "reset", 5), "%s", path);
		check(strlen(text) == len, "%s", path);
		free(verify_settings(&profile.settings, profile.text));
		free(verify_settings(&profile.settings, text));
		free(suggest_for(profile.text, &names));
	}
	profile_free(&profile);
	names_free(&names);
	free(text);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} tests[] = {
		{ "CPU lists", test_lists }, { "CPU masks", test_masks },
		{ "edit distance", test_distance }, { "suggestions", test_suggestions },
		{ "verification", test_verify }, { "profiles", test_profile },
		{ "limits of profiles", test_profile_limits },
	};
	int nr = sizeof(tests) / sizeof(*tests), failed = 0;

	printf("TAP version 13\n1..%d\n", nr + 1);
	for (int i = 0; i < nr; i++) {
		failures = 0;
		tests[i].run();
		printf("%s %d %s\n", failures ? "not ok" : "ok", i + 1, tests[i].name);
		failed += !!failures;
	}

	failures = argc < 2;
	for (int i = 1; i < argc; i++)
		try_fuzzed(argv[i]);
	printf("%s %d %d fuzzed profiles\n", failures ? "not ok" : "ok", nr + 1, argc - 1);

	return failed || failures;
}
