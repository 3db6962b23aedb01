/* SPDX-License-Identifier: BSD-3-Clause
 * The blocks of the children of a process in a tree (see rooted.h), which each has in the order of
 * places: in scratch, or, at the root, where they belong if that is one span.
 */
#pragma once
#include "ringgen/parts/rooted.h"

/* Those of a child. The root has all in `buf`. */
static inline struct rg_span rooted_subtree(const struct rg *r, const struct rooted *t, int buf,
                                            struct rooted_child c)
{
	struct rg_span there = rooted_blocks(r, t, buf, c.begin, c.end);
	if (r->rank == r->root && there.buf >= 0)
		return there;
	return (struct rg_span){RG_TMP, rooted_length(r, t, t->begin, c.begin),
	                        rooted_length(r, t, c.begin, c.end)};
}

/* At the root: put together in scratch what cannot be sent from `buf`; or (back) bring what landed
 * in scratch to where it belongs. */
static inline void rooted_arrange(struct rg *r, const struct rooted *t, int buf,
                                  struct rooted_child c, bool back)
{
	struct rg_span part = rooted_subtree(r, t, buf, c);
	for (int i = c.begin; i < c.end && part.buf == RG_TMP; i++) {
		struct rg_span block = rg_block(r, buf, rooted_at(r, t, i));
		part.len = block.len;
		rg_copy(r, back ? block : part, back ? part : block);
		part.off += block.len;
	}
}

/* All that the parent sends or gets: of a process without children `own`, its block. */
static inline struct rg_span rooted_all(const struct rg *r, const struct rooted *t,
                                        struct rg_span own)
{
	return t->children ? rg_head(RG_TMP, rooted_length(r, t, t->begin, t->end)) : own;
}

/* The elements of RG_TMP that it takes. */
static inline int64_t rooted_subtree_scratch(const struct rg *r)
{
	struct rooted t = rooted_tree(r, r->parameters);
	return t.children ? rooted_length(r, &t, t.begin, t.end) : 0;
}
