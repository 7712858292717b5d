/* SPDX-License-Identifier: GPL-2.0 */
/* The texts that kernel.sched_placement takes and gives. */
#ifndef WAKECTL_SETTINGS_H
#define WAKECTL_SETTINGS_H

#include <stdbool.h>

#include "cpulist.h"
#include "words.h"

/* The kernel takes less than 1 MiB. */
#define SETTINGS_SIZE	0x100000

/**
 * struct setting - a setting of flags: LEVEL[@REACH][/CPUS]:FLAGS
 * @level: its name, "all" for all levels
 * @reach: distance that the NUMA level reaches, or -1
 * @of_cpus: whether it is for some CPUs only
 * @cpus: for which
 * @flags: what stands behind the colon: +FLAG, -FLAG, FLAG or reset
 */
struct setting {
	char		*level;
	int		reach;
	bool		of_cpus;
	struct cpus	cpus;
	struct words	flags;
};

void settings_split(struct words *settings, const char *text);
bool setting_is_of_flags(const char *text);
bool setting_parse(const char *text, struct setting *setting);
void setting_free(struct setting *setting);
const char *feature_name(const char *setting);

#endif /* WAKECTL_SETTINGS_H */
