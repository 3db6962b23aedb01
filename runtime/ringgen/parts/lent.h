/* SPDX-License-Identifier: BSD-3-Clause
 * The processes of one machine, from buffer to buffer: each lends what others need of its own
 * buffers, and they copy straight from there, or to there (Open MPI's and MPICH's libraries copy
 * long messages so, Jin et al., "LiMIC", 2005). What is copied once does not go through caches
 * twice.
 */
#pragma once
#include "ringgen/parts/shared.h"

static inline struct rg_span lent_nothing(void)
{
	return rg_head(RG_OUT, 0);
}

/* A process that is alone has nobody to lend to. */
static inline void lent_begin(struct rg *r, struct rg_span given, struct rg_span taken)
{
	if (r->P > 1)
		rg_lend(r, given, taken);
}

static inline void lent_end(struct rg *r)
{
	if (r->P > 1)
		rg_reclaim(r);
}

/* The root tells all others, and hears from them: each can use what the other lends, or is done
 * with it. */
static inline void lent_meet_root(struct rg *r)
{
	for (int i = 0; i < r->P; i++)
		if (i != r->rank && (i == r->root || r->rank == r->root))
			rg_notify(r, i);
	for (int i = 0; i < r->P; i++)
		if (i != r->rank && (i == r->root || r->rank == r->root))
			rg_await(r, i);
}

/* Of what goes between the root and each of the others the root copies a P-th part, the last, and
 * the other one the rest: so all copy as much. */
static inline struct rg_span lent_by_root(const struct rg *r, struct rg_span all)
{
	int64_t part = all.len / r->P;
	return (struct rg_span){all.buf, all.off + all.len - part, part};
}

static inline struct rg_span lent_by_other(const struct rg *r, struct rg_span all)
{
	return (struct rg_span){all.buf, all.off, all.len - all.len / r->P};
}
