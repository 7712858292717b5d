// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests for the language of settings: what is understood, and what is refused
 * by which word.
 */

#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/mmu_context.h>
#include <linux/string.h>

#include "../sched.h"
#include "setting_parse.h"

#define FEAT(name)	BIT_ULL(__SCHED_FEAT_##name)

struct feature_case {
	const char *name;
	const char *text;
	u64 on;
	u64 off;
	bool reset;
};

static const struct feature_case feature_cases[] = {
	{ "feature on", "NEXT_BUDDY", FEAT(NEXT_BUDDY), 0, false },
	{ "feature off", "NO_WA_IDLE", 0, FEAT(WA_IDLE), false },
	{ "blanks around", "\n NEXT_BUDDY\t", FEAT(NEXT_BUDDY), 0, false },
	{ "separated by blanks", "NEXT_BUDDY NO_WA_IDLE\nNO_WA_BIAS",
	  FEAT(NEXT_BUDDY), FEAT(WA_IDLE) | FEAT(WA_BIAS), false },
	{ "separated by commas", "NEXT_BUDDY,NO_WA_IDLE, NO_WA_BIAS",
	  FEAT(NEXT_BUDDY), FEAT(WA_IDLE) | FEAT(WA_BIAS), false },
	{ "reset", "reset", 0, 0, true },
	{ "reset and more", "reset NO_SIS_UTIL", 0, FEAT(SIS_UTIL), true },
};

KUNIT_ARRAY_PARAM_DESC(feature, feature_cases, name);

static void feature_test(struct kunit *test)
{
	const struct feature_case *c = test->param_value;
	struct setting_error error;
	struct settings settings;

	KUNIT_ASSERT_EQ(test, settings_parse(c->text, &settings, &error), 0);
	KUNIT_EXPECT_EQ(test, settings.on, c->on);
	KUNIT_EXPECT_EQ(test, settings.off, c->off);
	KUNIT_EXPECT_EQ(test, settings.reset, c->reset);
	KUNIT_EXPECT_EQ(test, settings.flags.nr, c->reset ? 1 : 0);
	settings_free(&settings);
}

struct level_case {
	const char *name;
	const char *text;
	const char *level;
	const char *cpus;
	int reach;
	struct flag_change change;
};

static const struct level_case level_cases[] = {
	{ "one flag", "NUMA:-SD_WAKE_AFFINE", "NUMA", NULL, FLAG_ANY,
	  { .mask = SD_WAKE_AFFINE } },
	{ "two flags", "MC:+SD_BALANCE_WAKE,-SD_BALANCE_EXEC", "MC", NULL, FLAG_ANY,
	  { .mask = SD_BALANCE_WAKE | SD_BALANCE_EXEC, .value = SD_BALANCE_WAKE } },
	{ "all levels", "all:+SD_BALANCE_WAKE", NULL, NULL, FLAG_ANY,
	  { .mask = SD_BALANCE_WAKE, .value = SD_BALANCE_WAKE } },
	{ "reset of a level", "SMT:reset", "SMT", NULL, FLAG_ANY, { .reset = true } },
	{ "one CPU", "NUMA/0:-SD_WAKE_AFFINE", "NUMA", "0", FLAG_ANY,
	  { .mask = SD_WAKE_AFFINE } },
	{ "two CPUs", "all/0,1:-SD_WAKE_AFFINE", NULL, "0-1", FLAG_ANY,
	  { .mask = SD_WAKE_AFFINE } },
	{ "distance", "NUMA@20/0-1:-SD_WAKE_AFFINE", "NUMA", "0-1", 20,
	  { .mask = SD_WAKE_AFFINE } },
};

KUNIT_ARRAY_PARAM_DESC(level, level_cases, name);

static void level_test(struct kunit *test)
{
	const struct level_case *c = test->param_value;
	struct setting_error error;
	struct settings settings;
	struct flag_write *write;
	struct cpumask cpus;

	if (!cpu_possible(1))
		kunit_skip(test, "needs two CPUs");

	KUNIT_ASSERT_EQ(test, settings_parse(c->text, &settings, &error), 0);
	KUNIT_EXPECT_EQ(test, settings.on | settings.off, 0UL);
	KUNIT_EXPECT_EQ(test, settings.flags.nr, 1);

	write = &settings.flags.write[0];
	KUNIT_EXPECT_STREQ(test, write->target.name ?: "", c->level ?: "");
	KUNIT_EXPECT_EQ(test, write->target.reach, c->reach);
	KUNIT_EXPECT_EQ(test, write->change.mask, c->change.mask);
	KUNIT_EXPECT_EQ(test, write->change.value, c->change.value);
	KUNIT_EXPECT_EQ(test, write->change.reset, c->change.reset);
	KUNIT_EXPECT_EQ(test, !write->target.cpus, !c->cpus);
	if (c->cpus && write->target.cpus) {
		KUNIT_EXPECT_EQ(test, cpulist_parse(c->cpus, &cpus), 0);
		KUNIT_EXPECT_TRUE(test, cpumask_equal(write->target.cpus, &cpus));
	}
	settings_free(&settings);
}

static void comma_goes_on_with_a_list(struct kunit *test)
{
	static const char text[] =
		"NEXT_BUDDY,NUMA/0,0:-SD_WAKE_AFFINE,+SD_BALANCE_WAKE,NO_WA_IDLE";
	struct setting_error error;
	struct settings settings;

	KUNIT_ASSERT_EQ(test, settings_parse(text, &settings, &error), 0);
	KUNIT_EXPECT_EQ(test, settings.on, FEAT(NEXT_BUDDY));
	KUNIT_EXPECT_EQ(test, settings.off, FEAT(WA_IDLE));
	KUNIT_ASSERT_EQ(test, settings.flags.nr, 1);
	KUNIT_EXPECT_EQ(test, settings.flags.write[0].change.mask,
			SD_WAKE_AFFINE | SD_BALANCE_WAKE);
	settings_free(&settings);
}

struct refuse_case {
	const char *name;
	const char *text;
	const char *token;
};

static const struct refuse_case refuse_cases[] = {
	{ "empty", "", "" },
	{ "blank", "\n ", "" },
	{ "commas", ",,", "" },
	{ "no feature", "NEXT_BUDDYE", "NEXT_BUDDYE" },
	{ "beginning of a feature", "PREFER", "PREFER" },
	{ "lower case", "prefer_local", "prefer_local" },
	{ "nothing off", "NO_", "NO_" },
	{ "twice", "NEXT_BUDDY NEXT_BUDDY", "NEXT_BUDDY" },
	{ "on and off", "NEXT_BUDDY NO_NEXT_BUDDY", "NO_NEXT_BUDDY" },
	{ "second is wrong", "NEXT_BUDDY SPAGHETTI", "SPAGHETTI" },
	{ "reset is late", "NEXT_BUDDY reset", "reset" },
	{ "no level", ":-SD_WAKE_AFFINE", "" },
	{ "long level", "ABCDEFGHIJKLMNOP:-SD_WAKE_AFFINE", "ABCDEFGHIJKLMNOP" },
	{ "no flag", "NUMA:", "" },
	{ "wrong flag", "NUMA:-SD_SPAGHETTI", "-SD_SPAGHETTI" },
	{ "fact", "NUMA:+SD_SHARE_LLC", "+SD_SHARE_LLC" },
	{ "no CPUs", "NUMA/:-SD_WAKE_AFFINE", "" },
	{ "wrong CPUs", "NUMA/x:-SD_WAKE_AFFINE", "x" },
	{ "CPU that cannot be", "NUMA/99999:-SD_WAKE_AFFINE", "99999" },
	{ "no distance", "NUMA@/0:-SD_WAKE_AFFINE", "" },
	{ "wrong distance", "NUMA@far/0:-SD_WAKE_AFFINE", "far" },
	{ "distance without CPUs", "NUMA@20:-SD_WAKE_AFFINE", "NUMA@20" },
};

KUNIT_ARRAY_PARAM_DESC(refuse, refuse_cases, name);

static void refuse_test(struct kunit *test)
{
	const struct refuse_case *c = test->param_value;
	struct setting_error error;
	struct settings settings;

	KUNIT_ASSERT_EQ(test, settings_parse(c->text, &settings, &error), -EINVAL);
	KUNIT_EXPECT_STREQ(test, error.token, c->token);
	KUNIT_EXPECT_TRUE(test, error.reason && *error.reason);
}

static struct kunit_case setting_parse_cases[] = {
	KUNIT_CASE_PARAM(feature_test, feature_gen_params),
	KUNIT_CASE_PARAM(level_test, level_gen_params),
	KUNIT_CASE(comma_goes_on_with_a_list),
	KUNIT_CASE_PARAM(refuse_test, refuse_gen_params),
	{}
};

static struct kunit_suite setting_parse_suite = {
	.name = "sched_setting_parse",
	.test_cases = setting_parse_cases,
};

kunit_test_suite(setting_parse_suite);
