/* SPDX-License-Identifier: BSD-3-Clause
 * Open MPI 4.1.4 and 6.0.0rc2: MPI_Allreduce by a ring writes before its own buffer. Where an
 * element has data before its address, the buffer (ompi_coll_base_allreduce_intra_ring) should
 * begin as much later. What is before the buffer is the allocator's: the program ends when the
 * buffer is freed.
 */
#include <mpi.h>
#include <stdlib.h>

/* Of an element, which is 16 bytes in all: an int 8 bytes before its address, and one there. */
static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
	int *a = in, *b = inout;

	(void)type;
	for (int i = 0; i < 4 * *n; i += 4) {
		b[i - 2] += a[i - 2];
		b[i] += a[i];
	}
}

int main(int argc, char **argv)
{
	enum { N = 3000 };
	int lengths[] = {1, 1}, *in = calloc(4 * N + 2, sizeof *in),
	    *out = calloc(4 * N + 2, sizeof *out);
	MPI_Aint places[] = {-8, 0};
	MPI_Datatype part, type;
	MPI_Op op;

	MPI_Init(&argc, &argv);
	if (!in || !out)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < 4 * N + 2; i++)
		in[i] = 12345678;
	MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &part);
	MPI_Type_create_resized(part, -8, 16, &type);
	MPI_Type_commit(&type);
	MPI_Op_create(add, 1, &op);
	for (int i = 0; i < 3; i++)
		MPI_Allreduce(in + 2, out + 2, N, type, op, MPI_COMM_WORLD);
	MPI_Op_free(&op);
	MPI_Type_free(&part);
	MPI_Type_free(&type);
	free(in);
	free(out);
	MPI_Finalize();
	return 0;
}
