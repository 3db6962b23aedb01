/* SPDX-License-Identifier: BSD-3-Clause
 * Who works for whom in a fold: of n processes of a group so many are workers. Of the first ones
 * two each are a pair, whose first one works for both.
 */
#pragma once
#include "ringgen/parts/pairs.h"
#include "ringgen/parts/partial.h"

/* What fold_before and fold_after have to know. */
struct fold {
	int at;
	struct rg_group group;
	struct rg_span all;  /* the vector, in RG_OUT */
	int workers, worker; /* w; this process's number among them, -1: it is none */
	struct partial partial;
};

/* This process's place among so many workers of a group, for the vector `all`. */
static inline void fold_to(struct fold *s, struct rg_group group, struct rg_span all, int workers)
{
	s->group = group;
	s->all = all;
	s->workers = workers;
	s->worker = pairs_worker(group.n - workers, group.me);
}

/* Is this process one of a pair? */
static inline bool fold_paired(const struct fold *s)
{
	return s->group.me < 2 * (s->group.n - s->workers);
}

/* The rank of the other one of the pair. */
static inline int fold_twin(const struct fold *s)
{
	return rg_member(&s->group, s->worker < 0 ? s->group.me - 1 : s->group.me + 1);
}

/* The rank of worker i: the first one of its pair, if it has one. */
static inline int fold_worker(const struct fold *s, int i)
{
	return rg_member(&s->group, pairs_member(s->group.n - s->workers, i, false));
}

/* The same for the fold to a power of two. */
static inline void fold_begin(struct fold *s, struct rg_group group, struct rg_span all)
{
	fold_to(s, group, all, pairs_workers(group.n));
}

/* The elements of RG_TMP that take turns with the vector, where all of it is folded. */
static inline int64_t fold_scratch(const struct rg *r)
{
	return r->n;
}
