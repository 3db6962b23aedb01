/* SPDX-License-Identifier: BSD-3-Clause
 * What a process knows while an ordered tree is joined, from single members upwards: see
 * ordered_tree.h and templates/parts/ordered_climb.c.
 */
#pragma once
#include "ringgen/parts/ordered_tree.h"

/* Joins of a process, with a port each: 7 of 11 cubes of 8, and some more for each tier. */
enum { ORDERED_CHILDREN = 7 * (11 + ORDERED_TIERS) };

/* Another cube's gather root, whose data this process has, too: `at` elements from its own block
 * on, before it or behind it. */
struct ordered_child {
	int rank;
	int64_t at, len;
};

struct ordered_climb {
	int at;
	struct ordered_tree tree;
	int me;                                       /* which member this process is */
	struct ordered_cube cube, joint;              /* of the cube whose root it is, or was; what
	                                                 that is joined into */
	struct ordered_sizes part[ORDERED_PORTS + 1]; /* [parts] of the joint */
	int parts, mine;                              /* the cube is part number `mine` */
	struct ordered_sizes sizes;                   /* of the cube */
	bool gathers;                                 /* it is the cube's gather root */
	int parent;             /* that it sends to, or hears from; -1: none */
	int64_t before, behind; /* elements of the cube before its own block; of that and behind */
	int children;
	struct ordered_child child[ORDERED_CHILDREN];
};

static inline void ordered_begin(const struct rg *r, struct ordered_climb *s)
{
	s->tree = ordered_tree(r, r->parameters);
	s->me = s->tree.all.me;
	s->cube = ordered_member(s->me);
	s->behind = rg_own(r, RG_OUT).len;
	s->sizes = ordered_alone(s->behind, s->me);
	s->gathers = true;
	s->parent = -1;
}

static inline bool ordered_is_fixed(const struct ordered_climb *s)
{
	return s->me == ordered_fixed_root(s->cube);
}

static inline int ordered_rank(const struct ordered_climb *s, int64_t member)
{
	return rg_member(&s->tree.all, (int)member);
}

/* The fixed root of part i of the joint. */
static inline int ordered_other(const struct ordered_climb *s, int i)
{
	return ordered_rank(s, ordered_fixed_root(ordered_part(&s->tree, s->joint, i)));
}

/* How many parts the joint has, and which of them the cube is. */
static inline void ordered_look(struct ordered_climb *s)
{
	struct ordered_cube part[ORDERED_PORTS + 1];

	s->parts = ordered_parts(&s->tree, s->joint, part);
	for (int i = 0; i < s->parts; i++)
		s->mine = part[i].begin == s->cube.begin ? i : s->mine;
}

/* Find what its cube is joined into. False: this process has no more to do with it. */
static inline bool ordered_next(const struct rg *r, struct ordered_climb *s)
{
	int root = ordered_root(r, &s->tree);

	for (; !ordered_is_all(&s->tree, s->cube); s->cube = s->joint) {
		s->joint = ordered_above(&s->tree, s->cube);
		if (s->joint.begin != s->cube.begin || s->joint.end != s->cube.end)
			break;
	}
	if (ordered_is_all(&s->tree, s->cube) || !(s->gathers || ordered_is_fixed(s)))
		return false;
	if (ordered_has(s->joint, root)) {
		s->parent = s->gathers ? r->root : s->parent;
		return false;
	}
	ordered_look(s);
	return true;
}

/* The gather root has what a part of the joint has, too. */
static inline void ordered_adopt(struct ordered_climb *s, int i)
{
	int64_t len = ordered_total(&s->part[i]);
	int k = rg_within(s->children, 0, ORDERED_CHILDREN);

	if (!len)
		return;
	s->child[k] = (struct ordered_child){ordered_rank(s, s->part[i].of[ORDERED_ROOT]),
	                                     i < s->mine ? -s->before - len : s->behind, len};
	s->children++;
	if (i < s->mine)
		s->before += len;
	else
		s->behind += len;
}

/* All sizes of the joint are there, if this process has a part in it: who is its gather root? */
static inline void ordered_joined(const struct rg *r, struct ordered_climb *s)
{
	s->sizes = ordered_join(&s->tree, s->part, s->parts);
	int64_t root = s->sizes.of[ORDERED_ROOT];

	if (s->gathers && root == s->me) {
		for (int i = s->mine - 1; i >= 0; i--)
			ordered_adopt(s, i);
		for (int i = s->mine + 1; i < s->parts; i++)
			ordered_adopt(s, i);
	} else if (s->gathers) {
		s->parent = root < 0 ? r->root : ordered_rank(s, root);
		s->gathers = false;
	}
	s->cube = s->joint;
}

/* Where all know all lengths: the sizes of the joint's parts. */
static inline void ordered_work_out(const struct rg *r, struct ordered_climb *s)
{
	for (int i = 0; i < s->parts; i++)
		s->part[i] = ordered_sizes(r, &s->tree, ordered_part(&s->tree, s->joint, i));
}

/* There, the scratch of a process. */
static inline int64_t ordered_scratch(const struct rg *r)
{
	struct ordered_climb s = {0};

	if (r->rank == r->root)
		return 0;
	ordered_begin(r, &s);
	while (ordered_next(r, &s)) {
		ordered_work_out(r, &s);
		ordered_joined(r, &s);
	}
	return s.children ? s.before + s.behind : 0;
}

/* Where the data of a child are in RG_TMP, and the own block; all of them. */
static inline struct rg_span ordered_child_data(const struct ordered_climb *s, int i)
{
	return (struct rg_span){RG_TMP, s->before + s->child[i].at, s->child[i].len};
}

static inline struct rg_span ordered_own_data(const struct rg *r, const struct ordered_climb *s)
{
	return (struct rg_span){RG_TMP, s->before, rg_own(r, RG_OUT).len};
}

static inline struct rg_span ordered_data(const struct ordered_climb *s)
{
	return rg_head(RG_TMP, s->before + s->behind);
}

/* At the root: exchange with each gather root that it has to do with the blocks of its cube, which
 * is part of c; `sends`, or receives. */
static inline void ordered_exchange(struct rg *r, const struct ordered_tree *t,
                                    struct ordered_cube c, int buf, bool sends)
{
	bool closed = !ordered_has(c, ordered_root(r, t));
	int64_t root = closed ? ordered_sizes(r, t, c).of[ORDERED_ROOT] : -1;

	if (root >= 0) {
		struct rg_blocks b = {buf, t->all, c.begin, c.end - c.begin};
		if (sends)
			rg_send_blocks(r, rg_member(&t->all, (int)root), b);
		else
			rg_recv_blocks(r, rg_member(&t->all, (int)root), b);
		return;
	}
	struct ordered_cube part[ORDERED_PORTS + 1];
	int n = ordered_parts(t, c, part);
	for (int i = 0; i < n; i++)
		ordered_exchange(r, t, part[i], buf, sends);
}

static inline void ordered_exchange_all(struct rg *r, int buf, bool sends)
{
	struct ordered_tree t = ordered_tree(r, r->parameters);

	ordered_exchange(r, &t, ordered_whole(&t, t.tiers - 1, 0), buf, sends);
}
