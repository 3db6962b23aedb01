/* SPDX-License-Identifier: BSD-3-Clause
 * MPICH 4.2.1 and 5.0.2: a gather or scatter of a type without data, which has an extent, divides
 * by zero. MPI 4.0, 5.1.2 has counts of zero in a type. Without ringgen MPI_Scatter ends by SIGFPE
 * here.
 */
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	int in[64] = {0}, out[64] = {0};
	MPI_Datatype none, nothing;

	MPI_Type_contiguous(0, MPI_INT, &none);
	MPI_Type_create_resized(none, 0, 3, &nothing);
	MPI_Type_commit(&nothing);
	for (int root = 0; root < 3; root++)
		MPI_Scatter(in, 17, nothing, out, 17, nothing, root, MPI_COMM_WORLD);
	MPI_Type_free(&nothing);
	MPI_Type_free(&none);
	MPI_Finalize();
	return 0;
}
