// SPDX-License-Identifier: GPL-2.0
/*
 * All scheduler features as a set of bits: the one that the kernel was built with, and
 * how to make another one hold.
 */

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/errno.h>
#include <linux/mmu_context.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../sched.h"
#include "placement.h"
#include "feature_set.h"

#define SCHED_FEAT(name, enabled)	BIT_ULL(__SCHED_FEAT_##name) * (enabled) |

const u64 feature_set_default =
#include "../features.h"
	0;

#undef SCHED_FEAT

static_assert(BITS_PER_TYPE(sysctl_sched_features) >= __SCHED_FEAT_NR);

/* "NO_", the longest name, and NUL fit. */
#define FEATURE_NAME_LEN	48

/**
 * feature_find() - find a feature by its name
 * @name: the name, as in features.h
 * @len: how long it is
 *
 * Return: its number, or -ENOENT.
 */
int feature_find(const char *name, size_t len)
{
	int i;

	for (i = 0; i < __SCHED_FEAT_NR; i++) {
		if (strlen(sched_feat_names[i]) == len &&
		    !strncmp(sched_feat_names[i], name, len))
			return i;
	}

	return -ENOENT;
}

static const char *prefix(int i, u64 features)
{
	return features & BIT_ULL(i) ? "" : "NO_";
}

/**
 * feature_set_apply() - switch all features that are not as wanted
 * @features: those that are to be on
 *
 * Context: Takes the CPU hotplug lock. May sleep.
 */
void feature_set_apply(u64 features)
{
	int i;

	guard(cpus_read_lock)();

	for (i = 0; i < __SCHED_FEAT_NR; i++) {
		char name[FEATURE_NAME_LEN];

		if (!((sysctl_sched_features ^ features) & BIT_ULL(i)))
			continue;

		snprintf(name, sizeof(name), "%s%s", prefix(i, features), sched_feat_names[i]);
		WARN_ON_ONCE(sched_feat_set(name));
	}
}

/**
 * feature_set_print() - print all features as settings
 * @s: where to, with spaces between them
 * @features: those that are on
 */
void feature_set_print(struct seq_buf *s, u64 features)
{
	int i;

	for (i = 0; i < __SCHED_FEAT_NR; i++)
		seq_buf_printf(s, "%s%s%s", i ? " " : "", prefix(i, features),
			       sched_feat_names[i]);
}

static int feature_defaults_show(struct seq_file *m, void *v)
{
	struct seq_buf s;
	size_t size;
	char *text;

	size = seq_get_buf(m, &text);
	seq_buf_init(&s, text, size);
	feature_set_print(&s, feature_set_default);
	seq_commit(m, seq_buf_has_overflowed(&s) ? -1 : seq_buf_used(&s));
	seq_putc(m, '\n');

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(feature_defaults);

/**
 * feature_set_debugfs() - make the file that shows the defaults
 * @dir: the placement folder in debugfs
 */
void feature_set_debugfs(struct dentry *dir)
{
	debugfs_create_file("feature_defaults", 0444, dir, NULL, &feature_defaults_fops);
}
