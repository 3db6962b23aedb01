/* SPDX-License-Identifier: BSD-3-Clause
 * Columns (see columns.h) through windows inside machines: in rounds, each of which has a piece of
 * every block, in its own place in the window.
 */
#pragma once
#include "ringgen/parts/columns.h"
#include "ringgen/parts/shared_rounds.h"

struct shared_columns {
	int at;
	struct columns c;      /* the caller's to set */
	int64_t half;          /* of the windows that the next round has: where it begins */
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
};

/* The longest block in this lane. */
static inline int64_t shared_columns_longest(const struct rg *r, const struct columns *c)
{
	int64_t longest = 0;
	for (int m = 0; m < c->machines; m++)
		for (int i = 0; i < columns_blocks(c, m); i++) {
			int64_t length = columns_block(r, c, RG_TMP, m, i).len;
			longest = length > longest ? length : longest;
		}
	return longest;
}

/* The round's piece of a block, when each has at most so many elements. */
static inline struct rg_span shared_columns_piece(const struct rg *r,
                                                  const struct shared_columns *s, int buf,
                                                  int machine, int i, int64_t most)
{
	return shared_piece(columns_block(r, &s->c, buf, machine, i), s->done, most);
}
