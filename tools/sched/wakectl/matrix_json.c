// SPDX-License-Identifier: GPL-2.0
/*
 * Matrices as JSON, so that one machine can count and another draw.
 */

#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpulist.h"
#include "json_output.h"
#include "matrix.h"
#include "memory.h"

static const char * const group_names[NR_GROUPS] = { "cpu", "core", "llc", "node" };

static struct json_object *place_object(const struct place *place)
{
	struct json_object *object = json_object_new_object();

	for (int i = 0; i < NR_GROUPS; i++)
		json_object_object_add(object, group_names[i], json_object_new_int(place->id[i]));

	return object;
}

void matrix_print_json(const struct matrix *matrix)
{
	struct json_object *object = json_object_new_object();
	struct json_object *cpus = json_object_new_array(), *rows = json_object_new_array();

	for (int i = 0; i < matrix->nr; i++) {
		struct json_object *row = json_object_new_array();

		for (int j = 0; j < matrix->nr; j++) {
			unsigned long count = matrix->count[i * matrix->nr + j];

			json_object_array_add(row, json_object_new_uint64(count));
		}
		json_object_array_add(rows, row);
		json_object_array_add(cpus, place_object(&matrix->place[i]));
	}

	json_object_object_add(object, "seconds", json_rounded(matrix->seconds, 3));
	json_object_object_add(object, "decisions", json_object_new_uint64(matrix_total(matrix)));
	json_object_object_add(object, "lost", json_object_new_uint64(matrix->lost));
	json_object_object_add(object, "cpus", cpus);
	json_object_object_add(object, "matrix", rows);
	json_print(object, false);
}

static struct json_object *array_in(struct json_object *object, const char *name)
{
	struct json_object *array = json_object_object_get(object, name);

	return json_object_is_type(array, json_type_array) ? array : NULL;
}

static bool read_place(struct json_object *object, struct place *place)
{
	for (int i = 0; i < NR_GROUPS; i++) {
		struct json_object *id = json_object_object_get(object, group_names[i]);

		if (!json_object_is_type(id, json_type_int))
			return false;
		place->id[i] = json_object_get_int(id);
		if (place->id[i] < 0)
			return false;
	}

	return true;
}

static bool read_row(struct json_object *row, unsigned long *count, int nr)
{
	if (!json_object_is_type(row, json_type_array) ||
	    json_object_array_length(row) != (size_t)nr)
		return false;

	for (int i = 0; i < nr; i++) {
		struct json_object *number = json_object_array_get_idx(row, i);

		if (!json_object_is_type(number, json_type_int) ||
		    json_object_get_int64(number) < 0)
			return false;
		count[i] = json_object_get_uint64(number);
	}

	return true;
}

static bool read_object(struct matrix *matrix, struct json_object *object)
{
	struct json_object *cpus = array_in(object, "cpus"), *rows = array_in(object, "matrix");
	size_t nr = cpus ? json_object_array_length(cpus) : 0;

	if (!nr || nr > CPUS_MAX || !rows || json_object_array_length(rows) != nr)
		return false;

	matrix->nr = nr;
	matrix->seconds = json_object_get_double(json_object_object_get(object, "seconds"));
	matrix->lost = json_object_get_uint64(json_object_object_get(object, "lost"));
	matrix->place = get_zeroed(nr, sizeof(*matrix->place));
	matrix->count = get_zeroed(nr * nr, sizeof(*matrix->count));
	for (size_t i = 0; i < nr; i++) {
		if (!read_place(json_object_array_get_idx(cpus, i), &matrix->place[i]) ||
		    !read_row(json_object_array_get_idx(rows, i), matrix->count + i * nr, nr))
			return false;
	}

	return true;
}

/* @path: a file, or - for stdin. @matrix is for matrix_free() in any case. */
enum result matrix_read_json(struct matrix *matrix, const char *path)
{
	struct json_object *object;
	bool good, is_stdin = !strcmp(path, "-");

	*matrix = (struct matrix){};
	if (!is_stdin && access(path, R_OK))
		return complain_of_file("read", path, errno);

	object = is_stdin ? json_object_from_fd(STDIN_FILENO) : json_object_from_file(path);
	good = json_object_is_type(object, json_type_object) && read_object(matrix, object);
	json_object_put(object);
	if (good)
		return DONE;

	complain("%s is not what wakectl map --json prints", is_stdin ? "the input" : path);

	return FAILED;
}
