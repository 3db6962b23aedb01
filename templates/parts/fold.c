/* The workers of a group work for all of it. Before, the second of each pair gives its vector to
 * the first; after, it gets the result. Cost: two messages of the whole vector, none when all work.
 */
#pragma once
#include "ringgen/parts/fold.h"

static int fold_before(struct rg *r, void *frame)
{
	struct fold *s = frame;
	struct rg_span none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		partial_swap(r, &s->partial, fold_twin(s), s->worker < 0 ? s->all : none,
		             s->worker < 0 ? none : s->all);
		rg_wait(r, s);
		if (s->worker >= 0)
			partial_add(r, &s->partial, s->all, true);
	}
	RG_END(s);
}

static int fold_after(struct rg *r, void *frame)
{
	struct fold *s = frame;

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		if (s->worker < 0)
			rg_recv(r, fold_twin(s), s->all);
		else
			rg_send(r, fold_twin(s), s->all);
		rg_wait(r, s);
	}
	RG_END(s);
}
