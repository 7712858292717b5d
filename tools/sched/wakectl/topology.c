// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the scheduling domains of each CPU and makes a tree of them, the widest at
 * the top. CPUs whose domains are alike, all the way down, share a branch.
 *
 * debugfs has names, flags and spans of domains. A kernel without the series has no
 * spans there, and no domains at all unless the scheduler is verbose; /proc/schedstat
 * then has the spans.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "memory.h"
#include "topology.h"

#define LEVELS_MAX	16

/* What /proc/schedstat says of one CPU. */
struct spans {
	struct cpus	span[LEVELS_MAX];
	int		nr;
};

static void domain_free(struct domain *domain)
{
	if (!domain)
		return;

	for (int i = 0; i < domain->nr_children; i++)
		domain_free(domain->children[i]);
	free(domain->children);
	free(domain->name);
	words_free(&domain->flags);
	words_free(&domain->overrides);
	free(domain);
}

static void read_online(struct cpus *online)
{
	char *text = read_line("/sys/devices/system/cpu/online");

	if (!text || !cpus_parse_list(text, online))
		memset(online, 0, sizeof(*online));
	free(text);
}

/* Lines "domainM MASK NUMBER..." follow the line "cpuN ..." */
static void read_spans(const char *schedstat, int cpu, struct spans *spans)
{
	char *begin = format_text("\ncpu%d ", cpu);
	const char *at = strstr(schedstat, begin);

	spans->nr = 0;
	free(begin);
	if (!at)
		return;

	while ((at = strchr(at + 1, '\n')) && !strncmp(at, "\ndomain", 7)) {
		const char *mask = strchr(at, ' ');
		char *word;
		bool good;

		if (!mask || spans->nr == LEVELS_MAX)
			return;
		word = copy_part(mask + 1, strcspn(mask + 1, "\n "));
		good = cpus_parse_mask(word, &spans->span[spans->nr]);
		free(word);
		if (!good)
			return;
		spans->nr++;
	}
}

static void split_line(struct words *words, char *line)
{
	if (line)
		words_split(words, line, "\n ");
	free(line);
}

/* Return: the domain, or NULL if neither source has its span. */
static struct domain *read_domain(int cpu, int level, const struct spans *spans)
{
	struct domain *domain = get_zeroed(1, sizeof(*domain));
	char *dir = format_text(SCHED_DIR "/domains/cpu%d/domain%d", cpu, level);
	char *list = read_line("%s/cpus", dir), *flags = read_line("%s/flags", dir);
	bool known = list && cpus_parse_list(list, &domain->span);

	if (!known && level < spans->nr) {
		domain->span = spans->span[level];
		known = true;
	}

	domain->name = read_line("%s/name", dir);
	domain->flags_known = flags;
	split_line(&domain->flags, flags);
	split_line(&domain->overrides, read_line("%s/overrides", dir));
	cpus_set(&domain->owners, cpu);
	free(list);
	free(dir);

	if (known)
		return domain;

	domain_free(domain);

	return NULL;
}

static bool same_words(const struct words *a, const struct words *b)
{
	if (a->nr != b->nr)
		return false;

	for (size_t i = 0; i < a->nr; i++) {
		if (strcmp(a->word[i], b->word[i]))
			return false;
	}

	return true;
}

static bool alike(const struct domain *a, const struct domain *b)
{
	if (!a->name != !b->name || (a->name && strcmp(a->name, b->name)))
		return false;

	return cpus_same(&a->span, &b->span) && a->flags_known == b->flags_known &&
	       same_words(&a->flags, &b->flags) && same_words(&a->overrides, &b->overrides);
}

/* Puts @domain below @parent. Return: where it is there; @domain may be gone. */
static struct domain *put_below(struct domain *parent, struct domain *domain)
{
	for (int i = 0; i < parent->nr_children; i++) {
		struct domain *child = parent->children[i];

		if (alike(child, domain)) {
			cpus_add(&child->owners, &domain->owners);
			domain_free(domain);
			return child;
		}
	}

	parent->children = get_more(parent->children, parent->nr_children + 1,
				    sizeof(*parent->children));
	parent->children[parent->nr_children++] = domain;

	return domain;
}

static void add_cpu(struct topology *topology, int cpu, const char *schedstat)
{
	struct domain *chain[LEVELS_MAX], *parent = &topology->top;
	struct spans *spans = get_zeroed(1, sizeof(*spans));
	int nr = 0;

	read_spans(schedstat, cpu, spans);
	while (nr < LEVELS_MAX) {
		chain[nr] = read_domain(cpu, nr, spans);
		if (!chain[nr])
			break;
		nr++;
	}
	free(spans);

	while (nr--)
		parent = put_below(parent, chain[nr]);
}

void topology_read(struct topology *topology)
{
	char *schedstat;

	memset(topology, 0, sizeof(*topology));
	if (read_file("/proc/schedstat", &schedstat))
		schedstat = copy_text("");

	read_online(&topology->online);
	for (int cpu = -1; (cpu = cpus_next(&topology->online, cpu + 1)) >= 0;)
		add_cpu(topology, cpu, schedstat);
	free(schedstat);
}

void topology_free(struct topology *topology)
{
	for (int i = 0; i < topology->top.nr_children; i++)
		domain_free(topology->top.children[i]);
	free(topology->top.children);
}

static const struct domain *child_of(const struct domain *domain, int cpu)
{
	for (int i = 0; i < domain->nr_children; i++) {
		if (cpus_have(&domain->children[i]->owners, cpu))
			return domain->children[i];
	}

	return NULL;
}

/* The CPUs that share the last level cache with @cpu, as domains tell; at least itself. */
struct cpus topology_llc(const struct topology *topology, int cpu)
{
	const struct domain *domain = &topology->top;
	struct cpus alone = {};

	while ((domain = child_of(domain, cpu))) {
		if (words_have(&domain->flags, "SD_SHARE_LLC"))
			return domain->span;
	}
	cpus_set(&alone, cpu);

	return alone;
}

/* Online CPUs that balance with no other: isolated ones, and the only one. */
struct cpus topology_without_domain(const struct topology *topology)
{
	struct cpus rest = topology->online;

	for (int i = 0; i < topology->top.nr_children; i++)
		cpus_remove(&rest, &topology->top.children[i]->owners);

	return rest;
}
