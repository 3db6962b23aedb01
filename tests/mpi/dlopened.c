/* SPDX-License-Identifier: BSD-3-Clause
 * A program that finds MPI by dlopen and dlsym: in the library that is named. Prints "sum N".
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void *library;

/* The function of that name, where *f points. */
static int find(const char *name, void *f)
{
	void *found = dlsym(library, name);

	memcpy(f, &found, sizeof found);
	if (!found)
		fprintf(stderr, "%s is not there\n", name);
	return !found;
}

int main(int argc, char **argv)
{
	int (*init)(int *, char ***), (*finalize)(void), (*rank)(MPI_Comm, int *);
	int (*allreduce)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
	MPI_Comm world = MPI_COMM_WORLD;
	int one = 1, sum = 0, me = 0;

	if (argc < 2 || !(library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL)))
		return 1;
	if (find("MPI_Init", &init) || find("MPI_Finalize", &finalize) ||
	    find("MPI_Comm_rank", &rank) || find("MPI_Allreduce", &allreduce))
		return 1;
	init(&argc, &argv);
	rank(world, &me);
	for (int i = 0; i < 100; i++)
		allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, world);
	if (!me)
		printf("sum %d\n", sum);
	finalize();
	return 0;
}
