/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives that move data and do not reduce run in bytes, whatever the types of the ranks.
 */
#include "call/bytes.h"

#include <stdlib.h>
#include <string.h>

/* Whether blocks come together, the own one of each rank: else they go out from a root, or from
 * each to each. */
static bool gathers(const struct rg_bytes *b)
{
	return rg_collectives[b->k->which].begins == RG_OWN_BLOCK;
}

/* ---- The blocks of a buffer */

/* A vector that has no blocks is one. */
static int blocks_of(const struct rg_bytes *b, const struct rg_side *side)
{
	return side->all && !rg_has_any_length(b->k->which) ? b->x->P : 1;
}

/* Where the block of a rank is in a buffer, and its elements. */
static char *block(const struct rg_bytes *b, const struct rg_side *side, int rank, int64_t *count)
{
	bool equal = !side->all || !rg_has_blocks(b->k);
	int64_t at = equal ? rank * side->count : rg_number(&b->k->places, rank);

	*count = equal ? side->count : rg_number(&b->k->counts, rank);
	at = blocks_of(b, side) > 1 ? at : 0;
	return (char *)((uintptr_t)side->buffer + (uintptr_t)(at * side->type.extent));
}

/* The bytes of a buffer, as a whole. */
static int64_t bytes_of(const struct rg_bytes *b, const struct rg_side *side)
{
	return side->all ? b->shape.n : b->shape.own;
}

/* ---- Made */

static int measure_side(struct rg_side *side, struct rg_context *x, MPI_Datatype type)
{
	struct rg_shape s;
	int err = side->there ? rg_measure_type(x, type, &s) : MPI_SUCCESS;

	if (err || !side->there)
		return err;
	side->dense = s.dense;
	side->type = (struct rg_packing){.type = type,
	                                 .size = s.size,
	                                 .extent = s.extent,
	                                 .true_lb = s.true_lb,
	                                 .true_extent = s.true_extent,
	                                 .comm = x->own};
	return MPI_SUCCESS;
}

/* Look at the buffers that this rank has. */
static int look_at_buffers(struct rg_bytes *b, struct rg_context *x)
{
	const struct rg_call *k = b->k;
	const struct rg_descriptor *d = &rg_collectives[k->which];
	struct rg_side out = {.there = rg_receives(k, x->rank),
	                      .all = d->ends != RG_OWN_BLOCK,
	                      .buffer = k->out,
	                      .count = k->count};
	int err = measure_side(&out, x, k->type);

	if (rg_has_one_buffer(k->which) && x->rank == k->root) {
		b->from = out;
		return err;
	}
	b->to = out;
	b->from = (struct rg_side){.there = rg_sends(k, x->rank),
	                           .all = d->begins != RG_OWN_BLOCK,
	                           .buffer = (void *)(uintptr_t)k->in,
	                           .count = k->in_count};
	return err ? err : measure_side(&b->from, x, k->in_type);
}

/* Whether the own block has to be moved by itself, if both buffers are there. */
static void look_at_own_block(struct rg_bytes *b)
{
	const struct rg_side *mine = gathers(b) ? &b->from : &b->to;
	bool same = b->from.type.type == b->to.type.type;

	b->moves = b->shape.own;
	if (!b->from.there || !b->to.there)
		return;
	if (rg_is_for_each(b->k->which)) {
		b->moves = b->from.count * b->from.type.size;
		b->from.dense = b->from.dense && b->moves == b->shape.own;
		return;
	}
	b->moves = mine->count * mine->type.size;
	b->places = !mine->dense || (same ? b->moves < b->shape.own : b->moves != b->shape.own);
}

/* The unequal blocks in bytes: where they are in the buffer of all, or packed. Returns the own
 * one's place when packed. */
static int64_t blocks_in_bytes(const struct rg_call *k, struct rg_context *x,
                               const struct rg_shape *s)
{
	int64_t at = 0, own = s->own * s->size * x->rank;

	for (int i = 0; i < x->P && rg_knows_blocks(k, x->rank); i++) {
		own = i == x->rank ? at : own;
		x->off[i] = s->dense ? x->off[i] * s->size : at;
		x->len[i] *= s->size;
		at += x->len[i];
	}
	return own;
}

/* Where the run has the bytes of a buffer. The own block alone, beside the vector, needs no memory:
 * it is moved by itself. False: no memory. */
static bool make_bytes(const struct rg_bytes *b, struct rg_side *side, void **bytes)
{
	bool both = b->from.there && b->to.there;

	*bytes = side->buffer;
	if (!side->there || side->dense || (both && !side->all))
		return true;
	*bytes = side->packed = malloc((size_t)bytes_of(b, side) + 1);
	return side->packed;
}

int rg_bytes_make(struct rg_bytes *b, const struct rg_call *k, struct rg_context *x,
                  const struct rg_shape *s)
{
	void *from, *to;

	*b = (struct rg_bytes){
		.k = k,
		.x = x,
		.call = *k,
		.shape = {.n = s->n * s->size,
	                  .longest = s->longest * s->size,
	                  .own = s->own * s->size,
	                  .at = s->at * s->extent,
	                  .size = 1,
	                  .extent = 1,
	                  .true_extent = 1,
	                  .dense = true},
		.own = blocks_in_bytes(k, x, s),
	};
	int err = look_at_buffers(b, x);

	if (err)
		return err;
	look_at_own_block(b);
	if (!make_bytes(b, &b->from, &from) || !make_bytes(b, &b->to, &to))
		return MPI_ERR_NO_MEM;
	b->call.type = MPI_BYTE;
	b->call.in_place = k->in_place || b->places;
	b->call.in = from;
	b->call.out = rg_has_one_buffer(k->which) && b->from.there ? from : to;
	return MPI_SUCCESS;
}

void rg_bytes_free(struct rg_bytes *b)
{
	free(b->from.packed);
	free(b->to.packed);
}

/* ---- Run */

/* How many elements of a buffer that has equal blocks, or the own one alone, are a block's. */
static int64_t fit(const struct rg_bytes *b, const struct rg_side *mine)
{
	int64_t most = mine->type.size ? b->shape.own / mine->type.size : 0;
	return mine->count < most ? mine->count : most;
}

/* Pack all data of a buffer. */
static int pack_blocks(const struct rg_bytes *b, const struct rg_side *side)
{
	char *packed = side->packed;
	int err = MPI_SUCCESS;

	for (int i = 0; i < blocks_of(b, side) && !err; i++) {
		int64_t count;
		const char *from = block(b, side, i, &count);
		err = rg_pack(&side->type, from, count, packed);
		packed += count * side->type.size;
	}
	return err;
}

/* Pack what is sent to each, as far as it fits: a length that differs is wrong, and the others wait
 * for all. */
static int pack_for_each(const struct rg_bytes *b)
{
	const struct rg_side *from = &b->from;
	int err = MPI_SUCCESS;

	if (b->moves != b->shape.own)
		memset(from->packed, 0, (size_t)b->shape.n);
	for (int i = 0; i < b->x->P && !err; i++) {
		int64_t count;
		const char *at = block(b, from, i, &count);
		err = rg_pack(&from->type, at, fit(b, from), from->packed + i * b->shape.own);
	}
	return err;
}

/* Pack the own block as it is in the receive buffer. */
static int pack_own_block(const struct rg_bytes *b)
{
	int64_t count;
	const char *from = block(b, &b->to, b->x->rank, &count);

	return rg_pack(&b->to.type, from, count, b->to.packed + b->own);
}

/* The own block among all, whose bytes stand there. */
static char *own_block(const struct rg_bytes *b, const struct rg_side *all)
{
	int64_t count;
	return all->packed ? all->packed + b->own : block(b, all, b->x->rank, &count);
}

/* Pack the data to send, as far as they fit, into the place that the own block is moved from. */
static int place_own_block(const struct rg_bytes *b)
{
	return rg_pack(&b->from.type, b->from.buffer, fit(b, &b->from), own_block(b, &b->to));
}

/* Unpack the root's own block, as far as it fits, from its place among all blocks. */
static int take_own_block(const struct rg_bytes *b)
{
	return rg_unpack(&b->to.type, own_block(b, &b->from), b->to.buffer, fit(b, &b->to));
}

/* Where only a part of a block is sent, the rest of it comes from the receive buffer, packed as
 * well. */
void rg_bytes_before(struct rg_bytes *b)
{
	bool rest = b->k->in_place || (b->places && b->moves < b->shape.own);

	if (rg_is_for_each(b->k->which)) {
		b->failure = b->from.packed ? pack_for_each(b) : MPI_SUCCESS;
		if (b->k->in_place && b->to.packed)
			b->failure = pack_blocks(b, &b->to);
		return;
	}
	b->failure = b->from.packed ? pack_blocks(b, &b->from) : MPI_SUCCESS;
	if (!gathers(b))
		return;
	if (b->to.packed && rest)
		b->failure = pack_own_block(b);
	if (b->places && !b->failure)
		b->failure = place_own_block(b);
}

/* Unpack the blocks; the own one unless it has been there before. */
static int unpack_blocks(const struct rg_bytes *b)
{
	const char *packed = b->to.packed;
	int err = MPI_SUCCESS;

	for (int i = 0; i < blocks_of(b, &b->to); i++) {
		int64_t count;
		char *to = block(b, &b->to, i, &count);
		bool there = gathers(b) && i == b->x->rank && b->k->in_place;
		int one = there ? MPI_SUCCESS : rg_unpack(&b->to.type, packed, to, count);
		err = err ? err : one;
		packed += count * b->to.type.size;
	}
	return err;
}

int rg_bytes_after(struct rg_bytes *b)
{
	int err = b->to.packed ? unpack_blocks(b) : MPI_SUCCESS;

	if (b->places && !gathers(b))
		err = take_own_block(b);
	if (b->failure || err)
		return b->failure ? b->failure : err;
	bool sends = gathers(b) || rg_is_for_each(b->k->which);
	bool short_of = sends ? b->moves > b->shape.own : b->moves < b->shape.own;
	return short_of ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
}

int rg_run_in_bytes(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                    const struct rg_choice *choice, const struct rg_call *like)
{
	struct rg_bytes b;
	int err = rg_bytes_make(&b, k, x, s);

	if (!err) {
		rg_bytes_before(&b);
		err = rg_perform(&b.call, x, &b.shape, choice, like);
		int after = rg_bytes_after(&b);
		err = err ? err : after;
	}
	rg_bytes_free(&b);
	return err;
}
