/* SPDX-License-Identifier: BSD-3-Clause
 * Persistent collectives that are started in another order on each rank, as MPI 4.0, 6.12 allows:
 * two broadcasts of the same size. Compiled with -DNAME=PREFIX -DHEADER='"FILE.h"', or without for
 * MPI's own.
 */
#include "routines.h"

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
#if HAS_PERSISTENT || defined RG_MPI_HAS_INIT
	RG_JOIN(NAME, _Request) r[2];
	int rank, data[2];

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < 2; i++)
		if (OURS(Bcast_init)(&data[i], 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[i]))
			die("an init failed");
	for (int times = 0; times < 20; times++) {
		for (int i = 0; i < 2; i++)
			data[i] = rank ? -1 : 100 * i + times;
		for (int i = 0; i < 2; i++)
			OURS(Start)(&r[rank % 2 ? !i : i]);
		for (int i = 0; i < 2; i++)
			OURS(Wait)(&r[i], MPI_STATUS_IGNORE);
		for (int i = 0; i < 2; i++)
			if (data[i] != 100 * i + times)
				die("broadcast %d has %d", i, data[i]);
	}
	for (int i = 0; i < 2; i++)
		OURS(Request_free)(&r[i]);
#endif
	MPI_Finalize();
	return 0;
}
