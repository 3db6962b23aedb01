/* SPDX-License-Identifier: BSD-3-Clause
 * Short blocks that are carried to the fixed roots of an ordered tree, each with its length: see
 * ordered.h and templates/gatherv/carried.c.
 */
#pragma once
#include "ringgen/parts/ordered.h"

/* More is not carried, bytes: each process has room for so much of each that carries to it. */
#define CARRIED_MOST ((int64_t)1 << 20)

struct carried {
	int at;
	struct ordered_climb climb; /* its cubes, of which it is the fixed root */
	int slots;                  /* parts that carry something to it */
	int slot;                   /* the next of them */
	bool closed;                /* its cube's data are all here; else they went to the root */
	int64_t begin;              /* where they are in the area */
};

/* No cube has more than the limit, in one way or the other. */
static inline struct ordered_tree carried_tree(const struct rg *r)
{
	struct ordered_tree t = ordered_tree(r, r->parameters);

	t.fixed = t.fixed < CARRIED_MOST ? t.fixed : CARRIED_MOST;
	t.straight = t.fixed;
	return t;
}

static inline void carried_begin(const struct rg *r, struct carried *s)
{
	s->climb.tree = carried_tree(r);
	s->climb.me = s->climb.tree.all.me;
	s->climb.cube = ordered_member(s->climb.me);
	s->climb.parent = -1;
	s->slot = 0;
}

/* On to the next joint that it is the fixed root of. False: there is none. */
static inline bool carried_next(const struct rg *r, struct carried *s)
{
	struct ordered_climb *c = &s->climb;

	c->gathers = true;
	return ordered_next(r, c) && c->me == ordered_fixed_root(c->joint);
}

/* Where part number `slot` arrives, with room before it for its length, and the area behind all
 * slots in which its own data end. */
static inline struct rg_span carried_slot(const struct carried *s, int slot)
{
	int64_t limit = s->climb.tree.fixed;
	return (struct rg_span){RG_TMP, slot * (RG_HEADER + limit) + RG_HEADER, limit};
}

/* What is gathered of its own cube. */
static inline struct rg_span carried_data(const struct carried *s)
{
	struct rg_span area = carried_slot(s, s->slots);
	return (struct rg_span){RG_TMP, s->begin, area.off + area.len - s->begin};
}

static inline int carried_slots(const struct rg *r)
{
	struct carried s = {0};

	if (r->rank == r->root)
		return -1;
	for (carried_begin(r, &s); carried_next(r, &s); s.climb.cube = s.climb.joint)
		s.slot += s.climb.parts - 1;
	return s.slot;
}

static inline int64_t carried_scratch(const struct rg *r)
{
	return (carried_slots(r) + 1) * (RG_HEADER + carried_tree(r).fixed);
}

/* At the root: whoever has the data of the closed cubes of c sends them; `above` is what c is
 * joined into. */
static inline void carried_land(struct rg *r, const struct ordered_tree *t, struct ordered_cube c,
                                struct ordered_cube above)
{
	struct ordered_cube part[ORDERED_PORTS + 1];
	int root = ordered_root(r, t);
	struct ordered_sizes sizes = {{0, 0, -1}};

	if (!ordered_has(c, root))
		sizes = ordered_sizes(r, t, c);
	if (sizes.of[ORDERED_ROOT] >= 0) {
		bool alone = ordered_has(above, root) || ordered_total(&sizes) > t->straight;
		int from = ordered_fixed_root(alone ? c : above);
		rg_recv_blocks(r, rg_member(&t->all, from),
		               (struct rg_blocks){RG_OUT, t->all, c.begin, c.end - c.begin});
		return;
	}
	for (int i = ordered_parts(t, c, part) - 1; i >= 0; i--)
		carried_land(r, t, part[i], c);
}

static inline void carried_land_all(struct rg *r)
{
	struct ordered_tree t = carried_tree(r);
	struct ordered_cube all = ordered_whole(&t, t.tiers - 1, 0);

	carried_land(r, &t, all, all);
}

/* What part i of the joint told of itself, of so many parts before it; negative: its data went to
 * the root. */
static inline int64_t carried_length(struct rg *r, const struct carried *s, int i)
{
	struct rg_span slot = carried_slot(s, s->slot + i);
	return rg_caught(r, slot);
}

/* Whether all parts of the joint, and its own cube, are closed, and short together. */
static inline bool carried_fits(struct rg *r, const struct carried *s)
{
	int64_t all = carried_data(s).len;
	bool closed = s->closed;

	for (int i = 0; i < s->climb.parts - 1; i++) {
		int64_t len = carried_length(r, s, i);
		closed &= len >= 0;
		all += len;
	}
	return closed && all <= s->climb.tree.fixed;
}

/* The joint is the next cube: its other parts go before its own data, or all go to the root. */
static inline void carried_join(struct rg *r, struct carried *s)
{
	bool fits = carried_fits(r, s);

	if (!fits && s->closed)
		rg_send(r, r->root, carried_data(s));
	for (int i = s->climb.parts - 2; i >= 0; i--) {
		struct rg_span slot = carried_slot(s, s->slot + i);
		slot.len = carried_length(r, s, i);
		if (fits) {
			s->begin -= slot.len;
			rg_copy(r, (struct rg_span){RG_TMP, s->begin, slot.len}, slot);
		} else if (slot.len > 0) {
			rg_send(r, r->root, slot);
		}
	}
	s->closed = fits;
	s->slot += s->climb.parts - 1;
	s->climb.cube = s->climb.joint;
}
