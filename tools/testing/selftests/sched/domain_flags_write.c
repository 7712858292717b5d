// SPDX-License-Identifier: GPL-2.0
/*
 * Writing the flags of scheduling domains: what is written is read back, what
 * makes no sense is refused and changes nothing.
 */

#include "sched_files.h"
#include "../kselftest_harness.h"

FIXTURE(flags) {
	char before[TEXT_MAX];
	char after[TEXT_MAX];
	char top_name[NAME_LEN];
	int top;
};

FIXTURE_SETUP(flags)
{
	self->top = nr_domains(0) - 1;
	ASSERT_EQ(domain_name(0, self->top, self->top_name), 0);
	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	ASSERT_EQ(read_text(ALL_LEVELS, self->before), 0);
}

FIXTURE_TEARDOWN(flags)
{
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	EXPECT_EQ(read_text(ALL_LEVELS, self->after), 0);
	EXPECT_STREQ(self->before, self->after);
}

TEST_F(flags, cleared_flag_is_gone_from_one_domain_only)
{
	ASSERT_TRUE(domain_has(0, self->top, "SD_BALANCE_NEWIDLE"));
	ASSERT_EQ(write_domain(0, self->top, "-SD_BALANCE_NEWIDLE"), 0);
	EXPECT_FALSE(domain_has(0, self->top, "SD_BALANCE_NEWIDLE"));
	EXPECT_TRUE(domain_has(0, self->top, "SD_WAKE_AFFINE"));
	EXPECT_TRUE(domain_has(1, nr_domains(1) - 1, "SD_BALANCE_NEWIDLE"));

	ASSERT_EQ(write_domain(0, self->top, "+SD_BALANCE_NEWIDLE\n"), 0);
	EXPECT_TRUE(domain_has(0, self->top, "SD_BALANCE_NEWIDLE"));
}

TEST_F(flags, several_changes_in_one_write)
{
	ASSERT_EQ(write_domain(0, self->top, "-SD_BALANCE_EXEC\t-SD_BALANCE_FORK\n"
			       " -SD_WAKE_AFFINE"), 0);
	EXPECT_FALSE(domain_has(0, self->top, "SD_BALANCE_EXEC"));
	EXPECT_FALSE(domain_has(0, self->top, "SD_BALANCE_FORK"));
	EXPECT_FALSE(domain_has(0, self->top, "SD_WAKE_AFFINE"));
	EXPECT_TRUE(domain_has(0, self->top, "SD_BALANCE_NEWIDLE"));
}

TEST_F(flags, whole_list_sets_these_and_clears_the_others)
{
	size_t i;

	ASSERT_EQ(write_domain(0, self->top, "SD_PREFER_LOCAL SD_BALANCE_FORK"), 0);
	for (i = 0; i < ARRAY_SIZE(policy_flags); i++)
		EXPECT_EQ(domain_has(0, self->top, policy_flags[i]),
			  !strcmp(policy_flags[i], "SD_PREFER_LOCAL") ||
			  !strcmp(policy_flags[i], "SD_BALANCE_FORK"))
			TH_LOG("flag %zu", i);
}

TEST_F(flags, what_was_read_can_be_written)
{
	int domain;

	for (domain = 0; domain <= self->top; domain++) {
		ASSERT_EQ(read_domain(0, domain, "flags", self->after), 0);
		EXPECT_EQ(write_domain(0, domain, self->after), 0);
	}
	ASSERT_EQ(read_text(ALL_LEVELS, self->after), 0);
	EXPECT_STREQ(self->before, self->after);
}

TEST_F(flags, level_file_writes_every_cpu)
{
	char name[NAME_LEN];
	int cpu, domain;

	ASSERT_EQ(write_level(self->top_name, "-SD_WAKE_AFFINE"), 0);
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		for (domain = 0; domain < nr_domains(cpu); domain++) {
			ASSERT_EQ(domain_name(cpu, domain, name), 0);
			EXPECT_EQ(domain_has(cpu, domain, "SD_WAKE_AFFINE"),
				  strcmp(name, self->top_name) != 0);
		}
	}
}

TEST_F(flags, all_file_writes_every_level)
{
	int cpu, domain;

	ASSERT_EQ(write_text(ALL_LEVELS, "+SD_BALANCE_WAKE"), 0);
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		for (domain = 0; domain < nr_domains(cpu); domain++)
			EXPECT_TRUE(domain_has(cpu, domain, "SD_BALANCE_WAKE"));
	}
}

TEST_F(flags, level_file_reads_as_one_line_while_cpus_agree)
{
	char path[PATH_LEN], name[NAME_LEN];

	ASSERT_EQ(domain_name(0, 0, name), 0);
	level_path(path, name, "flags");
	ASSERT_EQ(read_text(path, self->after), 0);
	EXPECT_EQ(strchr(self->after, '\n'), self->after + strlen(self->after) - 1);
	EXPECT_EQ(strncmp(self->after, "SD_BALANCE_NEWIDLE ", 19), 0);

	ASSERT_EQ(write_domain(0, 0, "+SD_BALANCE_WAKE"), 0);
	ASSERT_EQ(read_text(path, self->after), 0);
	EXPECT_EQ(strncmp(self->after, "0: SD_BALANCE_NEWIDLE ", 22), 0);
	EXPECT_NE(strstr(self->after, "\n1"), NULL) TH_LOG("%s", self->after);
}

TEST_F(flags, overrides_show_what_differs_and_nothing_else)
{
	ASSERT_EQ(read_domain(0, self->top, "overrides", self->after), 0);
	EXPECT_STREQ(self->after, "\n");

	ASSERT_EQ(write_domain(0, self->top, "-SD_WAKE_AFFINE +SD_BALANCE_FORK"), 0);
	ASSERT_EQ(read_domain(0, self->top, "overrides", self->after), 0);
	EXPECT_STREQ(self->after, "-SD_WAKE_AFFINE\n");

	ASSERT_EQ(read_domain(1, nr_domains(1) - 1, "overrides", self->after), 0);
	EXPECT_STREQ(self->after, "\n");

	ASSERT_EQ(write_domain(0, self->top, "reset"), 0);
	ASSERT_EQ(read_domain(0, self->top, "overrides", self->after), 0);
	EXPECT_STREQ(self->after, "\n");
}

TEST_F(flags, overrides_of_a_level_name_the_cpus)
{
	char path[PATH_LEN];

	level_path(path, self->top_name, "overrides");
	ASSERT_EQ(read_text(path, self->after), 0);
	EXPECT_STREQ(self->after, "");

	ASSERT_EQ(write_domain(1, nr_domains(1) - 1, "-SD_WAKE_AFFINE"), 0);
	ASSERT_EQ(read_text(path, self->after), 0);
	EXPECT_STREQ(self->after, "1: -SD_WAKE_AFFINE\n");
}

TEST_F(flags, last_write_counts)
{
	ASSERT_EQ(write_domain(0, self->top, "-SD_BALANCE_EXEC -SD_WAKE_AFFINE"), 0);
	ASSERT_EQ(write_level(self->top_name, "+SD_WAKE_AFFINE"), 0);
	EXPECT_TRUE(domain_has(0, self->top, "SD_WAKE_AFFINE"));
	EXPECT_FALSE(domain_has(0, self->top, "SD_BALANCE_EXEC"));

	ASSERT_EQ(write_level(self->top_name, "-SD_PREFER_LOCAL"), 0);
	ASSERT_EQ(write_domain(0, self->top, "+SD_PREFER_LOCAL"), 0);
	EXPECT_TRUE(domain_has(0, self->top, "SD_PREFER_LOCAL"));
	EXPECT_FALSE(domain_has(1, nr_domains(1) - 1, "SD_PREFER_LOCAL"));
}

TEST_F(flags, reset_of_a_domain_brings_back_built_in_flags)
{
	bool built_in = domain_has(0, self->top, "SD_PREFER_LOCAL");

	ASSERT_EQ(write_level(self->top_name, built_in ? "-SD_PREFER_LOCAL" :
						"+SD_PREFER_LOCAL"), 0);
	EXPECT_EQ(domain_has(0, self->top, "SD_PREFER_LOCAL"), !built_in);
	ASSERT_EQ(write_domain(0, self->top, "reset"), 0);
	EXPECT_EQ(domain_has(0, self->top, "SD_PREFER_LOCAL"), built_in);
	EXPECT_EQ(domain_has(1, nr_domains(1) - 1, "SD_PREFER_LOCAL"), !built_in);

	ASSERT_EQ(read_domain(0, self->top, "overrides", self->after), 0);
	EXPECT_STREQ(self->after, "\n");
}

TEST_F(flags, reset_of_a_level_forgets_its_domains)
{
	ASSERT_EQ(write_domain(0, self->top, "-SD_WAKE_AFFINE"), 0);
	ASSERT_EQ(write_level(self->top_name, "-SD_BALANCE_EXEC"), 0);
	ASSERT_EQ(write_level(self->top_name, "reset"), 0);
	ASSERT_EQ(read_text(ALL_LEVELS, self->after), 0);
	EXPECT_STREQ(self->before, self->after);
}

TEST_F(flags, groups_of_parent_follow)
{
	if (!self->top)
		SKIP(return, "needs two levels");

	ASSERT_EQ(write_domain(0, 0, "+SD_BALANCE_WAKE"), 0);
	ASSERT_EQ(read_domain(0, 1, "groups_flags", self->after), 0);
	EXPECT_TRUE(has_word(self->after, "SD_BALANCE_WAKE"));
}

TEST_F(flags, flag_that_child_lacks_is_refused)
{
	if (!self->top)
		SKIP(return, "needs two levels");

	EXPECT_EQ(write_domain(0, self->top, "+SD_BALANCE_WAKE"), -EINVAL);
	EXPECT_EQ(write_level(self->top_name, "+SD_BALANCE_WAKE"), -EINVAL);
	EXPECT_EQ(write_domain(0, 0, "-SD_BALANCE_FORK"), -EINVAL);
	EXPECT_EQ(write_domain(0, 0, "SD_PREFER_LOCAL"), -EINVAL);
	ASSERT_EQ(read_text(ALL_LEVELS, self->after), 0);
	EXPECT_STREQ(self->before, self->after);
}

TEST_F(flags, flag_goes_up_level_by_level)
{
	int domain;

	for (domain = 0; domain <= self->top; domain++)
		EXPECT_EQ(write_domain(0, domain, "+SD_BALANCE_WAKE"), 0);
	EXPECT_EQ(write_domain(0, self->top, "-SD_BALANCE_WAKE"), 0);
}

TEST_F(flags, one_bad_word_spoils_the_write)
{
	EXPECT_EQ(write_domain(0, self->top, "-SD_WAKE_AFFINE -SD_TYPO"), -EINVAL);
	EXPECT_EQ(write_level(self->top_name, "-SD_WAKE_AFFINE +SD_BALANCE_WAKE"),
		  self->top ? -EINVAL : 0);
	EXPECT_EQ(domain_has(0, self->top, "SD_WAKE_AFFINE"), self->top > 0);
}

TEST_F(flags, bytewise_reads_see_the_same)
{
	char path[PATH_LEN];
	int domain, i;

	for (domain = 0; domain <= self->top; domain++) {
		domain_path(path, 0, domain, "flags");
		ASSERT_EQ(read_text(path, self->before), 0);
		for (i = 0; i < 100; i++) {
			ASSERT_EQ(read_text_by(path, self->after, 1), 0);
			ASSERT_STREQ(self->before, self->after);
		}
	}
	ASSERT_EQ(read_text(ALL_LEVELS, self->before), 0);
	ASSERT_EQ(read_text_by(ALL_LEVELS, self->after, 1), 0);
	EXPECT_STREQ(self->before, self->after);
}

/* With a length, since some contain NUL bytes. */
#define BAD(_text)	{ .text = _text, .len = sizeof(_text) - 1 }

static const struct {
	const char *text;
	size_t len;
} bad_texts[] = {
	BAD(""),
	BAD("\n"),
	BAD("\t \t"),
	BAD("+"),
	BAD("-"),
	BAD("+-SD_WAKE_AFFINE"),
	BAD("+ SD_WAKE_AFFINE"),
	BAD("+SD_NO_SUCH_FLAG"),
	BAD("+SD_WAKE"),
	BAD("+SD_WAKE_AFFINE_"),
	BAD("+sd_wake_affine"),
	BAD("4143"),
	BAD("0x102f"),
	BAD("-1"),
	BAD("SD_WAKE_AFFINE,SD_BALANCE_FORK"),
	BAD("-SD_WAKE_AFFINE -SD_WAKE_AFFINE"),
	BAD("+SD_WAKE_AFFINE -SD_WAKE_AFFINE"),
	BAD("SD_WAKE_AFFINE SD_WAKE_AFFINE"),
	BAD("SD_BALANCE_FORK -SD_WAKE_AFFINE"),
	BAD("+SD_NUMA"),
	BAD("-SD_SHARE_LLC"),
	BAD("-SD_PREFER_SIBLING"),
	BAD("SD_ASYM_PACKING SD_ASYM_CPUCAPACITY"),
	BAD("reset -SD_WAKE_AFFINE"),
	BAD("-SD_WAKE_AFFINE\0"),
	BAD("-SD_WAKE\0AFFINE"),
	BAD("\0-SD_WAKE_AFFINE"),
	BAD("\xff\xfe\x80"),
	BAD("%s%n%p"),
};

TEST_F(flags, bad_text_is_refused_and_changes_nothing)
{
	char domain[PATH_LEN], level[PATH_LEN];
	size_t i;

	domain_path(domain, 0, self->top, "flags");
	level_path(level, self->top_name, "flags");

	for (i = 0; i < ARRAY_SIZE(bad_texts); i++) {
		const char *text = bad_texts[i].text;
		size_t len = bad_texts[i].len;

		EXPECT_EQ(write_bytes(domain, text, len), -EINVAL) TH_LOG("'%s'", text);
		EXPECT_EQ(write_bytes(level, text, len), -EINVAL) TH_LOG("'%s'", text);
		EXPECT_EQ(write_bytes(ALL_LEVELS, text, len), -EINVAL) TH_LOG("'%s'", text);
		ASSERT_EQ(read_text(ALL_LEVELS, self->after), 0);
		ASSERT_STREQ(self->before, self->after) TH_LOG("'%s'", text);
	}
}

TEST_F(flags, too_long_is_refused)
{
	static char text[65536];
	char path[PATH_LEN];

	memset(text, ' ', sizeof(text));
	memcpy(text, "-SD_WAKE_AFFINE", 15);
	domain_path(path, 0, self->top, "flags");
	EXPECT_EQ(write_bytes(path, text, sizeof(text)), -E2BIG);
	EXPECT_EQ(write_bytes(ALL_LEVELS, text, sizeof(text)), -E2BIG);
	EXPECT_TRUE(domain_has(0, self->top, "SD_WAKE_AFFINE"));
}

TEST_F(flags, read_only_files_cannot_be_written)
{
	static const char * const files[] = { "name", "level", "overrides", "groups_flags" };
	char path[PATH_LEN];
	struct stat st;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		domain_path(path, 0, 0, files[i]);
		ASSERT_EQ(stat(path, &st), 0);
		EXPECT_EQ(st.st_mode & 0777, 0444);
		EXPECT_NE(write_text(path, "+SD_WAKE_AFFINE"), 0);
	}
}

int main(int argc, char **argv)
{
	require_series();

	return test_harness_run(argc, argv);
}
