/* SPDX-License-Identifier: BSD-3-Clause
 * Another program: its standard input given, its standard output read. Both are temporary files, so
 * neither side can wait for the other.
 */
#include "ringbench/program.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Returns 0 or the number of an error. */
static int start_and_wait(const char *const argv[], FILE *in, FILE *out, int *status)
{
	posix_spawn_file_actions_t actions;
	pid_t child;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
	int err = posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (err)
		return err;
	while (waitpid(child, status, 0) < 0)
		if (errno != EINTR)
			return errno;
	*status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
	return 0;
}

static char *read_all(FILE *f)
{
	fseek(f, 0, SEEK_END);
	long size = ftell(f);
	char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;

	rewind(f);
	if (text)
		text[fread(text, 1, (size_t)size, f)] = '\0';
	return text;
}

char *program_run(const char *const argv[], const char *input, int *status)
{
	FILE *in = tmpfile(), *out = tmpfile();
	char *text = NULL;
	int err = errno;

	if (in && out) {
		fputs(input, in);
		fflush(in);
		rewind(in);
		err = start_and_wait(argv, in, out, status);
		text = err ? NULL : read_all(out);
	}
	if (in)
		fclose(in);
	if (out)
		fclose(out);
	errno = err;
	return text;
}
