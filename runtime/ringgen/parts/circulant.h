/* SPDX-License-Identifier: BSD-3-Clause
 * The vector of a circulant exchange: the blocks of all processes, the own one first, then
 * those behind it in the ring. What of it there is to do with in a round, what travels, and
 * where that lands.
 */
#pragma once
#include "ringgen/engine.h"

/* What circulant_scatter and circulant_gather have to know. */
struct circulant {
	int at, round;
	bool whole; /* the vector has no blocks of ranks, and is cut in the order of places */
};

/* How many blocks it has to do with after so many rounds. */
static inline int circulant_left(const struct rg *r, int round)
{
	return (int)((r->P + (1ll << round) - 1) >> round);
}

/* How many of them travel in that round: the first ones come, or as many behind those that stay
 * are sent. */
static inline int circulant_travel(const struct rg *r, int round)
{
	return circulant_left(r, round) - circulant_left(r, round + 1);
}

/* The process so many places behind; or (back) before. */
static inline int circulant_peer(const struct rg *r, int places, bool back)
{
	return r->order[rg_at(r, back ? r->pos - places : r->pos + places)];
}

/* Where the block of a place begins in this lane's slice of the vector. */
static inline int64_t circulant_cut(const struct rg *r, int place)
{
	int64_t len = rg_slice(r, RG_TMP, 0, r->n).len, rest = len % r->P;
	return len / r->P * place + (place < rest ? place : rest);
}

/* Block i in another buffer. */
static inline struct rg_span circulant_block(const struct rg *r, const struct circulant *s, int buf,
                                             int i)
{
	if (!s->whole)
		return rg_block(r, buf, r->pos + i);
	int place = rg_at(r, r->pos + i);
	int64_t begin = circulant_cut(r, place), end = circulant_cut(r, place + 1);
	return (struct rg_span){buf, rg_slice(r, buf, 0, r->n).off + begin, end - begin};
}

/* Elements of the first so many blocks. */
static inline int64_t circulant_length(const struct rg *r, const struct circulant *s, int blocks)
{
	int64_t length = 0;
	int end = r->pos + blocks, around = end > r->P ? end - r->P : 0;

	if (s->whole)
		return circulant_cut(r, end - around) - circulant_cut(r, r->pos) +
		       circulant_cut(r, around);
	if (!r->len && !r->rest)
		return blocks * rg_own(r, RG_TMP).len;
	for (int i = 0; i < blocks; i++)
		length += rg_block(r, RG_TMP, r->pos + i).len;
	return length;
}

/* So many blocks of the vector, from one on. */
static inline struct rg_span circulant_part(const struct rg *r, const struct circulant *s,
                                            int first, int count)
{
	int64_t off = circulant_length(r, s, first);
	return (struct rg_span){RG_TMP, off, circulant_length(r, s, first + count) - off};
}

/* Where what comes in that round lands: behind what there is to do with. In the first round, which
 * has nothing there yet, in its place. */
static inline struct rg_span circulant_landing(const struct rg *r, const struct circulant *s,
                                               int round)
{
	struct rg_span to = circulant_part(r, s, 0, circulant_travel(r, round));
	to.off = round ? circulant_length(r, s, circulant_left(r, round)) : 0;
	return to;
}

/* The elements of RG_TMP that it takes. */
static inline int64_t circulant_scratch(const struct rg *r, const struct circulant *s)
{
	int64_t most = circulant_length(r, s, r->P);

	for (int round = 1; circulant_left(r, round) > 1; round++) {
		struct rg_span came = circulant_landing(r, s, round);
		most = came.off + came.len > most ? came.off + came.len : most;
	}
	return most;
}

/* Blocks of another buffer: copied into the vector, added to it, or copied from it. */
enum circulant_way { CIRCULANT_IN, CIRCULANT_ADD, CIRCULANT_OUT };

/* So it is done with a run of them. */
static inline void circulant_pass(struct rg *r, enum circulant_way way, struct rg_span vector,
                                  struct rg_span blocks)
{
	if (way == CIRCULANT_ADD)
		rg_combine(r, blocks, vector);
	else
		rg_copy(r, way == CIRCULANT_IN ? vector : blocks,
		        way == CIRCULANT_IN ? blocks : vector);
}

/* So it is done with so many, from one on. Those that follow each other in the other buffer, too,
 * go together. */
static inline void circulant_blocks(struct rg *r, const struct circulant *s, enum circulant_way way,
                                    int buf, int first, int count)
{
	struct rg_span vector = {RG_TMP, circulant_length(r, s, first), 0}, blocks = {buf, 0, 0};

	for (int i = first; i < first + count; i++) {
		struct rg_span block = circulant_block(r, s, buf, i);
		if (block.off != blocks.off + blocks.len) {
			circulant_pass(r, way, vector, blocks);
			vector = (struct rg_span){RG_TMP, vector.off + vector.len, 0};
			blocks = (struct rg_span){buf, block.off, 0};
		}
		blocks.len += block.len;
		vector.len += block.len;
	}
	circulant_pass(r, way, vector, blocks);
}

/* Add what came in a round, in the first one to the own contribution. */
static inline void circulant_add(struct rg *r, const struct circulant *s, int round)
{
	int came = circulant_travel(r, round), left = circulant_left(r, round + 1);

	if (round) {
		rg_combine(r, circulant_landing(r, s, round), circulant_part(r, s, 0, came));
		return;
	}
	circulant_blocks(r, s, CIRCULANT_ADD, rg_mine(r), 0, came);
	circulant_blocks(r, s, CIRCULANT_IN, rg_mine(r), came, left - came);
}
