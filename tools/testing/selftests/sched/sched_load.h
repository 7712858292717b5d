/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tasks that keep CPUs busy, binding tasks to CPUs, and waiting for their sleep.
 */
#ifndef SCHED_LOAD_H
#define SCHED_LOAD_H

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define SPINNERS_MAX	256
#define SPINNERS_BYTES	(SPINNERS_MAX * sizeof(atomic_bool))

struct spinners {
	int nr;
	pid_t pid[SPINNERS_MAX];
	atomic_bool *runs;
};

static inline void bind_task(pid_t pid, int cpu)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(cpu, &cpus);
	if (sched_setaffinity(pid, sizeof(cpus), &cpus)) {
		perror("sched_setaffinity");
		exit(1);
	}
}

static inline void unbind_task(pid_t pid)
{
	cpu_set_t cpus;

	memset(&cpus, 0xff, sizeof(cpus));
	if (sched_setaffinity(pid, sizeof(cpus), &cpus)) {
		perror("sched_setaffinity");
		exit(1);
	}
}

/* Returns when the spinner runs on @cpu, to which it is bound. */
static inline void add_spinner(struct spinners *spinners, int cpu)
{
	int nr = spinners->nr;
	pid_t pid;

	if (!spinners->runs)
		spinners->runs = mmap(NULL, SPINNERS_BYTES, PROT_READ | PROT_WRITE,
				      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (nr == SPINNERS_MAX || spinners->runs == MAP_FAILED) {
		fprintf(stderr, "no room for a spinner\n");
		exit(1);
	}

	spinners->runs[nr] = false;
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		bind_task(0, cpu);
		for (;;)
			spinners->runs[nr] = true;
	}

	spinners->pid[nr] = pid;
	spinners->nr++;
	while (!spinners->runs[nr])
		usleep(1000);
}

static inline void stop_spinners(struct spinners *spinners)
{
	while (spinners->nr) {
		pid_t pid = spinners->pid[--spinners->nr];

		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	if (spinners->runs)
		munmap(spinners->runs, SPINNERS_BYTES);
	spinners->runs = NULL;
}

static inline char task_state(pid_t pid)
{
	char path[64], line[512] = "";
	const char *at;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (!fgets(line, sizeof(line), file))
		line[0] = '\0';
	fclose(file);
	at = strrchr(line, ')');

	return at ? at[2] : 0;
}

static inline void wait_asleep(pid_t pid)
{
	while (task_state(pid) != 'S')
		usleep(1000);
	usleep(5000);
}

#endif /* SCHED_LOAD_H */
