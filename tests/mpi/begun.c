/* SPDX-License-Identifier: BSD-3-Clause
 * A persistent collective that a library in C begins for a program in Fortran, which starts and
 * completes it: fortran.F90 calls it.
 */
#include <mpi.h>

void begin_in_c_(int *in, int *out, const MPI_Fint *n, const MPI_Fint *comm, MPI_Fint *request)
{
	MPI_Request made;

	MPI_Allreduce_init(in, out, *n, MPI_INT, MPI_SUM, MPI_Comm_f2c(*comm), MPI_INFO_NULL,
	                   &made);
	*request = MPI_Request_c2f(made);
}
