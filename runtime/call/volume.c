/* SPDX-License-Identifier: BSD-3-Clause
 * How many bytes a call is about.
 */
#include "call/volume.h"
#include "mpi/type.h"

#include <limits.h>

/* No rank, nor MPI_ROOT: a process that is not the root. */
enum { NOT_THE_ROOT = INT_MIN };

/* Whether the other group's blocks come, all of them, or go: an allgather or an alltoall, or at
 * MPI_ROOT. */
static bool has_others_blocks(const struct rg_call *k)
{
	if (rg_has_root(k->which))
		return k->root == MPI_ROOT;
	return rg_collectives[k->which].begins == RG_OWN_BLOCK || rg_is_for_each(k->which);
}

/* The elements of the vector, of P blocks if there are any; -1: a length is negative. `told` of
 * them are told to this process. */
static int64_t elements(const struct rg_call *k, int P, int rank, int64_t told)
{
	int64_t n = 0;

	if (!rg_has_blocks(k))
		return rg_has_any_length(k->which) ? told : told * P;
	if (!rg_knows_blocks(k, rank))
		return told;
	for (int i = 0; i < P; i++) {
		int64_t length = rg_number(&k->counts, i);
		if (length < 0)
			return -1;
		n += length;
	}
	return n;
}

/* Of blocks whose lengths pairs know, what is received. */
static double volume_of_pairs(const struct rg_call *k, int P)
{
	double volume = 0;

	for (int i = 0; i < P && rg_blocks_are_given(k, MPI_PROC_NULL); i++) {
		struct rg_pair_block b = rg_pair_block(k, false, i);
		MPI_Count size;
		if (b.count < 0 || (b.count && b.type == MPI_DATATYPE_NULL))
			return 0;
		if (b.count && !rg_type_size(b.type, &size))
			volume += (double)b.count * (double)size;
	}
	return volume;
}

static double volume_of(const struct rg_call *k, int P, int rank)
{
	if (rg_is_by_pairs(k->which))
		return volume_of_pairs(k, P);

	const struct rg_amount told = rg_told_by(k, rank);
	MPI_Count size;

	if (told.type == MPI_DATATYPE_NULL || told.count < 0 || !rg_blocks_are_given(k, rank) ||
	    rg_type_size(told.type, &size))
		return 0;
	int64_t n = elements(k, P, rank, told.count);
	return n < 0 ? 0 : (double)n * (double)size;
}

double rg_volume(const struct rg_call *k, int P, int rank, bool inter)
{
	int others = 0;

	if (!rg_has_data(k->which))
		return 0;
	if (!inter)
		return volume_of(k, P, rank);
	if (rg_has_root(k->which) && k->root == MPI_PROC_NULL)
		return 0;
	if (has_others_blocks(k) && PMPI_Comm_remote_size(k->comm, &others))
		return 0;
	return volume_of(k, has_others_blocks(k) ? others : P,
	                 rg_has_root(k->which) && k->root == MPI_ROOT ? k->root : NOT_THE_ROOT);
}
