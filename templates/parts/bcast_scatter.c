/* The first half of van de Geijn's broadcast (Thakur & Gropp 2003, section 4.2): the vector is cut
 * into a block for each process, in the order of their places as seen from the root, and scattered
 * along a binomial tree. Each process has the blocks of its subtree then, one span of RG_OUT:
 * nothing is copied. The second half has no need to send it those again (Zhou et al. 2015).
 *
 * Cost: each process gets the blocks of its subtree in one message; (P - 1) / P of the vector out
 * of the root. No scratch.
 */
#pragma once
#include "ringgen/parts/rooted.h"

struct bcast_scatter {
	int at;
	struct rooted tree;
};

/* This lane's blocks of the places from `begin` up to `end`. */
static struct rg_span bcast_blocks(const struct rg *r, int begin, int end)
{
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);
	int64_t quot = all.len / r->P, rest = all.len % r->P;
	int64_t first = begin * quot + (begin < rest ? begin : rest);
	int64_t last = end * quot + (end < rest ? end : rest);
	return (struct rg_span){RG_OUT, all.off + first, last > first ? last - first : 0};
}

/* The place behind the last one of whose block the process at a place has after the first half. */
static int bcast_scattered(const struct rg *r, int place)
{
	return rooted_find(ROOTED_BINOMIAL, r->P, place).end;
}

static int bcast_scatter(struct rg *r, void *frame)
{
	struct bcast_scatter *s = frame;

	RG_BEGIN(r, s);
	s->tree = rooted_tree(r, NULL);
	if (s->tree.parent >= 0) {
		rg_recv(r, s->tree.parent, bcast_blocks(r, s->tree.begin, s->tree.end));
		rg_wait(r, s);
	}
	for (int i = 0; i < s->tree.children; i++) {
		struct rooted_child c = rooted_child(r, &s->tree, i);
		rg_send(r, c.rank, bcast_blocks(r, c.begin, c.end));
	}
	if (s->tree.children)
		rg_wait(r, s);
	RG_END(s);
}
