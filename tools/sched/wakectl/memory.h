/* SPDX-License-Identifier: GPL-2.0 */
/* Memory and strings, where running out of memory ends the program. */
#ifndef WAKECTL_MEMORY_H
#define WAKECTL_MEMORY_H

#include <stddef.h>

#include "report.h"

void *get_zeroed(size_t nr, size_t size);
void *get_more(void *old, size_t nr, size_t size);
char *copy_text(const char *text);
char *copy_part(const char *text, size_t len);
[[gnu::format(printf, 1, 2)]] char *format_text(const char *format, ...);

#endif /* WAKECTL_MEMORY_H */
