/* SPDX-License-Identifier: BSD-3-Clause
 * A program that starts two more processes like itself, which have an MPI_COMM_WORLD of their own,
 * and makes one communicator of all: collectives on each.
 */
#include "routines.h"

static void check(MPI_Comm comm)
{
	int P, rank, sum = 0;

	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &rank);
	MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
	if (sum != P * (P - 1) / 2)
		die("the sum of %d ranks is wrong", P);
}

int main(int argc, char **argv)
{
	MPI_Comm parent, both, all;

	MPI_Init(&argc, &argv);
	MPI_Comm_get_parent(&parent);
	check(MPI_COMM_WORLD);
	both = parent;
	if (parent == MPI_COMM_NULL)
		MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &both,
		               MPI_ERRCODES_IGNORE);
	MPI_Intercomm_merge(both, parent != MPI_COMM_NULL, &all);
	check(all);
	int P, rank;
	MPI_Comm_size(all, &P);
	MPI_Comm_rank(all, &rank);
	MPI_Comm_free(&all);
	MPI_Comm_disconnect(&both);
	check(MPI_COMM_WORLD);
	if (!rank)
		printf("%d processes\n", P);
	MPI_Finalize();
	return 0;
}
