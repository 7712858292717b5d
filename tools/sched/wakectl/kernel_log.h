/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel logs about a write. */
#ifndef WAKECTL_KERNEL_LOG_H
#define WAKECTL_KERNEL_LOG_H

int kernel_log_open(void);
char *kernel_log_reason(int log);

#endif /* WAKECTL_KERNEL_LOG_H */
