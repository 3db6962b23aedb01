/* SPDX-License-Identifier: BSD-3-Clause
 * Persistent collectives that are made, used and freed, more of them than there are tags where MPI
 * has the least that it may.
 */
#include "routines.h"

enum { MANY = 1000 };

int main(int argc, char **argv)
{
	RG_JOIN(NAME, _Request) r;
	int rank, P, in, out;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	for (int i = 0; i < MANY; i++) {
		in = i;
		OURS(Allreduce_init)
		(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
		OURS(Start)(&r);
		OURS(Wait)(&r, MPI_STATUS_IGNORE);
		if (out != P * i)
			die("collective %d: %d instead of %d", i, out, P * i);
		OURS(Request_free)(&r);
	}
	if (!rank)
		printf("many: ok\n");
	MPI_Finalize();
	return 0;
}
