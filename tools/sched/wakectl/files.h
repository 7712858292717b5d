/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's files, which WAKECTL_ROOT can redirect. */
#ifndef WAKECTL_FILES_H
#define WAKECTL_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "report.h"
#include "words.h"

#define SETTINGS_FILE	"/proc/sys/kernel/sched_placement"
#define COUNTING_FILE	"/proc/sys/kernel/sched_placement_stats"
#define SCHED_DIR	"/sys/kernel/debug/sched"

char *real_path(const char *path);
bool is_there(const char *path);
int read_path(const char *path, char **text, size_t *len);
int read_file(const char *path, char **text);
[[gnu::format(printf, 1, 2)]] char *read_line(const char *format, ...);
int write_file(const char *path, const char *text);
int list_folder(const char *path, struct words *names);

#endif /* WAKECTL_FILES_H */
