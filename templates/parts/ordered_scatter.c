/* Scatter along an ordered tree: see ordered_tree.h. What a cube gets is one run of blocks in their
 * order, from where they are at the root.
 */
#pragma once
#include "parts/ordered_climb.c"

struct ordered_scatter {
	int at;
	struct ordered_climb climb;
};

static int ordered_scatter(struct rg *r, void *frame)
{
	struct ordered_scatter *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		ordered_exchange_all(r, RG_IN, true);
		if (!r->in_place)
			rg_copy(r, rg_own(r, RG_OUT), rg_block_of(r, RG_IN, r->rank));
		rg_wait(r, s);
	} else {
		rg_run(r, s, ordered_climb, &s->climb);
		if (s->climb.children && r->irregular)
			rg_room(r, ordered_data(&s->climb).len);
		rg_recv(r, s->climb.parent,
		        s->climb.children ? ordered_data(&s->climb) : rg_own(r, RG_OUT));
		rg_wait(r, s);
		for (int i = s->climb.children - 1; i >= 0; i--)
			rg_send(r, s->climb.child[i].rank, ordered_child_data(&s->climb, i));
		if (s->climb.children) {
			rg_copy(r, rg_own(r, RG_OUT), ordered_own_data(r, &s->climb));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}
