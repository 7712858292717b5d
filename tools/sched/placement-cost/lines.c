// SPDX-License-Identifier: GPL-2.0
/*
 * A set for the lines of a window, and a table of two levels for the writers: a GiB of
 * the guest takes 32 MiB of address space, and memory only where there is a writer.
 */
#include <err.h>
#include <stddef.h>
#include <sys/mman.h>

#include "lines.h"

#define LEAF_SHIFT	(30 - LINE_SHIFT)
#define LEAF_LINES	16777216UL
#define LEAVES		262144UL

static uint16_t *leaves[LEAVES];

void line_set_clear(struct line_set *set)
{
	set->round++;
	set->nr = 0;
}

bool line_set_add(struct line_set *set, uint64_t line)
{
	uint32_t at = (line * 0x9e3779b97f4a7c15ULL) >> 50;

	if (set->nr == LINE_SET_SIZE)
		return false;
	while (set->slot[at].round == set->round) {
		if (set->slot[at].line == line)
			return false;
		at = (at + 1) % LINE_SET_SIZE;
	}
	set->slot[at].line = line;
	set->slot[at].round = set->round;
	set->nr++;
	return true;
}

uint16_t *line_writer(uint64_t line)
{
	uint16_t **place = &leaves[(line >> LEAF_SHIFT) % LEAVES];
	uint16_t *leaf = __atomic_load_n(place, __ATOMIC_ACQUIRE);
	uint16_t *other = NULL;

	if (!leaf) {
		leaf = mmap(NULL, LEAF_LINES * sizeof(*leaf), PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (leaf == MAP_FAILED)
			err(2, "no memory for the writers of cache lines");
		if (!__atomic_compare_exchange_n(place, &other, leaf, false,
						 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			munmap(leaf, LEAF_LINES * sizeof(*leaf));
			leaf = other;
		}
	}
	return leaf + line % LEAF_LINES;
}
