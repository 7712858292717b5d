// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of CPUs, read from lists as "0-3,8" and from the hexadecimal masks of
 * /proc/schedstat, and written as lists.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "memory.h"

void cpus_set(struct cpus *cpus, int cpu)
{
	cpus->bits[cpu / BITS_PER_WORD] |= 1UL << cpu % BITS_PER_WORD;
}

bool cpus_have(const struct cpus *cpus, int cpu)
{
	return cpu >= 0 && cpu < CPUS_MAX &&
	       cpus->bits[cpu / BITS_PER_WORD] >> cpu % BITS_PER_WORD & 1;
}

/* The first CPU of @cpus from @cpu on, or -1. */
int cpus_next(const struct cpus *cpus, int cpu)
{
	while (cpu < CPUS_MAX) {
		unsigned long left = cpus->bits[cpu / BITS_PER_WORD] >> cpu % BITS_PER_WORD;

		if (left)
			return cpu + __builtin_ctzl(left);
		cpu = (cpu / BITS_PER_WORD + 1) * BITS_PER_WORD;
	}

	return -1;
}

int cpus_count(const struct cpus *cpus)
{
	int nr = 0;

	for (size_t i = 0; i < CPUS_MAX / BITS_PER_WORD; i++)
		nr += __builtin_popcountl(cpus->bits[i]);

	return nr;
}

bool cpus_same(const struct cpus *a, const struct cpus *b)
{
	return !memcmp(a, b, sizeof(*a));
}

void cpus_add(struct cpus *to, const struct cpus *from)
{
	for (size_t i = 0; i < CPUS_MAX / BITS_PER_WORD; i++)
		to->bits[i] |= from->bits[i];
}

void cpus_remove(struct cpus *from, const struct cpus *what)
{
	for (size_t i = 0; i < CPUS_MAX / BITS_PER_WORD; i++)
		from->bits[i] &= ~what->bits[i];
}

/* The first CPU of @of that is not in @in, or -1. */
int cpus_first_missing(const struct cpus *of, const struct cpus *in)
{
	struct cpus rest = *of;

	cpus_remove(&rest, in);

	return cpus_next(&rest, 0);
}

/* Reads a number at *@at, and moves on. Return: it, or -1 where there is none. */
static int parse_cpu(const char **at)
{
	long cpu;
	char *end;

	if (!isdigit((unsigned char)**at))
		return -1;

	cpu = strtol(*at, &end, 10);
	*at = end;

	return cpu < CPUS_MAX ? cpu : -1;
}

static bool parse_range(const char **at, struct cpus *cpus)
{
	int first = parse_cpu(at), last = first;

	if (first < 0)
		return false;

	if (**at == '-') {
		(*at)++;
		last = parse_cpu(at);
	}
	if (last < first)
		return false;

	while (first <= last)
		cpus_set(cpus, first++);

	return true;
}

static bool ends(const char *at)
{
	return !*at || (*at == '\n' && !at[1]);
}

/* Return: whether @text is a list of CPUs. An empty one is. */
bool cpus_parse_list(const char *text, struct cpus *cpus)
{
	memset(cpus, 0, sizeof(*cpus));
	if (ends(text))
		return true;

	for (;;) {
		if (!parse_range(&text, cpus))
			return false;
		if (ends(text))
			return true;
		if (*text++ != ',')
			return false;
	}
}

static int hex_digit(char digit)
{
	const char *digits = "0123456789abcdef", *at = strchr(digits, digit);

	return digit && at ? at - digits : -1;
}

/* Return: whether @text is a mask in hexadecimal digits, which may have commas. */
bool cpus_parse_mask(const char *text, struct cpus *cpus)
{
	const char *at = text + strcspn(text, "\n");
	int cpu = 0;

	memset(cpus, 0, sizeof(*cpus));

	while (at-- > text) {
		int digit = hex_digit(*at);

		if (*at == ',')
			continue;
		if (digit < 0 || cpu + 3 >= CPUS_MAX)
			return false;
		for (int bit = 0; bit < 4; bit++, cpu++) {
			if (digit >> bit & 1)
				cpus_set(cpus, cpu);
		}
	}

	return cpu > 0;
}

/* Return: the list as the kernel writes it, to be freed. */
char *cpus_format(const struct cpus *cpus)
{
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);
	const char *gap = "";
	int cpu = -1;

	if (!stream)
		return copy_text("");

	while ((cpu = cpus_next(cpus, cpu + 1)) >= 0) {
		int last = cpu;

		while (cpus_have(cpus, last + 1))
			last++;
		fprintf(stream, last > cpu ? "%s%d-%d" : "%s%d", gap, cpu, last);
		gap = ",";
		cpu = last;
	}
	fclose(stream);

	return text;
}
