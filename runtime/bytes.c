/* SPDX-License-Identifier: BSD-3-Clause
 * Allgather(v) in bytes, whatever the types of the ranks, which may all be different.
 */
#include "bytes.h"

#include <limits.h>
#include <stdlib.h>

#if RINGGEN_LARGE_COUNT
#define SENDRECV PMPI_Sendrecv_c
#else
#define SENDRECV PMPI_Sendrecv
#endif

/* Where the block of a rank is in the receive buffer, and its elements. */
static char *block(const struct rg_call *k, const struct rg_shape *s, int rank, int64_t *count)
{
	bool equal = k->which == RG_ALLGATHER;
	int64_t at = equal ? rank * k->count : rg_number(&k->places, rank);

	*count = equal ? k->count : rg_number(&k->counts, rank);
	return (char *)((uintptr_t)k->out + (uintptr_t)(at * s->extent));
}

/* Whether an allgather(v) has more to send than its own block takes. */
static bool sends_too_much(const struct rg_call *k, const struct rg_shape *s)
{
	MPI_Count size = 0;

	if (k->in_place || (k->in_type == k->type && k->in_count <= s->own))
		return false;
	return !PMPI_Type_size_x(k->in_type, &size) && k->in_count * size > s->own * s->size;
}

/* Whether the send buffer begins with the bytes of the own block. */
static bool sends_bytes(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s)
{
	struct rg_shape in;

	if (k->in_type == k->type)
		return k->in_count >= s->own && rg_is_dense(s);
	return !rg_measure_type(x, k->in_type, &in) && rg_is_dense(&in) &&
	       k->in_count * in.size == s->own * s->size;
}

/* Put the own block into its place. */
static int place_own_block(const struct rg_call *k, const struct rg_context *x,
                           const struct rg_shape *s)
{
	int64_t count, in_count = k->in_count;
	char *to = block(k, s, x->rank, &count);

	if (k->in_type == k->type && in_count > count)
		in_count = count;
	return SENDRECV(k->in, (rg_mpi_count)in_count, k->in_type, x->rank, 0, to,
	                (rg_mpi_count)count, k->type, x->rank, 0, x->own, MPI_STATUS_IGNORE);
}

/* Bytes of a block with gaps, to `packed`, or from there if `back`. */
static int pack(const struct rg_call *k, const struct rg_context *x, const struct rg_shape *s,
                int rank, char *packed, bool back)
{
	int64_t count, most = s->size < INT_MAX ? INT_MAX / s->size : 1;
	char *at = block(k, s, rank, &count);
	int err = MPI_SUCCESS;

	for (int64_t done = 0; done < count && !err; done += most) {
		int n = (int)(count - done < most ? count - done : most), position = 0;
		int bytes = (int)(n * s->size);
		char *element = (char *)((uintptr_t)at + (uintptr_t)(done * s->extent));
		char *there = packed + done * s->size;
		err = back ? PMPI_Unpack(there, bytes, &position, element, n, k->type, x->own)
		           : PMPI_Pack(element, n, k->type, there, bytes, &position, x->own);
		if (!err && position != bytes)
			err = MPI_ERR_INTERN; /* with more than the data */
	}
	return err;
}

/* The blocks of others, from where they were packed. */
static int unpack_others(const struct rg_call *k, const struct rg_context *x,
                         const struct rg_shape *s, char *packed)
{
	int64_t count;
	int err = MPI_SUCCESS;

	for (int i = 0; i < x->P; i++) {
		int one = i == x->rank ? MPI_SUCCESS : pack(k, x, s, i, packed, true);
		err = err ? err : one;
		(void)block(k, s, i, &count);
		packed += count * s->size;
	}
	return err;
}

/* The blocks in bytes: where they are in the receive buffer, or packed. Returns the own one's
 * place when packed. */
static int64_t blocks_in_bytes(const struct rg_call *k, struct rg_context *x,
                               const struct rg_shape *s)
{
	int64_t at = 0, own = s->own * s->size * x->rank;

	for (int i = 0; i < x->P && rg_has_blocks(k); i++) {
		own = i == x->rank ? at : own;
		x->off[i] = rg_is_dense(s) ? x->off[i] * s->size : at;
		x->len[i] *= s->size;
		at += x->len[i];
	}
	return own;
}

int rg_run_in_bytes(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                    const struct rg_choice *choice)
{
	struct rg_shape bytes = {.n = s->n * s->size,
	                         .own = s->own * s->size,
	                         .at = s->at * s->extent,
	                         .size = 1,
	                         .extent = 1,
	                         .true_extent = 1};
	struct rg_call in_bytes = *k;
	char *packed = NULL;
	int failure = MPI_SUCCESS;

	if (!k->in_place && !(rg_is_dense(s) && sends_bytes(k, x, s))) {
		failure = place_own_block(k, x, s);
		in_bytes.in_place = true;
	}
	int64_t own = blocks_in_bytes(k, x, s);
	if (!rg_is_dense(s)) {
		if (!(packed = malloc((size_t)bytes.n)))
			return MPI_ERR_NO_MEM;
		int err = pack(k, x, s, x->rank, packed + own, false);
		failure = failure ? failure : err;
		in_bytes.out = packed;
	}
	in_bytes.type = MPI_BYTE;
	int err = rg_perform(&in_bytes, x, &bytes, choice, k);
	if (packed) {
		int unpacked = unpack_others(k, x, s, packed);
		failure = failure ? failure : unpacked;
		free(packed);
	}
	if (!failure && sends_too_much(k, s)) /* Open MPI does not tell when it copies */
		failure = MPI_ERR_TRUNCATE;
	return err ? err : failure;
}
