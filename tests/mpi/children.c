/* SPDX-License-Identifier: BSD-3-Clause
 * A process that has children between MPI_Init and MPI_Finalize: by fork and exec, by fork alone,
 * whose child ends by exit and by _exit, by system. It has names of its own that the preload
 * library has, too.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int rg_say(int x);
int rg_context(int x);
extern const char *rg_bound;

const char *rg_bound = "own";

int rg_say(int x)
{
	return x + 1;
}

int rg_context(int x)
{
	return x + 2;
}

enum how { BY_EXEC, BY_EXIT, BY_AT_ONCE };

/* The status of a child that ends so. */
static int child(enum how how)
{
	int status = -1;
	pid_t p = fork();

	if (!p && how == BY_EXEC)
		execl("/bin/sh", "sh", "-c", "exit 5", (char *)NULL);
	if (!p && how == BY_EXIT)
		exit(5);
	if (!p)
		_exit(5);
	return p > 0 && waitpid(p, &status, 0) == p && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int sum(void)
{
	int one = 1, all = 0;
	return MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) ? -1 : all;
}

int main(int argc, char **argv)
{
	int ranks, right = 1;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	for (enum how how = BY_EXEC; how <= BY_AT_ONCE; how++)
		right = right && sum() == ranks && child(how) == 5;
	right = right && WEXITSTATUS(system("true | true; exit 3")) == 3 && sum() == ranks;
	right = right && rg_say(1) == 2 && rg_context(1) == 3 && !strcmp(rg_bound, "own");
	puts(right ? "right" : "wrong");
	MPI_Finalize();
	return !right;
}
