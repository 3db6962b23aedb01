/* SPDX-License-Identifier: BSD-3-Clause
 * The workers of the fold to a power of two, where each process has a block of its own: who works
 * for two has to do with the blocks of both, which stand one behind the other.
 */
#pragma once
#include "ringgen/parts/pairs.h"

struct workers {
	struct rg_group group;
	int n, pairs; /* workers, the first so many of whom have a twin */
	int me;       /* this process's number among them; -1: it is the twin of one */
};

static inline struct workers workers_of(struct rg_group group)
{
	int n = pairs_workers(group.n), pairs = group.n - n;
	return (struct workers){group, n, pairs, pairs_worker(pairs, group.me)};
}

/* The rank of worker i, or (second) that of its twin. */
static inline int workers_rank(const struct workers *w, int i, bool second)
{
	return rg_member(&w->group, pairs_member(w->pairs, i, second));
}

/* The rank of the other one of the pair, -1 if there is none. */
static inline int workers_twin(const struct workers *w)
{
	if (w->group.me >= 2 * w->pairs)
		return -1;
	return rg_member(&w->group, w->me < 0 ? w->group.me - 1 : w->group.me + 1);
}

/* Elements of this lane's slice of the block of worker i, or (second) of that of its twin, 0 if
 * there is none. */
static inline int64_t workers_block(const struct rg *r, const struct workers *w, int i, bool second)
{
	if (second && i >= w->pairs)
		return 0;
	return rg_slice(r, RG_TMP, 0, rg_block_of(r, RG_TMP, workers_rank(w, i, second)).len).len;
}
