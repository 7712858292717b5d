// SPDX-License-Identifier: GPL-2.0
/*
 * Reads those choices of the kernel's configuration that change where tasks are placed,
 * or what a placement costs. They are in /proc/config.gz or in /boot; gzopen() reads
 * both, packed or not.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <zlib.h>

#include "files.h"
#include "kconfig.h"
#include "memory.h"

#define LINE_SIZE	4096

static const char * const names[] = {
	"SCHED_PLACEMENT", "SCHED_DEBUG", "SMP", "NR_CPUS", "SCHED_SMT", "SCHED_CLUSTER",
	"SCHED_MC", "SCHED_MC_PRIO", "NUMA", "NUMA_BALANCING",
	"NUMA_BALANCING_DEFAULT_ENABLED", "SCHED_CORE", "SCHED_CLASS_EXT", "ENERGY_MODEL",
	"CPU_FREQ_GOV_SCHEDUTIL", "UCLAMP_TASK", "FAIR_GROUP_SCHED", "CFS_BANDWIDTH",
	"SCHED_AUTOGROUP", "CPUSETS", "CPU_ISOLATION", "PREEMPT_NONE", "PREEMPT_VOLUNTARY",
	"PREEMPT", "PREEMPT_LAZY", "PREEMPT_RT", "PREEMPT_DYNAMIC", "HZ", "HZ_PERIODIC",
	"NO_HZ_IDLE", "NO_HZ_FULL", "HIGH_RES_TIMERS", "JUMP_LABEL", "MITIGATION_RETPOLINE",
};

#define NR_NAMES	(sizeof(names) / sizeof(*names))

/* zlib calls the type gzFile. */
static void *open_config(void)
{
	char *path = real_path("/proc/config.gz");
	void *file = gzopen(path, "r");
	struct utsname system;

	free(path);
	if (file || uname(&system))
		return file;

	path = format_text("/boot/config-%s", system.release);
	if (is_there(path)) {
		char *real = real_path(path);

		file = gzopen(real, "r");
		free(real);
	}
	free(path);

	return file;
}

/* "CONFIG_NAME=VALUE" or "# CONFIG_NAME is not set" */
static char *value_in(const char *line, const char *name)
{
	size_t len = strlen(name);
	const char *at = line + (strncmp(line, "# ", 2) ? 0 : 2);

	if (strncmp(at, "CONFIG_", 7) || strncmp(at + 7, name, len))
		return NULL;
	at += 7 + len;
	if (*line == '#')
		return strncmp(at, " is not set", 11) ? NULL : copy_text("n");
	if (*at != '=')
		return NULL;

	return copy_part(at + 1, strcspn(at + 1, "\n"));
}

/**
 * kconfig_read() - read the choices that matter to placement
 * @nr: how many there are
 *
 * Return: the choices, for kconfig_free(), or NULL if no configuration can be read.
 */
struct choice *kconfig_read(int *nr)
{
	struct choice *choices;
	char line[LINE_SIZE];
	void *file = open_config();

	if (!file)
		return NULL;

	*nr = NR_NAMES;
	choices = get_zeroed(NR_NAMES, sizeof(*choices));
	for (size_t i = 0; i < NR_NAMES; i++)
		choices[i].name = names[i];

	while (gzgets(file, line, sizeof(line))) {
		for (size_t i = 0; i < NR_NAMES; i++) {
			if (!choices[i].value)
				choices[i].value = value_in(line, names[i]);
		}
	}
	gzclose(file);

	return choices;
}

void kconfig_free(struct choice *choices, int nr)
{
	for (int i = 0; choices && i < nr; i++)
		free(choices[i].value);
	free(choices);
}
