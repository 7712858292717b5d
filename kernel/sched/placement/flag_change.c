// SPDX-License-Identifier: GPL-2.0
/*
 * The language of the flags files:
 *
 *	+SD_WAKE_AFFINE -SD_BALANCE_EXEC	set and clear, leave the rest
 *	SD_BALANCE_NEWIDLE SD_BALANCE_FORK	exactly these policy flags
 *	reset					the built-in ones
 *
 * Words are separated by white space. A whole list may name the topology flags
 * as well, so that what was read can be written back; it is up to the domain
 * whether they are its own.
 *
 * What cannot be meant is refused rather than guessed: an empty text, a flag
 * named twice, a mixture of the forms.
 */

#include <linux/bits.h>
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/string.h>

#include "flag_change.h"

static int refuse(struct flag_error *error, const char *reason,
		  const char *token, size_t len)
{
	error->reason = reason;
	error->token = token;
	error->len = len;

	return -EINVAL;
}

static unsigned int find_flag(const char *name, size_t len)
{
	int idx;

	for (idx = 0; idx < __SD_FLAG_CNT; idx++) {
		if (strlen(sd_flag_debug[idx].name) == len &&
		    !strncmp(sd_flag_debug[idx].name, name, len))
			return BIT(idx);
	}

	return 0;
}

/**
 * flag_change_parse() - read a text as a change of a domain's flags
 * @text: the text
 * @change: where the change goes; undefined on error
 * @error: where the reason goes on error
 *
 * Return: 0, or -EINVAL.
 */
int flag_change_parse(const char *text, struct flag_change *change,
		      struct flag_error *error)
{
	unsigned int seen = 0;
	int nr = 0;

	memset(change, 0, sizeof(*change));

	for (;;) {
		const char *token = skip_spaces(text), *name = token;
		unsigned int flag;
		size_t len = 0;
		char sign = 0;

		while (token[len] && !isspace(token[len]))
			len++;
		if (!len)
			break;
		text = token + len;

		if (change->reset)
			return refuse(error, "reset goes alone", token, len);

		if (!nr && len == strlen("reset") && !strncmp(token, "reset", len)) {
			change->reset = true;
			nr++;
			continue;
		}

		if (*token == '+' || *token == '-')
			sign = *name++;

		flag = find_flag(name, token + len - name);
		if (!flag)
			return refuse(error, "no such flag", token, len);

		if (seen & flag)
			return refuse(error, "flag named twice", token, len);
		seen |= flag;

		if (!nr++)
			change->whole = !sign;
		else if (change->whole != !sign)
			return refuse(error, "+FLAG and -FLAG do not go with a whole list",
				      token, len);

		if (!(flag & SD_POLICY_FLAGS)) {
			if (sign)
				return refuse(error, "flag states a fact of the topology",
					      token, len);
			change->facts |= flag;
			continue;
		}

		change->mask |= flag;
		if (sign != '-')
			change->value |= flag;
	}

	if (!nr)
		return refuse(error, "no flag named", NULL, 0);

	if (change->whole)
		change->mask = SD_POLICY_FLAGS;

	return 0;
}
