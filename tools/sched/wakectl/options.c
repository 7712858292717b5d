// SPDX-License-Identifier: GPL-2.0
/*
 * getopt_long() with one clear line where an option is wrong, and --help for all
 * commands alike.
 */

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "report.h"

/**
 * next_option() - get the next option from the command line
 * @command: whose it is
 * @argc: number of words
 * @argv: the words
 * @shorts: short options as for getopt(), beginning with ':', and with an h
 * @longs: long options, with --help as h
 *
 * --help is printed, and ends the program.
 *
 * Return: the option; OPTIONS_END; or OPTIONS_BAD after saying what is wrong.
 */
int next_option(const struct command *command, int argc, char **argv, const char *shorts,
		const struct option *longs)
{
	int option;

	opterr = 0;
	option = getopt_long(argc, argv, shorts, longs, NULL);
	switch (option) {
	case 'h':
		fputs(command->help, stdout);
		exit(flush_output());
	case ':':
		complain("'%s' needs a value; see: wakectl %s --help", argv[optind - 1],
			 command->name);
		return OPTIONS_BAD;
	case '?':
		if (optopt && optopt < 256 && strncmp(argv[optind - 1], "--", 2))
			complain("'%s' has no option '-%c'; see: wakectl %s --help",
				 command->name,
				 optopt, command->name);
		else
			complain("'%s' has no option '%s'; see: wakectl %s --help",
				 command->name,
				 argv[optind - 1], command->name);
		return OPTIONS_BAD;
	}

	return option;
}

/* Whether the number of words that are no options is right. */
enum result check_words(const struct command *command, int nr, int least, int most)
{
	if (nr >= least && nr <= most)
		return DONE;

	complain("'%s' has too %s words; see: wakectl %s --help", command->name,
		 nr < least ? "few" : "many", command->name);

	return USAGE;
}

/* Return: the words after "--", which are cut from @argv; NULL if there is no "--". */
char **cut_command(int *argc, char **argv)
{
	for (int i = 1; i < *argc; i++) {
		if (strcmp(argv[i], "--"))
			continue;
		argv[i] = NULL;
		*argc = i;
		return argv + i + 1;
	}

	return NULL;
}

bool parse_number(const char *text, double least, double most, double *number)
{
	char *end;

	errno = 0;
	*number = strtod(text, &end);

	return end != text && !*end && !errno && isfinite(*number) && *number >= least &&
	       *number <= most;
}

/* A whole number above 0. */
bool parse_count(const char *text, unsigned long *count)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;

	errno = 0;
	*count = strtoul(text, &end, 10);

	return !*end && !errno && *count;
}
