/* SPDX-License-Identifier: GPL-2.0 */
/* Whether settings hold. */
#ifndef WAKECTL_VERIFY_H
#define WAKECTL_VERIFY_H

#include "words.h"

char *verify_settings(const struct words *wanted, const char *found);

#endif /* WAKECTL_VERIFY_H */
