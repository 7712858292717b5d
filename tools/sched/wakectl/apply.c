// SPDX-License-Identifier: GPL-2.0
/*
 * Hands settings to the kernel, in one write, which takes all of them or none. If it
 * refuses, says why: the kernel's own reason, and the name that may have been meant.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access.h"
#include "apply.h"
#include "files.h"
#include "kernel_log.h"
#include "memory.h"
#include "names.h"
#include "settings.h"
#include "suggest.h"

/* Return: why the kernel refused, as far as can be found out, to be freed. */
static char *find_reason(int log, int err)
{
	char *reason;

	if (log < 0)
		return format_text("%s; the reason is in the kernel log, which cannot be read (%s)",
				   strerror(err), strerror(-log));

	reason = kernel_log_reason(log);
	if (reason)
		return reason;

	return format_text("%s; no reason is in the kernel log, which is rate limited",
			   strerror(err));
}

static void explain(const char *text, int log, int err)
{
	char *reason = find_reason(log, err), *suggestion;
	struct names names;

	names_read(&names);
	suggestion = suggest_for(text, &names);
	complain("the kernel refused, and nothing has changed: %s%s%s", reason,
		 suggestion ? "; " : "", suggestion ? suggestion : "");

	free(suggestion);
	free(reason);
	names_free(&names);
}

static bool is_refusal(int err)
{
	return err == EINVAL || err == ENODEV || err == E2BIG;
}

enum result apply_settings(const char *text)
{
	enum result result = need_series();
	int log, err;

	if (result)
		return result;

	if (strlen(text) >= SETTINGS_SIZE) {
		complain("nothing has changed: %zu bytes of settings are too long, %d the most",
			 strlen(text), SETTINGS_SIZE - 1);
		return FAILED;
	}

	log = kernel_log_open();
	err = write_file(SETTINGS_FILE, text);
	if (err && is_refusal(err)) {
		explain(text, log, err);
		result = FAILED;
	} else if (err) {
		result = complain_of_file("write", SETTINGS_FILE, err);
	}
	if (log >= 0)
		close(log);

	return result;
}
