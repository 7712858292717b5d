/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's test harness ends a test with alarm() after so many seconds. The debug
 * kernel takes a multiple of the time for everything; build-selftests includes this
 * first where the tests are for that one.
 */
#include <unistd.h>

#define alarm(seconds) ((alarm)(10 * (seconds)))
