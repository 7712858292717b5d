// SPDX-License-Identifier: GPL-2.0
/*
 * SD_PREFER_LOCAL: is there still room in this domain?
 *
 *   Model
 *
 * A fork, an exec, and a wakeup where SD_BALANCE_WAKE is set, look for a CPU in
 * the widest domain that has their SD_BALANCE_* flag, and place the task far
 * from the CPU that it starts from as soon as that is a bit less busy. A domain
 * with SD_PREFER_LOCAL asks a question first:
 *
 *	room = nr_runnable < round(capacity / SCHED_CAPACITY_SCALE)
 *
 * nr_runnable counts the runnable fair tasks of the domain, and capacity sums
 * that of its cores. While there is room, neither this domain nor a larger one
 * is searched, but only what lies below it. This is sticky: once a domain has
 * room, larger ones are not asked.
 *
 * Example: two nodes of two cores with two threads each, the flag on the NUMA
 * level that spans both. The capacity is 4 cores. With up to 3 runnable tasks a
 * child of CPU0's task stays in node 0, with 4 or more it may go to node 1, even
 * though 8 CPUs can run 8 tasks: a second thread adds little to a core, so it
 * is no room. The question is about the flagged domain, not about the part of it
 * that is kept: 3 tasks in node 0 and none in node 1 leave room, too.
 *
 * The affine wakeup is a different choice, and comes first: when it finds its
 * domain the balance flags are not looked at, hence neither is this one.
 *
 *   History
 *
 * The flag came with commit 59abf02644c4 ("sched: Add SD_PREFER_LOCAL") in 2009,
 * was corrected by commit 29cd8bae3965, which is the form that stands here, and
 * went in 2012. Two things have changed since: a thread was scaled down to its
 * share of the core then, and has a full capacity now, so cores are counted
 * explicitly; and the sums were taken at each level on each wakeup before it
 * was known whether anybody would use the answer.
 *
 *   Cost
 *
 * Nothing is computed unless the walk has ended on a domain to be searched. A
 * fork or exec, which then looks at each CPU of that domain anyhow, takes the
 * sums afresh: children forked in a row must see each other. A wakeup uses an
 * answer that the CPUs of the domain share and that one of them renews at most
 * once per tick, so that with n CPUs it costs each one look at another CPU per
 * tick, whatever n is.
 */

#include <kunit/static_stub.h>
#include <linux/jiffies.h>
#include <linux/math.h>
#include <linux/mmu_context.h>

#include "../sched.h"
#include "domain_walk.h"
#include "placement.h"
#include "prefer_local.h"

#ifdef CONFIG_SCHED_SMT
static const struct cpumask *core_mask(int cpu)
{
	return cpu_smt_mask(cpu);
}
#else
static const struct cpumask *core_mask(int cpu)
{
	return cpumask_of(cpu);
}
#endif

/**
 * prefer_local_room() - the question that SD_PREFER_LOCAL asks
 * @nr_runnable: runnable fair tasks, without the one to be placed
 * @capacity: capacity of the cores, in units of SCHED_CAPACITY_SCALE per core
 *
 * Return: whether one more task finds a core of its own.
 */
bool prefer_local_room(unsigned int nr_runnable, unsigned long capacity)
{
	return nr_runnable < DIV_ROUND_CLOSEST(capacity, SCHED_CAPACITY_SCALE);
}

/*
 * A core offers what the best of its threads in @span can. One whose threads
 * are all pressed by real-time tasks or interrupts offers less.
 */
static unsigned long core_capacity(const struct cpumask *core,
				   const struct cpumask *span)
{
	unsigned long best = 0;
	int cpu;

	for_each_cpu_and(cpu, core, span)
		best = max(best, READ_ONCE(cpu_rq(cpu)->cpu_capacity));

	return best;
}

/**
 * prefer_local_capacity() - sum of the capacities of cores
 * @span: the CPUs to look at; a core counts once, by its threads in @span
 *
 * A core that goes offline meanwhile may or may not be counted.
 *
 * Return: the sum, in units of SCHED_CAPACITY_SCALE per core.
 */
unsigned long prefer_local_capacity(const struct cpumask *span)
{
	unsigned long capacity = 0;
	int cpu;

	for_each_cpu(cpu, span) {
		const struct cpumask *core = core_mask(cpu);

		if (cpumask_first_and(core, span) == cpu)
			capacity += core_capacity(core, span);
	}

	return capacity;
}

/**
 * prefer_local_scan() - has @sd room, by looking at each of its CPUs
 * @sd: the domain
 *
 * Context: Locklessly reads the run queues; the counts may be a moment old.
 * Return: whether there is room.
 */
bool prefer_local_scan(struct sched_domain *sd)
{
	const struct cpumask *span = sched_domain_span(sd);
	unsigned int nr_runnable = 0;
	int cpu;

	KUNIT_STATIC_STUB_REDIRECT(prefer_local_scan, sd);

	for_each_cpu(cpu, span)
		nr_runnable += READ_ONCE(cpu_rq(cpu)->cfs.h_nr_runnable);

	return prefer_local_room(nr_runnable, prefer_local_capacity(span));
}

/**
 * prefer_local_cached() - has @sd room, by an answer that is at most a tick old
 * @sd: the domain
 * @now: jiffies
 *
 * The answer and the time that it was given are one word, shared by all CPUs of
 * the domain, so that no reader sees one without the other. Of several CPUs that
 * find it outdated the first one renews it, the others take it as it is.
 *
 * Return: whether there is, or was at the last tick, room. Before the first
 * answer there is none, which is the base's way.
 */
bool prefer_local_cached(struct sched_domain *sd, unsigned long now)
{
	unsigned long *room = &sd->shared->room;
	unsigned long answer = READ_ONCE(*room);
	unsigned long stamp = now << 1;

	if ((answer & ~1UL) == stamp)
		return answer & 1;

	if (!try_cmpxchg(room, &answer, stamp | (answer & 1)))
		return answer & 1;

	answer = prefer_local_scan(sd);
	WRITE_ONCE(*room, stamp | answer);

	return answer;
}

static bool has_room(struct sched_domain *sd, int sd_flag)
{
	if (sd_flag & SD_BALANCE_WAKE)
		return prefer_local_cached(sd, jiffies);

	return prefer_local_scan(sd);
}

/**
 * prefer_local_narrow() - the widest domain that SD_PREFER_LOCAL leaves
 * @base: the lowest domain of @cpu, may be NULL only if @widest is
 * @widest: the domain to be searched, @base or one of its parents
 * @allowed: where the task may run
 * @cpu: the CPU whose domains these are
 * @sd_flag: SD_BALANCE_FORK, SD_BALANCE_EXEC or SD_BALANCE_WAKE
 *
 * A domain is not kept to if the task may not run in what lies below it.
 *
 * Return: @widest, or a domain below it, or NULL if @cpu itself is to be kept
 * to.
 */
struct sched_domain *prefer_local_narrow(struct sched_domain *base,
					 struct sched_domain *widest,
					 const struct cpumask *allowed,
					 int cpu, int sd_flag)
{
	const struct cpumask *below = cpumask_of(cpu);
	struct sched_domain *sd, *kept = NULL;

	for (sd = base; sd; sd = parent_domain(sd)) {
		if ((sd->flags & SD_PREFER_LOCAL) &&
		    cpumask_intersects(below, allowed) && has_room(sd, sd_flag))
			return kept;

		if (sd == widest)
			break;

		if (sd->flags & sd_flag) {
			kept = sd;
			below = sched_domain_span(sd);
		}
	}

	return widest;
}

/**
 * placement_prefer_local() - narrow the search for a CPU to where there is room
 * @p: the task to be placed
 * @widest: the domain of @cpu that would be searched
 * @cpu: the CPU that @p is forked, exec'ed or woken on
 * @sd_flag: SD_BALANCE_FORK, SD_BALANCE_EXEC or SD_BALANCE_WAKE
 *
 * Called by select_task_rq_fair() while PREFER_LOCAL is on.
 *
 * Context: p->pi_lock is held, and so is the RCU read lock.
 * Return: the domain to search instead, or NULL for none: @p stays where it is.
 */
struct sched_domain *placement_prefer_local(struct task_struct *p,
					    struct sched_domain *widest,
					    int cpu, int sd_flag)
{
	lockdep_assert_held(&p->pi_lock);

	return prefer_local_narrow(lowest_domain(cpu), widest, p->cpus_ptr, cpu, sd_flag);
}
