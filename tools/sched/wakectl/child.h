/* SPDX-License-Identifier: GPL-2.0 */
/* COMMAND, which runs while wakectl looks on. */
#ifndef WAKECTL_CHILD_H
#define WAKECTL_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "report.h"

pid_t child_start(char **command);
bool child_is_done(pid_t pid, int *status);
enum result child_judge(const char *name, int status);
void child_end(pid_t pid);

#endif /* WAKECTL_CHILD_H */
