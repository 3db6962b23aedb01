/* SPDX-License-Identifier: BSD-3-Clause
 * temporary: files, folders and child processes that are gone when the program ends.
 */
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The signals that ask a program to end. */
static const int endings[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGALRM,
                              SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};

enum {
	ENDINGS = sizeof endings / sizeof *endings,
	MOST = 16, /* at a time; a command has six at most */
	PATIENCE =
		5000 /* ms that children have for their end: compilers remove files of their own */
};

/* The handler reads these: a name is complete before it counts. */
static char names[MOST][PATH_MAX];
static volatile sig_atomic_t counts[MOST];
static volatile sig_atomic_t child; /* its process group, too; 0: none */
static volatile sig_atomic_t alive; /* a pipe that ends when the last one of the group does */
static volatile sig_atomic_t owner; /* our process: a child that was forked owns nothing */

static int used; /* how many count, and the child; signals are ours while there is any */
static struct sigaction before[ENDINGS];
static sigset_t held;

static void end_child(void)
{
	struct pollfd end = {.fd = alive, .events = POLLIN};

	kill(-child, SIGTERM);
	kill(-child, SIGCONT);
	if (poll(&end, 1, PATIENCE) <= 0)
		kill(-child, SIGKILL);
	waitpid(child, NULL, 0);
}

/* The latest first, so that a folder is empty. Only what a handler may call. */
static void remove_all(void)
{
	if (owner != getpid())
		return;
	if (child)
		end_child();
	for (int i = MOST - 1; i >= 0; i--)
		if (counts[i] && unlink(names[i]) != 0)
			rmdir(names[i]);
}

static void end(int signal_number)
{
	int saved = errno;

	remove_all();
	for (int i = 0; i < ENDINGS; i++)
		if (endings[i] == signal_number)
			sigaction(signal_number, &before[i], NULL);
	raise(signal_number); /* it comes when this handler returns */
	errno = saved;
}

static void take_signals(void)
{
	static bool at_exit;
	struct sigaction ours = {.sa_handler = end};

	owner = getpid();
	if (!at_exit)
		at_exit = atexit(remove_all) == 0;
	sigfillset(&ours.sa_mask);
	for (int i = 0; i < ENDINGS; i++) {
		sigaction(endings[i], NULL, &before[i]);
		if (before[i].sa_handler != SIG_IGN)
			sigaction(endings[i], &ours, NULL);
	}
}

static void give_back_signals(void)
{
	for (int i = 0; i < ENDINGS; i++)
		if (before[i].sa_handler != SIG_IGN)
			sigaction(endings[i], &before[i], NULL);
}

static void use(void)
{
	if (used++ == 0)
		take_signals();
}

static void unuse(void)
{
	if (--used == 0)
		give_back_signals();
}

void rg_temporary_hold(void)
{
	sigset_t all;

	sigemptyset(&all);
	for (int i = 0; i < ENDINGS; i++)
		sigaddset(&all, endings[i]);
	sigprocmask(SIG_BLOCK, &all, &held);
}

void rg_temporary_release(void)
{
	sigprocmask(SIG_SETMASK, &held, NULL);
}

/* ---- Files and folders */

/* A place after all names that count, so that they are removed in the right order; -1 with
 * errno. */
static int find_place(const char *name)
{
	int i = MOST;

	while (i > 0 && !counts[i - 1])
		i--;
	if (i < MOST && strlen(name) < sizeof names[i])
		return i;
	errno = i < MOST ? ENAMETOOLONG : EMFILE;
	return -1;
}

static void note(int place, const char *name)
{
	use();
	strcpy(names[place], name);
	counts[place] = 1;
}

int rg_temporary_file(char *name)
{
	int place = find_place(name), fd = -1;

	if (place < 0)
		return -1;
	rg_temporary_hold();
	fd = mkostemp(name, O_CLOEXEC);
	if (fd >= 0)
		note(place, name);
	rg_temporary_release();
	return fd;
}

int rg_temporary_folder(char *name)
{
	int place = find_place(name);
	bool made;

	if (place < 0)
		return -1;
	rg_temporary_hold();
	made = mkdtemp(name);
	if (made)
		note(place, name);
	rg_temporary_release();
	return made ? 0 : -1;
}

int rg_temporary_expect(const char *name)
{
	int place = find_place(name);

	if (place >= 0)
		note(place, name);
	return place < 0 ? -1 : 0;
}

void rg_temporary_keep(const char *name)
{
	for (int i = MOST - 1; i >= 0; i--)
		if (counts[i] && strcmp(names[i], name) == 0) {
			counts[i] = 0;
			unuse();
			return;
		}
}

void rg_temporary_remove(const char *name)
{
	if (unlink(name) != 0)
		rmdir(name);
	rg_temporary_keep(name);
}

/* ---- A child */

/* What the child of a fork becomes; `line` is to be inherited by its whole group. */
static _Noreturn void become(const struct rg_program_run *r, int line)
{
	setpgid(0, 0);
	signal(SIGTTOU, SIG_IGN); /* what it says is seen, also in a group that is not in front */
	fcntl(line, F_SETFD, 0);
	if (dup2(r->input, STDIN_FILENO) >= 0 && dup2(r->output, STDOUT_FILENO) >= 0) {
		rg_temporary_release();
		execvpe(r->argv[0], r->argv, r->environment);
	}
	int why = errno;
	dprintf(STDERR_FILENO, "ringgen: error: cannot start '%s': %s\n", r->argv[0],
	        strerror(why));
	_exit(why == ENOENT || why == ENOTDIR ? 127 : 126);
}

/* The end of the child. It is waited for before it is no child of ours any more, so that the
 * handler never ends another process that has got its number. */
static int wait_for(pid_t pid)
{
	siginfo_t info;
	int status = 0;

	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
		;
	rg_temporary_hold();
	waitpid(pid, &status, 0);
	child = 0;
	unuse();
	rg_temporary_release();
	return status;
}

int rg_temporary_run(const struct rg_program_run *r)
{
	int ends[2], status = -1, why;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	rg_temporary_hold();
	pid = fork();
	if (pid == 0)
		become(r, ends[1]);
	why = errno;
	if (pid > 0) {
		setpgid(pid, pid); /* whoever is first */
		alive = ends[0];
		use();
		child = pid;
	}
	rg_temporary_release();
	close(ends[1]);
	if (pid > 0)
		status = wait_for(pid);
	close(ends[0]);
	errno = why;
	return status;
}

int rg_temporary_shell(const char *script, const char *const *argument)
{
	char *argv[16] = {"/bin/sh", "-c", (char *)script, "sh"};

	for (int i = 4; i < 15 && *argument; i++)
		argv[i] = (char *)*argument++;
	return rg_temporary_run(
		&(struct rg_program_run){argv, environ, STDIN_FILENO, STDOUT_FILENO});
}
