// SPDX-License-Identifier: GPL-2.0
/*
 * Flags of scheduling domains that were written are still there after the domains
 * were built anew: by CPU hotplug, by cpuset partitions, and by both at once.
 */

#include <pthread.h>
#include <stdatomic.h>

#include "sched_cpuset.h"
#include "../kselftest_harness.h"

FIXTURE(rebuild) {
	char before[TEXT_MAX];
	char text[TEXT_MAX];
	char top_name[NAME_LEN];
	int top;
	int last;
};

FIXTURE_SETUP(rebuild)
{
	self->last = nr_cpus() - 1;
	self->top = nr_domains(0) - 1;
	ASSERT_GT(self->last, 0);
	ASSERT_EQ(domain_name(0, self->top, self->top_name), 0);
	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	ASSERT_EQ(read_text(ALL_LEVELS, self->before), 0);
}

FIXTURE_TEARDOWN(rebuild)
{
	int cpu;

	for (cpu = 1; cpu < nr_cpus(); cpu++)
		set_cpu_online(cpu, true);
	EXPECT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	EXPECT_EQ(read_text(ALL_LEVELS, self->text), 0);
	EXPECT_STREQ(self->before, self->text);
}

static int top_domain(int cpu)
{
	return nr_domains(cpu) - 1;
}

TEST_F(rebuild, hotplug_keeps_level_flags)
{
	int cpu;

	ASSERT_EQ(write_level(self->top_name, "-SD_WAKE_AFFINE"), 0);
	for (cpu = 1; cpu < nr_cpus(); cpu++) {
		ASSERT_EQ(set_cpu_online(cpu, false), 0);
		if (nr_cpus() > 2)
			EXPECT_FALSE(domain_has(0, top_domain(0), "SD_WAKE_AFFINE"))
				TH_LOG("cpu%d offline", cpu);
		EXPECT_EQ(nr_domains(cpu), 0);
		ASSERT_EQ(set_cpu_online(cpu, true), 0);
		EXPECT_FALSE(domain_has(0, top_domain(0), "SD_WAKE_AFFINE"));
		EXPECT_GT(nr_domains(cpu), 0);
		EXPECT_FALSE(domain_has(cpu, top_domain(cpu), "SD_WAKE_AFFINE"))
			TH_LOG("cpu%d came back", cpu);
	}
}

TEST_F(rebuild, hotplug_keeps_flags_of_one_domain)
{
	ASSERT_EQ(write_domain(self->last, top_domain(self->last), "-SD_BALANCE_EXEC"), 0);
	ASSERT_EQ(set_cpu_online(self->last, false), 0);
	ASSERT_EQ(set_cpu_online(self->last, true), 0);
	EXPECT_FALSE(domain_has(self->last, top_domain(self->last), "SD_BALANCE_EXEC"));
	EXPECT_TRUE(domain_has(self->last, top_domain(self->last), "SD_BALANCE_FORK"));
	EXPECT_TRUE(domain_has(0, top_domain(0), "SD_BALANCE_EXEC"));

	ASSERT_EQ(read_domain(self->last, top_domain(self->last), "overrides",
			      self->text), 0);
	EXPECT_STREQ(self->text, "-SD_BALANCE_EXEC\n");
}

TEST_F(rebuild, level_flags_reach_cpu_that_was_offline)
{
	if (nr_cpus() < 3)
		SKIP(return, "needs a domain while a CPU is offline");

	ASSERT_EQ(set_cpu_online(self->last, false), 0);
	ASSERT_EQ(write_level(self->top_name, "-SD_WAKE_AFFINE"), 0);
	ASSERT_EQ(set_cpu_online(self->last, true), 0);
	EXPECT_FALSE(domain_has(self->last, top_domain(self->last), "SD_WAKE_AFFINE"));
}

TEST_F(rebuild, reset_is_not_undone_by_hotplug)
{
	ASSERT_EQ(write_text(ALL_LEVELS, "+SD_BALANCE_WAKE"), 0);
	ASSERT_EQ(write_text(ALL_LEVELS, "reset"), 0);
	ASSERT_EQ(set_cpu_online(self->last, false), 0);
	ASSERT_EQ(set_cpu_online(self->last, true), 0);
	ASSERT_EQ(read_text(ALL_LEVELS, self->text), 0);
	EXPECT_STREQ(self->before, self->text);
}

TEST_F(rebuild, file_that_is_open_sees_the_new_domain)
{
	char path[PATH_LEN], byte;
	int fd;

	domain_path(path, self->last, 0, "flags");
	fd = open(path, O_RDWR);
	ASSERT_GE(fd, 0);

	ASSERT_EQ(set_cpu_online(self->last, false), 0);
	EXPECT_EQ(read(fd, &byte, 1), -1);
	EXPECT_EQ(errno, ENODEV);
	EXPECT_EQ(write(fd, "reset", 5), -1);
	EXPECT_EQ(errno, ENODEV);

	ASSERT_EQ(set_cpu_online(self->last, true), 0);
	EXPECT_EQ(write(fd, "+SD_BALANCE_WAKE", 16), 16);
	EXPECT_TRUE(domain_has(self->last, 0, "SD_BALANCE_WAKE"));
	close(fd);
}

TEST_F(rebuild, verbose_changes_which_files_there_are_and_no_flags)
{
	char path[PATH_LEN];

	domain_path(path, 0, self->top, "imbalance_pct");
	ASSERT_EQ(write_level(self->top_name, "-SD_WAKE_AFFINE"), 0);

	ASSERT_EQ(write_text(SCHED_DIR "/verbose", "1"), 0);
	EXPECT_EQ(access(path, F_OK), 0);
	EXPECT_FALSE(domain_has(0, self->top, "SD_WAKE_AFFINE"));

	ASSERT_EQ(write_text(SCHED_DIR "/verbose", "0"), 0);
	EXPECT_NE(access(path, F_OK), 0);
	EXPECT_FALSE(domain_has(0, self->top, "SD_WAKE_AFFINE"));
}

TEST_F(rebuild, cpuset_partition_keeps_flags)
{
	char cpus[NAME_LEN], name[NAME_LEN];
	cpu_set_t span;
	int half = nr_cpus() / 2, cpu, domain;

	if (nr_cpus() < 4)
		SKIP(return, "needs 4 CPUs");
	if (!have_cpusets())
		SKIP(return, "needs cgroup2 with the cpuset controller");

	ASSERT_EQ(write_text(ALL_LEVELS, "-SD_BALANCE_NEWIDLE"), 0);
	ASSERT_EQ(write_domain(self->last, 0, "+SD_BALANCE_WAKE"), 0);

	snprintf(cpus, sizeof(cpus), "%d-%d", half, self->last);
	EXPECT_TRUE(make_partition(cpus, "root"));

	EXPECT_EQ(domain_span(self->last, top_domain(self->last), &span), 0);
	EXPECT_FALSE(CPU_ISSET(0, &span));
	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		for (domain = 0; domain < nr_domains(cpu); domain++) {
			EXPECT_FALSE(domain_has(cpu, domain, "SD_BALANCE_NEWIDLE"));
			EXPECT_EQ(domain_has(cpu, domain, "SD_BALANCE_WAKE"),
				  cpu == self->last && !domain);
		}
	}

	EXPECT_EQ(end_partition(), 0);

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		ASSERT_EQ(domain_name(cpu, top_domain(cpu), name), 0);
		EXPECT_STREQ(name, self->top_name);
		for (domain = 0; domain < nr_domains(cpu); domain++)
			EXPECT_FALSE(domain_has(cpu, domain, "SD_BALANCE_NEWIDLE"));
	}
	EXPECT_TRUE(domain_has(self->last, 0, "SD_BALANCE_WAKE"));
}

/*
 * A rebuild removes the files of domains while it holds the lock that a write
 * takes. Both must go on.
 */
struct storm {
	atomic_bool stop;
	atomic_long writes;
	atomic_long reads;
	int cpu;
};

static void *write_storm(void *arg)
{
	struct storm *storm = arg;
	int fd = -1;

	while (!storm->stop) {
		char path[PATH_LEN];

		if (fd < 0) {
			domain_path(path, storm->cpu, 0, "flags");
			fd = open(path, O_RDWR);
			continue;
		}
		if (write(fd, storm->writes & 1 ? "+SD_BALANCE_WAKE" : "reset",
			  storm->writes & 1 ? 16 : 5) > 0)
			storm->writes++;
		write_text(ALL_LEVELS, storm->writes & 2 ? "-SD_WAKE_AFFINE" : "reset");
		if (!(storm->writes % 64)) {
			close(fd);
			fd = -1;
		}
	}
	if (fd >= 0)
		close(fd);

	return NULL;
}

static void *read_storm(void *arg)
{
	struct storm *storm = arg;
	char *text = malloc(TEXT_MAX);

	while (text && !storm->stop) {
		if (!read_domain(storm->cpu, 0, "flags", text) &&
		    !read_text(LEVELS_DIR "/all/overrides", text))
			storm->reads++;
	}
	free(text);

	return NULL;
}

TEST_F_TIMEOUT(rebuild, storm_of_writes_reads_and_hotplug_ends, 120)
{
	struct storm storm = { .cpu = self->last };
	pthread_t writer, reader;
	int i;

	ASSERT_EQ(pthread_create(&writer, NULL, write_storm, &storm), 0);
	ASSERT_EQ(pthread_create(&reader, NULL, read_storm, &storm), 0);
	for (i = 0; i < 20; i++) {
		EXPECT_EQ(set_cpu_online(self->last, false), 0);
		EXPECT_EQ(set_cpu_online(self->last, true), 0);
	}
	storm.stop = true;
	ASSERT_EQ(pthread_join(writer, NULL), 0);
	ASSERT_EQ(pthread_join(reader, NULL), 0);
	EXPECT_GT(atomic_load(&storm.writes), 0);
	EXPECT_GT(atomic_load(&storm.reads), 0);
}

int main(int argc, char **argv)
{
	require_series();

	return test_harness_run(argc, argv);
}
