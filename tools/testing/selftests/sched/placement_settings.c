// SPDX-License-Identifier: GPL-2.0
/*
 * The sysctls kernel.sched_placement and kernel.sched_placement_stats: what is written
 * is what debugfs shows, all of a write holds or nothing does, and what was read can be
 * written back. They are what stands in files of /etc/sysctl.d, and what is there on
 * machines without debugfs, so nothing else would tell when they do less than they say.
 *
 * Features are switched seldom, as that patches code which other CPUs may run at that
 * moment; and only such as do no harm, and are asked for seldom.
 */

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>

#include "sched_features.h"
#include "../kselftest_harness.h"

#define SETTINGS	"/proc/sys/kernel/sched_placement"
#define STATS_SWITCH	"/proc/sys/kernel/sched_placement_stats"
#define COUNTING	SCHED_DIR "/placement/counting"
#define DEFAULTS	SCHED_DIR "/placement/feature_defaults"

#define NOBODY		65534
/* The kernel prints 10 lines of a kind in so many seconds. */
#define LOG_INTERVAL	6
#define LOG_ATTEMPTS	3

/**
 * struct state - everything that settings change
 * @settings: the sysctl
 * @features: the same by debugfs
 * @flags: the flags of all levels and CPUs, by debugfs
 */
struct state {
	char settings[TEXT_MAX];
	char features[TEXT_MAX];
	char flags[TEXT_MAX];
};

static struct state now;
static char text[TEXT_MAX];
static char top_name[NAME_LEN];

static int read_state(struct state *state)
{
	return read_text(SETTINGS, state->settings) ?: read_text(FEATURES, state->features) ?:
	       read_text(ALL_LEVELS, state->flags);
}

/* Cuts the next word off @rest. */
static char *next_word(char **rest)
{
	char *word;

	do {
		word = strsep(rest, " \t\n");
	} while (word && !*word);

	return word;
}

static int nr_words(const char *words)
{
	char *copy = strdup(words), *rest = copy;
	int nr = 0;

	while (next_word(&rest))
		nr++;
	free(copy);

	return nr;
}

/* Whether @a has all words of @b and as many, in whatever order. */
static bool same_words(const char *a, const char *b)
{
	char *copy = strdup(b), *rest = copy, *word;
	bool same = nr_words(a) == nr_words(b);

	while (same && (word = next_word(&rest)))
		same = has_word(a, word);
	free(copy);

	return same;
}

/* Whether @a begins with the words of @b, in the same order. */
static bool begins_with_words(const char *a, const char *b)
{
	char *copy_a = strdup(a), *copy_b = strdup(b), *rest_a = copy_a, *rest_b = copy_b;
	bool same = true;
	char *word;

	while (same && (word = next_word(&rest_b))) {
		const char *other = next_word(&rest_a);

		same = other && !strcmp(word, other);
	}
	free(copy_a);
	free(copy_b);

	return same;
}

FIXTURE(settings) {
	struct state before;
	int top;
	int last;
};

FIXTURE_SETUP(settings)
{
	self->last = nr_cpus() - 1;
	self->top = nr_domains(0) - 1;
	ASSERT_EQ(read_state(&self->before), 0);
}

FIXTURE_TEARDOWN(settings)
{
	set_cpu_online(self->last, true);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	EXPECT_EQ(restore_features(self->before.features), 0);
	EXPECT_EQ(read_state(&now), 0);
	EXPECT_STREQ(self->before.settings, now.settings);
	EXPECT_STREQ(self->before.features, now.features);
	EXPECT_STREQ(self->before.flags, now.flags);
}

/*
 * @pattern with $T replaced by the name of the top level. @len is its length, and then
 * that of the result, which may contain NUL bytes.
 */
static const char *fill(const char *pattern, size_t *len)
{
	static char filled[TEXT_MAX];
	size_t i, to = 0, name_len = strlen(top_name);

	for (i = 0; i < *len; i++) {
		if (pattern[i] == '$' && pattern[i + 1] == 'T') {
			memcpy(filled + to, top_name, name_len);
			to += name_len;
			i++;
		} else {
			filled[to++] = pattern[i];
		}
	}
	filled[to] = '\0';
	*len = to;

	return filled;
}

static int set(const char *pattern)
{
	size_t len = strlen(pattern);
	const char *filled = fill(pattern, &len);

	return write_bytes(SETTINGS, filled, len);
}

static bool top_has(int cpu, const char *flag)
{
	return domain_has(cpu, nr_domains(cpu) - 1, flag);
}

/* Whether every domain of the level @name has @flag, or none. -1: some do. */
static int level_has(const char *name, const char *flag)
{
	int cpu, domain, with = 0, without = 0;
	char other[NAME_LEN];

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		for (domain = 0; domain < nr_domains(cpu); domain++) {
			domain_name(cpu, domain, other);
			if (strcmp(name, other))
				continue;
			if (domain_has(cpu, domain, flag))
				with++;
			else
				without++;
		}
	}

	return with && without ? -1 : with > 0;
}

/* --- Reading ---------------------------------------------------------------- */

TEST_F(settings, reads_as_all_features)
{
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_TRUE(begins_with_words(now.settings, now.features)) TH_LOG("%s", now.settings);
	EXPECT_EQ(nr_words(now.settings), nr_words(now.features));
	EXPECT_EQ(strchr(now.settings, '\n'), now.settings + strlen(now.settings) - 1);
}

TEST_F(settings, reads_as_overrides_after_the_features)
{
	ASSERT_EQ(write_level(top_name, "-SD_WAKE_AFFINE +SD_PREFER_LOCAL"), 0);
	ASSERT_EQ(write_domain(1, 0, "+SD_BALANCE_WAKE"), 0);
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_TRUE(begins_with_words(now.settings, now.features)) TH_LOG("%s", now.settings);

	snprintf(text, sizeof(text), "%s:-SD_WAKE_AFFINE,+SD_PREFER_LOCAL", top_name);
	EXPECT_TRUE(has_word(now.settings, text)) TH_LOG("%s", now.settings);
	EXPECT_NE(strstr(now.settings, "/1:+SD_BALANCE_WAKE\n"), NULL)
		TH_LOG("%s", now.settings);
	EXPECT_EQ(nr_words(now.settings), nr_words(now.features) + 2);
}

TEST_F(settings, reads_cpus_with_the_same_override_as_a_list)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpus(); cpu++)
		ASSERT_EQ(write_domain(cpu, 0, "+SD_BALANCE_WAKE"), 0);
	snprintf(text, sizeof(text), "/0-%d:+SD_BALANCE_WAKE\n", self->last);
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_NE(strstr(now.settings, text), NULL) TH_LOG("%s", now.settings);
}

/* All of them, so that what is read is long, and others on each CPU. */
static int override_all_flags(int cpu)
{
	char line[512];

	snprintf(line, sizeof(line),
		 "all/%d:%cSD_BALANCE_NEWIDLE,%cSD_BALANCE_EXEC,%cSD_BALANCE_FORK,%cSD_WAKE_AFFINE,%s",
		 cpu, cpu & 1 ? '-' : '+', cpu & 2 ? '-' : '+', cpu & 4 ? '-' : '+',
		 cpu & 8 ? '-' : '+', "-SD_BALANCE_WAKE,-SD_PREFER_LOCAL");

	return write_text(SETTINGS, line);
}

TEST_F(settings, small_reads_see_the_whole_text)
{
	static const size_t steps[] = { 1, 7, 64, 4095 };
	int cpu, nr = 0;
	size_t i;

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		ASSERT_EQ(override_all_flags(cpu), 0);
		nr += nr_domains(cpu);
	}
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_EQ(nr_words(now.settings), nr_words(now.features) + nr);

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		ASSERT_EQ(read_text_by(SETTINGS, text, steps[i]), 0);
		EXPECT_STREQ(text, now.settings) TH_LOG("%zu bytes at a time", steps[i]);
	}
}

/* --- Good settings ---------------------------------------------------------- */

TEST_F(settings, features_are_set_and_cleared)
{
	ASSERT_EQ(set("NO_PREFER_LOCAL NO_RT_RUNTIME_SHARE LB_MIN"), 0);
	EXPECT_TRUE(has_feature("NO_PREFER_LOCAL"));
	EXPECT_TRUE(has_feature("NO_RT_RUNTIME_SHARE"));
	EXPECT_TRUE(has_feature("LB_MIN"));

	ASSERT_EQ(set(", \t,PREFER_LOCAL,RT_RUNTIME_SHARE\n\tNO_LB_MIN,\n"), 0);
	EXPECT_TRUE(has_feature("PREFER_LOCAL"));
	EXPECT_TRUE(has_feature("RT_RUNTIME_SHARE"));
	EXPECT_TRUE(has_feature("NO_LB_MIN"));

	ASSERT_EQ(read_state(&now), 0);
	EXPECT_TRUE(has_word(now.settings, "PREFER_LOCAL"));
	EXPECT_STREQ(self->before.flags, now.flags);
}

/* One word at a time. Returns how many are refused. */
static int nr_refused(const char *words)
{
	char *copy = strdup(words), *rest = copy, *word;
	int nr = 0;

	while ((word = next_word(&rest))) {
		if (write_text(SETTINGS, word)) {
			ksft_print_msg("%s is refused\n", word);
			nr++;
		}
	}
	free(copy);

	return nr;
}

TEST_F(settings, every_feature_is_known)
{
	EXPECT_EQ(nr_refused(self->before.features), 0);
	EXPECT_EQ(write_text(SETTINGS, self->before.features), 0);
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_STREQ(self->before.features, now.features);
}

TEST_F(settings, flags_of_a_level_are_set_on_all_cpus)
{
	ASSERT_EQ(set("$T:-SD_WAKE_AFFINE,-SD_BALANCE_EXEC,$T:+SD_PREFER_LOCAL"), 0);
	EXPECT_EQ(level_has(top_name, "SD_WAKE_AFFINE"), 0);
	EXPECT_EQ(level_has(top_name, "SD_BALANCE_EXEC"), 0);
	EXPECT_EQ(level_has(top_name, "SD_PREFER_LOCAL"), 1);
	EXPECT_EQ(level_has(top_name, "SD_BALANCE_FORK"), 1);
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_STREQ(self->before.features, now.features);

	ASSERT_EQ(set("$T:reset"), 0);
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_STREQ(self->before.flags, now.flags);
	EXPECT_STREQ(self->before.settings, now.settings);
}

TEST_F(settings, one_flag_without_sign_is_a_whole_list)
{
	ASSERT_EQ(set("$T:SD_BALANCE_FORK"), 0);
	EXPECT_EQ(level_has(top_name, "SD_BALANCE_FORK"), 1);
	EXPECT_EQ(level_has(top_name, "SD_WAKE_AFFINE"), 0);
	EXPECT_EQ(level_has(top_name, "SD_BALANCE_NEWIDLE"), 0);
}

TEST_F(settings, all_is_every_level)
{
	int cpu, domain;

	ASSERT_EQ(set("all:+SD_BALANCE_WAKE,-SD_BALANCE_EXEC"), 0);
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		for (domain = 0; domain < nr_domains(cpu); domain++) {
			EXPECT_TRUE(domain_has(cpu, domain, "SD_BALANCE_WAKE"));
			EXPECT_FALSE(domain_has(cpu, domain, "SD_BALANCE_EXEC"));
		}
	}

	ASSERT_EQ(set("all:reset"), 0);
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_STREQ(self->before.flags, now.flags);
}

TEST_F(settings, cpus_are_those_of_the_list)
{
	ASSERT_EQ(set("$T/1:-SD_WAKE_AFFINE"), 0);
	EXPECT_TRUE(top_has(0, "SD_WAKE_AFFINE"));
	EXPECT_FALSE(top_has(1, "SD_WAKE_AFFINE"));

	ASSERT_EQ(set("$T/0-1:-SD_BALANCE_EXEC $T/1:reset"), 0);
	EXPECT_FALSE(top_has(0, "SD_BALANCE_EXEC"));
	EXPECT_TRUE(top_has(1, "SD_BALANCE_EXEC"));
	EXPECT_TRUE(top_has(1, "SD_WAKE_AFFINE"));

	if (nr_cpus() < 4)
		return;
	ASSERT_EQ(set("$T/0,2-3:-SD_BALANCE_FORK"), 0);
	EXPECT_FALSE(top_has(0, "SD_BALANCE_FORK"));
	EXPECT_TRUE(top_has(1, "SD_BALANCE_FORK"));
	EXPECT_FALSE(top_has(2, "SD_BALANCE_FORK"));
	EXPECT_FALSE(top_has(3, "SD_BALANCE_FORK"));
}

/* The lowest domain of CPU 0 with this name. */
static int lowest_named(const char *name)
{
	char other[NAME_LEN];
	int domain;

	for (domain = 0; domain < nr_domains(0); domain++) {
		domain_name(0, domain, other);
		if (!strcmp(name, other))
			break;
	}

	return domain;
}

/* How far a domain of CPU 0 reaches, as the firmware says. */
static int domain_reach(int domain)
{
	char path[PATH_LEN], *at = text;
	int node, reach = 0;
	cpu_set_t span, cpus;

	if (domain_span(0, domain, &span) ||
	    read_text("/sys/devices/system/node/node0/distance", text))
		return -1;

	for (node = 0; ; node++) {
		static char list[TEXT_MAX];
		int distance = strtol(at, &at, 10);

		snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/cpulist", node);
		if (read_text(path, list))
			return reach;
		parse_cpulist(list, &cpus);
		CPU_AND(&cpus, &cpus, &span);
		if (CPU_COUNT(&cpus) && distance > reach)
			reach = distance;
	}
}

TEST_F(settings, distance_tells_numa_levels_apart)
{
	int domain = lowest_named("NUMA"), other;
	char line[NAME_LEN * 2];

	if (domain > self->top)
		SKIP(return, "needs several nodes");

	ASSERT_TRUE(domain_has(0, domain, "SD_PREFER_LOCAL"));
	snprintf(line, sizeof(line), "NUMA@%d/0:-SD_PREFER_LOCAL", domain_reach(domain));
	ASSERT_EQ(write_text(SETTINGS, line), 0) TH_LOG("%s", line);
	EXPECT_FALSE(domain_has(0, domain, "SD_PREFER_LOCAL"));
	for (other = domain + 1; other <= self->top; other++)
		EXPECT_TRUE(domain_has(0, other, "SD_PREFER_LOCAL")) TH_LOG("domain %d", other);
	EXPECT_TRUE(top_has(1, "SD_PREFER_LOCAL"));

	ASSERT_EQ(read_state(&now), 0);
	EXPECT_TRUE(has_word(now.settings, line)) TH_LOG("%s", now.settings);
}

TEST_F(settings, rules_count_after_the_last_setting)
{
	char line[1024] = "", name[NAME_LEN];
	int domain;

	for (domain = self->top; domain >= 0; domain--) {
		ASSERT_EQ(domain_name(0, domain, name), 0);
		snprintf(line + strlen(line), sizeof(line) - strlen(line),
			 "%s:+SD_BALANCE_WAKE ", name);
	}
	ASSERT_EQ(write_text(SETTINGS, line), 0) TH_LOG("%s", line);
	for (domain = self->top; domain >= 0; domain--)
		EXPECT_TRUE(domain_has(0, domain, "SD_BALANCE_WAKE"));
}

TEST_F(settings, last_setting_of_a_flag_counts)
{
	ASSERT_EQ(set("$T:-SD_WAKE_AFFINE $T:+SD_WAKE_AFFINE all:-SD_BALANCE_EXEC"), 0);
	EXPECT_EQ(level_has(top_name, "SD_WAKE_AFFINE"), 1);
	EXPECT_EQ(level_has(top_name, "SD_BALANCE_EXEC"), 0);
	ASSERT_EQ(set("$T:-SD_WAKE_AFFINE $T/1:+SD_WAKE_AFFINE $T/1:-SD_WAKE_AFFINE"), 0);
	EXPECT_EQ(level_has(top_name, "SD_WAKE_AFFINE"), 0);
}

TEST_F(settings, reset_goes_first_and_drops_what_was)
{
	ASSERT_EQ(set("$T:-SD_WAKE_AFFINE $T/1:-SD_BALANCE_EXEC"), 0);
	ASSERT_EQ(set("reset $T:-SD_BALANCE_FORK"), 0);
	EXPECT_EQ(level_has(top_name, "SD_WAKE_AFFINE"), 1);
	EXPECT_EQ(level_has(top_name, "SD_BALANCE_EXEC"), 1);
	EXPECT_EQ(level_has(top_name, "SD_BALANCE_FORK"), 0);
}

TEST_F(settings, reset_undoes_what_debugfs_did)
{
	ASSERT_EQ(write_text(FEATURES, "RT_RUNTIME_SHARE"), 0);
	ASSERT_EQ(write_text(FEATURES, "LB_MIN"), 0);
	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE"), 0);
	ASSERT_EQ(write_domain(1, 0, "+SD_BALANCE_WAKE"), 0);

	ASSERT_EQ(set("reset\n"), 0);
	ASSERT_EQ(read_state(&now), 0);
	ASSERT_EQ(read_text(DEFAULTS, text), 0);
	EXPECT_TRUE(begins_with_words(now.features, text)) TH_LOG("%s", now.features);
	EXPECT_EQ(nr_words(now.features), nr_words(text));
	EXPECT_EQ(nr_words(now.settings), nr_words(text)) TH_LOG("%s", now.settings);
	EXPECT_STREQ(self->before.flags, now.flags);
}

/* --- Bad settings ----------------------------------------------------------- */

/* The words after which the log tells why a write failed. Rates are limited. */
static const struct {
	const char *text;
	const char *reason;
} logged[] = {
	{ "PREFER_LOCAL NOSUCH", "no such feature: NOSUCH" },
	{ "RT_RUNTIME_SHARE,NO_RT_RUNTIME_SHARE", "feature named twice: NO_RT_RUNTIME_SHARE" },
	{ "RT_RUNTIME_SHARE reset", "reset goes first: reset" },
	{ "$T/0-99999:-SD_WAKE_AFFINE", "no list of possible CPUs: 0-99999" },
	{ "$T:-SD_NUMA", "flag states a fact of the topology: -SD_NUMA" },
	{ "NOPE:-SD_WAKE_AFFINE", "NOPE: no CPU has such a domain" },
	{ "$T@3/1:-SD_WAKE_AFFINE", "CPU1 has no such domain" },
};

static int open_log(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);

	if (fd >= 0)
		lseek(fd, 0, SEEK_END);

	return fd;
}

/* Whether what was logged since open_log() has @reason. */
static bool was_logged(int fd, const char *reason)
{
	static char record[TEXT_MAX];
	char words[PATH_LEN];
	ssize_t len;

	snprintf(words, sizeof(words), ";sched_placement: %s\n", reason);
	for (;;) {
		len = read(fd, record, sizeof(record) - 1);
		if (len < 0 && errno == EPIPE)
			continue;
		if (len <= 0)
			return false;
		record[len] = '\0';
		if (strstr(record, words))
			return true;
	}
}

static bool is_refused_with(const char *pattern,
			    const char *reason)
{
	bool found = false;
	int i;

	for (i = 0; i < LOG_ATTEMPTS && !found; i++) {
		int fd = open_log();

		if (i)
			sleep(LOG_INTERVAL);
		if (!set(pattern))
			i = LOG_ATTEMPTS;
		found = was_logged(fd, reason);
		close(fd);
	}

	return found;
}

TEST_F_TIMEOUT(settings, log_has_the_reason_and_the_word, 120)
{
	size_t i;

	if (access("/dev/kmsg", R_OK))
		SKIP(return, "needs /dev/kmsg");

	for (i = 0; i < ARRAY_SIZE(logged); i++)
		EXPECT_TRUE(is_refused_with(logged[i].text, logged[i].reason))
			TH_LOG("case %zu", i);
}

/* With a length, since some contain NUL bytes. */
#define BAD(_err, _text)	{ .err = _err, .text = _text, .len = sizeof(_text) - 1 }

static const struct {
	int err;
	const char *text;
	size_t len;
} bad_texts[] = {
	BAD(-EINVAL, ""),
	BAD(-EINVAL, "\n"),
	BAD(-EINVAL, " \t\n "),
	BAD(-EINVAL, ","),
	BAD(-EINVAL, " ,, ,\n"),

	BAD(-EINVAL, "NOSUCH"),
	BAD(-EINVAL, "NO_SUCH"),
	BAD(-EINVAL, "NO_"),
	BAD(-EINVAL, "no_prefer_local"),
	BAD(-EINVAL, "prefer_local"),
	BAD(-EINVAL, "PREFER"),
	BAD(-EINVAL, "PREFER_LOCAL_"),
	BAD(-EINVAL, "NO_NO_PREFER_LOCAL"),
	BAD(-EINVAL, "+PREFER_LOCAL"),
	BAD(-EINVAL, "PREFER_LOCAL=1"),
	BAD(-EINVAL, "PREFER_LOCAL;WA_IDLE"),
	BAD(-EINVAL, "1"),
	BAD(-EINVAL, "PREFER_LOCAL PREFER_LOCAL"),
	BAD(-EINVAL, "PREFER_LOCAL,NO_PREFER_LOCAL"),
	BAD(-EINVAL, "reset PREFER_LOCAL PREFER_LOCAL"),

	BAD(-EINVAL, "PREFER_LOCAL reset"),
	BAD(-EINVAL, "$T:-SD_WAKE_AFFINE,reset"),
	BAD(-EINVAL, "reset reset"),
	BAD(-EINVAL, "Reset"),
	BAD(-EINVAL, "NO_reset"),
	BAD(-EINVAL, "reset:"),

	BAD(-EINVAL, "$T"),
	BAD(-EINVAL, "$T:"),
	BAD(-EINVAL, "$T: -SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T :-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T:-"),
	BAD(-EINVAL, "$T:-SD_NO_SUCH_FLAG"),
	BAD(-EINVAL, "$T:-SD_WAKE"),
	BAD(-EINVAL, "$T:-sd_wake_affine"),
	BAD(-EINVAL, "$T:4143"),
	BAD(-EINVAL, "$T:+-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T:-SD_WAKE_AFFINE,1"),
	BAD(-EINVAL, "$T:-SD_WAKE_AFFINE,-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T:-SD_WAKE_AFFINE,+SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T:SD_BALANCE_FORK,-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T:-SD_WAKE_AFFINE,SD_BALANCE_FORK"),
	BAD(-EINVAL, "$T:reset,-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T:RESET"),
	BAD(-EINVAL, "$T:-SD_NUMA"),
	BAD(-EINVAL, "$T:+SD_SHARE_LLC"),
	BAD(-EINVAL, "$T:-SD_PREFER_SIBLING"),
	BAD(-EINVAL, "$T:PREFER_LOCAL"),
	BAD(-EINVAL, "$T:$T:-SD_WAKE_AFFINE"),

	BAD(-EINVAL, ":-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "/0:-SD_WAKE_AFFINE"),
	BAD(-ENODEV, "NOPE:-SD_WAKE_AFFINE"),
	BAD(-ENODEV, "numa:-SD_WAKE_AFFINE"),
	BAD(-ENODEV, "ALL:-SD_WAKE_AFFINE"),
	BAD(-ENODEV, "NOPE:reset"),
	BAD(-EINVAL, "A_NAME_THAT_NO_LEVEL_WILL_EVER_HAVE_AS_IT_IS_LONG:-SD_WAKE_AFFINE"),

	BAD(-EINVAL, "$T/:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T/x:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T/-1:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T/1-:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T/1-0:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T/0/1:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T/0-99999:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T/4294967296:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T@20:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T@/0:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T@x/0:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T@-2/0:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "$T@4294967316/0:-SD_WAKE_AFFINE"),
	BAD(-ENODEV, "$T@3/0:-SD_WAKE_AFFINE"),

	BAD(-EINVAL, "PREFER_LOCAL $T:-SD_WAKE_AFFINE NOSUCH"),
	BAD(-EINVAL, "PREFER_LOCAL NOSUCH $T:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "NOSUCH PREFER_LOCAL $T:-SD_WAKE_AFFINE"),
	BAD(-EINVAL, "reset NOSUCH"),
	BAD(-ENODEV, "PREFER_LOCAL NOPE:-SD_WAKE_AFFINE $T:-SD_WAKE_AFFINE"),
	BAD(-ENODEV, "$T:-SD_WAKE_AFFINE NOPE:-SD_WAKE_AFFINE"),
	BAD(-ENODEV, "reset NOPE:-SD_WAKE_AFFINE"),

	BAD(-EINVAL, "PREFER_LOCAL\0"),
	BAD(-EINVAL, "\0PREFER_LOCAL"),
	BAD(-EINVAL, "PREFER_LOCAL\0 NOSUCH"),
	BAD(-EINVAL, "$T:-SD_WAKE\0AFFINE"),
	BAD(-EINVAL, "\xff\xfe\x80"),
	BAD(-EINVAL, "%s%n%p"),
};

/* Something that a reset or half a write would change. */
static void prepare(struct __test_metadata *_metadata, struct state *state)
{
	ASSERT_EQ(set("RT_RUNTIME_SHARE $T:-SD_BALANCE_EXEC $T/1:-SD_BALANCE_FORK"), 0);
	ASSERT_EQ(read_state(state), 0);
}

static void expect_state(struct __test_metadata *_metadata, const struct state *state)
{
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_STREQ(state->settings, now.settings);
	EXPECT_STREQ(state->features, now.features);
	EXPECT_STREQ(state->flags, now.flags);
}

TEST_F_TIMEOUT(settings, bad_text_is_refused_and_changes_nothing, 120)
{
	static struct state state;
	size_t i;

	prepare(_metadata, &state);
	for (i = 0; i < ARRAY_SIZE(bad_texts); i++) {
		size_t len = bad_texts[i].len;
		const char *filled = fill(bad_texts[i].text, &len);

		EXPECT_EQ(write_bytes(SETTINGS, filled, len), bad_texts[i].err)
			TH_LOG("'%s'", bad_texts[i].text);
		expect_state(_metadata, &state);
	}
}

/* The rule is broken by what holds after the write, wherever it stands in it. */
TEST_F(settings, broken_rule_is_refused_and_changes_nothing)
{
	static struct state state;

	if (!self->top)
		SKIP(return, "needs two levels");

	prepare(_metadata, &state);
	EXPECT_EQ(set("$T:+SD_BALANCE_WAKE"), -EINVAL);
	EXPECT_EQ(set("PREFER_LOCAL $T:+SD_BALANCE_WAKE,-SD_WAKE_AFFINE"), -EINVAL);
	EXPECT_EQ(set("$T/1:+SD_BALANCE_WAKE $T:-SD_WAKE_AFFINE"), -EINVAL);
	EXPECT_EQ(set("all:+SD_BALANCE_WAKE all:-SD_BALANCE_WAKE $T/1:+SD_BALANCE_WAKE"), -EINVAL);
	EXPECT_EQ(set("reset $T:+SD_BALANCE_WAKE"), -EINVAL);
	expect_state(_metadata, &state);
}

#define SETTINGS_MAX	0x100000

/* More than a page, since flags of many CPUs are. */
TEST_F(settings, as_long_as_what_is_read_and_no_longer)
{
	static struct state state;
	char *blanks = malloc(SETTINGS_MAX);

	ASSERT_NE(blanks, NULL);
	prepare(_metadata, &state);
	memset(blanks, ' ', SETTINGS_MAX);
	memcpy(blanks, "NO_RT_RUNTIME_SHARE", 19);
	EXPECT_EQ(write_bytes(SETTINGS, blanks, SETTINGS_MAX), -E2BIG);
	expect_state(_metadata, &state);
	EXPECT_EQ(write_bytes(SETTINGS, blanks, SETTINGS_MAX - 1), 0);
	EXPECT_TRUE(has_feature("NO_RT_RUNTIME_SHARE"));
	free(blanks);
}

TEST_F(settings, written_from_the_start_of_the_file_only)
{
	static struct state state;
	int fd = open(SETTINGS, O_RDWR);

	ASSERT_GE(fd, 0);
	prepare(_metadata, &state);
	EXPECT_EQ(pwrite(fd, "PREFER_LOCAL", 12, 5), -1);
	EXPECT_EQ(errno, EINVAL);
	expect_state(_metadata, &state);

	EXPECT_EQ(write(fd, "NO_RT_RUNTIME_SHARE", 19), 19);
	EXPECT_EQ(write(fd, "PREFER_LOCAL", 12), -1);
	EXPECT_EQ(errno, EINVAL);
	EXPECT_TRUE(has_feature("NO_RT_RUNTIME_SHARE"));
	EXPECT_TRUE(has_feature("NO_PREFER_LOCAL"));
	close(fd);
}

/*
 * 0 if somebody without rights can read the sysctl @name, and not write, not even to
 * what root has opened. Else what is wrong. Folders on the way may be root's alone.
 */
static int only_root_writes(const char *name, const char *words)
{
	pid_t pid = fork();
	int status, fd;

	if (!pid) {
		if (chdir("/proc/sys/kernel"))
			_exit(1);
		fd = open(name, O_RDWR);
		if (fd < 0 || setgid(NOBODY) || setuid(NOBODY))
			_exit(2);
		if (read_text(name, text))
			_exit(3);
		if (write_text(name, words) != -EACCES)
			_exit(4);
		if (write(fd, words, strlen(words)) != -1 || errno != EPERM)
			_exit(5);
		_exit(0);
	}

	return waitpid(pid, &status, 0) == pid ? WEXITSTATUS(status) : -1;
}

TEST_F(settings, only_root_writes)
{
	struct stat st;

	ASSERT_EQ(stat(SETTINGS, &st), 0);
	EXPECT_EQ(st.st_mode & 0777, 0644);
	ASSERT_EQ(stat(STATS_SWITCH, &st), 0);
	EXPECT_EQ(st.st_mode & 0777, 0644);

	ASSERT_EQ(read_text(STATS_SWITCH, now.settings), 0);
	EXPECT_EQ(only_root_writes("sched_placement", "RT_RUNTIME_SHARE"), 0);
	EXPECT_EQ(only_root_writes("sched_placement_stats", "1"), 0);
	EXPECT_EQ(only_root_writes("sched_placement_stats", "0"), 0);
	ASSERT_EQ(read_text(STATS_SWITCH, text), 0);
	EXPECT_STREQ(text, now.settings);
	expect_state(_metadata, &self->before);
}

/* --- Saving and loading ----------------------------------------------------- */

static const char profile[] =
	"RT_RUNTIME_SHARE $T:-SD_WAKE_AFFINE $T/1:-SD_BALANCE_EXEC,-SD_PREFER_LOCAL";

static int load(const char *settings)
{
	static char reset_and[TEXT_MAX + 8];

	snprintf(reset_and, sizeof(reset_and), "reset %s", settings);

	return write_text(SETTINGS, reset_and);
}

static void expect_loaded(struct __test_metadata *_metadata, const struct state *saved)
{
	ASSERT_EQ(load(saved->settings), 0) TH_LOG("%s", saved->settings);
	ASSERT_EQ(read_state(&now), 0);
	EXPECT_STREQ(saved->features, now.features);
	EXPECT_STREQ(saved->flags, now.flags);
	EXPECT_TRUE(same_words(saved->settings, now.settings))
		TH_LOG("%s is not\n%s", saved->settings, now.settings);
}

TEST_F(settings, what_was_read_can_be_loaded)
{
	static struct state saved;

	ASSERT_EQ(set(profile), 0);
	ASSERT_EQ(write_domain(self->last, 0, "-SD_BALANCE_NEWIDLE"), self->top ? -EINVAL : 0);
	ASSERT_EQ(write_domain(self->last, 0, "+SD_BALANCE_WAKE"), 0);
	ASSERT_EQ(read_state(&saved), 0);
	expect_loaded(_metadata, &saved);

	ASSERT_EQ(set("reset all:-SD_BALANCE_EXEC,+SD_BALANCE_WAKE"), 0);
	expect_loaded(_metadata, &saved);

	expect_loaded(_metadata, &self->before);
	EXPECT_STREQ(self->before.settings, now.settings);
}

/* A flag that a CPU has alone, and one that it alone does not take from the machine. */
TEST_F(settings, cpu_that_differs_from_the_machine_can_be_loaded)
{
	static struct state saved;

	ASSERT_EQ(set("$T:-SD_WAKE_AFFINE,-SD_BALANCE_EXEC $T/1:reset"), 0);
	ASSERT_EQ(read_state(&saved), 0);
	EXPECT_TRUE(top_has(1, "SD_WAKE_AFFINE"));
	EXPECT_FALSE(top_has(0, "SD_WAKE_AFFINE"));
	ASSERT_EQ(set("reset"), 0);
	expect_loaded(_metadata, &saved);
	EXPECT_TRUE(top_has(1, "SD_WAKE_AFFINE"));
	EXPECT_FALSE(top_has(0, "SD_WAKE_AFFINE"));
}

TEST_F(settings, hotplug_keeps_them)
{
	static struct state saved;

	ASSERT_EQ(set(profile), 0);
	ASSERT_EQ(write_domain(self->last, 0, "+SD_BALANCE_WAKE"), 0);
	ASSERT_EQ(read_state(&saved), 0);

	ASSERT_EQ(set_cpu_online(self->last, false), 0);
	ASSERT_EQ(read_text(SETTINGS, text), 0);
	EXPECT_STREQ(text, saved.settings);
	ASSERT_EQ(set_cpu_online(self->last, true), 0);
	expect_state(_metadata, &saved);

	ASSERT_EQ(set_cpu_online(self->last, false), 0);
	ASSERT_EQ(set("reset"), 0);
	ASSERT_EQ(set_cpu_online(self->last, true), 0);
	expect_loaded(_metadata, &saved);
}

TEST_F(settings, cpu_that_is_offline_cannot_be_named)
{
	static struct state state;
	char line[NAME_LEN * 2];

	if (nr_cpus() < 3)
		SKIP(return, "needs a domain while a CPU is offline");

	ASSERT_EQ(set_cpu_online(self->last, false), 0);
	prepare(_metadata, &state);
	snprintf(line, sizeof(line), "NO_RT_RUNTIME_SHARE all/0,%d:-SD_WAKE_AFFINE", self->last);
	EXPECT_EQ(write_text(SETTINGS, line), -ENODEV);
	expect_state(_metadata, &state);
	ASSERT_EQ(set_cpu_online(self->last, true), 0);
}

/* --- Together --------------------------------------------------------------- */

#define STORM_WRITES	300
#define HOTPLUG_EACH	50

struct storm {
	atomic_bool stop;
	atomic_int failed;
};

/* Two flags that always are as each other. */
static void *write_storm(void *arg)
{
	struct storm *storm = arg;
	int i;

	for (i = 0; i < STORM_WRITES; i++) {
		storm->failed += set("$T:-SD_WAKE_AFFINE $T:-SD_BALANCE_EXEC") != 0;
		storm->failed += set("$T:+SD_WAKE_AFFINE $T:+SD_BALANCE_EXEC") != 0;
		storm->failed += set("$T:+SD_WAKE_AFFINE $T:-SD_BALANCE_EXEC NOPE:reset") !=
				 -ENODEV;
	}
	storm->stop = true;

	return NULL;
}

/* How often what is read is half of a write, until all writes are done. */
static int nr_torn(struct storm *storm, int hotplug_cpu)
{
	int torn = 0, i = 0;

	while (!storm->stop) {
		if (read_text(SETTINGS, text))
			return -1;
		torn += !strstr(text, "+SD_WAKE_AFFINE") != !strstr(text, "+SD_BALANCE_EXEC");
		torn += !strstr(text, "-SD_WAKE_AFFINE") != !strstr(text, "-SD_BALANCE_EXEC");
		if (hotplug_cpu && !(++i % HOTPLUG_EACH))
			torn += set_cpu_online(hotplug_cpu, i / HOTPLUG_EACH % 2 == 0) != 0;
	}

	return torn;
}

TEST_F_TIMEOUT(settings, storm_of_writes_and_reads_sees_whole_writes, 120)
{
	struct storm storm = {};
	pthread_t writer;

	ASSERT_EQ(pthread_create(&writer, NULL, write_storm, &storm), 0);
	EXPECT_EQ(nr_torn(&storm, 0), 0);
	ASSERT_EQ(pthread_join(writer, NULL), 0);
	EXPECT_EQ(atomic_load(&storm.failed), 0);
}

TEST_F_TIMEOUT(settings, storm_of_writes_reads_and_hotplug_sees_whole_writes, 120)
{
	struct storm storm = {};
	pthread_t writer;

	if (nr_cpus() < 3)
		SKIP(return, "needs a domain while a CPU is offline");

	ASSERT_EQ(pthread_create(&writer, NULL, write_storm, &storm), 0);
	EXPECT_EQ(nr_torn(&storm, self->last), 0);
	ASSERT_EQ(pthread_join(writer, NULL), 0);
	EXPECT_EQ(atomic_load(&storm.failed), 0);
}

/* --- The switch of the counters --------------------------------------------- */

FIXTURE(stats_switch) {
	char before[TEXT_MAX];
};

FIXTURE_SETUP(stats_switch)
{
	ASSERT_EQ(read_text(COUNTING, self->before), 0);
}

FIXTURE_TEARDOWN(stats_switch)
{
	EXPECT_EQ(write_text(COUNTING, self->before), 0);
}

static bool both_read(const char *value)
{
	return !read_text(STATS_SWITCH, text) && !strcmp(text, value) &&
	       !read_text(COUNTING, text) && !strcmp(text, value);
}

TEST_F(stats_switch, is_the_one_of_debugfs)
{
	ASSERT_EQ(write_text(STATS_SWITCH, "0"), 0);
	EXPECT_TRUE(both_read("0\n"));
	ASSERT_EQ(write_text(STATS_SWITCH, "1\n"), 0);
	EXPECT_TRUE(both_read("1\n"));
	ASSERT_EQ(write_text(COUNTING, "0"), 0);
	EXPECT_TRUE(both_read("0\n"));
	ASSERT_EQ(write_text(COUNTING, "1"), 0);
	EXPECT_TRUE(both_read("1\n"));
}

TEST_F(stats_switch, knows_0_to_2_only)
{
	static const char * const bad[] = { "3", "-1", "x", "\n", "on", "4294967297", "1x" };
	static const char * const values[] = { "0\n", "1\n", "2\n" };
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		ASSERT_EQ(write_text(STATS_SWITCH, values[i]), 0);
		for (j = 0; j < ARRAY_SIZE(bad); j++) {
			EXPECT_EQ(write_text(STATS_SWITCH, bad[j]), -EINVAL)
				TH_LOG("'%s'", bad[j]);
			EXPECT_TRUE(both_read(values[i])) TH_LOG("'%s'", bad[j]);
		}
		EXPECT_EQ(write_bytes(STATS_SWITCH, "", 0), 0);
		EXPECT_TRUE(both_read(values[i]));
	}
}

int main(int argc, char **argv)
{
	require_series();
	if (domain_name(0, nr_domains(0) - 1, top_name))
		ksft_exit_fail_msg("CPU 0's top domain has no name\n");

	return test_harness_run(argc, argv);
}
