// SPDX-License-Identifier: GPL-2.0
/*
 * One line on stderr for each thing that goes wrong. Lines begin with the name of
 * the tool, so that they can be told from what a COMMAND prints.
 */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report.h"

void complain(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("wakectl: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

/* @what was tried with the file @path, which failed with the errno @err. */
enum result complain_of_file(const char *what, const char *path, int err)
{
	if (err == EACCES || err == EPERM) {
		complain("no permission to %s %s; try again as root", what, path);
		return NO_PERMISSION;
	}

	complain("cannot %s %s: %s", what, path, strerror(err));

	return FAILED;
}

/* What was printed is not done before it is written. */
enum result flush_output(void)
{
	if (!fflush(stdout) && !ferror(stdout))
		return DONE;

	if (errno == EPIPE)
		return DONE;

	complain("cannot write the output: %s", strerror(errno));

	return FAILED;
}
