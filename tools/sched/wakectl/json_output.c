// SPDX-License-Identifier: GPL-2.0
/*
 * Our types as JSON, and how it is printed.
 */

#include <stdio.h>
#include <stdlib.h>

#include "json_output.h"
#include "memory.h"

/* What is not known is null. */
struct json_object *json_text(const char *text)
{
	return text ? json_object_new_string(text) : NULL;
}

struct json_object *json_words(const struct words *words)
{
	struct json_object *array = json_object_new_array();

	for (size_t i = 0; i < words->nr; i++)
		json_object_array_add(array, json_text(words->word[i]));

	return array;
}

struct json_object *json_cpus(const struct cpus *cpus)
{
	char *list = cpus_format(cpus);
	struct json_object *text = json_text(list);

	free(list);

	return text;
}

struct json_object *json_rounded(double number, int digits)
{
	char *text = format_text("%.*f", digits, number);
	struct json_object *object = json_object_new_double_s(number, text);

	free(text);

	return object;
}

/* @value belongs to @object then. */
void json_add(struct json_object *object, const char *name, struct json_object *value)
{
	json_object_object_add(object, name, value);
}

/* Prints @object, and frees it. One that is not pretty takes one line. */
void json_print(struct json_object *object, bool pretty)
{
	puts(json_object_to_json_string_ext(object, JSON_C_TO_STRING_NOSLASHESCAPE |
					    (pretty ? JSON_C_TO_STRING_PRETTY |
						      JSON_C_TO_STRING_SPACED :
						      JSON_C_TO_STRING_PLAIN)));
	json_object_put(object);
}
