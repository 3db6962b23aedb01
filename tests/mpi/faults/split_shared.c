/* SPDX-License-Identifier: BSD-3-Clause
 * Debian's MPICH 5.0.2: MPI_Comm_split_type has each rank of a machine share memory with itself
 * alone. MPI 4.0, 7.4.2 has MPI_COMM_TYPE_SHARED split by where ranks can share memory. All ranks
 * of this program are on one machine.
 */
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm sharing;
	int all, some;

	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &sharing);
	MPI_Comm_size(MPI_COMM_WORLD, &all);
	MPI_Comm_size(sharing, &some);
	MPI_Comm_free(&sharing);
	MPI_Finalize();
	return some == all ? 0 : 1;
}
