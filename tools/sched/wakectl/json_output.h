/* SPDX-License-Identifier: GPL-2.0 */
/* Our types as JSON. */
#ifndef WAKECTL_JSON_OUTPUT_H
#define WAKECTL_JSON_OUTPUT_H

#include <json-c/json.h>
#include <stdbool.h>

#include "cpulist.h"
#include "words.h"

struct json_object *json_text(const char *text);
struct json_object *json_words(const struct words *words);
struct json_object *json_cpus(const struct cpus *cpus);
struct json_object *json_rounded(double number, int digits);
void json_add(struct json_object *object, const char *name, struct json_object *value);
void json_print(struct json_object *object, bool pretty);

#endif /* WAKECTL_JSON_OUTPUT_H */
