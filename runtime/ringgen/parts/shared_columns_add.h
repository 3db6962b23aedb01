/* SPDX-License-Identifier: BSD-3-Clause
 * A round of the reduce-scatter of columns inside a machine (see shared_columns.h): what a window
 * has of all blocks, and how a column adds up its own. The sums stand at the beginning of scratch,
 * see columns_before.h.
 */
#pragma once
#include "ringgen/parts/columns_length.h"
#include "ringgen/parts/shared_columns.h"
#include "ringgen/parts/shared_sum.h"

/* Blocks of the machines in front of that one, or of all. */
static inline int shared_columns_blocks(const struct columns *c, int machine)
{
	int blocks = 0;
	for (int m = 0; m < machine; m++)
		blocks += columns_blocks(c, m);
	return blocks;
}

/* The most that a round has of a block. */
static inline int64_t shared_columns_most(const struct rg *r, const struct columns *c)
{
	return shared_room(r) / shared_columns_blocks(c, c->machines);
}

/* Where a window has the first block of a machine. */
static inline int64_t shared_columns_place(const struct rg *r, const struct shared_columns *s,
                                           int machine)
{
	return s->half + shared_columns_blocks(&s->c, machine) * shared_columns_most(r, &s->c);
}

/* The pieces of all blocks but the own column's. */
static inline void shared_columns_publish(struct rg *r, const struct shared_columns *s)
{
	int64_t most = shared_columns_most(r, &s->c);
	int me = columns_here(r, &s->c).me;

	for (int m = 0; m < s->c.machines; m++) {
		struct rg_span to = {RG_WINDOW + r->rank, shared_columns_place(r, s, m), 0};
		for (int i = 0; i < columns_blocks(&s->c, m); i++, to.off += most) {
			struct rg_span from = shared_columns_piece(r, s, rg_mine(r), m, i, most);
			to.len = from.len;
			if (i % s->c.k != me)
				rg_copy(r, to, from);
		}
	}
}

/* Add up the own column's pieces. */
static inline void shared_columns_add(struct rg *r, const struct shared_columns *s)
{
	struct rg_group machine = columns_here(r, &s->c);
	int64_t most = shared_columns_most(r, &s->c), at = s->done;
	struct shared_sum sum = {.group = &machine, .keep = columns_all(r, &s->c)};

	for (int after = 0; after < s->c.machines; after++) {
		int m = columns_machine(&s->c, after);
		int64_t place = shared_columns_place(r, s, m);
		for (int i = machine.me; i < columns_blocks(&s->c, m); i += s->c.k) {
			sum.own = shared_columns_piece(r, s, rg_mine(r), m, i, most);
			sum.off = place + i * most;
			if (sum.own.len)
				shared_add(r, sum, (struct rg_span){RG_TMP, at, sum.own.len});
			at += columns_block(r, &s->c, RG_TMP, m, i).len;
		}
	}
}

/* The elements of RG_TMP that it takes; or, if those are more, so many others. */
static inline int64_t shared_columns_scratch(const struct rg *r, struct columns c, int64_t others)
{
	struct rg_group machine = columns_here(r, &c);
	int64_t longest = shared_columns_longest(r, &c), most = shared_columns_most(r, &c);
	int64_t kept = shared_kept(&machine) * (longest < most ? longest : most);
	int64_t needed = machine.me < c.k ? columns_all(r, &c) + kept : 0;

	return needed > others ? needed : others;
}
