// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests for the language of the flags files: what is understood, and what
 * is refused by which word.
 */

#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/string.h>

#include "flag_change.h"

struct accept_case {
	const char *name;
	const char *text;
	struct flag_change change;
};

static const struct accept_case accept_cases[] = {
	{ "set one", "+SD_WAKE_AFFINE",
	  { .mask = SD_WAKE_AFFINE, .value = SD_WAKE_AFFINE } },
	{ "clear one", "-SD_WAKE_AFFINE",
	  { .mask = SD_WAKE_AFFINE } },
	{ "set and clear", "+SD_PREFER_LOCAL -SD_BALANCE_EXEC\n",
	  { .mask = SD_PREFER_LOCAL | SD_BALANCE_EXEC, .value = SD_PREFER_LOCAL } },
	{ "blanks around", " \t+SD_BALANCE_WAKE\t\n\n",
	  { .mask = SD_BALANCE_WAKE, .value = SD_BALANCE_WAKE } },
	{ "whole list of one", "SD_BALANCE_FORK",
	  { .mask = SD_POLICY_FLAGS, .value = SD_BALANCE_FORK, .whole = true } },
	{ "whole list by lines", "SD_BALANCE_NEWIDLE\nSD_BALANCE_EXEC\nSD_BALANCE_WAKE\n",
	  { .mask = SD_POLICY_FLAGS,
	    .value = SD_BALANCE_NEWIDLE | SD_BALANCE_EXEC | SD_BALANCE_WAKE,
	    .whole = true } },
	{ "whole list with facts", "SD_WAKE_AFFINE SD_SHARE_LLC",
	  { .mask = SD_POLICY_FLAGS, .value = SD_WAKE_AFFINE,
	    .facts = SD_SHARE_LLC, .whole = true } },
	{ "reset", "reset", { .reset = true } },
	{ "reset in lines", "\nreset\n", { .reset = true } },
};

KUNIT_ARRAY_PARAM_DESC(accept, accept_cases, name);

static void accept_test(struct kunit *test)
{
	const struct accept_case *c = test->param_value;
	struct flag_change change;
	struct flag_error error;

	KUNIT_ASSERT_EQ(test, flag_change_parse(c->text, &change, &error), 0);
	KUNIT_EXPECT_EQ(test, change.mask, c->change.mask);
	KUNIT_EXPECT_EQ(test, change.value, c->change.value);
	KUNIT_EXPECT_EQ(test, change.facts, c->change.facts);
	KUNIT_EXPECT_EQ(test, change.whole, c->change.whole);
	KUNIT_EXPECT_EQ(test, change.reset, c->change.reset);
}

struct refuse_case {
	const char *name;
	const char *text;
	const char *token;
};

static const struct refuse_case refuse_cases[] = {
	{ "nothing", "", "" },
	{ "blanks", " \t\n", "" },
	{ "plus alone", "+", "+" },
	{ "minus alone", "-", "-" },
	{ "sign apart", "+ SD_WAKE_AFFINE", "+" },
	{ "part of a name", "SD_WAKE", "SD_WAKE" },
	{ "more than a name", "SD_WAKE_AFFINEX", "SD_WAKE_AFFINEX" },
	{ "lower case", "sd_wake_affine", "sd_wake_affine" },
	{ "no prefix", "+WAKE_AFFINE", "+WAKE_AFFINE" },
	{ "two pluses", "++SD_WAKE_AFFINE", "++SD_WAKE_AFFINE" },
	{ "two signs", "+-SD_WAKE_AFFINE", "+-SD_WAKE_AFFINE" },
	{ "comma", "SD_WAKE_AFFINE,SD_BALANCE_FORK", "SD_WAKE_AFFINE,SD_BALANCE_FORK" },
	{ "number", "32", "32" },
	{ "set twice", "+SD_WAKE_AFFINE +SD_WAKE_AFFINE", "+SD_WAKE_AFFINE" },
	{ "set and cleared", "+SD_WAKE_AFFINE -SD_WAKE_AFFINE", "-SD_WAKE_AFFINE" },
	{ "listed twice", "SD_BALANCE_FORK SD_BALANCE_FORK", "SD_BALANCE_FORK" },
	{ "list after change", "+SD_BALANCE_FORK SD_BALANCE_EXEC", "SD_BALANCE_EXEC" },
	{ "change after list", "SD_BALANCE_EXEC -SD_BALANCE_FORK", "-SD_BALANCE_FORK" },
	{ "fact set", "+SD_NUMA", "+SD_NUMA" },
	{ "fact cleared", "-SD_SHARE_LLC", "-SD_SHARE_LLC" },
	{ "cached policy", "-SD_PREFER_SIBLING", "-SD_PREFER_SIBLING" },
	{ "packing", "+SD_ASYM_PACKING", "+SD_ASYM_PACKING" },
	{ "reset twice", "reset reset", "reset" },
	{ "change after reset", "reset +SD_BALANCE_FORK", "+SD_BALANCE_FORK" },
	{ "reset after change", "+SD_BALANCE_FORK reset", "reset" },
	{ "reset with sign", "-reset", "-reset" },
};

KUNIT_ARRAY_PARAM_DESC(refuse, refuse_cases, name);

static void refuse_test(struct kunit *test)
{
	const struct refuse_case *c = test->param_value;
	struct flag_change change;
	struct flag_error error;

	KUNIT_ASSERT_EQ(test, flag_change_parse(c->text, &change, &error), -EINVAL);
	KUNIT_EXPECT_NOT_NULL(test, error.reason);
	KUNIT_ASSERT_EQ(test, error.len, strlen(c->token));
	if (error.len)
		KUNIT_EXPECT_MEMEQ(test, error.token, c->token, error.len);
}

static void apply_leaves_the_rest(struct kunit *test)
{
	unsigned int flags = SD_NUMA | SD_BALANCE_FORK | SD_WAKE_AFFINE;

	flags = flag_change_apply(flags, SD_WAKE_AFFINE | SD_PREFER_LOCAL,
				  SD_PREFER_LOCAL);

	KUNIT_EXPECT_EQ(test, flags, SD_NUMA | SD_BALANCE_FORK | SD_PREFER_LOCAL);
}

static struct kunit_case flag_change_cases[] = {
	KUNIT_CASE_PARAM(accept_test, accept_gen_params),
	KUNIT_CASE_PARAM(refuse_test, refuse_gen_params),
	KUNIT_CASE(apply_leaves_the_rest),
	{}
};

static struct kunit_suite flag_change_suite = {
	.name = "sched_flag_change",
	.test_cases = flag_change_cases,
};

kunit_test_suite(flag_change_suite);
