// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the state for people: domains as a tree, the widest first, and what has been
 * changed with a star.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "state.h"

#define LINE_WIDTH	80

/* Prints words in lines of LINE_WIDTH, each of which begins with @indent blanks. */
static void print_filled(const struct words *words, int indent)
{
	int column = 0;

	for (size_t i = 0; i < words->nr; i++) {
		int len = strlen(words->word[i]);

		if (column && column + 1 + len > LINE_WIDTH) {
			putchar('\n');
			column = 0;
		}
		column += printf("%*s%s", column ? 1 : indent, "", words->word[i]);
	}
	if (column)
		putchar('\n');
}

static void print_series(const struct state *state)
{
	const struct series *series = &state->series;

	printf("kernel    %s\n", state->release);
	if (!series->present) {
		puts("series    none");
		return;
	}

	printf("series    %s", series->version ? series->version : "of unknown version");
	if (series->base)
		printf(" on %s, %zu patches", series->base, series->patches.nr);
	putchar('\n');
}

/* Flags in effect, and those that were cleared; both with a star if written. */
static void print_flags(const struct domain *domain)
{
	for (size_t i = 0; i < domain->flags.nr; i++) {
		const char *flag = domain->flags.word[i];
		char *set = format_text("+%s", flag);

		printf(" %s%s", flag, words_have(&domain->overrides, set) ? "*" : "");
		free(set);
	}
	for (size_t i = 0; i < domain->overrides.nr; i++) {
		if (domain->overrides.word[i][0] == '-')
			printf(" %s*", domain->overrides.word[i]);
	}
	if (!domain->flags_known)
		printf(" (flags unknown)");
}

static void print_domain(const struct domain *domain, int depth)
{
	char *span = cpus_format(&domain->span);
	int width = printf("%*s%s", 2 * depth, "", domain->name ? domain->name : "domain");

	printf("%*s %-8s", width < 14 ? 14 - width : 0, "", span);
	print_flags(domain);
	if (!cpus_same(&domain->span, &domain->owners)) {
		char *owners = cpus_format(&domain->owners);

		printf(" (of CPU %s)", owners);
		free(owners);
	}
	putchar('\n');
	free(span);

	for (int i = 0; i < domain->nr_children; i++)
		print_domain(domain->children[i], depth + 1);
}

static void print_topology(const struct topology *topology)
{
	struct cpus rest = topology_without_domain(topology);
	char *online = cpus_format(&topology->online);

	printf("\ndomains of CPUs %s\n", online);
	free(online);

	for (int i = 0; i < topology->top.nr_children; i++)
		print_domain(topology->top.children[i], 1);

	if (cpus_count(&rest)) {
		char *list = cpus_format(&rest);

		printf("  no domain    %s\n", list);
		free(list);
	}
}

static void print_features(const struct state *state)
{
	struct words shown = {};

	puts("\nfeatures");
	for (size_t i = 0; i < state->features.nr; i++) {
		const char *feature = state->features.word[i];
		const char *star = feature_changed(state, feature) ? "*" : "";
		char *word = format_text("%s%s", feature, star);

		words_add(&shown, word);
		free(word);
	}
	if (shown.nr)
		print_filled(&shown, 2);
	else
		puts("  unknown");
	words_free(&shown);
}

static void print_overrides(const struct state *state)
{
	if (!state->overrides.nr)
		return;

	puts("\nflags written");
	print_filled(&state->overrides, 2);
}

static void print_choices(const struct state *state)
{
	struct words shown = {};

	puts("\nKconfig");
	if (!state->choices) {
		puts("  unknown: neither /proc/config.gz nor a file in /boot can be read");
		return;
	}

	for (int i = 0; i < state->nr_choices; i++) {
		const char *value = state->choices[i].value;
		char *word = format_text("%s=%s", state->choices[i].name, value ? value : "n");

		words_add(&shown, word);
		free(word);
	}
	print_filled(&shown, 2);
	words_free(&shown);
}

void show_text(const struct state *state)
{
	print_series(state);
	print_topology(&state->topology);
	print_overrides(state);
	print_features(state);
	print_choices(state);
	puts("\n* is not as by default");
}
