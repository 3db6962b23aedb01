/* SPDX-License-Identifier: BSD-3-Clause
 * A round of an allreduce in two tiers (see shared_tiers.h), in which each process has a vector:
 * what it publishes, adds up over its run and over all runs, and copies.
 */
#pragma once
#include "ringgen/parts/columns.h"
#include "ringgen/parts/shared_share.h"
#include "ringgen/parts/shared_sum.h"
#include "ringgen/parts/shared_tiers.h"

/* What shared_tiers_allreduce has to know. */
struct shared_tiers_allreduce {
	int at;
	struct columns c; /* the runs, and those of them that have a share */
	int64_t done;     /* elements in earlier rounds */
	int64_t half;     /* where the round's half of each window begins */
};

/* The most elements of a round: half a window has them, and a share of them once more. */
static inline int64_t tiers_most(const struct rg *r, int k)
{
	return shared_room(r) * k / (k + 1);
}

/* The elements of the round in a buffer of all. */
static inline struct rg_span tiers_round(const struct rg *r, const struct shared_tiers_allreduce *s,
                                         int buf)
{
	return shared_piece(rg_head(buf, r->n), s->done, tiers_most(r, s->c.k));
}

/* Share i of them in the window of a process. */
static inline struct rg_span tiers_share(const struct rg *r, const struct shared_tiers_allreduce *s,
                                         int rank, int i)
{
	struct rg_span all = {RG_WINDOW + rank, s->half, tiers_round(r, s, RG_OUT).len};
	return shared_share(all, i, s->c.k);
}

/* Where the process that has share i puts the sum of all: behind the elements. */
static inline struct rg_span tiers_sum(const struct rg *r, const struct shared_tiers_allreduce *s,
                                       int rank, int i)
{
	struct rg_span sum = tiers_share(r, s, rank, i);
	sum.off = s->half + tiers_round(r, s, RG_OUT).len;
	return sum;
}

/* All shares but the own one, which nobody else reads. */
static inline void tiers_publish_vector(struct rg *r, const struct shared_tiers_allreduce *s,
                                        const struct rg_group *run)
{
	struct rg_span from = tiers_round(r, s, rg_mine(r));

	for (int i = 0; i < s->c.k; i++)
		if (i != run->me)
			rg_copy(r, tiers_share(r, s, r->rank, i), shared_share(from, i, s->c.k));
}

/* The own share's sum over the run. If there is no other, that is all. */
static inline void tiers_add_run(struct rg *r, const struct shared_tiers_allreduce *s,
                                 const struct rg_group *run)
{
	struct rg_span share = tiers_share(r, s, r->rank, run->me);
	struct rg_span own = shared_share(tiers_round(r, s, rg_mine(r)), run->me, s->c.k);
	struct rg_span sum = tiers_sum(r, s, r->rank, run->me);

	shared_add(r, (struct shared_sum){.group = run, .own = own, .off = share.off},
	           s->c.machines > 1 ? share : sum);
}

/* The sum of these over the runs. */
static inline void tiers_add_runs(struct rg *r, const struct shared_tiers_allreduce *s,
                                  const struct rg_group *column)
{
	int i = columns_here(r, &s->c).me;
	struct rg_span share = tiers_share(r, s, r->rank, i);

	shared_add(r, (struct shared_sum){.group = column, .own = share, .off = share.off},
	           tiers_sum(r, s, r->rank, i));
}

/* Copy all shares' sums. */
static inline void tiers_collect_sums(struct rg *r, const struct shared_tiers_allreduce *s,
                                      const struct rg_group *run)
{
	for (int i = 0; i < s->c.k; i++)
		rg_copy(r, shared_share(tiers_round(r, s, RG_OUT), i, s->c.k),
		        tiers_sum(r, s, rg_member(run, i), i));
}

/* The elements of RG_TMP that it takes. */
static inline int64_t shared_tiers_allreduce_scratch(const struct rg *r)
{
	struct columns c = columns_begin(r, true, tiers_level(r));
	struct rg_group run = tiers_of(r).own, column = {.n = c.machines};
	int64_t most = tiers_most(r, c.k), round = r->n < most ? r->n : most;
	int in_run = shared_kept(&run), of_runs = shared_kept(&column);
	return (in_run > of_runs ? in_run : of_runs) * ((round + c.k - 1) / c.k);
}
