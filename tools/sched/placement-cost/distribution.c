// SPDX-License-Identifier: GPL-2.0
/*
 * Counts samples by value, and prints what can be read from that.
 */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "distribution.h"

#define LARGEST	4194304

void distribution_add(struct distribution *d, uint64_t value)
{
	size_t at = value < LARGEST ? value : LARGEST;

	if (at >= d->size) {
		size_t size = d->size ? d->size : 256;

		while (size <= at)
			size *= 2;
		d->nr = realloc(d->nr, size * sizeof(*d->nr));
		if (!d->nr)
			err(2, "no memory for a histogram");
		memset(d->nr + d->size, 0, (size - d->size) * sizeof(*d->nr));
		d->size = size;
	}
	d->nr[at]++;
	d->count++;
	d->sum += value;
}

static size_t percentile(const struct distribution *d, unsigned int percent)
{
	uint64_t seen = 0;
	size_t value;

	for (value = 0; value < d->size; value++) {
		seen += d->nr[value];
		if (seen * 100 >= d->count * percent)
			break;
	}
	return value;
}

void distribution_json(const struct distribution *d, FILE *out)
{
	const char *separator = "";
	size_t value;

	fprintf(out, "{\"count\": %llu, \"mean\": %.4f, \"median\": %zu, \"p99\": %zu, ",
		(unsigned long long)d->count, (double)d->sum / d->count,
		percentile(d, 50), percentile(d, 99));
	fputs("\"histogram\": [", out);
	for (value = 0; value < d->size; value++) {
		if (!d->nr[value])
			continue;
		fprintf(out, "%s[%zu, %u]", separator, value, d->nr[value]);
		separator = ", ";
	}
	fputs("]}", out);
}
