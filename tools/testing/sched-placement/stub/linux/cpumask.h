/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Masks of CPUs, as many bits long as there are CPU numbers, and counted: how often one
 * was used at all, and how often it was asked for one CPU.
 */
#ifndef _STUB_LINUX_CPUMASK_H
#define _STUB_LINUX_CPUMASK_H

#include <linux/bitmap.h>
#include <linux/kernel.h>

/* As many as the keys of a balance map can name. */
#define CONFIG_NR_CPUS	65536
#define NR_CPUS		CONFIG_NR_CPUS

struct cpumask {
	DECLARE_BITMAP(bits, NR_CPUS);
};

extern unsigned int nr_cpu_ids;
extern unsigned long cpumask_uses, cpumask_tests;

/* By the bit in its word: see get_cpu_mask() in the kernel's cpumask.h. */
extern unsigned long cpu_bit_bitmap[BITS_PER_LONG + 1][BITS_TO_LONGS(NR_CPUS)];

static inline struct cpumask *to_cpumask(unsigned long *bits)
{
	return (struct cpumask *)bits;
}

static inline const struct cpumask *cpumask_of(unsigned int cpu)
{
	unsigned long *bits = cpu_bit_bitmap[1 + cpu % BITS_PER_LONG];

	return to_cpumask(bits - cpu / BITS_PER_LONG);
}

/* The kernel would warn. */
static inline void cpumask_check(unsigned int cpu)
{
	assert(cpu < nr_cpu_ids);
}

static inline bool cpumask_test_cpu(int cpu, const struct cpumask *mask)
{
	cpumask_check(cpu);
	cpumask_uses++;
	cpumask_tests++;
	return test_bit(cpu, mask->bits);
}

static inline void cpumask_set_cpu(unsigned int cpu, struct cpumask *mask)
{
	cpumask_check(cpu);
	cpumask_uses++;
	__set_bit(cpu, mask->bits);
}

static inline unsigned int cpumask_next(int n, const struct cpumask *mask)
{
	if (n != -1)
		cpumask_check(n);
	cpumask_uses++;
	return find_next_bit(mask->bits, nr_cpu_ids, n + 1);
}

static inline unsigned int cpumask_next_and(int n, const struct cpumask *one,
					    const struct cpumask *other)
{
	if (n != -1)
		cpumask_check(n);
	cpumask_uses++;
	return find_next_and_bit(one->bits, other->bits, nr_cpu_ids, n + 1);
}

static inline unsigned int cpumask_first(const struct cpumask *mask)
{
	return cpumask_next(-1, mask);
}

static inline unsigned int cpumask_weight(const struct cpumask *mask)
{
	cpumask_uses++;
	return bitmap_weight(mask->bits, nr_cpu_ids);
}

static inline bool cpumask_equal(const struct cpumask *one, const struct cpumask *other)
{
	cpumask_uses++;
	return bitmap_equal(one->bits, other->bits, nr_cpu_ids);
}

static inline void cpumask_or(struct cpumask *to, const struct cpumask *one,
			      const struct cpumask *other)
{
	cpumask_uses++;
	bitmap_or(to->bits, one->bits, other->bits, nr_cpu_ids);
}

#define for_each_cpu(cpu, mask)						\
	for ((cpu) = cpumask_first(mask); (cpu) < (int)nr_cpu_ids;	\
	     (cpu) = cpumask_next(cpu, mask))

#endif /* _STUB_LINUX_CPUMASK_H */
