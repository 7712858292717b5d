// SPDX-License-Identifier: GPL-2.0
/*
 * How often which CPU chose which. CPUs are sorted by node, cache and core, so that what
 * is near in the machine is near in the matrix, too.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "matrix.h"
#include "memory.h"
#include "topology.h"
#include "words.h"

static bool read_list(const char *path, struct cpus *cpus)
{
	char *text = read_line("%s", path);
	bool good = text && cpus_parse_list(text, cpus) && cpus_count(cpus);

	free(text);

	return good;
}

static int core_of(int cpu)
{
	char *path = format_text("/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
				 cpu);
	struct cpus cpus;
	bool good = read_list(path, &cpus);

	free(path);

	return good ? cpus_next(&cpus, 0) : cpu;
}

/* The nodes' own lists, as a CPU has no file that holds its node. */
static void read_nodes(int *node_of)
{
	const char *folder = "/sys/devices/system/node";
	struct words names = {};

	list_folder(folder, &names);
	for (size_t i = 0; i < names.nr; i++) {
		char *path = format_text("%s/%s/cpulist", folder, names.word[i]);
		struct cpus cpus;
		int node;

		if (sscanf(names.word[i], "node%d", &node) == 1 && read_list(path, &cpus)) {
			for (int cpu = -1; (cpu = cpus_next(&cpus, cpu + 1)) >= 0;)
				node_of[cpu] = node;
		}
		free(path);
	}
	words_free(&names);
}

static int compare(const void *a, const void *b)
{
	const struct place *one = a, *other = b;

	for (int group = GROUP_NODE; group >= GROUP_CPU; group--) {
		if (one->id[group] != other->id[group])
			return one->id[group] < other->id[group] ? -1 : 1;
	}

	return 0;
}

/* Makes a matrix of zeroes for the CPUs that are online. */
void matrix_make(struct matrix *matrix)
{
	int *node_of = get_zeroed(CPUS_MAX, sizeof(*node_of));
	struct topology topology;

	topology_read(&topology);
	read_nodes(node_of);

	*matrix = (struct matrix){};
	matrix->place = get_zeroed(cpus_count(&topology.online), sizeof(*matrix->place));
	for (int cpu = -1; (cpu = cpus_next(&topology.online, cpu + 1)) >= 0;) {
		struct cpus llc = topology_llc(&topology, cpu);

		matrix->place[matrix->nr++] = (struct place){ .id = {
			[GROUP_CPU] = cpu,
			[GROUP_CORE] = core_of(cpu),
			[GROUP_LLC] = cpus_next(&llc, 0),
			[GROUP_NODE] = node_of[cpu],
		} };
	}
	qsort(matrix->place, matrix->nr, sizeof(*matrix->place), compare);
	matrix->count = get_zeroed((size_t)matrix->nr * matrix->nr, sizeof(*matrix->count));

	topology_free(&topology);
	free(node_of);
}

static int index_of(const struct matrix *matrix, int cpu)
{
	for (int i = 0; i < matrix->nr; i++) {
		if (matrix->place[i].id[GROUP_CPU] == cpu)
			return i;
	}

	return -1;
}

/* A CPU that has come online meanwhile is not in the matrix. */
void matrix_add(struct matrix *matrix, int waker_cpu, int cpu)
{
	int row = index_of(matrix, waker_cpu), column = index_of(matrix, cpu);

	if (row < 0 || column < 0)
		matrix->lost++;
	else
		matrix->count[row * matrix->nr + column]++;
}

/* Return: a smaller matrix, for matrix_free(), with a row for each group of CPUs. */
struct matrix matrix_group(const struct matrix *matrix, enum group group)
{
	struct matrix small = *matrix;
	int *at = get_zeroed(matrix->nr, sizeof(*at));

	small.nr = 0;
	small.place = get_zeroed(matrix->nr, sizeof(*small.place));
	for (int i = 0; i < matrix->nr; i++) {
		if (!i || matrix->place[i].id[group] != matrix->place[i - 1].id[group])
			small.place[small.nr++] = matrix->place[i];
		at[i] = small.nr - 1;
	}

	small.count = get_zeroed((size_t)small.nr * small.nr, sizeof(*small.count));
	for (int i = 0; i < matrix->nr; i++) {
		for (int j = 0; j < matrix->nr; j++)
			small.count[at[i] * small.nr + at[j]] += matrix->count[i * matrix->nr + j];
	}
	free(at);

	return small;
}

unsigned long matrix_total(const struct matrix *matrix)
{
	unsigned long total = 0;

	for (int i = 0; i < matrix->nr * matrix->nr; i++)
		total += matrix->count[i];

	return total;
}

unsigned long matrix_most(const struct matrix *matrix)
{
	unsigned long most = 0;

	for (int i = 0; i < matrix->nr * matrix->nr; i++) {
		if (matrix->count[i] > most)
			most = matrix->count[i];
	}

	return most;
}

void matrix_free(struct matrix *matrix)
{
	free(matrix->place);
	free(matrix->count);
	*matrix = (struct matrix){};
}
