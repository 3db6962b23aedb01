/* SPDX-License-Identifier: BSD-3-Clause
 * Open MPI 6.0.0rc2's libmpi_abi: of a subarray MPI_Type_get_contents gives another order than that
 * it was made with. MPI 4.0, 5.1.13 has it that the arguments of the constructor are given.
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
	int size = 3, taken = 2, first = 1, told[5] = {-1, -1, -1, -1, -1};
	MPI_Datatype type, of;

	MPI_Init(&argc, &argv);
	MPI_Type_create_subarray(1, &size, &taken, &first, MPI_ORDER_C, MPI_INT, &type);
	MPI_Type_get_contents(type, 5, 0, 1, told, NULL, &of);
	MPI_Type_free(&type);
	MPI_Finalize();
	return told[4] == MPI_ORDER_C ? 0 : 1;
}
