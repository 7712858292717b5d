// SPDX-License-Identifier: GPL-2.0
/*
 * Reads and writes the kernel's files. If the environment variable WAKECTL_ROOT is
 * set, it names a folder that stands for /, so that wakectl can be tested without the
 * kernel it is for. Only absolute paths that wakectl knows by itself are redirected,
 * not those that a user names.
 *
 * Functions return 0 or an errno, if not said otherwise.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "memory.h"

#define READ_STEP	4096

/* Return: where @path is, to be freed. */
char *real_path(const char *path)
{
	const char *root = getenv("WAKECTL_ROOT");

	return format_text("%s%s", root ? root : "", path);
}

bool is_there(const char *path)
{
	char *real = real_path(path);
	bool there = !access(real, F_OK);

	free(real);

	return there;
}

static int read_all(int fd, char **text, size_t *len)
{
	char *buffer = NULL;
	size_t used = 0;

	for (;;) {
		ssize_t got;

		buffer = get_more(buffer, used + READ_STEP + 1, 1);
		got = read(fd, buffer + used, READ_STEP);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			free(buffer);
			return errno;
		}
		if (!got)
			break;
		used += got;
	}

	buffer[used] = '\0';
	*text = buffer;
	*len = used;

	return 0;
}

/* Reads all of a file that a user named. NUL is put behind it. */
int read_path(const char *path, char **text, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err;

	if (fd < 0)
		return errno;

	err = read_all(fd, text, len);
	close(fd);

	return err;
}

/* Reads all of one of the kernel's files. */
int read_file(const char *path, char **text)
{
	char *real = real_path(path);
	size_t len;
	int err = read_path(real, text, &len);

	free(real);

	return err;
}

/* Return: the file without the line's end, to be freed; NULL if it cannot be read. */
char *read_line(const char *format, ...)
{
	char *path, *text;
	va_list args;
	int err;

	va_start(args, format);
	err = vasprintf(&path, format, args) < 0 ? ENOMEM : 0;
	va_end(args);
	if (err)
		return NULL;

	err = read_file(path, &text);
	free(path);
	if (err)
		return NULL;

	text[strcspn(text, "\n")] = '\0';

	return text;
}

/* Writes @text with a single write(), as the kernel takes all of it or nothing. */
int write_file(const char *path, const char *text)
{
	char *real = real_path(path);
	int fd = open(real, O_WRONLY | O_CLOEXEC), err = 0;
	ssize_t written;

	free(real);
	if (fd < 0)
		return errno;

	do {
		written = write(fd, text, strlen(text));
	} while (written < 0 && errno == EINTR);
	if (written < 0)
		err = errno;
	else if ((size_t)written < strlen(text))
		err = EIO;
	close(fd);

	return err;
}

/* Adds the names in a folder to @names, sorted. */
int list_folder(const char *path, struct words *names)
{
	char *real = real_path(path);
	DIR *dir = opendir(real);
	struct dirent *entry;

	free(real);
	if (!dir)
		return errno;

	while ((entry = readdir(dir))) {
		if (entry->d_name[0] != '.')
			words_add(names, entry->d_name);
	}
	closedir(dir);
	words_sort(names);

	return 0;
}
