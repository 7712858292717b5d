/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A waker that leaves its CPU to whom it wakes: the listener of a seccomp filter who says
 * that its answers do (SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP).
 */
#ifndef SCHED_NOTIFY_H
#define SCHED_NOTIFY_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "sched_expect.h"

/* Asks the other side of a new seccomp listener about each getppid(). */
static inline int listen_to_getppid(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_getppid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { .len = ARRAY_SIZE(filter), .filter = filter };

	return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER,
		       SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog);
}

/* The caller and its child share their files, hence the listener. */
static inline pid_t start_notifier(atomic_int *listener, int cpu)
{
	pid_t pid = syscall(__NR_clone, CLONE_FILES | SIGCHLD, 0, NULL, NULL, 0);

	if (pid)
		return pid;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	bind_task(0, cpu);
	*listener = listen_to_getppid();
	while (*listener >= 0)
		syscall(__NR_getppid);
	_exit(0);
}

/* Answers @pid from @cpu, or from where the caller is if that is negative. */
static inline bool answer(int listener, pid_t pid, int cpu)
{
	struct seccomp_notif request = {};
	struct seccomp_notif_resp response = {};

	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &request))
		return false;
	response.id = request.id;
	wait_asleep(pid);
	if (cpu >= 0) {
		unbind_task(pid);
		settle_on(cpu);
	}

	return !ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

/* The task is answered while it is bound to @prev, then by a waker on CPU 0. */
static inline bool trace_notified(int listener, pid_t pid, int prev, struct placed *placed)
{
	static char text[TEXT_MAX];
	int i;

	for (i = 0; i < ATTEMPTS; i++) {
		bind_task(pid, prev);
		if (!answer(listener, pid, -1) || !answer(listener, pid, 0))
			return false;
		wait_asleep(pid);
		unbind_task(0);

		if (!trace_read(text) &&
		    trace_find_pid(text, "sched_placement", pid, placed) &&
		    placed->cpu == 0 && placed->prev == prev)
			return true;
	}

	return false;
}

/* A task of CPU @prev is always put on CPU 0, where the answer comes from. */
static inline void expect_notified(struct __test_metadata *_metadata, int prev)
{
	atomic_int *listener = mmap(NULL, sizeof(*listener), PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int i;
	struct placed placed;
	pid_t pid;

	ASSERT_NE(listener, MAP_FAILED);
	ASSERT_EQ(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
	*listener = -2;
	pid = start_notifier(listener, prev);
	ASSERT_GT(pid, 0);
	while (*listener == -2)
		usleep(1000);
	if (*listener < 0)
		SKIP(return, "needs CONFIG_SECCOMP_FILTER");
	ASSERT_EQ(ioctl(*listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS,
			SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP), 0);

	for (i = 0; i < REPEAT; i++) {
		ASSERT_TRUE(trace_notified(*listener, pid, prev, &placed));
		EXPECT_STREQ(placed.reason, "current_cpu");
		EXPECT_EQ(placed.target, 0);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

#endif /* SCHED_NOTIFY_H */
