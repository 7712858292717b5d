// SPDX-License-Identifier: GPL-2.0
/*
 * Finds out, before anything is done, whether what a command needs is there. If not,
 * says what is missing and what to do about it.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "files.h"
#include "words.h"

bool series_is_there(void)
{
	return is_there(SETTINGS_FILE);
}

enum result need_series(void)
{
	if (series_is_there())
		return DONE;

	if (!is_there("/proc/sys")) {
		complain("/proc is not mounted; run: mount -t proc none /proc");
		return FAILED;
	}

	complain("the placement series is not in this kernel (no %s); boot one that has it",
		 SETTINGS_FILE);

	return NO_SERIES;
}

/*
 * A file system that is not mounted leaves an empty folder, or none. Return: 0, ENODEV if it
 * is not mounted, or an errno.
 */
static int look_into(const char *mount_point)
{
	struct words names = {};
	int err = list_folder(mount_point, &names);

	if (err == ENOENT || (!err && !names.nr))
		err = ENODEV;
	words_free(&names);

	return err;
}

enum result need_sched_debugfs(void)
{
	const char *mount_point = "/sys/kernel/debug";
	int err = look_into(mount_point);

	if (err == ENODEV) {
		complain("debugfs is not mounted; run: mount -t debugfs none %s", mount_point);
		return NOT_MOUNTED;
	}
	if (err)
		return complain_of_file("read", mount_point, err);

	if (!is_there(SCHED_DIR)) {
		complain("there is no %s; the kernel lacks CONFIG_SCHED_DEBUG", SCHED_DIR);
		return FAILED;
	}

	return DONE;
}

/* Where tracefs is goes to @dir, to be freed. */
enum result need_tracefs(char **dir)
{
	static const char * const places[] = {
		"/sys/kernel/tracing", "/sys/kernel/debug/tracing",
	};
	int err = ENODEV;

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		int new = look_into(places[i]);

		if (!new) {
			*dir = real_path(places[i]);
			return DONE;
		}
		if (err == ENODEV)
			err = new;
	}

	if (err != ENODEV)
		return complain_of_file("read", places[0], err);

	complain("tracefs is not mounted; run: mount -t tracefs none %s", places[0]);

	return NOT_MOUNTED;
}

/* Reads a --cpus option. The kernel says which CPUs there can be, if it does. */
enum result need_cpus(const char *list, struct cpus *cpus)
{
	struct cpus possible;
	char *text;
	int cpu;

	if (!*list || !cpus_parse_list(list, cpus)) {
		complain("'%s' is no list of CPUs; one looks like 0-3,8", list);
		return USAGE;
	}

	text = read_line("/sys/devices/system/cpu/possible");
	if (!text)
		return DONE;

	if (!cpus_parse_list(text, &possible))
		possible = *cpus;
	cpu = cpus_first_missing(cpus, &possible);
	if (cpu >= 0)
		complain("there is no CPU %d; this machine has %s", cpu, text);
	free(text);

	return cpu < 0 ? DONE : USAGE;
}
