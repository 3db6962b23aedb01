/* SPDX-License-Identifier: BSD-3-Clause
 * Blocks whose lengths the root alone knows, through windows of one machine. Each block goes in
 * rounds of a length that does not depend on the vector, in slots of a ring: so the root, which
 * knows all lengths, and each of the others, which knows its own, count the same rounds. A block of
 * nothing has one round, of nothing: whoever has a window must have heard of all, see rg_transport.
 */
#pragma once
#include "ringgen/irregular.h"
#include "ringgen/parts/shared.h"

/* A round is a quarter of what a block has of the window: one is read while the next is written,
 * and two more may be on their way. */
enum { SHARED_HIDDEN_SLOTS = 4 };

/* Where the rounds of a block are in a window. */
struct shared_hidden {
	int64_t begin, most, slots;
};

/* The window is cut into areas, this is one of them; it has an element at least. */
static inline struct shared_hidden shared_hidden_area(const struct rg *r, int areas, int area)
{
	int64_t room = r->window / areas;
	int64_t slots = room < SHARED_HIDDEN_SLOTS ? room : SHARED_HIDDEN_SLOTS;

	return (struct shared_hidden){area * room, room / slots, slots};
}

static inline int64_t shared_hidden_rounds(const struct shared_hidden *h, int64_t len)
{
	return len ? (len + h->most - 1) / h->most : 1;
}

/* Whether round k of a block has a slot that another one had before it. */
static inline bool shared_hidden_again(const struct shared_hidden *h, int64_t k)
{
	return k >= h->slots;
}

/* What round k has of a block, and where that is in the window of a rank. */
static inline struct rg_span shared_hidden_piece(const struct shared_hidden *h, int64_t k,
                                                 struct rg_span block)
{
	return shared_piece(block, k * h->most, h->most);
}

static inline struct rg_span shared_hidden_place(const struct shared_hidden *h, int64_t k, int rank,
                                                 struct rg_span block)
{
	return (struct rg_span){RG_WINDOW + rank, h->begin + k % h->slots * h->most,
	                        shared_hidden_piece(h, k, block).len};
}
