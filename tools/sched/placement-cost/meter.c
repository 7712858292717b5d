// SPDX-License-Identifier: GPL-2.0
/*
 * A TCG plugin that counts what a function of the guest's kernel takes, each time that it
 * runs: instructions, loads, stores, cache lines.
 *
 * A window opens on a virtual CPU where the function begins and closes where one of its
 * callers runs again. Both are the beginning of a translation block, because a call's
 * target and a return address are, so that it is exact to count whole blocks: all of a
 * block's instructions run if its first one does, unless one of them faults, and the
 * kernel's scheduler does not. The emulator asks for interrupts before it calls us, and the
 * function runs with interrupts off: nothing else runs inside a window. An instruction with
 * a repeat prefix counts once for each time round, as it does for the emulator's own clock
 * (-icount).
 *
 * Example: the function is select_task_rq_fair(), the callers are try_to_wake_up(),
 * wake_up_new_task() and sched_exec(). CPU 3 runs blocks of 4, 7 and 5 instructions, the
 * first of which begins at the function's address; then one that lies inside
 * try_to_wake_up(). That is a window of 16 instructions in the group of that caller.
 *
 * Where the guest counts its decisions, in an array of rows in each CPU's data, a store
 * to row 5 gives the window the outcome 5.
 *
 * The guest says which phase of a measurement it is in by running an instruction at one of
 * a few addresses that nobody else uses; see phase.c. In phase 0 nothing is counted.
 *
 * Arguments (addresses in hexadecimal):
 *
 *   out=FILE			where the JSON goes when the emulator ends
 *   entry=ADDRESS		of the function
 *   caller=FIRST-END:NAME	where a caller lies, up to 64 times; those of one NAME are a
 *				group
 *   kernel=ADDRESS		where the kernel begins; code and data below do not count
 *   phases=ADDRESS		phase N is at ADDRESS + 16 * N
 *   phase=N			which phase it is before the guest says so (default: 0)
 *   profile=on			how often each block ran in a window, in all phases together
 *   memory=on			loads, stores and lines, too; several times slower
 *   counter=FIRST-END		code that counts decisions, up to 8 times
 *   counts=ADDRESS:ROWS:BYTES	the array's address in the image, and of how many rows of
 *				how many bytes it is; less than a page in all
 */
#include <err.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "lines.h"
#include "qemu_plugin.h"

int qemu_plugin_version = QEMU_PLUGIN_VERSION;

#define PHASE_STEP	16
#define PAGE_SIZE	4096
#define RANGES		64

struct range {
	uint64_t first;
	uint64_t end;
	unsigned int caller;
};

static struct {
	const char *out;
	uint64_t entry;
	uint64_t kernel;
	uint64_t phases;
	bool memory;
	bool profile;
	struct range caller[RANGES];
	unsigned int nr_callers;
	char *names[CALLERS];
	unsigned int nr_names;
	struct range counter[RANGES];
	unsigned int nr_counters;
	uint64_t counts;
	unsigned int rows;
	unsigned int row_bytes;
} given;

/* Of one virtual CPU, which is one thread. */
struct vcpu {
	alignas(128) bool open;
	unsigned int outcome;
	uint64_t value[METRICS];
	struct line_set *lines;
};

/* A translation block, which there may be several of at one address. */
struct block {
	struct block *next;
	uint64_t address;
	size_t instructions;
	unsigned long long runs;
};

static struct block *blocks;

static struct vcpu *vcpus;
static unsigned int nr_vcpus;
static unsigned int phase_now;
static unsigned long long reopened, overfull;

/* --- While the guest runs -------------------------------------------------------- */

static void on_block(unsigned int cpu, void *userdata)
{
	struct vcpu *v = &vcpus[cpu];

	if (v->open)
		v->value[INSTRUCTIONS] += (uintptr_t)userdata;
}

static void on_profiled_block(unsigned int cpu, void *userdata)
{
	struct block *block = userdata;

	if (vcpus[cpu].open && __atomic_load_n(&phase_now, __ATOMIC_RELAXED))
		__atomic_fetch_add(&block->runs, 1, __ATOMIC_RELAXED);
}

static void on_entry(unsigned int cpu, void *userdata)
{
	struct vcpu *v = &vcpus[cpu];

	if (v->open)
		__atomic_fetch_add(&reopened, 1, __ATOMIC_RELAXED);
	v->open = true;
	v->outcome = NO_OUTCOME;
	memset(v->value, 0, sizeof(v->value));
	if (given.memory)
		line_set_clear(v->lines);
	on_block(cpu, userdata);
}

static void on_caller(unsigned int cpu, void *userdata)
{
	unsigned int phase = __atomic_load_n(&phase_now, __ATOMIC_RELAXED);
	struct vcpu *v = &vcpus[cpu];

	if (!v->open)
		return;
	v->open = false;
	if (given.memory) {
		v->value[LINES] = v->lines->nr;
		if (v->lines->nr == LINE_SET_SIZE)
			__atomic_fetch_add(&overfull, 1, __ATOMIC_RELAXED);
	}
	if (phase)
		cells_add(phase, (uintptr_t)userdata, v->outcome, v->value,
			  given.memory ? METRICS : INSTRUCTIONS + 1);
}

static void on_phase(unsigned int cpu, void *userdata)
{
	__atomic_store_n(&phase_now, (uintptr_t)userdata, __ATOMIC_RELAXED);
}

static void touch(struct vcpu *v, unsigned int cpu, uint64_t line, bool store)
{
	uint16_t *writer = line_writer(line);
	uint16_t last = __atomic_load_n(writer, __ATOMIC_RELAXED);

	if (v->open && line_set_add(v->lines, line) && last && last != cpu + 1)
		v->value[LINES_ELSEWHERE]++;
	if (store && last != cpu + 1)
		__atomic_store_n(writer, cpu + 1, __ATOMIC_RELAXED);
}

static void on_memory(unsigned int cpu, uint32_t info, uint64_t vaddr,
		      void *userdata)
{
	bool store = qemu_plugin_mem_is_store(info);
	uint64_t last = vaddr + (1UL << qemu_plugin_mem_size_shift(info)) - 1;
	struct vcpu *v = &vcpus[cpu];

	if (vaddr < given.kernel)
		return;
	if (v->open)
		v->value[store ? STORES : LOADS]++;
	touch(v, cpu, vaddr >> LINE_SHIFT, store);
	if (last >> LINE_SHIFT != vaddr >> LINE_SHIFT)
		touch(v, cpu, last >> LINE_SHIFT, store);
}

/* A CPU's data is as far from the image's as a number of pages. */
static void on_count(unsigned int cpu, uint32_t info, uint64_t vaddr,
		     void *userdata)
{
	unsigned int row = (vaddr - given.counts) % PAGE_SIZE / given.row_bytes;
	struct vcpu *v = &vcpus[cpu];

	if (v->open && vaddr >= given.kernel && row < given.rows)
		v->outcome = row;
}

/* --- While the emulator translates ------------------------------------------------ */

static const struct range *find(const struct range *range, unsigned int nr, uint64_t address)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (address >= range[i].first && address < range[i].end)
			return &range[i];
	}
	return NULL;
}

static void count_runs(struct qemu_plugin_tb *tb)
{
	struct block *block = calloc(1, sizeof(*block));

	if (!block)
		err(2, "no memory for blocks");
	block->address = qemu_plugin_tb_vaddr(tb);
	block->instructions = qemu_plugin_tb_n_insns(tb);
	block->next = __atomic_load_n(&blocks, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&blocks, &block->next, block, true,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, on_profiled_block, QEMU_PLUGIN_CB_NO_REGS,
					     block);
}

static void on_translation(uint64_t id, struct qemu_plugin_tb *tb)
{
	uint64_t address = qemu_plugin_tb_vaddr(tb);
	size_t i, nr = qemu_plugin_tb_n_insns(tb);
	const struct range *caller;
	struct qemu_plugin_insn *insn;

	if (address >= given.phases && address < given.phases + PHASE_STEP * PHASES) {
		address -= given.phases;
		qemu_plugin_register_vcpu_tb_exec_cb(tb, on_phase, QEMU_PLUGIN_CB_NO_REGS,
						     (void *)(address / PHASE_STEP));
		return;
	}
	if (address < given.kernel)
		return;

	caller = find(given.caller, given.nr_callers, address);
	if (caller)
		qemu_plugin_register_vcpu_tb_exec_cb(tb, on_caller, QEMU_PLUGIN_CB_NO_REGS,
						     (void *)(uintptr_t)caller->caller);
	else
		qemu_plugin_register_vcpu_tb_exec_cb(tb, address == given.entry ?
						     on_entry : on_block,
						     QEMU_PLUGIN_CB_NO_REGS, (void *)nr);

	if (given.profile && !caller)
		count_runs(tb);

	for (i = 0; i < nr; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		if (given.memory)
			qemu_plugin_register_vcpu_mem_cb(insn, on_memory, QEMU_PLUGIN_CB_NO_REGS,
							 QEMU_PLUGIN_MEM_RW, NULL);
		if (find(given.counter, given.nr_counters, qemu_plugin_insn_vaddr(insn)))
			qemu_plugin_register_vcpu_mem_cb(insn, on_count, QEMU_PLUGIN_CB_NO_REGS,
							 QEMU_PLUGIN_MEM_W, NULL);
	}
}

/* --- Beginning and end -------------------------------------------------------------- */

static void print_profile(FILE *out)
{
	const struct block *block;
	const char *separator = "";
	unsigned long long runs;

	fputs(",\n\"blocks\": [", out);
	for (block = __atomic_load_n(&blocks, __ATOMIC_ACQUIRE); block; block = block->next) {
		runs = __atomic_load_n(&block->runs, __ATOMIC_RELAXED);
		if (!runs)
			continue;
		fprintf(out, "%s\n[\"%llx\", %zu, %llu]", separator,
			(unsigned long long)block->address, block->instructions, runs);
		separator = ",";
	}
	fputc(']', out);
}

static void at_exit(uint64_t id, void *userdata)
{
	FILE *out = fopen(given.out, "w");

	if (!out)
		err(2, "%s", given.out);
	fprintf(out, "{\"vcpus\": %u, \"memory\": %s, ", nr_vcpus, given.memory ? "true" : "false");
	fprintf(out, "\"reopened\": %llu, \"overfull\": %llu,\n\"phases\": ", reopened, overfull);
	cells_json((const char *const *)given.names, out);
	if (given.profile)
		print_profile(out);
	fputs("}\n", out);
	if (ferror(out) || fclose(out))
		err(2, "%s", given.out);
}

static bool parse_range(const char *value, struct range *range, unsigned int *nr,
			const char **rest)
{
	char *end;

	if (*nr == RANGES)
		return false;
	range += *nr;
	range->first = strtoull(value, &end, 16);
	if (end == value || *end != '-')
		return false;
	value = end + 1;
	range->end = strtoull(value, &end, 16);
	if (end == value || range->end <= range->first)
		return false;
	*rest = end;
	++*nr;
	return true;
}

static bool parse_caller(const char *value)
{
	struct range *range = &given.caller[given.nr_callers];
	const char *name;
	unsigned int i;

	if (!parse_range(value, given.caller, &given.nr_callers, &name) ||
	    *name++ != ':' || !*name)
		return false;
	for (i = 0; i < given.nr_names && strcmp(given.names[i], name); i++)
		;
	if (i == CALLERS)
		return false;
	if (i == given.nr_names)
		given.names[given.nr_names++] = strdup(name);
	range->caller = i;
	return true;
}

static bool parse_counts(const char *value)
{
	unsigned long long address;
	int length = 0;

	if (sscanf(value, "%llx:%u:%u%n", &address, &given.rows, &given.row_bytes,
		   &length) != 3 || value[length])
		return false;
	given.counts = address;
	return given.row_bytes && given.rows && given.rows <= OUTCOMES &&
		given.rows * given.row_bytes <= PAGE_SIZE;
}

static bool parse_address(const char *value, uint64_t *address)
{
	char *end;

	*address = strtoull(value, &end, 16);
	return end != value && !*end;
}

static bool parse_switch(const char *value, bool *on)
{
	*on = !strcmp(value, "on") || !strcmp(value, "true");
	return *on || !strcmp(value, "off") || !strcmp(value, "false");
}

static bool is(const char *argument, size_t length, const char *name)
{
	return length == strlen(name) && !strncmp(argument, name, length);
}

static bool parse(const char *argument)
{
	const char *value = strchr(argument, '='), *rest = "";
	size_t length = value ? (size_t)(value++ - argument) : 0;
	uint64_t phase;

	if (is(argument, length, "out"))
		return (given.out = strdup(value)) && *value;
	if (is(argument, length, "entry"))
		return parse_address(value, &given.entry);
	if (is(argument, length, "kernel"))
		return parse_address(value, &given.kernel);
	if (is(argument, length, "phases"))
		return parse_address(value, &given.phases);
	if (is(argument, length, "phase")) {
		if (!parse_address(value, &phase) || phase >= PHASES)
			return false;
		phase_now = phase;
		return true;
	}
	if (is(argument, length, "memory"))
		return parse_switch(value, &given.memory);
	if (is(argument, length, "profile"))
		return parse_switch(value, &given.profile);
	if (is(argument, length, "caller"))
		return parse_caller(value);
	if (is(argument, length, "counter"))
		return parse_range(value, given.counter, &given.nr_counters, &rest) && !*rest;
	if (is(argument, length, "counts"))
		return parse_counts(value);
	return false;
}

int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
	unsigned int cpu;
	int i;

	given.phases = -1ULL - PHASE_STEP * PHASES;
	for (i = 0; i < argc; i++) {
		if (!parse(argv[i])) {
			warnx("meter: cannot use the argument '%s'", argv[i]);
			return -1;
		}
	}
	if (!given.out || !given.entry || !given.nr_callers ||
	    !given.counts != !given.nr_counters) {
		warnx("meter: needs out=, entry= and caller=, and counter= with counts=");
		return -1;
	}
	if (!info->system_emulation) {
		warnx("meter: needs a whole machine, not a user program");
		return -1;
	}

	nr_vcpus = info->system.max_vcpus;
	vcpus = aligned_alloc(__alignof__(*vcpus), nr_vcpus * sizeof(*vcpus));
	if (!vcpus)
		err(2, "no memory for %u CPUs", nr_vcpus);
	memset(vcpus, 0, nr_vcpus * sizeof(*vcpus));
	for (cpu = 0; cpu < nr_vcpus; cpu++) {
		vcpus[cpu].lines = calloc(1, sizeof(*vcpus[cpu].lines));
		if (!vcpus[cpu].lines)
			err(2, "no memory for %u CPUs", nr_vcpus);
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, at_exit, NULL);
	return 0;
}
