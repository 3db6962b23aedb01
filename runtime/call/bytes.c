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

/* The type of a rank's block. */
static const struct rg_packing *type_of(const struct rg_side *side, int rank)
{
	return side->each ? &side->each[rank] : &side->type;
}

static char *address(const struct rg_side *side, int64_t bytes)
{
	return (char *)((uintptr_t)side->buffer + (uintptr_t)bytes);
}

/* Where the block of a rank is in a buffer, and its elements. */
static char *block(const struct rg_bytes *b, const struct rg_side *side, int rank, int64_t *count)
{
	bool equal = !side->all || !rg_has_blocks(b->k);
	int64_t at = rank * side->count;

	*count = side->count;
	if (rg_is_by_pairs(b->k->which)) {
		struct rg_pair_block pair = rg_pair_block(b->k, side->sends, rank);
		*count = pair.count;
		return address(side, pair.at * (pair.bytes ? 1 : side->type.extent));
	}
	if (!equal) {
		*count = rg_number(&b->k->counts, rank);
		at = rg_number(&b->k->places, rank);
	}
	at = blocks_of(b, side) > 1 ? at : 0;
	return address(side, at * side->type.extent);
}

/* The bytes of a buffer, as a whole. */
static int64_t bytes_of(const struct rg_bytes *b, const struct rg_side *side)
{
	return side->all ? b->shape.n : b->shape.own;
}

/* ---- Made */

static int measure(struct rg_packing *p, bool *dense, struct rg_context *x, MPI_Datatype type)
{
	struct rg_shape s;
	int err = rg_measure_type(x, type, &s);

	*dense = !err && s.dense;
	*p = (struct rg_packing){.type = type,
	                         .size = s.size,
	                         .extent = s.extent,
	                         .true_lb = s.true_lb,
	                         .true_extent = s.true_extent,
	                         .comm = x->own};
	return err;
}

static int measure_side(struct rg_side *side, struct rg_context *x, MPI_Datatype type)
{
	return side->there ? measure(&side->type, &side->dense, x, type) : MPI_SUCCESS;
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

/* ---- Made of blocks whose lengths their two ends alone know */

/* The types of the blocks. Neighbours have the same one, mostly; one without elements may have
 * none. */
static int measure_blocks(struct rg_side *side, const struct rg_call *k, struct rg_context *x)
{
	int last = -1, err = MPI_SUCCESS;

	side->dense = true;
	if (!(side->each = calloc((size_t)x->P, sizeof *side->each)))
		return MPI_ERR_NO_MEM;
	for (int i = 0; i < x->P && !err; i++) {
		struct rg_pair_block block = rg_pair_block(k, side->sends, i);
		bool dense = true;
		if (!block.count)
			continue;
		if (last >= 0 && side->each[last].type == block.type)
			side->each[i] = side->each[last];
		else
			err = measure(&side->each[i], &dense, x, block.type);
		side->dense = side->dense && dense;
		last = i;
	}
	return err;
}

static int measure_pairs(struct rg_side *side, const struct rg_call *k, struct rg_context *x)
{
	struct rg_pair_block own = rg_pair_block(k, side->sends, x->rank);
	return own.bytes ? measure_blocks(side, k, x) : measure_side(side, x, own.type);
}

/* Where its blocks are, in bytes, and how long; packed, if they have to be. False: no memory. */
static bool lay_pairs(const struct rg_bytes *b, struct rg_side *side, int64_t *off, int64_t *len,
                      void **bytes)
{
	int64_t at = 0, count;

	for (int i = 0; i < b->x->P; i++) {
		const char *place = block(b, side, i, &count);
		len[i] = count * type_of(side, i)->size;
		off[i] = side->dense ? (int64_t)((uintptr_t)place - (uintptr_t)side->buffer) : at;
		at += len[i];
	}
	*bytes = side->buffer;
	if (!side->dense)
		*bytes = side->packed = malloc((size_t)at + 1);
	return side->dense || side->packed;
}

/* The own block is as long as the shorter of its ends. */
static int make_pairs(struct rg_bytes *b, struct rg_context *x, const struct rg_shape *s)
{
	const struct rg_call *k = b->k;
	bool one = k->in_place || rg_pairs_are_one(k, x, s);
	void *from, *to;
	int err;

	b->to = (struct rg_side){.there = true, .all = true, .buffer = k->out};
	b->from = (struct rg_side){.there = true,
	                           .all = true,
	                           .buffer = k->in_place ? k->out : (void *)(uintptr_t)k->in,
	                           .sends = true};
	if ((err = measure_pairs(&b->to, k, x)) || (err = measure_pairs(&b->from, k, x)))
		return err;
	b->from.dense = b->from.dense && !one;
	if (!rg_context_blocks(x) || !lay_pairs(b, &b->to, x->off, x->len, &to) ||
	    !lay_pairs(b, &b->from, x->sent_off, x->sent_len, &from))
		return MPI_ERR_NO_MEM;
	b->moves = x->sent_len[x->rank];
	b->shape.own = x->len[x->rank];
	if (b->moves < b->shape.own)
		x->len[x->rank] = b->moves;
	x->sent_len[x->rank] = x->len[x->rank];
	b->call.type = MPI_BYTE;
	b->call.in_place = false;
	b->call.in = from;
	b->call.out = to;
	return MPI_SUCCESS;
}

/* ---- Made of any */

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
	};
	if (rg_is_by_pairs(k->which))
		return make_pairs(b, x, s);
	b->own = blocks_in_bytes(k, x, s);
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
	free(b->from.each);
	free(b->to.each);
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
		if (count)
			err = rg_pack(type_of(side, i), from, count, packed);
		packed += count * type_of(side, i)->size;
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

	if (rg_is_by_pairs(b->k->which)) {
		b->failure = b->from.packed ? pack_blocks(b, &b->from) : MPI_SUCCESS;
		return;
	}
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
		const struct rg_packing *type = type_of(&b->to, i);
		int one = there || !count ? MPI_SUCCESS : rg_unpack(type, packed, to, count);
		err = err ? err : one;
		packed += count * type->size;
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
