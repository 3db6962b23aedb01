/* SPDX-License-Identifier: BSD-3-Clause
 * Appended to a generated butterfly_Allreduce, which was renamed to right_Allreduce: the same with
 * the fault that FAULT names, which ringbench has to find. Vectors of floats.
 */
#include <stdlib.h>
#include <string.h>

int butterfly_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm)
{
	static float last[1 << 20];
	static int calls;
	const char *fault = getenv("FAULT");
	float *out = recvbuf, *in = (float *)(size_t)sendbuf;
	size_t bytes = (size_t)count * sizeof *out;
	int rank, err;

	MPI_Comm_rank(comm, &rank);
	calls++;
	err = right_Allreduce(sendbuf, recvbuf, count, type, op, comm);
	if (!strcmp(fault, "element") && rank == 2)
		out[count / 2] += 1;
	else if (!strcmp(fault, "stale") && calls > 5) /* what an earlier call left */
		memcpy(out, last, bytes);
	else if (!strcmp(fault, "partial") && rank == 1) /* nobody wrote the end */
		memset(out + count - 2, 0xff, 2 * sizeof *out);
	else if (!strcmp(fault, "beyond") && rank == 3)
		out[count] = 0;
	else if (!strcmp(fault, "input") && rank == 0)
		in[7] = 0;
	else if (!strcmp(fault, "double")) /* rank 0 twice, for rank 1 */
		for (int i = 0; i < count; i++)
			out[i] += rank == 0 ? in[0] - in[1] : 0;
	else if (!strcmp(fault, "blocks") && rank == 1) { /* two blocks change places */
		memcpy(last, out, bytes / 2);
		memcpy(out, out + count / 2, bytes / 2);
		memcpy(out + count / 2, last, bytes / 2);
	}
	if (!strcmp(fault, "stale"))
		memcpy(last, out, bytes);
	return err;
}
