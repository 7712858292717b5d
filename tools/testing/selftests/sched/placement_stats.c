// SPDX-License-Identifier: GPL-2.0
/*
 * The counters of placement decisions, against the tracepoint that tells the same
 * decisions one by one.
 *
 * No machine is ever quiet, so a test cannot know what was counted. But it can know
 * bounds, however slow the machine. A decision is traced and then counted, with
 * interrupts off. So when the caller has run on a CPU, what was decided there before
 * is in both. The steps are
 *
 *	read the trace		(dropped)
 *	visit all CPUs, read the counters, visit all CPUs
 *	read the trace		(A)
 *	load
 *	read the trace		(B)
 *	visit all CPUs, read the counters, visit all CPUs
 *	read the trace		(C)
 *
 * and then B <= counted <= A + B + C, for each CPU, reason and distance. That is an
 * equality where nothing was decided but by the load, and next to one elsewhere.
 */

#include "sched_features.h"
#include "sched_place.h"
#include "../kselftest_harness.h"

#define PLACEMENT_DIR	SCHED_DIR "/placement"
#define STATS		PLACEMENT_DIR "/stats"
#define CPU_STATS	PLACEMENT_DIR "/cpu_stats"
#define COUNTING	PLACEMENT_DIR "/counting"
#define RESET		PLACEMENT_DIR "/reset"

#define CPUS_MAX	256
#define NOT_WRAPPED	1000000000000UL

/* Written out: scripts of users know these names. */
static const char * const reasons[] = {
	"current_cpu", "energy", "affine", "prev", "target_idle", "prev_idle", "kthread",
	"recent_idle", "capacity_idle", "buddy_core", "buddy_thread", "buddies_busy",
	"smt_idle", "core_idle", "cpu_idle", "scan_failed", "scan_skipped", "near_prev",
	"near_waker", "none_near", "fork", "exec", "wake", "kept_local",
};

#define REASONS		ARRAY_SIZE(reasons)

/*
 * Decisions, and how many of them were moves to another core, cache and node. Those for a
 * busy CPU, and with an idle one of the cache missed, are not traced, and not counted
 * but on request.
 */
enum { DECISIONS, CORE, LLC, NODE, TRACED, BUSY = TRACED, MISSED, NUMBERS };

/* Numbers by CPU that decided and by reason; by reason, the last one is the total. */
struct cpu_counts {
	unsigned long nr[CPUS_MAX][REASONS][NUMBERS];
};

struct sum_counts {
	unsigned long nr[REASONS + 1][NUMBERS];
};

static char text[TEXT_MAX];

/* --- The counters ----------------------------------------------------------- */

static int find_reason(const char *name)
{
	size_t i;

	for (i = 0; i < REASONS; i++) {
		if (!strcmp(name, reasons[i]))
			return i;
	}

	return -1;
}

/* "NAME 1 2 3 4 5 6\n", and nothing else. Moves @line to the next one. */
static bool parse_numbers(const char **line, const char *name, unsigned long *nr)
{
	char again[PATH_LEN];

	if (sscanf(*line, "%*s %lu %lu %lu %lu %lu %lu", &nr[DECISIONS], &nr[CORE], &nr[LLC],
		   &nr[NODE], &nr[BUSY], &nr[MISSED]) != NUMBERS)
		return false;
	snprintf(again, sizeof(again), "%s %lu %lu %lu %lu %lu %lu\n", name, nr[DECISIONS],
		 nr[CORE], nr[LLC], nr[NODE], nr[BUSY], nr[MISSED]);
	if (strncmp(*line, again, strlen(again)))
		return false;
	*line += strlen(again);

	return true;
}

static bool skip_words(const char **line, const char *words)
{
	if (strncmp(*line, words, strlen(words)))
		return false;
	*line += strlen(words);

	return true;
}

/* False if the file is not as it should be. */
static bool read_sums(struct sum_counts *sums)
{
	const char *line = text;
	size_t i;

	if (read_text(STATS, text) ||
	    !skip_words(&line, "reason decisions core llc node busy missed\n"))
		return false;
	for (i = 0; i < REASONS; i++) {
		if (!parse_numbers(&line, reasons[i], sums->nr[i]))
			return false;
	}

	return parse_numbers(&line, "total", sums->nr[REASONS]) && !*line;
}

static bool total_is_sum(const struct sum_counts *sums)
{
	size_t i, n;

	for (n = 0; n < NUMBERS; n++) {
		unsigned long sum = 0;

		for (i = 0; i < REASONS; i++)
			sum += sums->nr[i][n];
		if (sum != sums->nr[REASONS][n])
			return false;
	}

	return true;
}

static bool read_cpu_counts(struct cpu_counts *counts)
{
	int last = -1, cpu, reason, len;
	const char *line = text;
	char name[REASON_LEN];

	memset(counts, 0, sizeof(*counts));
	if (read_text(CPU_STATS, text) ||
	    !skip_words(&line, "cpu reason decisions core llc node busy missed\n"))
		return false;

	while (*line) {
		if (sscanf(line, "%d %n%23s", &cpu, &len, name) != 2)
			return false;
		line += len;
		reason = find_reason(name);
		if (cpu < 0 || cpu >= nr_cpus() || reason < 0 ||
		    cpu * (int)REASONS + reason <= last)
			return false;
		last = cpu * REASONS + reason;
		if (!parse_numbers(&line, name, counts->nr[cpu][reason]) ||
		    !counts->nr[cpu][reason][DECISIONS])
			return false;
	}

	return true;
}

/*
 * Whoever leaves the node leaves the cache, and who leaves that leaves the core. Who misses
 * an idle CPU is on a busy one.
 */
static bool are_nested(const unsigned long *nr)
{
	return nr[NODE] <= nr[LLC] && nr[LLC] <= nr[CORE] && nr[CORE] <= nr[DECISIONS] &&
	       nr[MISSED] <= nr[BUSY] && nr[BUSY] <= nr[DECISIONS];
}

/* Switching patches code, so it is not done for nothing. */
static int want_count_level(const char *value)
{
	return read_text(COUNTING, text) ?: !strcmp(text, value) ? 0 :
	       write_text(COUNTING, value);
}

static int want_counting(bool on)
{
	return want_count_level(on ? "1\n" : "0\n");
}

/* What was decided before on any CPU is counted and traced after that. */
static void visit_cpus(void)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		cpu_set_t cpus;

		CPU_ZERO(&cpus);
		CPU_SET(cpu, &cpus);
		sched_setaffinity(0, sizeof(cpus), &cpus);
	}
	unbind_task(0);
}

/* --- The topology, as sysfs has it ------------------------------------------ */

/* Which CPUs are in a core, a cache, a node with the one that is the index. */
static cpu_set_t together[NUMBERS][CPUS_MAX];

static bool read_cpus(const char *path, cpu_set_t *cpus)
{
	if (read_text(path, text))
		return false;
	parse_cpulist(text, cpus);

	return true;
}

static bool read_topology_of(int cpu)
{
	char path[PATH_LEN];
	int i;

	if (thread_siblings(cpu, &together[CORE][cpu]))
		return false;

	for (i = 0; ; i++) {
		snprintf(path, sizeof(path),
			 "/sys/devices/system/cpu/cpu%d/cache/index%d/shared_cpu_list", cpu, i);
		if (!read_cpus(path, &together[LLC][cpu]))
			break;
	}

	together[NODE][cpu] = together[LLC][cpu];
	for (; i > 0; i = -1) {
		int node;

		for (node = 0; ; node++) {
			snprintf(path, sizeof(path),
				 "/sys/devices/system/node/node%d/cpulist", node);
			if (!read_cpus(path, &together[NODE][cpu]))
				return false;
			if (CPU_ISSET(cpu, &together[NODE][cpu]))
				break;
		}
	}

	return i < 0;
}

static bool read_topology(void)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		if (!read_topology_of(cpu))
			return false;
	}

	return true;
}

static bool is_apart(int distance, int a, int b)
{
	return !CPU_ISSET(a, &together[distance][b]);
}

/* --- The trace -------------------------------------------------------------- */

/**
 * struct tally - what was traced
 * @counts: the decisions
 * @lost: the buffers were too small, so that some decisions are missing
 * @pid: a task of interest
 * @placed: its last placement, if there was one: @found
 */
struct tally {
	struct cpu_counts counts;
	bool lost;
	pid_t pid;
	struct placed placed;
	bool found;
};

static void tally_line(struct tally *tally, const char *line)
{
	struct placed placed;
	unsigned long *nr;
	int reason;

	if (strstr(line, " EVENTS]"))
		tally->lost = true;
	if (!trace_find(line, "sched_placement", "", &placed))
		return;

	reason = find_reason(placed.reason);
	if (reason < 0 || placed.cpu != number_after(line, line + strlen(line), " waker_cpu=") ||
	    placed.prev < 0 || placed.target < 0)
		ksft_exit_fail_msg("what is this? %s\n", line);

	nr = tally->counts.nr[placed.cpu][reason];
	nr[DECISIONS]++;
	nr[CORE] += is_apart(CORE, placed.prev, placed.target);
	nr[LLC] += is_apart(LLC, placed.prev, placed.target);
	nr[NODE] += is_apart(NODE, placed.prev, placed.target);

	if (number_after(line, line + strlen(line), " pid=") == tally->pid) {
		tally->placed = placed;
		tally->found = true;
	}
}

/* Adds what was traced since the last call. */
static void read_tally(struct tally *tally)
{
	int fd = open(TRACE_DIR "/trace_pipe", O_RDONLY | O_NONBLOCK);
	static char lines[TEXT_MAX];
	size_t len = 0;
	ssize_t ret;

	if (fd < 0)
		ksft_exit_fail_msg("%s/trace_pipe: %s\n", TRACE_DIR, strerror(errno));

	while ((ret = read(fd, lines + len, sizeof(lines) - 1 - len)) > 0) {
		char *line = lines, *end;

		len += ret;
		lines[len] = '\0';
		for (; (end = strchr(line, '\n')); line = end + 1) {
			*end = '\0';
			tally_line(tally, line);
		}
		len -= line - lines;
		memmove(lines, line, len);
	}
	close(fd);
}

/**
 * struct bracket - counters and trace around a load, see the top of this file
 * @before: the counters
 * @after: the counters
 * @inner: what must be counted (B)
 * @outer: what else may be (A and C), and then with @inner
 */
struct bracket {
	struct cpu_counts before;
	struct cpu_counts after;
	struct tally inner;
	struct tally outer;
};

static bool begin(struct bracket *bracket, pid_t pid)
{
	static struct tally dropped;
	bool good;

	memset(bracket, 0, sizeof(*bracket));
	bracket->inner.pid = pid;

	read_tally(&dropped);
	visit_cpus();
	good = read_cpu_counts(&bracket->before);
	visit_cpus();
	read_tally(&bracket->outer);

	return good;
}

static void add_counts(struct cpu_counts *to, const struct cpu_counts *counts)
{
	const unsigned long *from = &counts->nr[0][0][0];
	unsigned long *sum = &to->nr[0][0][0];
	size_t i;

	for (i = 0; i < sizeof(*to) / sizeof(*sum); i++)
		sum[i] += from[i];
}

static bool end(struct bracket *bracket)
{
	bool good;

	read_tally(&bracket->inner);
	visit_cpus();
	good = read_cpu_counts(&bracket->after);
	visit_cpus();
	read_tally(&bracket->outer);
	add_counts(&bracket->outer.counts, &bracket->inner.counts);

	return good;
}

static bool is_complete(const struct bracket *bracket)
{
	return !bracket->inner.lost && !bracket->outer.lost;
}

static unsigned long nr_decisions(const struct cpu_counts *counts)
{
	unsigned long sum = 0;
	size_t cpu, reason;

	for (cpu = 0; cpu < CPUS_MAX; cpu++) {
		for (reason = 0; reason < REASONS; reason++)
			sum += counts->nr[cpu][reason][DECISIONS];
	}

	return sum;
}

/* How many numbers of the first @numbers are out of their bounds. */
static int nr_wrong(const struct bracket *bracket, int numbers)
{
	int cpu, reason, n, wrong = 0;

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		for (reason = 0; reason < (int)REASONS; reason++) {
			for (n = 0; n < numbers; n++) {
				unsigned long counted = bracket->after.nr[cpu][reason][n] -
							bracket->before.nr[cpu][reason][n];
				unsigned long min = bracket->inner.counts.nr[cpu][reason][n];
				unsigned long max = bracket->outer.counts.nr[cpu][reason][n];

				if (counted >= min && counted <= max)
					continue;
				ksft_print_msg("CPU%d %s, number %d: %lu not in %lu..%lu\n",
					       cpu, reasons[reason], n, counted, min, max);
				wrong++;
			}
		}
	}

	return wrong;
}

/* --- Load ------------------------------------------------------------------- */

#define FORKS		80
#define WAKES		200

static void fork_storm(void)
{
	int i;

	for (i = 0; i < FORKS; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
}

/* The waker hops from CPU to CPU, so that there is a reason to move the wakee. */
static void wake_storm(void)
{
	int there[2], back[2], i;
	char byte;
	pid_t pid;

	if (pipe(there) || pipe(back))
		ksft_exit_fail_msg("pipe: %s\n", strerror(errno));

	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (read(there[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1)
			;
		_exit(1);
	}
	for (i = 0; i < WAKES; i++) {
		cpu_set_t cpus;

		CPU_ZERO(&cpus);
		CPU_SET(i % nr_cpus(), &cpus);
		if (!sched_setaffinity(0, sizeof(cpus), &cpus))
			unbind_task(0);
		if (write(there[1], "", 1) != 1 || read(back[0], &byte, 1) != 1)
			break;
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(there[0]);
	close(there[1]);
	close(back[0]);
	close(back[1]);
}

static pid_t start_storms(void)
{
	pid_t pid = fork();

	if (pid)
		return pid;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		fork_storm();
		wake_storm();
	}
}

static void stop_storms(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* --- Without counting ------------------------------------------------------- */

FIXTURE(off) {
	struct sum_counts sums;
	struct cpu_counts counts;
	char before[TEXT_MAX];
};

FIXTURE_SETUP(off)
{
	ASSERT_EQ(want_counting(false), 0);
	visit_cpus();
}

FIXTURE_TEARDOWN(off)
{
}

/* More numbers than there were. */
static bool count_something(void)
{
	if (want_counting(true))
		return false;
	fork_storm();
	wake_storm();
	if (want_counting(false))
		return false;
	visit_cpus();

	return true;
}

/* Some numbers that are not zero, with what was counted before if there is something. */
static bool have_counts(void)
{
	struct sum_counts sums;

	return (read_sums(&sums) && sums.nr[REASONS][DECISIONS] >= FORKS) || count_something();
}

TEST_F(off, stats_have_all_reasons_and_the_total)
{
	int reason;

	ASSERT_TRUE(have_counts());
	ASSERT_TRUE(read_sums(&self->sums)) TH_LOG("%s", text);
	EXPECT_TRUE(total_is_sum(&self->sums)) TH_LOG("%s", text);
	for (reason = 0; reason <= (int)REASONS; reason++)
		EXPECT_TRUE(are_nested(self->sums.nr[reason])) TH_LOG("%s", text);
	EXPECT_GE(self->sums.nr[REASONS][DECISIONS], FORKS);
}

TEST_F(off, cpu_stats_add_up_to_stats)
{
	int cpu, reason, n;

	ASSERT_TRUE(have_counts());
	ASSERT_TRUE(read_sums(&self->sums)) TH_LOG("%s", text);
	ASSERT_TRUE(read_cpu_counts(&self->counts)) TH_LOG("%s", text);
	EXPECT_GE(nr_decisions(&self->counts), FORKS);
	for (reason = 0; reason < (int)REASONS; reason++) {
		for (n = 0; n < NUMBERS; n++) {
			unsigned long sum = 0;

			for (cpu = 0; cpu < nr_cpus(); cpu++)
				sum += self->counts.nr[cpu][reason][n];
			EXPECT_EQ(sum, self->sums.nr[reason][n])
				TH_LOG("reason %d, number %d", reason, n);
		}
	}
}

TEST_F(off, small_reads_see_the_same)
{
	ASSERT_TRUE(have_counts());
	ASSERT_EQ(read_text(STATS, self->before), 0);
	ASSERT_EQ(read_text_by(STATS, text, 1), 0);
	EXPECT_STREQ(self->before, text);
	ASSERT_EQ(read_text(CPU_STATS, self->before), 0);
	ASSERT_EQ(read_text_by(CPU_STATS, text, 7), 0);
	EXPECT_STREQ(self->before, text);
}

TEST_F(off, nothing_is_counted)
{
	ASSERT_EQ(read_text(CPU_STATS, self->before), 0);
	fork_storm();
	wake_storm();
	visit_cpus();
	ASSERT_EQ(read_text(CPU_STATS, text), 0);
	EXPECT_STREQ(self->before, text);
}

TEST_F(off, numbers_stay_when_counting_stops)
{
	struct sum_counts later;
	int reason;

	ASSERT_EQ(write_text(RESET, "1"), 0);
	ASSERT_TRUE(count_something());
	ASSERT_TRUE(read_sums(&self->sums));
	EXPECT_GE(self->sums.nr[REASONS][DECISIONS], FORKS + WAKES);
	ASSERT_TRUE(count_something());
	ASSERT_TRUE(read_sums(&later));
	EXPECT_GE(later.nr[REASONS][DECISIONS],
		  self->sums.nr[REASONS][DECISIONS] + FORKS + WAKES);
	for (reason = 0; reason < (int)REASONS; reason++)
		EXPECT_GE(later.nr[reason][DECISIONS], self->sums.nr[reason][DECISIONS]);
}

TEST_F(off, reset_makes_all_numbers_zero)
{
	/* The text does not matter. */
	static const struct {
		const char *bytes;
		size_t len;
	} writes[] = { { "1", 1 }, { "\0x", 2 } };
	unsigned long sum;
	size_t i, reason;

	for (i = 0; i < ARRAY_SIZE(writes); i++) {
		ASSERT_TRUE(have_counts());
		ASSERT_EQ(write_bytes(RESET, writes[i].bytes, writes[i].len), 0);
		ASSERT_TRUE(read_sums(&self->sums));
		for (sum = 0, reason = 0; reason <= REASONS; reason++)
			sum += self->sums.nr[reason][DECISIONS] | self->sums.nr[reason][CORE] |
			       self->sums.nr[reason][LLC] | self->sums.nr[reason][NODE] |
			       self->sums.nr[reason][BUSY] | self->sums.nr[reason][MISSED];
		EXPECT_EQ(sum, 0);
		ASSERT_EQ(read_text(CPU_STATS, text), 0);
		EXPECT_STREQ(text, "cpu reason decisions core llc node busy missed\n");
	}
}

TEST_F(off, files_are_for_what_they_are_for)
{
	static const struct {
		const char *path;
		int mode;
	} files[] = {
		{ STATS, 0444 }, { CPU_STATS, 0444 }, { COUNTING, 0644 }, { RESET, 0200 },
	};
	struct stat st;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(files); i++) {
		ASSERT_EQ(stat(files[i].path, &st), 0);
		EXPECT_EQ(st.st_mode & 0777, files[i].mode) TH_LOG("file %zu", i);
	}
	EXPECT_EQ(read_text(RESET, text), -EINVAL);
	EXPECT_NE(write_text(STATS, "0"), 0);
	EXPECT_NE(write_text(CPU_STATS, "0"), 0);
}

TEST_F(off, counting_knows_0_to_2_only)
{
	static const char * const bad[] = { "", "\n", "3", "-1", "x", "18446744073709551617" };
	static const char * const values[] = { "0\n", "1\n", "2\n" };
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		ASSERT_EQ(write_text(COUNTING, values[i]), 0);
		for (j = 0; j < ARRAY_SIZE(bad); j++) {
			EXPECT_NE(write_text(COUNTING, bad[j]), 0) TH_LOG("'%s'", bad[j]);
			ASSERT_EQ(read_text(COUNTING, text), 0);
			EXPECT_STREQ(text, values[i]) TH_LOG("after '%s'", bad[j]);
		}
	}
}

/* Forks on @cpu until it has decided about one. */
static bool count_on(int cpu)
{
	static struct cpu_counts counts;
	int i;

	for (i = 0; i < ATTEMPTS; i++) {
		pid_t pid;

		bind_task(0, cpu);
		unbind_task(0);
		pid = fork();
		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
		if (read_cpu_counts(&counts) && counts.nr[cpu][find_reason("fork")][DECISIONS])
			return true;
	}

	return false;
}

TEST_F(off, numbers_of_a_cpu_stay_when_it_goes_offline)
{
	static char counts[TEXT_MAX];
	int last = nr_cpus() - 1;

	ASSERT_EQ(write_text(RESET, "1"), 0);
	ASSERT_EQ(want_counting(true), 0);
	ASSERT_TRUE(count_on(last));
	ASSERT_EQ(want_counting(false), 0);
	visit_cpus();

	ASSERT_EQ(read_text(STATS, self->before), 0);
	ASSERT_EQ(read_text(CPU_STATS, counts), 0);

	ASSERT_EQ(set_cpu_online(last, false), 0);
	EXPECT_EQ(read_text(STATS, text), 0);
	EXPECT_STREQ(text, self->before);
	EXPECT_EQ(read_text(CPU_STATS, text), 0);
	EXPECT_STREQ(text, counts);
	ASSERT_EQ(set_cpu_online(last, true), 0);
	EXPECT_EQ(read_text(CPU_STATS, text), 0);
	EXPECT_STREQ(text, counts);

	ASSERT_EQ(set_cpu_online(last, false), 0);
	EXPECT_EQ(write_text(RESET, "1"), 0);
	EXPECT_EQ(read_text(CPU_STATS, text), 0);
	EXPECT_STREQ(text, "cpu reason decisions core llc node busy missed\n");
	ASSERT_EQ(set_cpu_online(last, true), 0);
}

/* --- With counting ---------------------------------------------------------- */

static struct bracket bracket;
static struct wakee wakee;

FIXTURE(on) {
	pid_t storms;
};

FIXTURE_SETUP(on)
{
	ASSERT_EQ(want_counting(true), 0);
}

FIXTURE_TEARDOWN(on)
{
	int cpu;

	stop_wakee(&wakee);
	if (self->storms)
		stop_storms(self->storms);
	for (cpu = 1; cpu < nr_cpus(); cpu++)
		set_cpu_online(cpu, true);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
}

/* What was counted for sure, compared to the width of the bounds. */
static bool is_narrow(void)
{
	unsigned long sure = nr_decisions(&bracket.inner.counts);

	return nr_decisions(&bracket.outer.counts) - sure < sure / 4;
}

static void expect_counted(struct __test_metadata *_metadata, void (*load)(void),
			   unsigned long least)
{
	bool narrow = false;
	int i;

	for (i = 0; i < ATTEMPTS && !narrow; i++) {
		ASSERT_TRUE(begin(&bracket, 0));
		load();
		ASSERT_TRUE(end(&bracket));
		if (!is_complete(&bracket))
			continue;

		ASSERT_EQ(nr_wrong(&bracket, NUMBERS), 0);
		ASSERT_GE(nr_decisions(&bracket.inner.counts), least);
		narrow = is_narrow();
	}
	EXPECT_TRUE(narrow);
}

TEST_F_TIMEOUT(on, forks_are_counted_as_they_are_traced, 120)
{
	expect_counted(_metadata, fork_storm, FORKS);
}

TEST_F_TIMEOUT(on, wakeups_are_counted_as_they_are_traced, 120)
{
	expect_counted(_metadata, wake_storm, WAKES);
}

TEST_F_TIMEOUT(on, wakeups_that_balance_are_counted_as_they_are_traced, 120)
{
	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE +SD_BALANCE_WAKE"), 0);
	expect_counted(_metadata, wake_storm, WAKES);
}

static void hotplug_storm(void)
{
	int last = nr_cpus() - 1;

	set_cpu_online(last, false);
	fork_storm();
	set_cpu_online(last, true);
	fork_storm();
}

/* How far a task moves from a CPU that is offline is not known. */
TEST_F_TIMEOUT(on, decisions_are_counted_while_cpus_go_and_come, 120)
{
	bool complete = false;
	int i;

	for (i = 0; i < ATTEMPTS && !complete; i++) {
		ASSERT_TRUE(begin(&bracket, 0));
		hotplug_storm();
		ASSERT_TRUE(end(&bracket));
		complete = is_complete(&bracket);
		if (complete)
			EXPECT_EQ(nr_wrong(&bracket, 1), 0);
	}
	EXPECT_TRUE(complete);
	EXPECT_GE(nr_decisions(&bracket.inner.counts), 2 * FORKS);
}

static int nr_shrunk(const struct sum_counts *before, const struct sum_counts *now)
{
	int i, n, shrunk = 0;

	for (i = 0; i <= (int)REASONS; i++) {
		for (n = 0; n < NUMBERS; n++)
			shrunk += now->nr[i][n] < before->nr[i][n];
	}

	return shrunk;
}

TEST_F_TIMEOUT(on, numbers_only_grow_under_load, 120)
{
	struct sum_counts before, now;
	int i, last = nr_cpus() - 1;

	self->storms = start_storms();
	ASSERT_TRUE(read_sums(&before));
	for (i = 0; i < 200; i++) {
		if (i % 50 == 25)
			ASSERT_EQ(set_cpu_online(last, false), 0);
		if (i % 50 == 49)
			ASSERT_EQ(set_cpu_online(last, true), 0);
		ASSERT_TRUE(read_sums(&now)) TH_LOG("%s", text);
		ASSERT_TRUE(total_is_sum(&now)) TH_LOG("%s", text);
		ASSERT_EQ(nr_shrunk(&before, &now), 0) TH_LOG("%s", text);
		before = now;
	}
}

static int nr_wrapped(const struct sum_counts *sums)
{
	int i, n, wrapped = 0;

	for (i = 0; i <= (int)REASONS; i++) {
		for (n = 0; n < NUMBERS; n++)
			wrapped += sums->nr[i][n] > NOT_WRAPPED;
	}

	return wrapped;
}

TEST_F_TIMEOUT(on, reset_under_load_leaves_no_wrapped_number, 120)
{
	struct sum_counts sums;
	int i;

	self->storms = start_storms();
	for (i = 0; i < 300; i++) {
		ASSERT_EQ(write_text(RESET, "1"), 0);
		ASSERT_TRUE(read_sums(&sums)) TH_LOG("%s", text);
		ASSERT_EQ(nr_wrapped(&sums), 0) TH_LOG("%s", text);
		ASSERT_TRUE(total_is_sum(&sums)) TH_LOG("%s", text);
		ASSERT_TRUE(read_cpu_counts(&bracket.before)) TH_LOG("%s", text);
	}
}

TEST_F_TIMEOUT(on, reset_does_not_stop_counting, 120)
{
	ASSERT_EQ(write_text(RESET, "1"), 0);
	ASSERT_EQ(read_text(COUNTING, text), 0);
	EXPECT_STREQ(text, "1\n");
	expect_counted(_metadata, fork_storm, FORKS);
}

/* --- Distances -------------------------------------------------------------- */

/**
 * struct move - a wakeup that leads to another CPU
 * @from: the previous CPU
 * @to: where the task may run
 * @waker: the CPU of the waker
 * @stays: it is not to move after all
 */
struct move {
	int from;
	cpu_set_t to;
	int waker;
	bool stays;
};

/* All CPUs that are with @from in @within, but not in @out_of; and CPU 0 is @from. */
static bool find_move(struct move *move, int within, int out_of)
{
	int cpu;

	memset(move, 0, sizeof(*move));
	for (cpu = 1; cpu < nr_cpus(); cpu++) {
		if (within && is_apart(within, cpu, 0))
			continue;
		if (!out_of || is_apart(out_of, cpu, 0))
			CPU_SET(cpu, &move->to);
	}
	if (!CPU_COUNT(&move->to))
		return false;

	/* A task that may run on one CPU only is not asked for. CPU 0 is busy: the waker. */
	if (CPU_COUNT(&move->to) == 1)
		CPU_SET(0, &move->to);
	else
		move->waker = first_cpu(&move->to);

	return true;
}

/* The wakee sleeps on @move->from, and the bracket is about its next wakeup. */
static void make_move(struct __test_metadata *_metadata, const struct move *move)
{
	bind_task(wakee.pid, move->from);
	wake(&wakee);
	wait_asleep(wakee.pid);
	sched_setaffinity(wakee.pid, sizeof(move->to), &move->to);

	ASSERT_TRUE(begin(&bracket, wakee.pid));
	bind_task(0, move->waker);
	wake(&wakee);
	wait_asleep(wakee.pid);
	unbind_task(0);
	ASSERT_TRUE(end(&bracket));
}

/*
 * Whether the wakeup came about as it was asked for, and nothing else was decided on
 * that CPU for the same reason, so that the numbers are exact.
 */
static bool is_exact(const struct move *move)
{
	const struct placed *placed = &bracket.inner.placed;
	int reason = find_reason(placed->reason);

	return is_complete(&bracket) && bracket.inner.found && placed->cpu == move->waker &&
	       placed->prev == move->from && CPU_ISSET(placed->target, &move->to) &&
	       (placed->target == placed->prev) == move->stays &&
	       bracket.outer.counts.nr[placed->cpu][reason][DECISIONS] == 1;
}

/* What was counted on the CPU and for the reason of the wakeup. */
static unsigned long counted(int n)
{
	int cpu = bracket.inner.placed.cpu, reason = find_reason(bracket.inner.placed.reason);

	return bracket.after.nr[cpu][reason][n] - bracket.before.nr[cpu][reason][n];
}

static void expect_move(struct __test_metadata *_metadata, const struct move *move,
			int bounded, const unsigned long *want)
{
	bool exact = false;
	int i;

	ASSERT_TRUE(start_wakee(&wakee));
	for (i = 0; i < ATTEMPTS && !exact; i++) {
		make_move(_metadata, move);
		if (is_complete(&bracket))
			ASSERT_EQ(nr_wrong(&bracket, bounded), 0);
		exact = is_exact(move);
	}
	ASSERT_TRUE(exact);
	for (i = 0; i < NUMBERS; i++)
		EXPECT_EQ(counted(i), want[i]) TH_LOG("number %d", i);
}

/* The search for the idlest CPU goes wherever the task may run. */
static int search_wakeups(void)
{
	return write_text(ALL_LEVELS, "-SD_WAKE_AFFINE +SD_BALANCE_WAKE");
}

TEST_F_TIMEOUT(on, task_that_stays_moves_nowhere, 120)
{
	static const unsigned long want[NUMBERS] = { 1, 0, 0, 0 };
	struct move move = { .from = nr_cpus() - 1, .stays = true };

	CPU_SET(move.from, &move.to);
	CPU_SET(0, &move.to);
	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_WAKE_AFFINE"), 0);
	expect_move(_metadata, &move, NUMBERS, want);
}

TEST_F_TIMEOUT(on, move_to_a_sibling_leaves_no_core, 120)
{
	static const unsigned long want[NUMBERS] = { 1, 0, 0, 0 };
	struct move move;

	if (!find_move(&move, CORE, 0))
		SKIP(return, "needs SMT");
	ASSERT_EQ(search_wakeups(), 0);
	expect_move(_metadata, &move, NUMBERS, want);
}

TEST_F_TIMEOUT(on, move_to_another_core, 120)
{
	static const unsigned long want[NUMBERS] = { 1, 1, 0, 0 };
	struct move move;

	if (!find_move(&move, LLC, CORE))
		SKIP(return, "needs two cores in a cache");
	ASSERT_EQ(search_wakeups(), 0);
	expect_move(_metadata, &move, NUMBERS, want);
}

TEST_F_TIMEOUT(on, move_to_another_cache, 120)
{
	static const unsigned long want[NUMBERS] = { 1, 1, 1, 0 };
	struct move move;

	if (!find_move(&move, NODE, LLC))
		SKIP(return, "needs two caches in a node");
	ASSERT_EQ(search_wakeups(), 0);
	expect_move(_metadata, &move, NUMBERS, want);
}

TEST_F_TIMEOUT(on, move_to_another_node, 120)
{
	static const unsigned long want[NUMBERS] = { 1, 1, 1, 1 };
	struct move move;

	if (!find_move(&move, 0, NODE))
		SKIP(return, "needs two nodes");
	ASSERT_EQ(search_wakeups(), 0);
	expect_move(_metadata, &move, NUMBERS, want);
}

/* --- With busy and missed CPUs counted ---------------------------------------- */

FIXTURE(misses) {
	struct spinners spinners;
	cpu_set_t llc;
	struct move move;
};

/* The wakee is to stay on CPU 0, where the waker is. */
FIXTURE_SETUP(misses)
{
	ASSERT_EQ(want_count_level("2\n"), 0);
	ASSERT_EQ(llc_span(0, &self->llc), 0);
	memset(&self->move, 0, sizeof(self->move));
	self->move.stays = true;
}

FIXTURE_TEARDOWN(misses)
{
	stop_wakee(&wakee);
	stop_spinners(&self->spinners);
}

/* An idle CPU that is not allowed is not missed. */
TEST_F_TIMEOUT(misses, busy_as_all_are, 120)
{
	static const unsigned long want[NUMBERS] = { [DECISIONS] = 1, [BUSY] = 1 };

	if (domain_has(0, nr_domains(0) - 1, "SD_ASYM_CPUCAPACITY"))
		SKIP(return, "needs CPUs of equal capacity");
	add_spinner(&self->spinners, 1);
	CPU_SET(0, &self->move.to);
	CPU_SET(1, &self->move.to);
	expect_move(_metadata, &self->move, TRACED, want);
}

/* In the way of 2012: the last CPU of the cache is nobody's whom CPU 0 asks. */
TEST_F_TIMEOUT(misses, idle_cpu_that_nobody_asked, 120)
{
	static const unsigned long want[NUMBERS] = {
		[DECISIONS] = 1, [BUSY] = 1, [MISSED] = 1
	};
	cpu_set_t core;
	int cpu, left;

	ASSERT_EQ(thread_siblings(0, &core), 0);
	if (domain_has(0, nr_domains(0) - 1, "SD_ASYM_CPUCAPACITY") ||
	    CPU_COUNT(&self->llc) < CPU_COUNT(&core) + 2)
		SKIP(return, "needs two more CPUs in a cache, of equal capacity");
	ASSERT_EQ(want_feature("NO_IDLE_BUDDY_SCAN"), 0);
	ASSERT_EQ(want_feature("IDLE_BUDDY"), 0);

	left = CPU_COUNT(&self->llc) - 2;
	for (cpu = 1; left; cpu++) {
		if (!CPU_ISSET(cpu, &self->llc))
			continue;
		add_spinner(&self->spinners, cpu);
		left--;
	}
	self->move.to = self->llc;
	expect_move(_metadata, &self->move, TRACED, want);
}

int main(int argc, char **argv)
{
	static char counting[TEXT_MAX];
	int ret;

	require_series();
	if (nr_cpus() > CPUS_MAX)
		ksft_exit_skip("more than %d CPUs\n", CPUS_MAX);
	if (!read_topology())
		ksft_exit_skip("sysfs does not tell about caches or nodes\n");
	if (read_text(COUNTING, counting))
		ksft_exit_fail_msg("%s: %s\n", COUNTING, strerror(errno));
	restore_features_at_exit();
	trace_start();
	if (trace_event("sched_placement", true))
		ksft_exit_fail_msg("there is no tracepoint sched_placement\n");

	ret = test_harness_run(argc, argv);

	trace_event("sched_placement", false);
	write_text(COUNTING, counting);

	return ret;
}
