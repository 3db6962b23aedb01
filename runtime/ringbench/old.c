/* SPDX-License-Identifier: BSD-3-Clause
 * The reduce-scatter that MPICH had before 2003: a binomial tree reduces the vector to rank 0,
 * which then sends each rank its block, one after another (R. Thakur, W. Gropp: Improving the
 * Performance of Collective Operations in MPICH, 2003, section 4.3). It takes (lg p + p - 1)
 * start-ups, and moves the vector lg p + (p - 1) / p times.
 *
 * For operations that commute, and types without gaps.
 */
#include "ringbench/old.h"

#include <stdlib.h>
#include <string.h>

enum { TAG = 0 };

/* Reduce n elements of `sum` to rank 0, in place; `other` has room for as many. */
static int reduce(void *sum, void *other, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm)
{
	int P, rank, err = MPI_SUCCESS;

	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &rank);
	for (int step = 1; step < P && !err; step *= 2) {
		if (rank & step)
			return MPI_Send(sum, n, t, rank - step, TAG, comm);
		if (rank + step >= P)
			continue;
		err = MPI_Recv(other, n, t, rank + step, TAG, comm, MPI_STATUS_IGNORE);
		err = err ? err : MPI_Reduce_local(other, sum, n, t, op);
	}
	return err;
}

/* counts[i], or `count` for all of them. */
static int count_of(const int *counts, int count, int i)
{
	return counts ? counts[i] : count;
}

/* Rank 0 has all blocks of `sum`; each rank gets its own. */
static int scatter(char *sum, void *out, const int *counts, int count, MPI_Datatype t,
                   MPI_Comm comm)
{
	int P, rank, size, err = MPI_SUCCESS;

	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &rank);
	MPI_Type_size(t, &size);
	if (rank)
		return MPI_Recv(out, count_of(counts, count, rank), t, 0, TAG, comm,
		                MPI_STATUS_IGNORE);
	for (int i = 0; i < P && !err; i++) {
		int n = count_of(counts, count, i);
		if (i)
			err = MPI_Send(sum, n, t, i, TAG, comm);
		else
			memcpy(out, sum, (size_t)n * (size_t)size);
		sum += (size_t)n * (size_t)size;
	}
	return err;
}

static int reduce_then_scatter(const void *in, void *out, const int *counts, int count,
                               MPI_Datatype t, MPI_Op op, MPI_Comm comm)
{
	int P, size, n = 0, err = MPI_ERR_NO_MEM;

	MPI_Comm_size(comm, &P);
	MPI_Type_size(t, &size);
	for (int i = 0; i < P; i++)
		n += count_of(counts, count, i);
	size_t bytes = (size_t)n * (size_t)size;
	char *sum = malloc(bytes + 1), *other = malloc(bytes + 1);
	if (sum && other) {
		memcpy(sum, in, bytes);
		err = MPI_SUCCESS;
	}
	err = err ? err : reduce(sum, other, n, t, op, comm);
	err = err ? err : scatter(sum, out, counts, count, t, comm);
	free(sum);
	free(other);
	return err;
}

static int reduce_scatter(const void *in, void *out, const int counts[], MPI_Datatype t, MPI_Op op,
                          MPI_Comm comm)
{
	return reduce_then_scatter(in, out, counts, 0, t, op, comm);
}

static int reduce_scatter_block(const void *in, void *out, int count, MPI_Datatype t, MPI_Op op,
                                MPI_Comm comm)
{
	return reduce_then_scatter(in, out, NULL, count, t, op, comm);
}

const struct routines old_routines = {.name = "old",
                                      .reduce_scatter = reduce_scatter,
                                      .reduce_scatter_block = reduce_scatter_block};
