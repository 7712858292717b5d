// SPDX-License-Identifier: GPL-2.0
/*
 * Tells the meter which phase the guest is in, by running an instruction at the address
 * that stands for it: phase N. Without an emulator that looks, it does nothing.
 */
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PHASES		256
#define PHASE_STEP	16

int main(int argc, char **argv)
{
	unsigned long phase;
	char *code, *end;

	if (argc != 2)
		errx(2, "usage: phase NUMBER");
	phase = strtoul(argv[1], &end, 10);
	if (end == argv[1] || *end || phase >= PHASES)
		errx(2, "a phase is a number from 0 to %d, not '%s'", PHASES - 1, argv[1]);
	code = mmap((void *)PHASES_AT, PHASES * PHASE_STEP, PROT_READ | PROT_WRITE | PROT_EXEC,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (code == MAP_FAILED)
		err(2, "the address of the phases");
	memset(code, 0xc3 /* ret */, PHASES * PHASE_STEP);
	((void (*)(void))(code + phase * PHASE_STEP))();
	return 0;
}
