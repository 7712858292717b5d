// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the state for programs, as a JSON object.
 */

#include <json-c/json.h>
#include <stdlib.h>

#include "json_output.h"
#include "settings.h"
#include "state.h"

static struct json_object *series_object(const struct series *series)
{
	struct json_object *object = json_object_new_object();

	json_add(object, "present", json_object_new_boolean(series->present));
	json_add(object, "version", json_text(series->version));
	json_add(object, "base", json_text(series->base));
	json_add(object, "patches", json_words(&series->patches));

	return object;
}

static struct json_object *domains_array(const struct domain *parent)
{
	struct json_object *array = json_object_new_array();

	for (int i = 0; i < parent->nr_children; i++) {
		const struct domain *domain = parent->children[i];
		struct json_object *object = json_object_new_object();

		json_add(object, "name", json_text(domain->name));
		json_add(object, "span", json_cpus(&domain->span));
		json_add(object, "of", json_cpus(&domain->owners));
		json_add(object, "flags", domain->flags_known ? json_words(&domain->flags) : NULL);
		json_add(object, "changed", json_words(&domain->overrides));
		json_add(object, "children", domains_array(domain));
		json_object_array_add(array, object);
	}

	return array;
}

static struct json_object *features_object(const struct state *state)
{
	struct json_object *object = json_object_new_object();

	for (size_t i = 0; i < state->features.nr; i++) {
		const char *setting = state->features.word[i];
		struct json_object *feature = json_object_new_object();
		bool on = feature_is_on(setting);

		json_add(feature, "on", json_object_new_boolean(on));
		if (state->defaults.nr)
			json_add(feature, "changed",
				 json_object_new_boolean(feature_changed(state, setting)));
		json_add(object, feature_name(setting), feature);
	}

	return object;
}

static struct json_object *choices_object(const struct state *state)
{
	struct json_object *object;

	if (!state->choices)
		return NULL;

	object = json_object_new_object();
	for (int i = 0; i < state->nr_choices; i++)
		json_add(object, state->choices[i].name, json_text(state->choices[i].value));

	return object;
}

void show_json(const struct state *state)
{
	struct json_object *object = json_object_new_object();
	struct cpus alone = topology_without_domain(&state->topology);

	json_add(object, "kernel", json_text(state->release));
	json_add(object, "series", series_object(&state->series));
	json_add(object, "online", json_cpus(&state->topology.online));
	json_add(object, "without_domain", json_cpus(&alone));
	json_add(object, "domains", domains_array(&state->topology.top));
	json_add(object, "features", features_object(state));
	json_add(object, "flags_written", json_words(&state->overrides));
	json_add(object, "kconfig", choices_object(state));
	json_print(object, true);
}
