/* SPDX-License-Identifier: BSD-3-Clause
 * The sums of a scan by recursive doubling: that of an aligned run of ranks, which takes turns
 * in two slots of scratch with what comes, and the prefix in RG_OUT.
 */
#pragma once
#include "ringgen/engine.h"

/* What scan_doubling has to know. */
struct scan_doubling {
	int at, bit;
	bool exclusive; /* the caller's to set: without this process's own contribution */
	bool any;       /* there is something in RG_OUT */
	int slot;       /* of RG_TMP, where the sum of the run is: 0 or 1; -1: where the own
	                   contribution is */
};

static inline struct rg_span scan_slot(const struct rg *r, int slot)
{
	struct rg_span all = rg_slice(r, rg_mine(r), 0, r->n);
	if (slot < 0)
		return all;
	return (struct rg_span){RG_TMP, slot * rg_slice_most(r, r->n), all.len};
}

static inline int scan_peer(const struct rg *r, const struct scan_doubling *s)
{
	return r->rank ^ s->bit;
}

/* Where what comes lands. */
static inline int scan_landing(const struct scan_doubling *s)
{
	return s->slot == 0;
}

/* Of lower ranks: to the left of the sum, and of the prefix. */
static inline void scan_add_lower(struct rg *r, struct scan_doubling *s)
{
	struct rg_span out = rg_slice(r, RG_OUT, 0, r->n), came = scan_slot(r, scan_landing(s));
	int to = s->slot < 0 ? 1 - scan_landing(s) : s->slot;

	rg_combine_to(r, scan_slot(r, to), came, scan_slot(r, s->slot));
	s->slot = to;
	if (s->any)
		rg_combine(r, came, out);
	else
		rg_copy(r, out, came);
	s->any = true;
}

/* Of higher ranks: to the right of the sum. */
static inline void scan_add_higher(struct rg *r, struct scan_doubling *s)
{
	int came = scan_landing(s);

	rg_combine(r, scan_slot(r, s->slot), scan_slot(r, came));
	s->slot = came;
}

/* The prefix becomes RG_OUT's. An own contribution that is there is added to the first sum before.
 */
static inline void scan_begin(struct rg *r, struct scan_doubling *s)
{
	s->slot = -1;
	s->any = !s->exclusive;
	if (!r->in_place && s->any)
		rg_copy(r, rg_slice(r, RG_OUT, 0, r->n), scan_slot(r, -1));
}

/* The elements of RG_TMP that it takes. */
static inline int64_t scan_doubling_scratch(const struct rg *r)
{
	return 2 * rg_slice_most(r, r->n);
}
