/* SPDX-License-Identifier: BSD-3-Clause
 * Open MPI 5.0.7: complex numbers whose distance is no multiple of their size are packed from other
 * places, and unpacked to such. MPI 4.0, 4.1.2 has any number of bytes from one to the next. A
 * message takes the same way as MPI_Pack as soon as it comes in parts.
 */
#include <mpi.h>
#include <string.h>

enum { COUNT = 3, STRIDE = 12, SIZE = 2 * sizeof(float) };

int main(int argc, char **argv)
{
	char from[COUNT * STRIDE], packed[COUNT * SIZE], to[COUNT * STRIDE] = "";
	int at = 0, wrong = 0;
	MPI_Datatype type;

	MPI_Init(&argc, &argv);
	for (int i = 0; i < COUNT * STRIDE; i++)
		from[i] = (char)(1 + i);
	MPI_Type_create_hvector(COUNT, 1, STRIDE, MPI_C_FLOAT_COMPLEX, &type);
	MPI_Type_commit(&type);
	MPI_Pack(from, 1, type, packed, sizeof packed, &at, MPI_COMM_SELF);
	at = 0;
	MPI_Unpack(packed, sizeof packed, &at, to, 1, type, MPI_COMM_SELF);
	for (int i = 0; i < COUNT; i++)
		wrong += !!memcmp(from + i * STRIDE, to + i * STRIDE, SIZE);
	MPI_Type_free(&type);
	MPI_Finalize();
	return wrong > 0;
}
