/* SPDX-License-Identifier: BSD-3-Clause
 * A round of the allreduce by shares, through windows inside machines: where the shares are,
 * who tells whom of them, and how the own one is added up and exchanged.
 */
#pragma once
#include "ringgen/parts/exchange.h"
#include "ringgen/parts/shared.h"

/* What shared_factored has to know. */
struct shared_factored {
	int at;
	int k;        /* the caller's to set */
	int64_t done; /* elements in earlier rounds */
	struct factored factored;
};

/* The most elements that a round has: k shares of the same length. */
static inline int64_t shared_most(const struct rg *r, int k)
{
	return r->window / k * k;
}

/* The elements of the round in a buffer of all. */
static inline struct rg_span shared_passage(const struct rg *r, const struct shared_factored *s,
                                            int buf)
{
	return shared_piece(rg_slice(r, buf, 0, r->n), s->done, shared_most(r, s->k));
}

/* The longest share of the first round. */
static inline int64_t shared_longest(const struct rg *r, int k)
{
	struct rg_span first = shared_piece(rg_slice(r, RG_OUT, 0, r->n), 0, shared_most(r, k));
	return (first.len + k - 1) / k;
}

/* Share i of the round in a buffer of all. */
static inline struct rg_span shared_part_of(const struct rg *r, const struct shared_factored *s,
                                            int buf, int i)
{
	return shared_share(shared_passage(r, s, buf), i, s->k);
}

/* Share i in the window of a member: in the same place in all rounds. */
static inline struct rg_span shared_pane(const struct rg *r, const struct shared_factored *s,
                                         int member, int i)
{
	struct rg_group machine = rg_machine(r);
	return (struct rg_span){RG_WINDOW + rg_member(&machine, member),
	                        i * shared_longest(r, s->k), shared_part_of(r, s, RG_OUT, i).len};
}

/* All tell those with a share; or those tell all. */
static inline void shared_tell(struct rg *r, const struct rg_group *g, int k, bool all)
{
	for (int i = 0; i < g->n; i++)
		if (i != g->me && (all ? g->me : i) < k)
			rg_notify(r, rg_member(g, i));
	for (int i = 0; i < g->n; i++)
		if (i != g->me && (all ? i : g->me) < k)
			rg_await(r, rg_member(g, i));
}

/* All shares but the own one, which nobody else reads. */
static inline void shared_publish_shares(struct rg *r, const struct rg_group *g,
                                         const struct shared_factored *s)
{
	for (int i = 0; i < s->k; i++)
		if (i != g->me)
			rg_copy(r, shared_pane(r, s, g->me, i),
			        shared_part_of(r, s, rg_mine(r), i));
}

/* The exchange of the own share, `all` of RG_OUT. With MPI_IN_PLACE that has the own contribution,
 * so that the machine's sum begins in scratch. */
static inline void shared_exchange_begin(const struct rg *r, struct shared_factored *s,
                                         const struct rg_group *g, struct rg_span all)
{
	struct factored *f = &s->factored;
	struct rg_group others = rg_of_each_machine(r, g->me);
	struct partial *sum = &f->fold.partial;

	factored_begin(f, r, others, all);
	*sum = partial_begin(r, fold_paired(&f->fold));
	sum->in = sum->own = r->in_place ? RG_TMP : sum->own;
	sum->ahead = all.off;
	f->exchange.landing = f->exchange.pairs || r->in_place ? all.len : 0;
}

/* Add up the own share. */
static inline void shared_add_share(struct rg *r, const struct rg_group *g,
                                    const struct shared_factored *s)
{
	const struct fold *f = &s->factored.fold;
	struct rg_span own = shared_part_of(r, s, rg_mine(r), g->me);

	shared_add(r,
	           (struct shared_sum){.group = g,
	                               .own = own,
	                               .off = shared_pane(r, s, g->me, g->me).off,
	                               .keep = own.len},
	           partial_in(&f->partial, f->partial.in, f->all));
}

/* Copy the results of the other shares. */
static inline void shared_collect_shares(struct rg *r, const struct rg_group *g,
                                         const struct shared_factored *s)
{
	for (int i = 0; i < s->k; i++)
		if (i != g->me)
			rg_copy(r, shared_part_of(r, s, RG_OUT, i), shared_pane(r, s, i, i));
}

/* The elements of RG_TMP that it takes with k shares. */
static inline int64_t shared_factored_scratch(const struct rg *r, int k)
{
	struct shared_factored s = {.k = k};
	struct rg_group machine = rg_machine(r);
	int64_t longest = shared_longest(r, k), add = (shared_kept(&machine) + 1) * longest;

	if (machine.me >= k)
		return 0;
	shared_exchange_begin(r, &s, &machine, rg_head(RG_OUT, longest));
	int64_t others = factored_scratch(r, &s.factored);
	return add > others ? add : others;
}
