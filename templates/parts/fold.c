/* The workers of a group work for all of it. Before, the second of each pair gives its vector to
 * the first; after, it gets the result. Cost: two messages of the whole vector, none when all work.
 */
#pragma once
#include "ringgen/parts/pairs.h"
#include "ringgen/parts/partial.h"

struct fold {
	int at;
	struct rg_group group;
	struct rg_span all;  /* the vector, in RG_OUT */
	int workers, worker; /* w; this process's number among them, -1: it is none */
	struct partial partial;
};

static void fold_to(struct fold *s, struct rg_group group, struct rg_span all, int workers)
{
	s->group = group;
	s->all = all;
	s->workers = workers;
	s->worker = pairs_worker(group.n - workers, group.me);
}

static bool fold_paired(const struct fold *s)
{
	return s->group.me < 2 * (s->group.n - s->workers);
}

/* The rank of the other one of the pair. */
static int fold_twin(const struct fold *s)
{
	return rg_member(&s->group, s->worker < 0 ? s->group.me - 1 : s->group.me + 1);
}

/* The rank of worker i. */
static int fold_worker(const struct fold *s, int i)
{
	return rg_member(&s->group, pairs_member(s->group.n - s->workers, i, false));
}

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
