/* Gather along an ordered tree: see ordered_tree.h. The blocks of a cube are one run in their
 * order, in scratch, and land at the root where they belong.
 */
#pragma once
#include "parts/ordered_climb.c"

struct ordered_gather {
	int at;
	struct ordered_climb climb;
};

static int ordered_gather(struct rg *r, void *frame)
{
	struct ordered_gather *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		ordered_exchange_all(r, RG_OUT, false);
		if (!r->in_place)
			rg_copy(r, rg_block_of(r, RG_OUT, r->rank), rg_own(r, RG_IN));
		rg_wait(r, s);
	} else {
		rg_run(r, s, ordered_climb, &s->climb);
		if (s->climb.children && r->irregular)
			rg_room(r, ordered_data(&s->climb).len);
		for (int i = 0; i < s->climb.children; i++)
			rg_recv(r, s->climb.child[i].rank, ordered_child_data(&s->climb, i));
		if (s->climb.children) {
			rg_copy(r, ordered_own_data(r, &s->climb), rg_own(r, RG_IN));
			rg_wait(r, s);
		}
		rg_send(r, s->climb.parent,
		        s->climb.children ? ordered_data(&s->climb) : rg_own(r, RG_IN));
		rg_wait(r, s);
	}
	RG_END(s);
}
