/* SPDX-License-Identifier: BSD-3-Clause
 * The table of collectives.
 *
 * They are made of the rows of ringgen/collectives.def: the blocking, nonblocking and persistent
 * calls of ours and the blocking one of PMPI, which arguments it has, and, by what a rank has
 * before and after,
 *  - what it takes from each rank: `sends`, in units. In an intercommunicator those are ranks of
 *    the other group.
 *  - where MPI_IN_PLACE has that in the receive buffer: `own`; NULL if it may not be said. Of
 * blocks whose lengths are two ranks' it is all that is received. At the root of a scatter it says
 * something else, `stays`. The one buffer of a bcast is a receive buffer, which is in place at the
 * root.
 *  - what it leaves where on this rank: `receives` lists the blocks, `result` computes what is in
 *    them, one behind the other, from what the ranks sent. `fold` combines, `cut` copies.
 * An argument that is not significant on a rank is nonsense there, if `nowhere` was drawn. A new
 * pair of before and after is a line in rows.c, with functions for these four. Types, operations,
 * counts, forms, communicators, traffic and the comparison are for all rows.
 */
#ifndef RG_DIFFER_ROWS_H
#define RG_DIFFER_ROWS_H

#include "call.h"
#include "ringgen/collectives.def"

enum root { NO_ROOT, FROM_ROOT, TO_ROOT };

struct row {
	const char *name;
	bool reduces;    /* it has an operation, and one type */
	enum root root;  /* it has a root, which gives to the others or takes from them */
	bool has_blocks; /* of each rank a block, of its own length if `unequal`; */
	bool for_each;   /* or of each rank one for each */
	bool unequal;
	bool pairs; /* whose length is any two ranks' alone, */
	bool has_places;
	bool in_bytes; /* which are bytes, and each block has a type */
	bool prefix;   /* of the ranks up to this one; not between two groups */
	bool excludes; /* not of this one itself */
	int64_t (*sends)(const struct call *c, int rank);
	struct span (*own)(const struct call *c);
	int (*receives)(const struct call *c, struct span *blocks);
	void (*result)(const struct call *c, unsigned char *const *in, unsigned char *out);
	int (*ours)(struct call *c, const void *in, void *out);
	int (*native)(const struct call *c, const void *in, void *out);
};

#define ONE(...) +1
enum { ROWS = 0 RG_ROWS(ONE) };
#undef ONE

extern const struct row rows[ROWS];

/* One buffer is all it has. */
static inline bool row_is_bcast(const struct row *row)
{
	return row->root == FROM_ROOT && !row->has_blocks;
}

/* The root alone knows all blocks' lengths. */
static inline bool row_is_irregular(const struct row *row)
{
	return row->root && row->unequal;
}

/* Nobody has any data. */
static inline bool row_is_barrier(const struct row *row)
{
	return !row->result;
}

#endif
