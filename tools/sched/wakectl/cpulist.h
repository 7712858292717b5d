/* SPDX-License-Identifier: GPL-2.0 */
/* Sets of CPUs, and their texts. */
#ifndef WAKECTL_CPULIST_H
#define WAKECTL_CPULIST_H

#include <stdbool.h>

/* As many as an x86 kernel can have. */
#define CPUS_MAX	8192
#define BITS_PER_WORD	(8 * sizeof(unsigned long))

struct cpus {
	unsigned long bits[CPUS_MAX / BITS_PER_WORD];
};

void cpus_set(struct cpus *cpus, int cpu);
bool cpus_have(const struct cpus *cpus, int cpu);
int cpus_next(const struct cpus *cpus, int cpu);
int cpus_count(const struct cpus *cpus);
bool cpus_same(const struct cpus *a, const struct cpus *b);
void cpus_add(struct cpus *to, const struct cpus *from);
void cpus_remove(struct cpus *from, const struct cpus *what);
int cpus_first_missing(const struct cpus *of, const struct cpus *in);
bool cpus_parse_list(const char *text, struct cpus *cpus);
bool cpus_parse_mask(const char *text, struct cpus *cpus);
char *cpus_format(const struct cpus *cpus);

#endif /* WAKECTL_CPULIST_H */
