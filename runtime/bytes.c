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
static int place_own_block(const struct rg_bytes *b)
{
	const struct rg_call *k = b->k;
	const struct rg_context *x = b->x;
	int64_t count, in_count = k->in_count;
	char *to = block(k, b->s, x->rank, &count);

	if (k->in_type == k->type && in_count > count)
		in_count = count;
	return SENDRECV(k->in, (rg_mpi_count)in_count, k->in_type, x->rank, b->tag, to,
	                (rg_mpi_count)count, k->type, x->rank, b->tag, x->own, MPI_STATUS_IGNORE);
}

/* Bytes of a block with gaps, to `packed`, or from there if `back`. */
static int pack(const struct rg_bytes *b, int rank, char *packed, bool back)
{
	const struct rg_call *k = b->k;
	int64_t count, size = b->s->size, most = size < INT_MAX ? INT_MAX / size : 1;
	char *at = block(k, b->s, rank, &count);
	int err = MPI_SUCCESS;

	for (int64_t done = 0; done < count && !err; done += most) {
		int n = (int)(count - done < most ? count - done : most), position = 0;
		int bytes = (int)(n * size);
		char *element = (char *)((uintptr_t)at + (uintptr_t)(done * b->s->extent));
		char *there = packed + done * size;
		err = back ? PMPI_Unpack(there, bytes, &position, element, n, k->type, b->x->own)
		           : PMPI_Pack(element, n, k->type, there, bytes, &position, b->x->own);
		if (!err && position != bytes)
			err = MPI_ERR_INTERN; /* with more than the data */
	}
	return err;
}

/* The blocks of others, from where they were packed. */
static int unpack_others(const struct rg_bytes *b)
{
	int64_t count;
	char *packed = b->packed;
	int err = MPI_SUCCESS;

	for (int i = 0; i < b->x->P; i++) {
		int one = i == b->x->rank ? MPI_SUCCESS : pack(b, i, packed, true);
		err = err ? err : one;
		(void)block(b->k, b->s, i, &count);
		packed += count * b->s->size;
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

bool rg_bytes_make(struct rg_bytes *b, const struct rg_call *k, struct rg_context *x,
                   const struct rg_shape *s)
{
	*b = (struct rg_bytes){
		.k = k,
		.x = x,
		.s = s,
		.call = *k,
		.shape = {.n = s->n * s->size,
	                  .own = s->own * s->size,
	                  .at = s->at * s->extent,
	                  .size = 1,
	                  .extent = 1,
	                  .true_extent = 1},
		.places = !k->in_place && !(rg_is_dense(s) && sends_bytes(k, x, s)),
		.own = blocks_in_bytes(k, x, s),
	};
	b->call.type = MPI_BYTE;
	b->call.in_place = k->in_place || b->places;
	if (rg_is_dense(s))
		return true;
	b->call.out = b->packed = malloc((size_t)b->shape.n);
	return b->packed;
}

void rg_bytes_free(struct rg_bytes *b)
{
	free(b->packed);
}

void rg_bytes_before(struct rg_bytes *b)
{
	b->failure = b->places ? place_own_block(b) : MPI_SUCCESS;
	if (!b->packed)
		return;
	int err = pack(b, b->x->rank, b->packed + b->own, false);
	b->failure = b->failure ? b->failure : err;
}

int rg_bytes_after(struct rg_bytes *b)
{
	int err = b->packed ? unpack_others(b) : MPI_SUCCESS;

	if (b->failure || err)
		return b->failure ? b->failure : err;
	/* Open MPI does not tell when it copies */
	return sends_too_much(b->k, b->s) ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
}

int rg_run_in_bytes(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                    const struct rg_choice *choice)
{
	struct rg_bytes b;

	if (!rg_bytes_make(&b, k, x, s))
		return MPI_ERR_NO_MEM;
	rg_bytes_before(&b);
	int err = rg_perform(&b.call, x, &b.shape, choice, k);
	int after = rg_bytes_after(&b);
	rg_bytes_free(&b);
	return err ? err : after;
}
