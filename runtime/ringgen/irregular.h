/* SPDX-License-Identifier: BSD-3-Clause
 * irregular.h: what algorithms for irregular collectives have beside the rest of the engine. In a
 * gatherv or scatterv the root alone knows the lengths of all blocks (rg.len, rg.off), each other
 * process that of its own (rg.own). What they find out of others travels in messages of numbers,
 * which the routine reads; what scratch it takes is known only then.
 *
 * All processes have to take the same algorithm, with the same parameters, though nobody but the
 * root knows the vector's length: the choice is by what all know, the communicator and where its
 * ranks are. What depends on lengths is decided within the algorithm.
 */
#ifndef RG_IRREGULAR_H
#define RG_IRREGULAR_H

#include "ringgen/engine.h"

/* A message of n numbers, 1 to RG_NUMBERS_MOST, and its receipt: `number` must stay until rg_wait
 * has passed, and is heard then. Of two processes, messages of both kinds arrive in the order in
 * which they were sent. */
enum { RG_NUMBERS_MOST = 64 };

static inline void rg_tell(struct rg *r, int peer, const int64_t *number, int n)
{
	r->t->tell(r, peer, number, n);
}

static inline void rg_hear(struct rg *r, int peer, int64_t *number, int n)
{
	r->t->hear(r, peer, number, n);
}

/* Messages of a number and data, whose receiver does not know how much that is: at most what `to`
 * has room for. Both are in RG_TMP, with room for a header before them, which nothing else uses.
 * The data may be none. */
enum { RG_HEADER = 8 }; /* elements, which are bytes in an irregular collective */

static inline void rg_carry(struct rg *r, int peer, int64_t number, struct rg_span from)
{
	r->t->carry(r, peer, number, &from);
}

static inline void rg_catch(struct rg *r, int peer, struct rg_span to)
{
	r->t->catch (r, peer, &to);
}

/* The number that came with them, after rg_wait. */
static inline int64_t rg_caught(struct rg *r, struct rg_span to)
{
	return r->t->caught(r, &to);
}

/* RG_TMP has `len` elements from now on, at least as many as before; what was in it is lost. */
static inline void rg_room(struct rg *r, int64_t len)
{
	if (len)
		r->t->room(r, len);
}

/* The blocks of members first ... first + n - 1 of a group, in a buffer that has all blocks. In a
 * message they stand one behind the other. */
struct rg_blocks {
	int buf;
	struct rg_group of;
	int first, n;
};

/* A part of the blocks that is one span: from member *i on all that follow each other in the
 * buffer. *i: the first that is not in it, first + n: none. */
static inline struct rg_span rg_blocks_piece(const struct rg *r, const struct rg_blocks *b, int *i)
{
	struct rg_span piece = {b->buf, 0, 0};

	for (; *i < b->first + b->n; ++*i) {
		struct rg_span next = rg_block_of(r, b->buf, rg_member(&b->of, *i));
		if (next.len && piece.len && next.off != piece.off + piece.len)
			break;
		if (next.len && !piece.len)
			piece.off = next.off;
		piece.len += next.len;
	}
	return piece;
}

/* Send or receive them; of no elements there is no message. Whoever is at the other end has one
 * span of as many. */
static inline void rg_send_blocks(struct rg *r, int peer, struct rg_blocks from)
{
	int i = from.first;
	struct rg_span piece = rg_blocks_piece(r, &from, &i);

	if (i == from.first + from.n)
		rg_send(r, peer, piece);
	else
		r->t->send_blocks(r, peer, &from);
}

static inline void rg_recv_blocks(struct rg *r, int peer, struct rg_blocks to)
{
	int i = to.first;
	struct rg_span piece = rg_blocks_piece(r, &to, &i);

	if (i == to.first + to.n)
		rg_recv(r, peer, piece);
	else
		r->t->recv_blocks(r, peer, &to);
}

#endif
