/* SPDX-License-Identifier: BSD-3-Clause
 * The processes as seen from the root, and trees over them: binomial (Thakur & Gropp 2003),
 * binary, chain and sequential ones (Nishtala et al. 2003), over all, or level by level.
 *
 * The root is at place 0, the others follow along the ring. By a level its runs follow each other,
 * the root's run first, so that each run and each subtree has places in a row, and the first of
 * these leads it. A tree by a level joins the leaders of its runs, then what is in each run: by a
 * level above the machine, machines in a run and processes on a machine; below, machines and their
 * runs first. A message enters each run once, so no link into one carries it twice.
 *
 * rg.parameters are a shape and perhaps a level: "binomial", "chain machine", "binary switch".
 * Nothing, or what is no shape, is binomial.
 */
#pragma once
#include "ringgen/engine.h"

/* ---- The shapes of trees, and what users call them: the only list of these. Templates, the
 * catalogue of algorithms and the proof read it. */

enum rooted_shape {
	ROOTED_BINOMIAL,
	ROOTED_BINARY,
	ROOTED_CHAIN,
	ROOTED_SEQUENTIAL,
	ROOTED_SHAPES
};

#define ROOTED_SHAPE_LIST "binomial, binary, chain or sequential"

static inline const char *rooted_shape_name(enum rooted_shape shape)
{
	static const char *const name[ROOTED_SHAPES] = {"binomial", "binary", "chain",
	                                                "sequential"};
	return name[shape];
}

/* The shape that parameters begin with. Nothing, or what is no shape, is binomial. */
static inline enum rooted_shape rooted_shape(const char *parameters)
{
	for (int i = 0; parameters && i < ROOTED_SHAPES; i++) {
		const char *name = rooted_shape_name((enum rooted_shape)i);
		if (strncmp(parameters, name, strlen(name)) == 0)
			return (enum rooted_shape)i;
	}
	return ROOTED_BINOMIAL;
}

/* ---- Trees */

/* A tree has this many tiers at most: leaders of runs; of smaller ones; all in these. */
enum { ROOTED_TIERS = 3 };

struct rooted {
	enum rooted_shape shape;
	int levels; /* tiers but the last */
	enum rg_level level[ROOTED_TIERS - 1];
	int begin, end; /* the places of this process's subtree; the first is its own */
	int parent;     /* rank; of the root -1 */
	int children;   /* in all, and of these in each tier */
	int in_tier[ROOTED_TIERS];
};

/* A child, by rank, with the places of its subtree. */
struct rooted_child {
	int rank, begin, end;
};

/* ---- Places */

static inline struct rg_runs rooted_runs(const struct rg *r, const struct rooted *t, int tier)
{
	return r->places->level[t->level[tier]];
}

/* Positions, from the first up to the end. */
struct rooted_range {
	int first, end;
};

/* Of the run of a tier that a position is in; of tier -1 all. */
static inline struct rooted_range rooted_run(const struct rg *r, const struct rooted *t, int tier,
                                             int pos)
{
	if (tier < 0)
		return (struct rooted_range){0, r->P};
	struct rg_runs runs = rooted_runs(r, t, tier);
	int i = rg_run_at(&runs, pos);
	return (struct rooted_range){runs.first[i], runs.first[i + 1]};
}

static inline bool rooted_has(struct rooted_range x, int pos)
{
	return x.first <= pos && pos < x.end;
}

/* The position number i of a range, which is taken to begin at `first`. */
static inline int rooted_turn(struct rooted_range x, int first, int i)
{
	return x.first + (first - x.first + i) % (x.end - x.first);
}

/* The place of a position, and the position at a place. The root's own run of each level comes
 * first, so it begins at place 0. */
static inline int rooted_place(const struct rg *r, const struct rooted *t, int pos)
{
	struct rooted_range all = {0, r->P};
	for (int k = 0; k <= t->levels; k++) {
		struct rooted_range own = {r->root_pos, r->root_pos + 1};
		if (k < t->levels)
			own = rooted_run(r, t, k, r->root_pos);
		if (!rooted_has(own, pos))
			return (pos - own.first + all.end - all.first) % (all.end - all.first);
		all = own;
	}
	return 0;
}

static inline int rooted_at(const struct rg *r, const struct rooted *t, int place)
{
	struct rooted_range all = {0, r->P};
	for (int k = 0; k < t->levels; k++) {
		struct rooted_range own = rooted_run(r, t, k, r->root_pos);
		if (place >= own.end - own.first)
			return rooted_turn(all, own.first, place);
		all = own;
	}
	return rooted_turn(all, r->root_pos, place);
}

/* ---- Shapes: of members 0 ... n - 1, of which 0 is the root */

/* The members of a subtree, from its root up to the end, and its root's parent. */
struct rooted_branch {
	int root, end, parent;
};

static inline int rooted_low_bit(int i)
{
	return i & -i;
}

/* Where the right one of the two branches below the root of a binary tree begins. */
static inline int rooted_middle(int root, int end)
{
	return root + 1 + (end - root) / 2;
}

static inline struct rooted_branch rooted_find_binary(int n, int me)
{
	struct rooted_branch b = {0, n, -1};
	while (b.root != me) {
		int middle = rooted_middle(b.root, b.end);
		b.parent = b.root;
		b.end = me < middle ? middle : b.end;
		b.root = me < middle ? b.root + 1 : middle;
	}
	return b;
}

static inline struct rooted_branch rooted_find(enum rooted_shape shape, int n, int me)
{
	int low = rooted_low_bit(me);
	if (shape == ROOTED_BINARY)
		return rooted_find_binary(n, me);
	if (!me)
		return (struct rooted_branch){0, n, -1};
	if (shape == ROOTED_CHAIN)
		return (struct rooted_branch){me, n, me - 1};
	if (shape == ROOTED_SEQUENTIAL)
		return (struct rooted_branch){me, me + 1, 0};
	return (struct rooted_branch){me, me + low < n ? me + low : n, me - low};
}

/* The largest power of two below m, 0 for 1: a binomial tree of m members has that as the distance
 * of its first child. */
static inline int rooted_half(int m)
{
	int bit = m > 1;
	while (2 * bit < m && bit)
		bit *= 2;
	return bit;
}

/* Branch number i below the root of a branch, the longest way first; its root is -1: there is none.
 */
static inline struct rooted_branch rooted_below(enum rooted_shape shape, struct rooted_branch b,
                                                int i)
{
	struct rooted_branch none = {-1, -1, b.root};
	int middle = rooted_middle(b.root, b.end), bit = rooted_half(b.end - b.root);
	switch (shape) {
	case ROOTED_CHAIN:
		return i || b.root + 1 >= b.end ? none
		                                : (struct rooted_branch){b.root + 1, b.end, b.root};
	case ROOTED_SEQUENTIAL:
		return b.root + 1 + i >= b.end
		               ? none
		               : (struct rooted_branch){b.root + 1 + i, b.root + 2 + i, b.root};
	case ROOTED_BINARY:
		if (i > 1 || (i ? middle : b.root + 1) >= b.end)
			return none;
		return i ? (struct rooted_branch){middle, b.end, b.root}
		         : (struct rooted_branch){b.root + 1, middle, b.root};
	default:
		for (; i > 0; i--)
			bit /= 2;
		if (!bit)
			return none;
		int end = b.root + 2 * bit;
		return (struct rooted_branch){b.root + bit, end < b.end ? end : b.end, b.root};
	}
}

static inline int rooted_count(enum rooted_shape shape, struct rooted_branch b)
{
	int n = 0;
	if (shape == ROOTED_SEQUENTIAL)
		return b.end - b.root - 1;
	while (rooted_below(shape, b, n).root >= 0)
		n++;
	return n;
}

/* ---- Tiers */

/* The members that a tier joins, where this process is: those of its run of the tier above. */
struct rooted_tier {
	int tier, n, me;
	struct rooted_range all, numbers; /* their positions; their numbers, of runs or positions */
	int first;                        /* the number of member 0 */
};

/* The position that leads run number i of a tier. */
static inline int rooted_leader(const struct rg *r, const struct rooted *t, int tier, int i)
{
	struct rg_runs runs = rooted_runs(r, t, tier);
	struct rooted_range run = {runs.first[i], runs.first[i + 1]};
	return rooted_has(run, r->root_pos) ? r->root_pos : run.first;
}

/* The number of the run of a tier that a position is in; in the last tier its own. */
static inline int rooted_number(const struct rg *r, const struct rooted *t, int tier, int pos)
{
	if (tier == t->levels)
		return pos;
	struct rg_runs runs = rooted_runs(r, t, tier);
	return rg_run_at(&runs, pos);
}

static inline struct rooted_tier rooted_tier(const struct rg *r, const struct rooted *t, int tier)
{
	struct rooted_tier g = {.tier = tier, .all = rooted_run(r, t, tier - 1, r->pos)};
	int head = rooted_has(g.all, r->root_pos) ? r->root_pos : g.all.first;
	g.numbers.first = rooted_number(r, t, tier, g.all.first);
	g.numbers.end = rooted_number(r, t, tier, g.all.end - 1) + 1;
	g.first = rooted_number(r, t, tier, head);
	g.n = g.numbers.end - g.numbers.first;
	g.me = (rooted_number(r, t, tier, r->pos) - g.first + g.n) % g.n;
	return g;
}

/* The position of a member of a tier. */
static inline int rooted_member(const struct rg *r, const struct rooted *t,
                                const struct rooted_tier *g, int i)
{
	int number = rooted_turn(g->numbers, g->first, i);
	return g->tier == t->levels ? number : rooted_leader(r, t, g->tier, number);
}

/* The place at which a member of a tier begins; that of member n is where all end. */
static inline int rooted_begins(const struct rg *r, const struct rooted *t,
                                const struct rooted_tier *g, int i)
{
	int first = rooted_place(r, t, rooted_member(r, t, g, 0));
	if (i == g->n)
		return first + g->all.end - g->all.first;
	return rooted_place(r, t, rooted_member(r, t, g, i));
}

/* Does this process lead its run of the tier, so that it is joined there? */
static inline bool rooted_takes_part(const struct rg *r, const struct rooted *t, int tier)
{
	return tier == t->levels ||
	       rooted_leader(r, t, tier, rooted_number(r, t, tier, r->pos)) == r->pos;
}

/* ---- The tree */

/* The tree of that shape, by a level, where this process is in it. */
static inline struct rooted rooted_tree_by(const struct rg *r, enum rooted_shape shape,
                                           enum rg_level level)
{
	struct rooted t = {.shape = shape, .parent = -1};
	int top = 0;

	if (level > RG_ON_MACHINE)
		t.level[t.levels++] = level;
	if (level != RG_NO_LEVEL)
		t.level[t.levels++] = RG_ON_MACHINE;
	if (rg_level_below(level))
		t.level[t.levels++] = level;
	while (!rooted_takes_part(r, &t, top))
		top++;
	for (int k = top; k <= t.levels; k++) {
		struct rooted_tier g = rooted_tier(r, &t, k);
		struct rooted_branch b = rooted_find(t.shape, g.n, g.me);
		t.in_tier[k] = rooted_count(t.shape, b);
		t.children += t.in_tier[k];
		if (k > top)
			continue;
		t.begin = rooted_place(r, &t, r->pos);
		t.end = rooted_begins(r, &t, &g, b.end);
		if (b.parent >= 0)
			t.parent = r->order[rooted_member(r, &t, &g, b.parent)];
	}
	return t;
}

/* The tree that the parameters say. */
static inline struct rooted rooted_tree(const struct rg *r, const char *parameters)
{
	return rooted_tree_by(r, rooted_shape(parameters), rg_level_of(parameters, RG_NO_LEVEL));
}

/* Child number i of this process: those of the upper tiers first, and in a tier the longest way. */
static inline struct rooted_child rooted_child(const struct rg *r, const struct rooted *t, int i)
{
	int k = 0;
	while (i >= t->in_tier[k])
		i -= t->in_tier[k++];
	struct rooted_tier g = rooted_tier(r, t, k);
	struct rooted_branch b = rooted_below(t->shape, rooted_find(t->shape, g.n, g.me), i);
	int pos = rooted_member(r, t, &g, b.root);
	return (struct rooted_child){r->order[rg_within(pos, 0, r->P)],
	                             rooted_begins(r, t, &g, b.root),
	                             rooted_begins(r, t, &g, b.end)};
}

/* ---- Blocks of places in a row */

/* This lane's elements of them. */
static inline int64_t rooted_length(const struct rg *r, const struct rooted *t, int begin, int end)
{
	int64_t length = 0;
	if (!r->len && !r->rest)
		return (end - begin) * rg_slice(r, RG_TMP, 0, r->quot).len;
	for (int i = begin; i < end; i++)
		length += rg_block(r, RG_TMP, rooted_at(r, t, i)).len;
	return length;
}

/* The same of a vector that stands in a buffer, if their blocks are one span of it; else of none
 * (-1). */
static inline struct rg_span rooted_blocks(const struct rg *r, const struct rooted *t, int buf,
                                           int begin, int end)
{
	struct rg_span all = rg_block(r, buf, rooted_at(r, t, begin));
	if (rg_in_lanes(r) && end - begin > 1)
		all.buf = -1;
	for (int i = begin + 1; i < end && all.buf >= 0; i++) {
		struct rg_span next = rg_block(r, buf, rooted_at(r, t, i));
		if (next.off != all.off + all.len)
			all.buf = -1;
		all.len += next.len;
	}
	return all;
}

/* ---- The blocks of the children of a process, which each has in the order of places: in scratch,
 * or, at the root, where they belong if that is one span. */

/* Those of a child. The root has all in `buf`. */
static inline struct rg_span rooted_subtree(const struct rg *r, const struct rooted *t, int buf,
                                            struct rooted_child c)
{
	struct rg_span there = rooted_blocks(r, t, buf, c.begin, c.end);
	if (r->rank == r->root && there.buf >= 0)
		return there;
	return (struct rg_span){RG_TMP, rooted_length(r, t, t->begin, c.begin),
	                        rooted_length(r, t, c.begin, c.end)};
}

/* At the root: put together in scratch what cannot be sent from `buf`; or (back) bring what landed
 * in scratch to where it belongs. */
static inline void rooted_arrange(struct rg *r, const struct rooted *t, int buf,
                                  struct rooted_child c, bool back)
{
	struct rg_span part = rooted_subtree(r, t, buf, c);
	for (int i = c.begin; i < c.end && part.buf == RG_TMP; i++) {
		struct rg_span block = rg_block(r, buf, rooted_at(r, t, i));
		part.len = block.len;
		rg_copy(r, back ? block : part, back ? part : block);
		part.off += block.len;
	}
}

/* All that the parent sends or gets: of a process without children `own`, its block. */
static inline struct rg_span rooted_all(const struct rg *r, const struct rooted *t,
                                        struct rg_span own)
{
	return t->children ? rg_head(RG_TMP, rooted_length(r, t, t->begin, t->end)) : own;
}

/* The elements of RG_TMP that it takes, in any lane: blocks differ by an element at most. */
static inline int64_t rooted_subtree_scratch(const struct rg *r)
{
	struct rooted t = rooted_tree(r, r->parameters);
	return t.children ? (t.end - t.begin) * rg_longest(r) : 0;
}

/* ---- One process of each machine leads it, the root its own: the leaders form a tree as seen from
 * the root, of the shape and by the level that rg.parameters say, and inside a machine it goes
 * through windows. */

struct shared_leaders {
	struct rg_group machine;
	int one, lead;      /* the member that leads, and its rank */
	bool leads;         /* this process does, */
	struct rooted tree; /* and is there in the tree, */
	int children;       /* whose first so many children lead machines */
};

static inline struct shared_leaders shared_leaders_of(const struct rg *r)
{
	enum rg_level level = rg_level_of(r->parameters, RG_ON_MACHINE);
	struct shared_leaders s = {.machine = rg_machine(r)};
	int first = r->pos - s.machine.me;

	s.one = r->root_pos >= first && r->root_pos < first + s.machine.n ? r->root_pos - first : 0;
	s.lead = rg_member(&s.machine, s.one);
	s.leads = s.one == s.machine.me;
	if (!s.leads)
		return s;
	level = level < RG_ON_MACHINE ? RG_ON_MACHINE : level;
	s.tree = rooted_tree_by(r, rooted_shape(r->parameters), level);
	for (int k = 0; k < s.tree.levels; k++)
		s.children += s.tree.in_tier[k];
	return s;
}
