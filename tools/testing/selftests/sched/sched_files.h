/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The scheduler's files in debugfs, and the topology in sysfs and schedstat, as
 * the placement tests see them. Flags are handled by name: their bits differ
 * between kernels.
 *
 * Functions return 0 or a negative errno, where nothing else is said.
 */
#ifndef SCHED_FILES_H
#define SCHED_FILES_H

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../kselftest.h"

#define SCHED_DIR	"/sys/kernel/debug/sched"
#define LEVELS_DIR	SCHED_DIR "/placement/levels"
#define ALL_LEVELS	LEVELS_DIR "/all/flags"
#define FEATURES	SCHED_DIR "/features"

#define TEXT_MAX	65536
#define PATH_LEN	160
#define NAME_LEN	32

static const char * const policy_flags[] = {
	"SD_BALANCE_NEWIDLE", "SD_BALANCE_EXEC", "SD_BALANCE_FORK",
	"SD_BALANCE_WAKE", "SD_WAKE_AFFINE", "SD_PREFER_LOCAL",
};

static inline int write_bytes(const char *path, const void *bytes, size_t len)
{
	int fd = open(path, O_WRONLY);
	ssize_t ret;

	if (fd < 0)
		return -errno;
	ret = write(fd, bytes, len);
	if (ret < 0)
		ret = -errno;
	close(fd);

	return ret < 0 ? ret : (size_t)ret == len ? 0 : -EIO;
}

static inline int write_text(const char *path, const char *text)
{
	return write_bytes(path, text, strlen(text));
}

/* Reads @step bytes at a time into @text, which holds TEXT_MAX. */
static inline int read_text_by(const char *path, char *text, size_t step)
{
	int fd = open(path, O_RDONLY);
	size_t len = 0;
	ssize_t ret;

	text[0] = '\0';
	if (fd < 0)
		return -errno;

	for (;;) {
		size_t room = TEXT_MAX - 1 - len;

		ret = read(fd, text + len, step < room ? step : room);
		if (ret <= 0)
			break;
		len += ret;
	}
	if (ret < 0)
		ret = -errno;
	close(fd);
	text[len] = '\0';

	return ret;
}

static inline int read_text(const char *path, char *text)
{
	return read_text_by(path, text, TEXT_MAX);
}

static inline bool has_word(const char *text, const char *word)
{
	size_t len = strlen(word);
	const char *at;

	for (at = text; (at = strstr(at, word)); at += len) {
		bool starts = at == text || isspace(at[-1]);

		if (starts && (!at[len] || isspace(at[len])))
			return true;
	}

	return false;
}

static inline void domain_path(char *path, int cpu, int domain, const char *file)
{
	snprintf(path, PATH_LEN, SCHED_DIR "/domains/cpu%d/domain%d/%s",
		 cpu, domain, file);
}

static inline int read_domain(int cpu, int domain, const char *file, char *text)
{
	char path[PATH_LEN];

	domain_path(path, cpu, domain, file);

	return read_text(path, text);
}

static inline int write_domain(int cpu, int domain, const char *text)
{
	char path[PATH_LEN];

	domain_path(path, cpu, domain, "flags");

	return write_text(path, text);
}

static inline bool domain_has(int cpu, int domain, const char *flag)
{
	static char text[TEXT_MAX];

	return !read_domain(cpu, domain, "flags", text) && has_word(text, flag);
}

static inline int nr_domains(int cpu)
{
	char path[PATH_LEN];
	int domain;

	for (domain = 0; ; domain++) {
		domain_path(path, cpu, domain, "flags");
		if (access(path, F_OK))
			return domain;
	}
}

static inline int domain_name(int cpu, int domain, char *name)
{
	static char text[TEXT_MAX];
	int err = read_domain(cpu, domain, "name", text);

	text[strcspn(text, "\n")] = '\0';
	snprintf(name, NAME_LEN, "%s", text);

	return err;
}

/*
 * The highest domain with @flag whose groups do not overlap, so that all but the
 * first are without @cpu: the lowest one of several NUMA levels.
 */
static inline int top_domain_with(int cpu, const char *flag)
{
	char name[NAME_LEN], child[NAME_LEN];
	int top = nr_domains(cpu) - 1;

	while (top > 0) {
		domain_name(cpu, top, name);
		domain_name(cpu, top - 1, child);
		if (domain_has(cpu, top, flag) && strcmp(name, child))
			break;
		top--;
	}

	return top;
}

static inline void level_path(char *path, const char *level, const char *file)
{
	snprintf(path, PATH_LEN, LEVELS_DIR "/%s/%s", level, file);
}

static inline int write_level(const char *level, const char *text)
{
	char path[PATH_LEN];

	level_path(path, level, "flags");

	return write_text(path, text);
}

static inline int nr_cpus(void)
{
	return sysconf(_SC_NPROCESSORS_CONF);
}

static inline int set_cpu_online(int cpu, bool online)
{
	char path[PATH_LEN];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);

	return write_text(path, online ? "1" : "0");
}

/* Parses "0-3,8" */
static inline void parse_cpulist(const char *list, cpu_set_t *cpus)
{
	CPU_ZERO(cpus);

	while (*list >= '0' && *list <= '9') {
		char *end;
		long from = strtol(list, &end, 10), to = from;

		if (*end == '-')
			to = strtol(end + 1, &end, 10);
		while (from <= to)
			CPU_SET(from++, cpus);
		list = *end == ',' ? end + 1 : end;
	}
}

/* Writes "0,2,3" */
static inline void format_cpulist(const cpu_set_t *cpus, char *list, size_t size)
{
	size_t len = 0;
	int cpu;

	list[0] = '\0';
	for (cpu = 0; cpu < CPU_SETSIZE && len < size; cpu++) {
		if (CPU_ISSET(cpu, cpus))
			len += snprintf(list + len, size - len, "%s%d", len ? "," : "", cpu);
	}
}

static inline int thread_siblings(int cpu, cpu_set_t *cpus)
{
	static char text[TEXT_MAX];
	char path[PATH_LEN];
	int err;

	snprintf(path, sizeof(path),
		 "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
	err = read_text(path, text);
	parse_cpulist(text, cpus);

	return err;
}

static inline int first_cpu(const cpu_set_t *cpus)
{
	int cpu;

	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (CPU_ISSET(cpu, cpus))
			return cpu;
	}

	return -1;
}

static inline int nr_cores(const cpu_set_t *span)
{
	int cpu, cores = 0;

	for (cpu = 0; cpu < nr_cpus(); cpu++) {
		cpu_set_t core;

		if (!CPU_ISSET(cpu, span) || thread_siblings(cpu, &core))
			continue;
		CPU_AND(&core, &core, span);
		cores += first_cpu(&core) == cpu;
	}

	return cores;
}

/* Parses "00000000,0000ff0f" */
static inline void parse_cpumask(const char *mask, cpu_set_t *cpus)
{
	size_t len = strspn(mask, "0123456789abcdef,");
	int cpu = 0;

	CPU_ZERO(cpus);

	while (len--) {
		int bit, digit;

		if (mask[len] == ',')
			continue;
		digit = mask[len] <= '9' ? mask[len] - '0' : mask[len] - 'a' + 10;
		for (bit = 0; bit < 4; bit++) {
			if (digit & (1 << bit))
				CPU_SET(cpu + bit, cpus);
		}
		cpu += 4;
	}
}

/* The span of a domain, from /proc/schedstat, version 16 or 17. */
static inline int domain_span(int cpu, int domain, cpu_set_t *span)
{
	char line[16384], cpu_word[NAME_LEN], domain_word[NAME_LEN];
	FILE *file = fopen("/proc/schedstat", "r");
	bool in_cpu = false;
	int err = -ENOENT;

	if (!file)
		return -errno;

	snprintf(cpu_word, sizeof(cpu_word), "cpu%d ", cpu);
	snprintf(domain_word, sizeof(domain_word), "domain%d ", domain);

	while (fgets(line, sizeof(line), file)) {
		const char *mask = line + strlen(domain_word);

		if (!strncmp(line, "cpu", 3))
			in_cpu = !strncmp(line, cpu_word, strlen(cpu_word));
		if (!in_cpu || strncmp(line, domain_word, strlen(domain_word)))
			continue;

		if (*mask >= 'A' && *mask <= 'Z')
			mask = strchr(mask, ' ') + 1;
		parse_cpumask(mask, span);
		err = 0;
		break;
	}
	fclose(file);

	return err;
}

/* The CPUs that share the last level cache of @cpu. */
static inline int llc_span(int cpu, cpu_set_t *span)
{
	int domain = 0;

	CPU_ZERO(span);
	CPU_SET(cpu, span);
	while (domain_has(cpu, domain, "SD_SHARE_LLC")) {
		if (domain_span(cpu, domain++, span))
			return -EIO;
	}

	return 0;
}

static inline bool has_feature(const char *name)
{
	static char text[TEXT_MAX];

	return !read_text(FEATURES, text) && has_word(text, name);
}

static inline bool have_debugfs(void)
{
	return !access(FEATURES, R_OK | W_OK);
}

static inline bool have_series(void)
{
	return has_feature("PREFER_LOCAL") || has_feature("NO_PREFER_LOCAL");
}

/*
 * Ends the program with exit code 4 where there is nothing to test, and where a
 * test would lose what somebody has set.
 */
static inline void require_series(void)
{
	static char text[TEXT_MAX];

	if (geteuid())
		ksft_exit_skip("needs root\n");
	if (!have_debugfs())
		ksft_exit_skip("%s: %s\n", FEATURES, strerror(errno));
	if (!have_series())
		ksft_exit_skip("this kernel has no feature PREFER_LOCAL\n");
	if (read_text(LEVELS_DIR "/all/overrides", text))
		ksft_exit_fail_msg("%s/all/overrides: %s\n", LEVELS_DIR, strerror(errno));
	if (text[0])
		ksft_exit_skip("domain flags are overridden; write reset to %s first\n",
			       ALL_LEVELS);
	if (!nr_domains(0))
		ksft_exit_skip("CPU 0 has no scheduling domain\n");
}

#endif /* SCHED_FILES_H */
