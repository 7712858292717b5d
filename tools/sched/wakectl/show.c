// SPDX-License-Identifier: GPL-2.0
/*
 * wakectl show: what holds in the kernel. On one without the series it shows what is
 * there, too, and says with its exit code that the series is not.
 */

#include <stdio.h>

#include "access.h"
#include "options.h"
#include "state.h"

static const struct option options[] = {
	{ "json", no_argument, NULL, 'j' },
	{ "help", no_argument, NULL, 'h' },
	{}
};

static enum result run(int argc, char **argv)
{
	enum result result, debugfs;
	struct state state;
	bool json = false;
	int option;

	while ((option = next_option(&show_command, argc, argv, ":hj", options)) != -1) {
		if (option == OPTIONS_BAD)
			return USAGE;
		json = true;
	}
	result = check_words(&show_command, argc - optind, 0, 0);
	if (result)
		return result;

	debugfs = need_sched_debugfs();
	state_read(&state);
	if (json)
		show_json(&state);
	else
		show_text(&state);
	fflush(stdout);
	state_free(&state);

	result = need_series();

	return result ? result : debugfs;
}

const struct command show_command = {
	.name = "show",
	.run = run,
	.summary = "show domains, flags, features and the series; what was changed has a star",
	.help =
	"usage: wakectl show [--json]\n"
	"\n"
	"  -j, --json    one JSON object\n"
	"  -h, --help\n",
};
