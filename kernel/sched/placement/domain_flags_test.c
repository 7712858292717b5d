// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests for writing domain flags: the rule between a domain and its child,
 * and writes to the running machine's domains that must change nothing.
 */

#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/mmu_context.h>

#include "../sched.h"
#include "domain_flags.h"
#include "domain_walk.h"

struct legal_case {
	const char *name;
	unsigned int flags;
	unsigned int child_flags;
	unsigned int legal;
};

static const struct legal_case legal_cases[] = {
	{ "same as child",
	  SD_BALANCE_FORK, SD_BALANCE_FORK, SD_BALANCE_FORK },
	{ "child has more",
	  0, SD_BALANCE_FORK, 0 },
	{ "child lacks balance flag",
	  SD_BALANCE_FORK | SD_BALANCE_WAKE, SD_BALANCE_FORK, SD_BALANCE_FORK },
	{ "child lacks affine flag",
	  SD_WAKE_AFFINE, 0, 0 },
	{ "prefer local goes alone",
	  SD_PREFER_LOCAL, 0, SD_PREFER_LOCAL },
	{ "facts are not judged",
	  SD_SHARE_LLC | SD_NUMA, 0, SD_SHARE_LLC | SD_NUMA },
};

KUNIT_ARRAY_PARAM_DESC(legal, legal_cases, name);

static void legal_test(struct kunit *test)
{
	const struct legal_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, domain_flags_legal(c->flags, c->child_flags), c->legal);
}

/* Sums up the flags of all domains of all CPUs, each with its position. */
static u64 flags_hash(void)
{
	struct sched_domain *sd;
	u64 hash = 0;
	int cpu;

	guard(rcu)();

	for_each_possible_cpu(cpu) {
		for (sd = lowest_domain(cpu); sd; sd = parent_domain(sd))
			hash = hash * 31 + sd->flags;
	}

	return hash;
}

struct refused_case {
	const char *name;
	const char *level_name;
	int cpu;
	int level;
	const char *text;
	int err;
};

static const struct refused_case refused_cases[] = {
	{ "no such level", "NONE", -1, 0, "-SD_WAKE_AFFINE", -ENODEV },
	{ "no such domain", NULL, 0, 200, "-SD_WAKE_AFFINE", -ENODEV },
	{ "reset of no domain", NULL, 0, 200, "reset", -ENODEV },
	{ "bad text", NULL, -1, 0, "SD_", -EINVAL },
	{ "facts of other domains", NULL, -1, 0, "SD_NUMA SD_SHARE_CPUCAPACITY", -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(refused, refused_cases, name);

static void refused_write_changes_nothing(struct kunit *test)
{
	const struct refused_case *c = test->param_value;
	struct flag_target target = FLAG_TARGET_MACHINE(c->level_name);
	u64 before = flags_hash();

	if (c->cpu >= 0)
		target = flag_target_domain(c->cpu, c->level);

	KUNIT_EXPECT_EQ(test, domain_flags_write(&target, c->text), c->err);
	KUNIT_EXPECT_EQ(test, flags_hash(), before);
}

static struct kunit_case domain_flags_cases[] = {
	KUNIT_CASE_PARAM(legal_test, legal_gen_params),
	KUNIT_CASE_PARAM(refused_write_changes_nothing, refused_gen_params),
	{}
};

static struct kunit_suite domain_flags_suite = {
	.name = "sched_domain_flags",
	.test_cases = domain_flags_cases,
};

kunit_test_suite(domain_flags_suite);
