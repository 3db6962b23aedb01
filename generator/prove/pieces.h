/* SPDX-License-Identifier: BSD-3-Clause
 * pieces: a memory in a game (play.h): what stands at which of its elements. Consecutive elements
 * of the vector that hold the same expression are one piece, so a game of billions of elements
 * takes no longer than one of as many as there are blocks.
 */
#ifndef RG_PIECES_H
#define RG_PIECES_H

#include "prove/expression.h"

struct rg_piece {
	int64_t off, len; /* elements of the memory; never empty */
	int64_t element;  /* of the vector: which one is at `off`; the next ones follow */
	rg_value value;   /* the expression */
	int written;      /* when: see races.h */
};

/* By `off`, apart, and no two are one: zeroed, all is undefined. Those from number `gap` on stand
 * at the end of the array: where the last one was written there is room for others, since the next
 * one is mostly written beside it. */
struct rg_pieces {
	struct rg_piece *piece; /* [cap] */
	size_t n, gap, cap;
};

/* Piece number i of n. */
static inline const struct rg_piece *rg_pieces_get(const struct rg_pieces *p, size_t i)
{
	return &p->piece[i < p->gap ? i : i + p->cap - p->n];
}

/* All is undefined again. */
static inline void rg_pieces_clear(struct rg_pieces *p)
{
	p->n = p->gap = 0;
}

void rg_pieces_free(struct rg_pieces *p);

/* Append a piece, which is behind all others. An empty one is left out. */
void rg_pieces_append(struct rg_pieces *p, struct rg_piece x);

/* The number of the first piece that ends behind element `off`; n: none does. */
size_t rg_pieces_behind(const struct rg_pieces *p, int64_t off);

/* The first of `len` elements from `off` on that is undefined, or -1. */
int64_t rg_pieces_undefined(const struct rg_pieces *p, int64_t off, int64_t len);

/* Read `len` elements from `off` on into *list, in which they begin at `at`. */
void rg_pieces_read(const struct rg_pieces *p, int64_t off, int64_t len, int64_t at,
                    struct rg_pieces *list);

/* Let the list stand in `len` elements from `off` on, and nothing else. */
void rg_pieces_write(struct rg_pieces *p, int64_t off, int64_t len, const struct rg_pieces *list);

#endif
