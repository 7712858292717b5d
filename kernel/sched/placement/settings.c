// SPDX-License-Identifier: GPL-2.0
/*
 * Settings of placement without debugfs: the sysctls kernel.sched_placement and
 * kernel.sched_placement_stats, and sched_placement= on the command line.
 *
 * What is read from kernel.sched_placement is all features, and the flags that were
 * written over those that the domains were built with. Written after a "reset" it
 * makes the same settings.
 */

#define pr_fmt(fmt) "sched_placement: " fmt

#include <linux/cleanup.h>
#include <linux/init.h>
#include <linux/mm.h>
#include <linux/mmu_context.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/seq_buf.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/sysctl.h>

#include <asm/setup.h>

#include "../sched.h"
#include "placement.h"
#include "feature_set.h"
#include "flag_overrides.h"
#include "setting_parse.h"
#include "stats.h"

/* Of what is read or written. */
#define SETTINGS_MAX		SZ_1M

/* Settings change as a whole, not mixed with those of another writer. */
static DEFINE_MUTEX(settings_mutex);

static void set_features(const struct settings *settings)
{
	u64 wanted = settings->reset ? feature_set_default : sysctl_sched_features;

	feature_set_apply((wanted | settings->on) & ~settings->off);
}

/* All of @text, or nothing and the reason in the log. */
static int apply(const char *text)
{
	struct setting_error error;
	struct settings settings;
	int err;

	guard(mutex)(&settings_mutex);

	err = settings_parse(text, &settings, &error);
	if (err) {
		if (error.reason)
			pr_warn_ratelimited("%s%s%*pE\n", error.reason,
					    error.token[0] ? ": " : "",
					    (int)strlen(error.token), error.token);
		return err;
	}

	if (settings.flags.nr)
		err = domain_flags_change(&settings.flags);
	if (!err)
		set_features(&settings);
	settings_free(&settings);

	return err;
}

static void print_settings(struct seq_buf *s)
{
	feature_set_print(s, sysctl_sched_features);

	guard(mutex)(&sched_domains_mutex);

	flag_overrides_print(s);
}

static int read_settings(void *buffer, size_t *lenp, loff_t *ppos)
{
	size_t size = PAGE_SIZE;

	for (;;) {
		char *text __free(kvfree) = kvzalloc(size, GFP_KERNEL);
		struct ctl_table table = { .data = text, .maxlen = size };
		struct seq_buf s;

		if (!text)
			return -ENOMEM;

		seq_buf_init(&s, text, size);
		print_settings(&s);
		if (!seq_buf_has_overflowed(&s)) {
			seq_buf_str(&s);
			return proc_dostring(&table, 0, buffer, lenp, ppos);
		}

		size *= 2;
		if (size > SETTINGS_MAX)
			return -E2BIG;
	}
}

static int settings_handler(const struct ctl_table *table, int write, void *buffer,
			    size_t *lenp, loff_t *ppos)
{
	int err;

	if (!write)
		return read_settings(buffer, lenp, ppos);

	if (*ppos) {
		pr_warn_ratelimited("settings are written at once\n");
		return -EINVAL;
	}
	if (*lenp >= SETTINGS_MAX) {
		pr_warn_ratelimited("%zu bytes are too long for settings\n", *lenp);
		return -E2BIG;
	}
	if (strlen(buffer) != *lenp) {
		pr_warn_ratelimited("NUL byte among the settings\n");
		return -EINVAL;
	}

	err = apply(buffer);
	if (!err)
		*ppos += *lenp;

	return err;
}

static int stats_handler(const struct ctl_table *table, int write, void *buffer,
			 size_t *lenp, loff_t *ppos)
{
	int level = placement_stats_level(), max = COUNTING_MISSES, err;
	struct ctl_table value = {
		.data	= &level,
		.maxlen	= sizeof(level),
		.extra1	= SYSCTL_ZERO,
		.extra2	= &max,
	};

	err = proc_dointvec_minmax(&value, write, buffer, lenp, ppos);
	if (!err && write)
		placement_stats_switch(level);

	return err;
}

static struct ctl_table placement_sysctls[] = {
	{
		.procname	= "sched_placement",
		.mode		= 0644,
		.proc_handler	= settings_handler,
	},
	{
		.procname	= "sched_placement_stats",
		.mode		= 0644,
		.proc_handler	= stats_handler,
	},
};

static int __init placement_sysctl_init(void)
{
	register_sysctl_init("kernel", placement_sysctls);

	return 0;
}
late_initcall(placement_sysctl_init);

static char boot_settings[COMMAND_LINE_SIZE] __initdata;

static int __init remember_boot_settings(char *text)
{
	if (!text)
		return -EINVAL;

	strlcat(boot_settings, text, sizeof(boot_settings));
	strlcat(boot_settings, " ", sizeof(boot_settings));

	return 0;
}
early_param("sched_placement", remember_boot_settings);

/*
 * After the domains were built, and before the first program is run. One bad setting
 * does not take the others with it.
 */
static int __init apply_boot_settings(void)
{
	char *text = boot_settings;
	size_t len;

	for (;;) {
		char *token = (char *)setting_token(text, &len);
		char end = token[len];

		if (!len)
			return 0;

		token[len] = '\0';
		if (apply(token))
			pr_warn("ignored on the command line: %s\n", token);
		token[len] = end;
		text = token + len;
	}
}
core_initcall(apply_boot_settings);
