// SPDX-License-Identifier: GPL-2.0
/*
 * Memory and strings. wakectl has nothing useful to do without memory, and nothing is
 * half done while it allocates, so it ends.
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "report.h"

static void *checked(void *memory)
{
	if (!memory) {
		complain("out of memory");
		exit(FAILED);
	}

	return memory;
}

void *get_zeroed(size_t nr, size_t size)
{
	return checked(calloc(nr ? nr : 1, size));
}

void *get_more(void *old, size_t nr, size_t size)
{
	return checked(reallocarray(old, nr, size));
}

char *copy_text(const char *text)
{
	return checked(strdup(text));
}

char *copy_part(const char *text, size_t len)
{
	return checked(strndup(text, len));
}

char *format_text(const char *format, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vasprintf(&text, format, args);
	va_end(args);

	return checked(len < 0 ? NULL : text);
}
