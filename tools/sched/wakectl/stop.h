/* SPDX-License-Identifier: GPL-2.0 */
/* Being told to stop, and waiting until then. */
#ifndef WAKECTL_STOP_H
#define WAKECTL_STOP_H

#include <stdbool.h>

void stop_on_signals(void);
bool stopped(void);
bool wait_seconds(double seconds);
double now(void);

#endif /* WAKECTL_STOP_H */
