// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel tells in its log why it refused settings. It is opened before the write,
 * at its end, and read after it, so that what is found belongs to the write.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "kernel_log.h"
#include "memory.h"

#define RECORD_MAX	8192
#define PREFIX		"sched_placement: "

/* Return: a file descriptor, or an errno as a negative number. */
int kernel_log_open(void)
{
	char *path = real_path("/dev/kmsg");
	int log = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	int err = log < 0 ? errno : 0;

	free(path);
	if (err)
		return -err;

	/* What does not seek is no log, but has no past either. */
	lseek(log, 0, SEEK_END);

	return log;
}

/* The text after the prefix in a record "PRIORITY,...;TEXT\n KEY=VALUE\n". */
static char *reason_in(char *record)
{
	char *text = strchr(record, ';');

	text = text ? text + 1 : record;
	text[strcspn(text, "\n")] = '\0';
	if (strncmp(text, PREFIX, strlen(PREFIX)))
		return NULL;

	return copy_text(text + strlen(PREFIX));
}

/* Return: the first reason since the log was opened, to be freed, or NULL. */
char *kernel_log_reason(int log)
{
	char record[RECORD_MAX], *reason = NULL;

	while (!reason) {
		ssize_t len = read(log, record, sizeof(record) - 1);

		if (len < 0 && (errno == EPIPE || errno == EINTR))
			continue;	/* records were overwritten meanwhile */
		if (len <= 0)
			break;
		record[len] = '\0';
		reason = reason_in(record);
	}

	return reason;
}
