/* SPDX-License-Identifier: GPL-2.0 */
/* Whether what a command needs is there. */
#ifndef WAKECTL_ACCESS_H
#define WAKECTL_ACCESS_H

#include <stdbool.h>

#include "cpulist.h"
#include "report.h"

bool series_is_there(void);
enum result need_series(void);
enum result need_sched_debugfs(void);
enum result need_tracefs(char **dir);
enum result need_cpus(const char *list, struct cpus *cpus);

#endif /* WAKECTL_ACCESS_H */
