/* Prefix sums by recursive doubling (Thakur & Gropp 2003 name scan among what is to come; Hillis &
 * Steele 1986), by rank. In step j each process exchanges the sum of its aligned run of 2^j ranks
 * with the one whose number differs in bit j; what comes from lower ranks is part of its prefix.
 *
 * Cost: ceil(lg P) messages of the whole vector out of and into each process, up to twice as many
 * combinations. Scratch: two segments. Ranks are combined in their order, each process's prefix in
 * brackets that depend on its rank alone: the operation need not commute.
 */
#pragma once
#include "ringgen/engine.h"

struct scan_doubling {
	int at, bit;
	bool exclusive; /* the caller's to set: without this process's own contribution */
	bool any;       /* there is something in RG_OUT */
	int slot;       /* of RG_TMP, where the sum of the run is: 0 or 1; -1: where the own
	                   contribution is */
};

static struct rg_span scan_slot(const struct rg *r, int slot)
{
	struct rg_span all = rg_slice(r, rg_mine(r), 0, r->n);
	if (slot < 0)
		return all;
	return (struct rg_span){RG_TMP, slot * rg_slice_most(r, r->n), all.len};
}

static int scan_peer(const struct rg *r, const struct scan_doubling *s)
{
	return r->rank ^ s->bit;
}

/* Where what comes lands. */
static int scan_landing(const struct scan_doubling *s)
{
	return s->slot == 0;
}

/* Of lower ranks: to the left of the sum, and of the prefix. */
static void scan_add_lower(struct rg *r, struct scan_doubling *s)
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
static void scan_add_higher(struct rg *r, struct scan_doubling *s)
{
	int came = scan_landing(s);

	rg_combine(r, scan_slot(r, s->slot), scan_slot(r, came));
	s->slot = came;
}

/* The prefix becomes RG_OUT's. An own contribution that is there is added to the first sum before.
 */
static void scan_begin(struct rg *r, struct scan_doubling *s)
{
	s->slot = -1;
	s->any = !s->exclusive;
	if (!r->in_place && s->any)
		rg_copy(r, rg_slice(r, RG_OUT, 0, r->n), scan_slot(r, -1));
}

static int scan_doubling(struct rg *r, void *frame)
{
	struct scan_doubling *s = frame;

	RG_BEGIN(r, s);
	scan_begin(r, s);
	for (s->bit = 1; s->bit < r->P; s->bit *= 2)
		if (scan_peer(r, s) < r->P) {
			rg_send(r, scan_peer(r, s), scan_slot(r, s->slot));
			rg_recv(r, scan_peer(r, s), scan_slot(r, scan_landing(s)));
			rg_wait(r, s);
			if (r->rank & s->bit)
				scan_add_lower(r, s);
			else
				scan_add_higher(r, s);
		}
	RG_END(s);
}

static int64_t scan_doubling_scratch(const struct rg *r)
{
	return 2 * rg_slice_most(r, r->n);
}
