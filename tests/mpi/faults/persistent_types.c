/* SPDX-License-Identifier: BSD-3-Clause
 * Open MPI 5.0.7 and 6.0.0rc2: a persistent collective does not keep its types. MPI 4.0, 5.1.6 has
 * it that a type may be freed while it is in use. Without ringgen MPI_Start crashes here.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
#if MPI_VERSION >= 4 || defined RG_MPI_HAS_INIT
	int in[64] = {0}, out[64];
	MPI_Datatype type;
	MPI_Request request;

	MPI_Type_vector(3, 1, 2, MPI_INT, &type);
	MPI_Type_commit(&type);
	MPI_Gather_init(in, 1, type, out, 1, type, 0, MPI_COMM_SELF, MPI_INFO_NULL, &request);
	MPI_Type_free(&type);
	/* What has been freed gets other bytes. */
	for (size_t size = 8; size < 1600; size += 8)
		for (int i = 0; i < 3; i++) {
			char *other = malloc(size);
			if (other)
				memset(other, 255, size);
		}
	for (int i = 0; i < 2; i++) {
		MPI_Start(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Request_free(&request);
#endif
	MPI_Finalize();
	return 0;
}
