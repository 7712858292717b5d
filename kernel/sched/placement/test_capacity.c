// SPDX-License-Identifier: GPL-2.0
/*
 * A machine of CPUs that are alike can pretend that some are slower, so that what the
 * scheduler does on machines of asymmetric capacity can be tested without one:
 *
 *	sched_placement_test_capacity=2-3:512
 *
 * CPUs 2 and 3 have half of the capacity of the others then, which is 1024. They
 * are as fast as before, but the scheduler does not know.
 */

#define pr_fmt(fmt) "sched_placement: " fmt

#include <linux/cpumask.h>
#include <linux/cpuset.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/sched/topology.h>
#include <linux/string.h>
#include <linux/topology.h>

static struct cpumask slow_cpus __initdata;
static unsigned int slow_capacity __initdata;

static int __init parse_capacity(char *text)
{
	char *capacity = text ? strchr(text, ':') : NULL;

	if (!capacity)
		return -EINVAL;

	*capacity++ = '\0';
	if (cpulist_parse(text, &slow_cpus) || kstrtouint(capacity, 10, &slow_capacity) ||
	    slow_capacity > SCHED_CAPACITY_SCALE)
		slow_capacity = 0;

	return slow_capacity ? 0 : -EINVAL;
}
early_param("sched_placement_test_capacity", parse_capacity);

static int __init pretend_capacity(void)
{
	int cpu;

	if (!slow_capacity)
		return 0;
	if (!arch_enable_hybrid_capacity_scale())
		return -ENOMEM;

	for_each_cpu_and(cpu, &slow_cpus, cpu_possible_mask)
		arch_set_cpu_capacity(cpu, slow_capacity, SCHED_CAPACITY_SCALE, 1, 1);
	x86_topology_update = true;
	rebuild_sched_domains();
	pr_info("pretending that CPUs %*pbl have a capacity of %u\n",
		cpumask_pr_args(&slow_cpus), slow_capacity);

	return 0;
}
late_initcall(pretend_capacity);
