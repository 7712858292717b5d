// SPDX-License-Identifier: GPL-2.0
/*
 * The flags of every scheduling domain of every CPU, by name.
 *
 * What they have to be is sd_init() of the base kernel, retold here by level
 * name, and for SD_PREFER_LOCAL the rule of the "tbench regression with
 * 2.6.32-rc1" thread, October 2009: on x86, NUMA levels and no others.
 */

#include <sys/utsname.h>

#include "sched_files.h"
#include "../kselftest_harness.h"

struct level_rule {
	const char *name;
	const char *flags;
};

static const struct level_rule level_rules[] = {
	{ "SMT", "SD_PREFER_SIBLING SD_SHARE_CPUCAPACITY SD_SHARE_LLC" },
	{ "CLS", "SD_PREFER_SIBLING SD_CLUSTER SD_SHARE_LLC" },
	{ "MC", "SD_PREFER_SIBLING SD_SHARE_LLC" },
	{ "PKG", "SD_PREFER_SIBLING" },
	{ "NODE", "SD_PREFER_SIBLING" },
	{ "NUMA", "SD_SERIALIZE SD_OVERLAP SD_NUMA" },
};

static const char near_flags[] = "SD_BALANCE_EXEC SD_BALANCE_FORK SD_WAKE_AFFINE";

static bool is_x86(void)
{
	struct utsname uts;

	return !uname(&uts) && !strcmp(uts.machine, "x86_64");
}

/* init_amd() raises RECLAIM_DISTANCE for Zen, which "-cpu EPYC" is. */
static int reclaim_distance(void)
{
	static char text[TEXT_MAX];
	const char *family;

	if (read_text("/proc/cpuinfo", text) || !strstr(text, "AuthenticAMD"))
		return 30;

	family = strstr(text, "cpu family\t: ");

	return family && atoi(family + strlen("cpu family\t: ")) >= 23 ? 32 : 30;
}

static int node_of(int cpu)
{
	char path[PATH_LEN];
	int node;

	for (node = 0; node < 1024; node++) {
		snprintf(path, sizeof(path),
			 "/sys/devices/system/cpu/cpu%d/node%d", cpu, node);
		if (!access(path, F_OK))
			return node;
	}

	return 0;
}

static int node_distance(int from, int to)
{
	static char text[TEXT_MAX];
	char path[PATH_LEN];
	char *at = text;
	long distance = 0;
	int node;

	snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/distance", from);
	if (read_text(path, text))
		return 0;
	for (node = 0; node <= to; node++)
		distance = strtol(at, &at, 10);

	return distance;
}

static int reach(int cpu, const cpu_set_t *span)
{
	int other, max = 0;

	for (other = 0; other < nr_cpus(); other++) {
		int distance;

		if (!CPU_ISSET(other, span))
			continue;
		distance = node_distance(node_of(cpu), node_of(other));
		if (distance > max)
			max = distance;
	}

	return max;
}

static bool expected(const struct level_rule *rule, int cpu, const cpu_set_t *span,
		     const char *flag)
{
	bool numa = !strcmp(rule->name, "NUMA");
	char words[256];

	snprintf(words, sizeof(words), "%s SD_BALANCE_NEWIDLE %s", rule->flags,
		 is_x86() && numa ? "SD_PREFER_LOCAL " : "");
	if (has_word(words, flag))
		return true;

	snprintf(words, sizeof(words), "%s ", near_flags);

	return has_word(words, flag) &&
	       (!numa || reach(cpu, span) <= reclaim_distance());
}

static const char * const all_flags[] = {
	"SD_BALANCE_NEWIDLE", "SD_BALANCE_EXEC", "SD_BALANCE_FORK",
	"SD_BALANCE_WAKE", "SD_WAKE_AFFINE", "SD_PREFER_LOCAL",
	"SD_SHARE_CPUCAPACITY", "SD_CLUSTER", "SD_SHARE_LLC", "SD_SERIALIZE",
	"SD_PREFER_SIBLING", "SD_OVERLAP", "SD_NUMA",
};

FIXTURE(golden) {
	char flags[TEXT_MAX];
};

FIXTURE_SETUP(golden)
{
}

FIXTURE_TEARDOWN(golden)
{
}

TEST_F(golden, every_domain_by_rule)
{
	int cpu, domain, checked = 0;
	size_t i;

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		for (domain = 0; domain < nr_domains(cpu); domain++) {
			const struct level_rule *rule = NULL;
			char name[NAME_LEN];
			cpu_set_t span;
			int words = 0;

			ASSERT_EQ(domain_name(cpu, domain, name), 0);
			ASSERT_EQ(read_domain(cpu, domain, "flags", self->flags), 0);
			ASSERT_EQ(domain_span(cpu, domain, &span), 0);

			if (strstr(self->flags, "SD_ASYM_"))
				SKIP(return, "rules for asymmetric capacity are not written down");

			for (i = 0; i < ARRAY_SIZE(level_rules); i++) {
				if (!strcmp(level_rules[i].name, name))
					rule = &level_rules[i];
			}
			ASSERT_NE(rule, NULL) TH_LOG("no rule for level %s", name);

			for (i = 0; i < ARRAY_SIZE(all_flags); i++) {
				bool want = expected(rule, cpu, &span, all_flags[i]);

				words += want;
				EXPECT_EQ(has_word(self->flags, all_flags[i]), want)
					TH_LOG("cpu%d %s: %s", cpu, name, all_flags[i]);
			}

			for (i = 0; self->flags[i]; i++)
				words -= !!isspace(self->flags[i]);
			EXPECT_EQ(words, 0)
				TH_LOG("cpu%d %s: unknown flag in %s", cpu, name, self->flags);
			checked++;
		}
	}

	EXPECT_GE(checked, 2);
}

TEST_F(golden, groups_have_flags_of_child)
{
	char groups[TEXT_MAX];
	int cpu, domain;
	size_t i;

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		for (domain = 0; domain < nr_domains(cpu); domain++) {
			ASSERT_EQ(read_domain(cpu, domain, "groups_flags", groups), 0);
			for (i = 0; i < ARRAY_SIZE(policy_flags); i++)
				EXPECT_EQ(has_word(groups, policy_flags[i]),
					  domain && domain_has(cpu, domain - 1,
							       policy_flags[i]));
		}
	}
}

int main(int argc, char **argv)
{
	require_series();

	return test_harness_run(argc, argv);
}
