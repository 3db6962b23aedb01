/* SPDX-License-Identifier: BSD-3-Clause
 * Blocks whose lengths the root alone knows, through windows of one machine. Each block goes in
 * rounds whose number and length follow from its own length, in slots of a
 * ring: so the root, which knows all lengths, and each of the others, which knows its own, count
 * the same rounds. A block of nothing has one round, of nothing: whoever has a window must have
 * heard of all, see rg_transport.
 */
#pragma once
#include "ringgen/irregular.h"
#include "ringgen/parts/shared.h"

/* The rounds of a block, and where they are in a window. */
struct shared_hidden {
	struct rg_span block;
	int64_t begin;
	struct shared_ring ring;
};

/* A slot is such a part of an area, a power of two, that the lengths of rounds are about those of
 * shared.h: a quarter of the block between a 64th and a 16th of the area, an eighth for
 * blocks of several areas. It is found without divisions, since the root does so in each round. */
enum { SHARED_HIDDEN_SHORT = 6, SHARED_HIDDEN_USUAL = 4, SHARED_HIDDEN_LONG = 3 };

static inline int64_t shared_hidden_slots(int64_t room, int64_t len)
{
	int bits = SHARED_HIDDEN_SHORT;

	if (len >= SHARED_PIPE_LONG * room)
		bits = SHARED_HIDDEN_LONG;
	while (bits > SHARED_HIDDEN_USUAL && SHARED_PIPE_ROUNDS * (room >> bits) < len)
		bits--;
	return room >> bits ? INT64_C(1) << bits : room;
}

/* Of this block. The window is cut into areas, one for each block that is in it, which have an
 * element at least. */
static inline struct shared_hidden shared_hidden_of(const struct rg *r, int areas, int area,
                                                    struct rg_span block)
{
	int64_t room = areas > 1 ? r->window / areas : r->window;
	int64_t slots = shared_hidden_slots(room, block.len), most = room / slots;
	struct shared_hidden h = {block, area * room, {most, 1, most, slots}};

	if (block.len > most) /* of short blocks a division takes its share of the time */
		h.ring.rounds = (block.len + most - 1) / most;
	return h;
}

/* What round k has of the block, and where that is in the window of a rank. */
static inline struct rg_span shared_hidden_piece(const struct shared_hidden *h, int64_t k)
{
	return shared_piece(h->block, k * h->ring.most, h->ring.most);
}

static inline struct rg_span shared_hidden_place(const struct shared_hidden *h, int64_t k, int rank)
{
	return (struct rg_span){RG_WINDOW + rank, h->begin + shared_ring_place(&h->ring, k),
	                        shared_hidden_piece(h, k).len};
}
