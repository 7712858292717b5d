// SPDX-License-Identifier: GPL-2.0
/*
 * wakectl: sees and sets how the kernel places tasks that wake up, are forked or call
 * exec(). This file finds the subcommand; each has a file of its own.
 */

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "report.h"
#include "suggest.h"
#include "words.h"

static const struct command * const commands[] = {
	&show_command, &set_command, &reset_command, &save_command, &load_command,
	&profiles_command, &stat_command, &trace_command, &map_command,
};

#define NR_COMMANDS	(sizeof(commands) / sizeof(*commands))

static void print_help(void)
{
	puts("usage: wakectl COMMAND [WORD...]\n\n"
	     "Sees and sets how the kernel places tasks that wake up, are forked or call exec().\n");
	for (size_t i = 0; i < NR_COMMANDS; i++)
		printf("  %-10s%s\n", commands[i]->name, commands[i]->summary);
	puts("\n"
	     "  --help    this; wakectl COMMAND --help tells more\n"
	     "  --version the version of wakectl\n\n"
	     "exit code: 0 done               1 the kernel refused, or something failed\n"
	     "           2 wrong words        3 the series is not in this kernel\n"
	     "           4 no permission      5 debugfs or tracefs is not mounted");
}

static enum result refuse_command(const char *name)
{
	struct words names = {};
	const char *meant;

	for (size_t i = 0; i < NR_COMMANDS; i++)
		words_add(&names, commands[i]->name);
	meant = nearest(name, &names);
	complain("there is no command '%s'; %s%s%s", name, meant ? "did you mean '" : "",
		 meant ? meant : "see: wakectl --help", meant ? "'?" : "");
	words_free(&names);

	return USAGE;
}

int main(int argc, char **argv)
{
	/* A reader that has seen enough is found out by the write. */
	signal(SIGPIPE, SIG_IGN);

	if (argc < 2) {
		complain("a command is missing; see: wakectl --help");
		return USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
		print_help();
		return flush_output();
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("wakectl " WAKECTL_VERSION);
		return flush_output();
	}

	for (size_t i = 0; i < NR_COMMANDS; i++) {
		enum result result, flushed;

		if (strcmp(argv[1], commands[i]->name))
			continue;
		result = commands[i]->run(argc - 1, argv + 1);
		flushed = flush_output();
		return result ? result : flushed;
	}

	return refuse_command(argv[1]);
}
