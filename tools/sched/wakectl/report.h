/* SPDX-License-Identifier: GPL-2.0 */
/* How wakectl ends, and how it says why. */
#ifndef WAKECTL_REPORT_H
#define WAKECTL_REPORT_H

/**
 * enum result - exit codes, which the man page documents
 * @DONE: all went well
 * @FAILED: the kernel refused, or something else failed
 * @USAGE: the words on the command line, or a profile, are wrong
 * @NO_SERIES: the series is not in this kernel
 * @NO_PERMISSION: it is for root
 * @NOT_MOUNTED: debugfs or tracefs is not mounted
 */
enum result {
	DONE,
	FAILED,
	USAGE,
	NO_SERIES,
	NO_PERMISSION,
	NOT_MOUNTED,
};

[[gnu::format(printf, 1, 2)]] void complain(const char *format, ...);
enum result complain_of_file(const char *what, const char *path, int err);
enum result flush_output(void);

#endif /* WAKECTL_REPORT_H */
