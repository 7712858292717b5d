/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel was configured with. */
#ifndef WAKECTL_KCONFIG_H
#define WAKECTL_KCONFIG_H

/**
 * struct choice - a choice of Kconfig
 * @name: without CONFIG_
 * @value: y, n, m, a number or a text, to be freed; NULL if the kernel does not have it
 */
struct choice {
	const char	*name;
	char		*value;
};

struct choice *kconfig_read(int *nr);
void kconfig_free(struct choice *choices, int nr);

#endif /* WAKECTL_KCONFIG_H */
