/* SPDX-License-Identifier: GPL-2.0 */
/* Command lines. */
#ifndef WAKECTL_OPTIONS_H
#define WAKECTL_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>

#include "report.h"

/**
 * struct command - a subcommand
 * @name: its name
 * @run: runs it; argv[0] is its name
 * @summary: what it does, in one line
 * @help: how to call it
 */
struct command {
	const char	*name;
	enum result	(*run)(int argc, char **argv);
	const char	*summary;
	const char	*help;
};

extern const struct command show_command, set_command, reset_command, save_command,
			    load_command, profiles_command, stat_command, trace_command,
			    map_command;

/* What next_option() returns if not an option. */
#define OPTIONS_END	(-1)
#define OPTIONS_BAD	0

int next_option(const struct command *command, int argc, char **argv, const char *shorts,
		const struct option *longs);
enum result check_words(const struct command *command, int nr, int least, int most);
char **cut_command(int *argc, char **argv);
bool parse_number(const char *text, double least, double most, double *number);
bool parse_count(const char *text, unsigned long *count);

#endif /* WAKECTL_OPTIONS_H */
