// SPDX-License-Identifier: GPL-2.0
/*
 * placement-demo: a small load that forks, execs and wakes, and counts how far its
 * tasks go each time.
 *
 * A parent forks children one after the other, each of which execs and works for a
 * moment. Meanwhile pairs of tasks wake each other through pipes; the two of a pair
 * start in different halves of the machine, and one changes halves time and again, so
 * that there is something to pull together. With few tasks there is room
 * in the machine, and yet not always an idle CPU beside the parent. What is counted
 * is the CPU before and after each step, as the tasks see it: the choice of a CPU for
 * the task, and what a balancer did to it until it ran.
 *
 * Prints one row: for wakeups, forks and execs their number, and how many of them
 * went to another CPU, another last-level cache and another node.
 */

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CPUS_MAX	1024
#define ROUNDS		400
#define ROUNDS_TOGETHER	20
#define CHILDREN	100
#define FORK_SHM	3	/* file descriptor that an exec'ed child finds */

enum kind { WAKEUP, FORK, EXEC, NR_KINDS };

struct moves {
	atomic_long total;
	atomic_long cpu;
	atomic_long llc;
	atomic_long node;
};

struct counts {
	struct moves moves[NR_KINDS];
	int llc[CPUS_MAX];
	int node[CPUS_MAX];
};

static struct counts *counts;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static int first_number(const char *path)
{
	FILE *file = fopen(path, "r");
	int number = -1;

	if (!file)
		return -1;
	if (fscanf(file, "%d", &number) != 1)
		number = -1;
	fclose(file);

	return number;
}

/* The first CPU that shares the highest cache level stands for the cache. */
static int llc_of(int cpu)
{
	char path[128];
	int index, llc = cpu;

	for (index = 0; index < 8; index++) {
		int first;

		snprintf(path, sizeof(path),
			 "/sys/devices/system/cpu/cpu%d/cache/index%d/shared_cpu_list",
			 cpu, index);
		first = first_number(path);
		if (first >= 0)
			llc = first;
	}

	return llc;
}

static int node_of(int cpu)
{
	char path[128];
	int node;

	for (node = 0; node < CPUS_MAX; node++) {
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/node%d",
			 cpu, node);
		if (!access(path, F_OK))
			return node;
	}

	return 0;
}

static void count(enum kind kind, int from, int to)
{
	struct moves *moves = &counts->moves[kind];

	atomic_fetch_add(&moves->total, 1);
	atomic_fetch_add(&moves->cpu, from != to);
	atomic_fetch_add(&moves->llc, counts->llc[from] != counts->llc[to]);
	atomic_fetch_add(&moves->node, counts->node[from] != counts->node[to]);
}

static void start_on(int cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		die("sched_setaffinity");
	memset(&cpus, 0xff, sizeof(cpus));
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		die("sched_setaffinity");
}

static void work(long loops)
{
	while (loops--)
		__asm__ volatile("");
}

/* The one that does not serve goes to another of the two @homes now and then. */
static void play(int in, int out, const int homes[2], bool serves)
{
	char byte = 0;
	int i;

	for (i = 0; i < ROUNDS; i++) {
		int before;

		if (!serves && i % ROUNDS_TOGETHER == 0)
			start_on(homes[i / ROUNDS_TOGETHER % 2]);
		if (serves && write(out, &byte, 1) != 1)
			die("write");
		before = sched_getcpu();
		if (read(in, &byte, 1) != 1)
			die("read");
		count(WAKEUP, before, sched_getcpu());
		work(20000);
		if (!serves && write(out, &byte, 1) != 1)
			die("write");
	}
}

static void start_pair(int cpu, int other)
{
	int homes[2] = { other, cpu };
	int there[2], back[2];

	if (pipe(there) || pipe(back))
		die("pipe");
	if (!fork()) {
		start_on(cpu);
		play(back[0], there[1], homes, true);
		_exit(0);
	}
	if (!fork()) {
		play(there[0], back[1], homes, false);
		_exit(0);
	}
	close(there[0]);
	close(there[1]);
	close(back[0]);
	close(back[1]);
}

static void fork_children(void)
{
	int i;

	for (i = 0; i < CHILDREN; i++) {
		int parent = sched_getcpu();
		pid_t pid = fork();

		if (!pid) {
			char cpu[16];

			count(FORK, parent, sched_getcpu());
			snprintf(cpu, sizeof(cpu), "%d", sched_getcpu());
			execl("/proc/self/exe", "placement-demo", "--exec", cpu, NULL);
			die("exec");
		}
		work(1000000);
		waitpid(pid, NULL, 0);
	}
}

static void map_counts(void)
{
	counts = mmap(NULL, sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED,
		      FORK_SHM, 0);
	if (counts == MAP_FAILED)
		die("mmap");
}

static void finish_exec(const char *cpu)
{
	map_counts();
	count(EXEC, atoi(cpu), sched_getcpu());
	work(2000000);
	exit(0);
}

static void create_counts(int nr_cpus)
{
	int fd = memfd_create("counts", 0), cpu;

	if (fd < 0 || dup2(fd, FORK_SHM) < 0 || ftruncate(FORK_SHM, sizeof(*counts)))
		die("memfd");
	if (fd != FORK_SHM)
		close(fd);
	map_counts();

	for (cpu = 0; cpu < nr_cpus; cpu++) {
		counts->llc[cpu] = llc_of(cpu);
		counts->node[cpu] = node_of(cpu);
	}
}

int main(int argc, char **argv)
{
	int nr_cpus = sysconf(_SC_NPROCESSORS_ONLN), i, status, failed = 0;

	if (argc == 3 && !strcmp(argv[1], "--exec"))
		finish_exec(argv[2]);
	if (argc != 1 || nr_cpus > CPUS_MAX) {
		fprintf(stderr, "usage: placement-demo (on at most %d CPUs)\n", CPUS_MAX);
		return 2;
	}

	create_counts(nr_cpus);
	start_on(0);
	for (i = 0; i < (nr_cpus + 7) / 8; i++)
		start_pair(i % nr_cpus, (i + nr_cpus / 2) % nr_cpus);
	fork_children();
	while (wait(&status) > 0)
		failed |= status;

	for (i = 0; i < NR_KINDS; i++) {
		struct moves *moves = &counts->moves[i];

		printf(" %6ld %6ld %6ld %6ld", atomic_load(&moves->total),
		       atomic_load(&moves->cpu), atomic_load(&moves->llc),
		       atomic_load(&moves->node));
	}
	printf("\n");

	return failed ? 1 : 0;
}
