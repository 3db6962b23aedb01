/* The fold of a reduction to a root: of each pair the one that does not work gives its vector to
 * the other one. Cost: a message of the whole vector, none when all work.
 */
#pragma once
#include "ringgen/parts/rooted_fold.h"

struct rooted_fold {
	int at;
	struct rooted_partial partial; /* the caller's to set */
};

static int rooted_fold(struct rg *r, void *frame)
{
	struct rooted_fold *s = frame;
	struct rooted_partial *p = &s->partial;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n), none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	if (rooted_partial_paired(p)) {
		rooted_partial_swap(r, p, rooted_partial_twin(p), p->works ? none : all,
		                    p->works ? all : none);
		rg_wait(r, s);
		if (p->works)
			rooted_partial_add(r, p, all, p->group.me % 2 == 0);
	}
	RG_END(s);
}
