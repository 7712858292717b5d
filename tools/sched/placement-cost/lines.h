/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cache lines of the guest, by virtual address: which ones a window has touched, and
 * which virtual CPU wrote to each last.
 *
 * The kernel reaches what it places tasks by at one address only, so that a virtual
 * address is as good as a physical one. There is no cache here, only its lines: one that
 * another CPU wrote last counts as that CPU's even if this one has read it since.
 */
#ifndef PLACEMENT_COST_LINES_H
#define PLACEMENT_COST_LINES_H

#include <stdbool.h>
#include <stdint.h>

#define LINE_SHIFT	6
#define LINE_SET_SIZE	16384

/**
 * struct line_set - the lines that one window touched
 * @round:	the window; what others left in @slot does not count
 * @nr:		how many lines
 * @slot:	a hash table with open addressing
 */
struct line_set {
	uint32_t round;
	uint32_t nr;
	struct {
		uint64_t line;
		uint32_t round;
	} slot[LINE_SET_SIZE];
};

/**
 * line_set_clear() - forget all lines
 * @set:	the set; all zeroes is one that was never cleared
 */
void line_set_clear(struct line_set *set);

/**
 * line_set_add() - put a line in
 * @set:	the set
 * @line:	address >> LINE_SHIFT
 *
 * Return: true if the line was not there. A set that is full stays as it is, with @set->nr
 * at LINE_SET_SIZE, and returns false.
 */
bool line_set_add(struct line_set *set, uint64_t line);

/**
 * line_writer() - where the last writer of a line stands
 * @line:	address >> LINE_SHIFT, of the upper half of the address space or the lowest GiB
 *
 * Return: a number that is 0 until the caller writes it. Threads may race for it, as CPUs
 * do for the line. Ends the process if there is no memory.
 */
uint16_t *line_writer(uint64_t line);

#endif /* PLACEMENT_COST_LINES_H */
