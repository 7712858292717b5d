// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a COMMAND while wakectl looks on. Its output is its own.
 */

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "child.h"

extern char **environ;

/*
 * The command is to have the signals that wakectl blocks or ignores. Return: its PID, or
 * -1 after saying why it cannot run.
 */
pid_t child_start(char **command)
{
	posix_spawnattr_t attributes;
	sigset_t none, usual;
	pid_t pid;
	int err;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &usual);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

	fflush(stdout);
	err = posix_spawnp(&pid, command[0], NULL, &attributes, command, environ);
	posix_spawnattr_destroy(&attributes);
	if (!err)
		return pid;

	complain("cannot run %s: %s", command[0], strerror(err));

	return -1;
}

bool child_is_done(pid_t pid, int *status)
{
	pid_t found = waitpid(pid, status, WNOHANG);

	if (found < 0 && errno != EINTR)
		*status = 0;

	return found == pid || (found < 0 && errno != EINTR);
}

/* Whether a command has done well, which is said if not. */
enum result child_judge(const char *name, int status)
{
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return DONE;

	if (WIFEXITED(status))
		complain("%s has ended with exit code %d", name, WEXITSTATUS(status));
	else
		complain("%s was ended by signal %d", name, WTERMSIG(status));

	return FAILED;
}

/* Ends a command that is still running. */
void child_end(pid_t pid)
{
	int status;

	kill(pid, SIGTERM);
	waitpid(pid, &status, 0);
}
