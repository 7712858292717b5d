// SPDX-License-Identifier: GPL-2.0
/*
 * Flags of domains as the text of files: what is printed, and what is written.
 */

#define pr_fmt(fmt) "sched_placement: " fmt

#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/mmu_context.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../sched.h"
#include "domain_flags.h"
#include "flag_text.h"

struct flag_view flag_view_flags(struct sched_domain *sd, int cpu)
{
	return (struct flag_view){ .set = sd->flags };
}

struct flag_view flag_view_overrides(struct sched_domain *sd, int cpu)
{
	unsigned int flags = domain_flags_overridden(sd, cpu);

	return (struct flag_view){
		.set = flags & ~sd->builtin_flags,
		.clear = sd->builtin_flags & ~flags,
		.sign = true,
	};
}

/**
 * flag_view_print() - print a line of flags
 * @m: where to
 * @view: which flags, and how
 */
void flag_view_print(struct seq_file *m, const struct flag_view *view)
{
	unsigned long shown = view->set | view->clear;
	const char *gap = "";
	unsigned int idx;

	for_each_set_bit(idx, &shown, __SD_FLAG_CNT) {
		seq_puts(m, gap);
		if (view->sign)
			seq_putc(m, view->set & BIT(idx) ? '+' : '-');
		seq_puts(m, sd_flag_debug[idx].name);
		gap = " ";
	}
	seq_putc(m, '\n');
}

/**
 * flag_text_write() - a user writes to the flags of domains
 * @target: which domains
 * @ubuf: how, see flag_change_parse()
 * @cnt: bytes in @ubuf
 *
 * Context: As domain_flags_write().
 * Return: @cnt; -E2BIG; -EFAULT; or as domain_flags_write().
 */
ssize_t flag_text_write(const struct flag_target *target, const char __user *ubuf,
			size_t cnt)
{
	char *text;
	int err;

	if (cnt >= PAGE_SIZE) {
		pr_warn_ratelimited("%zu bytes are too long for flags\n", cnt);
		return -E2BIG;
	}

	text = memdup_user_nul(ubuf, cnt);
	if (IS_ERR(text))
		return PTR_ERR(text);

	if (strlen(text) == cnt) {
		err = domain_flags_write(target, text);
	} else {
		pr_warn_ratelimited("NUL byte among the flags\n");
		err = -EINVAL;
	}
	kfree(text);

	return err ?: cnt;
}
