/* SPDX-License-Identifier: BSD-3-Clause
 * The start of a program on the double for MPI:
 *
 *   double RANK.so...      a copy of the program for each rank, which thereby has its own variables
 */
#include "message.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct rank {
	double_program *run;
	MPI_Comm world, self;
	pthread_t thread;
};

/* MPI_Finalize deletes the attributes of MPI_COMM_SELF first, while all else is there. */
static void *run(void *argument)
{
	struct rank *r = argument;

	r->run(r->world, r->self);
	PMPI_Barrier(r->world);
	PMPI_Comm_free(&r->self);
	PMPI_Comm_free(&r->world);
	return NULL;
}

static double_program *load(const char *file)
{
	void *object = dlopen(file, RTLD_LAZY | RTLD_LOCAL);

	if (!object)
		double_die(dlerror());
	return (double_program *)(uintptr_t)dlsym(object, "double_run");
}

int main(int argc, char **argv)
{
	int ranks = argc - 1;
	struct rank *all = calloc((size_t)argc, sizeof *all);
	struct shared *world = double_share(ranks);

	for (int i = 0; i < ranks; i++) {
		all[i].run = load(argv[1 + i]);
		all[i].world = double_comm(world, ranks, i);
		all[i].self = double_comm(double_share(1), 1, 0);
	}
	for (int i = 0; i < ranks; i++)
		if (pthread_create(&all[i].thread, NULL, run, &all[i]))
			double_die("no thread");
	for (int i = 0; i < ranks; i++)
		pthread_join(all[i].thread, NULL);
	free(all);
	puts("no rank failed");
	return 0;
}
