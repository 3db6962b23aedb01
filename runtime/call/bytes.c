/* SPDX-License-Identifier: BSD-3-Clause
 * Allgather(v) in bytes, whatever the types of the ranks, which may all be different.
 */
#include "call/bytes.h"

#include <stdlib.h>

/* Where the block of a rank is in the receive buffer, and its elements. */
static char *block(const struct rg_call *k, const struct rg_shape *s, int rank, int64_t *count)
{
	bool equal = !rg_has_blocks(k);
	int64_t at = equal ? rank * k->count : rg_number(&k->places, rank);

	*count = equal ? k->count : rg_number(&k->counts, rank);
	return (char *)((uintptr_t)k->out + (uintptr_t)(at * s->extent));
}

static struct rg_packing packing_of(MPI_Datatype type, const struct rg_shape *s,
                                    const struct rg_context *x)
{
	return (struct rg_packing){.type = type,
	                           .size = s->size,
	                           .extent = s->extent,
	                           .true_lb = s->true_lb,
	                           .true_extent = s->true_extent,
	                           .comm = x->own};
}

/* ---- Made */

/* What is sent; and whether it has to be put in its place first, since the send buffer does not
 * begin with the bytes of the own block. Returns MPI's error code. */
static int look_at_send_buffer(struct rg_bytes *b, struct rg_context *x)
{
	const struct rg_call *k = b->k;
	struct rg_shape in = *b->s;
	bool same = k->in_type == k->type;
	int err = MPI_SUCCESS;

	b->sends = b->shape.own;
	if (k->in_place || (!same && (err = rg_measure_type(x, k->in_type, &in))))
		return err;
	b->sent = packing_of(k->in_type, &in, x);
	b->sends = k->in_count * in.size;
	b->places = !in.dense || (same ? b->sends < b->shape.own : b->sends != b->shape.own);
	return MPI_SUCCESS;
}

/* The blocks in bytes: where they are in the receive buffer, or packed. Returns the own one's
 * place when packed. */
static int64_t blocks_in_bytes(const struct rg_call *k, struct rg_context *x,
                               const struct rg_shape *s)
{
	int64_t at = 0, own = s->own * s->size * x->rank;

	for (int i = 0; i < x->P && rg_has_blocks(k); i++) {
		own = i == x->rank ? at : own;
		x->off[i] = s->dense ? x->off[i] * s->size : at;
		x->len[i] *= s->size;
		at += x->len[i];
	}
	return own;
}

int rg_bytes_make(struct rg_bytes *b, const struct rg_call *k, struct rg_context *x,
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
	                  .true_extent = 1,
	                  .dense = true},
		.received = packing_of(k->type, s, x),
		.own = blocks_in_bytes(k, x, s),
	};
	int err = look_at_send_buffer(b, x);

	b->call.type = MPI_BYTE;
	b->call.in_place = k->in_place || b->places;
	if (err || s->dense)
		return err;
	b->call.out = b->packed = malloc((size_t)b->shape.n);
	return b->packed ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

void rg_bytes_free(struct rg_bytes *b)
{
	free(b->packed);
}

/* ---- Run */

/* The own block as it is in the receive buffer, to where it is packed. */
static int pack_own_block(const struct rg_bytes *b)
{
	int64_t count;
	const char *from = block(b->k, b->s, b->x->rank, &count);

	return rg_pack(&b->received, from, count, b->packed + b->own);
}

/* What is sent, as far as it fits, to where the own block is moved from. */
static int place_own_block(const struct rg_bytes *b)
{
	int64_t count, fit = b->sent.size ? b->shape.own / b->sent.size : 0;
	char *to = b->packed ? b->packed + b->own : block(b->k, b->s, b->x->rank, &count);

	return rg_pack(&b->sent, b->k->in, b->k->in_count < fit ? b->k->in_count : fit, to);
}

/* Where only a part of a block is sent, the rest of it comes from the receive buffer, packed as
 * well. */
void rg_bytes_before(struct rg_bytes *b)
{
	bool rest = b->k->in_place || (b->places && b->sends < b->shape.own);

	b->failure = b->packed && rest ? pack_own_block(b) : MPI_SUCCESS;
	if (b->places && !b->failure)
		b->failure = place_own_block(b);
}

/* The blocks, from where they were packed; the own one unless it has been there before. */
static int unpack_blocks(const struct rg_bytes *b)
{
	const char *packed = b->packed;
	int err = MPI_SUCCESS;

	for (int i = 0; i < b->x->P; i++) {
		int64_t count;
		char *to = block(b->k, b->s, i, &count);
		bool there = i == b->x->rank && b->k->in_place;
		int one = there ? MPI_SUCCESS : rg_unpack(&b->received, packed, to, count);
		err = err ? err : one;
		packed += count * b->s->size;
	}
	return err;
}

int rg_bytes_after(struct rg_bytes *b)
{
	int err = b->packed ? unpack_blocks(b) : MPI_SUCCESS;

	if (b->failure || err)
		return b->failure ? b->failure : err;
	return b->sends > b->shape.own ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
}

int rg_run_in_bytes(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                    const struct rg_choice *choice)
{
	struct rg_bytes b;
	int err = rg_bytes_make(&b, k, x, s);

	if (!err) {
		rg_bytes_before(&b);
		err = rg_perform(&b.call, x, &b.shape, choice, k);
		int after = rg_bytes_after(&b);
		err = err ? err : after;
	}
	rg_bytes_free(&b);
	return err;
}
