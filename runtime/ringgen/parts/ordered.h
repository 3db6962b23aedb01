/* SPDX-License-Identifier: BSD-3-Clause
 * The ordered trees of J. L. Traeff, "Practical, Linear-time, Fully Distributed Algorithms for
 * Irregular Gather and Scatter", 2017. Members stand in a row, by rank, or along the ring.
 * Cubes are runs of neighbours: single members at first, then `ports` + 1 neighbouring cubes
 * are joined, again and again. The data of a cube are gathered at one of its members, its
 * gather root, as a run of blocks in their order, so nothing is ever reordered.
 *
 * When cubes are joined the gather root that has taken the longest to gather, by what it got, gets
 * what the others have (Lemma 1): they are ready before. Of those that took as long the cube with
 * the most data keeps its gather root, then the last one. The sizes of a cube, three numbers, are
 * known to its last member, the fixed root (Lemma 3).
 *
 * A cube that has the root of the collective in it has no gather root: those that are joined to it
 * send to the root straight (Lemma 2). So it is above a limit: then its parts send straight to the
 * root, and so does all that is joined to it (the paper's graceful degradation): what is long would
 * only be sent twice. And up to another limit the fixed root is the gather root, as what that costs
 * in data is less than what it takes to tell another one.
 *
 * By levels: members of a machine are joined first, of a level below it even before; then machines
 * of a run of the level that is named, and then those runs.
 */
#pragma once
#include "ringgen/irregular.h"

enum { ORDERED_PORTS = 7, ORDERED_TIERS = 3 };

/* How they are joined. */
struct ordered_tree {
	struct rg_group all;
	int ports;
	int64_t fixed, straight;                   /* the limits, elements */
	const struct rg_runs *runs[ORDERED_TIERS]; /* [tiers - 1] of levels, from below */
	int tiers;                                 /* the last one joins all */
};

/* A cube: `width` units from number `unit` on, or up to the end of their run; units of tier 0 are
 * members, those of the next tier the runs of the first level, and so on. */
struct ordered_cube {
	int tier, unit, width;
	int begin, end; /* its members */
};

/* The sizes of a cube, as they are told. */
enum { ORDERED_GATHERED, ORDERED_BLOCK, ORDERED_ROOT, ORDERED_SIZES };
struct ordered_sizes {
	/* Elements that its gather root gets, and those of its block; which member it is, -1: there
	 * is none. */
	int64_t of[ORDERED_SIZES];
};

/* ---- What it is made of */

/* The next number of the parameters, or another one if there is none. */
static inline int64_t ordered_number(const char **text, int64_t other)
{
	const char *c = *text;
	int64_t number = 0;

	while (c && *c == ' ')
		c++;
	if (!c || *c < '0' || *c > '9')
		return other;
	for (; *c >= '0' && *c <= '9'; c++)
		number = number < INT64_MAX / 16 ? 10 * number + (*c - '0') : number;
	*text = c;
	return number;
}

/* By "PORTS [FIXED [STRAIGHT]] [LEVEL]"; the least ports are 1, FIXED is 0, STRAIGHT is nothing. */
static inline struct ordered_tree ordered_tree(const struct rg *r, const char *parameters)
{
	enum rg_level level = rg_level_of(parameters, RG_NO_LEVEL);
	struct ordered_tree t = {.all = rg_all(r), .tiers = 1};
	int64_t ports = ordered_number(&parameters, 1);

	t.ports = ports < 1 ? 1 : ports > ORDERED_PORTS ? ORDERED_PORTS : (int)ports;
	t.fixed = ordered_number(&parameters, 0);
	t.straight = ordered_number(&parameters, INT64_MAX);
	if (level == RG_NO_LEVEL)
		return t;
	t.all = (struct rg_group){r->P, r->pos, NULL, r->order};
	if (level < RG_ON_MACHINE)
		t.runs[t.tiers++ - 1] = &r->places->level[level];
	t.runs[t.tiers++ - 1] = &r->places->level[RG_ON_MACHINE];
	if (level > RG_ON_MACHINE && !rg_level_leads(level))
		t.runs[t.tiers++ - 1] = &r->places->level[level];
	return t;
}

/* ---- Cubes */

/* The member that unit u of a tier begins with. */
static inline int ordered_first(const struct ordered_tree *t, int tier, int u)
{
	return tier ? t->runs[tier - 1]->first[u] : u;
}

/* The unit of a tier that a member is in. */
static inline int ordered_unit(const struct ordered_tree *t, int tier, int member)
{
	return tier ? rg_run_at(t->runs[tier - 1], member) : member;
}

/* The units of a tier that are joined in it, those of the run of `member`. */
struct ordered_run {
	int begin, end;
};

static inline struct ordered_run ordered_run_of(const struct ordered_tree *t, int tier, int member)
{
	int first = 0, end = t->all.n;

	if (tier < t->tiers - 1) {
		int run = rg_run_at(t->runs[tier], member);
		first = t->runs[tier]->first[run];
		end = t->runs[tier]->first[run + 1];
	}
	return (struct ordered_run){ordered_unit(t, tier, first),
	                            ordered_unit(t, tier, end - 1) + 1};
}

/* The cube of so many units, cut at the end of the run. */
static inline struct ordered_cube ordered_cube(const struct ordered_tree *t, int tier, int unit,
                                               int width, struct ordered_run run)
{
	int end = width < run.end - unit ? unit + width : run.end;
	struct ordered_cube c = {tier, unit, width, ordered_first(t, tier, unit), 0};

	c.end = end == ordered_unit(t, tier, t->all.n - 1) + 1 ? t->all.n
	                                                       : ordered_first(t, tier, end);
	return c;
}

static inline struct ordered_cube ordered_member(int member)
{
	return (struct ordered_cube){0, member, 1, member, member + 1};
}

/* The cube of the whole run. */
static inline struct ordered_cube ordered_whole(const struct ordered_tree *t, int tier, int member)
{
	struct ordered_run run = ordered_run_of(t, tier, member);
	int64_t width = 1;

	while (width < run.end - run.begin)
		width *= t->ports + 1;
	return ordered_cube(t, tier, run.begin, (int)width, run);
}

/* What it is joined into: in its run, or, as it is a whole run, one tier above. */
static inline struct ordered_cube ordered_above(const struct ordered_tree *t, struct ordered_cube c)
{
	struct ordered_run run = ordered_run_of(t, c.tier, c.begin);
	int width = c.width * (t->ports + 1);

	if (c.width >= run.end - run.begin) {
		c.tier++;
		c.unit = ordered_unit(t, c.tier, c.begin);
		run = ordered_run_of(t, c.tier, c.begin);
		width = t->ports + 1;
	}
	return ordered_cube(t, c.tier, run.begin + (c.unit - run.begin) / width * width, width,
	                    run);
}

/* Is it all there is? */
static inline bool ordered_is_all(const struct ordered_tree *t, struct ordered_cube c)
{
	return c.end - c.begin == t->all.n;
}

/* Part i of a cube, 0 ... ports; of no members: there are no more. */
static inline struct ordered_cube ordered_part(const struct ordered_tree *t, struct ordered_cube c,
                                               int i)
{
	const struct ordered_cube none = {0};
	struct ordered_run run = ordered_run_of(t, c.tier, c.begin);
	int64_t width = c.width / (t->ports + 1), unit = c.unit + i * width;

	if (c.width == 1 && c.tier)
		return ordered_part(t, ordered_whole(t, c.tier - 1, c.begin), i);
	if (unit >= run.end || i > t->ports || !width)
		return none;
	c = ordered_cube(t, c.tier, (int)unit, (int)width, run);
	/* one unit of a tier above is the whole of a run of the tier below */
	while (c.tier && c.width == 1)
		c = ordered_whole(t, c.tier - 1, c.begin);
	return c;
}

/* All parts, into part[]; how many there are. */
static inline int ordered_parts(const struct ordered_tree *t, struct ordered_cube c,
                                struct ordered_cube part[ORDERED_PORTS + 1])
{
	int n = 0;

	while (n <= t->ports) {
		part[n] = ordered_part(t, c, n);
		if (part[n].end == part[n].begin)
			break;
		n++;
	}
	return n;
}

/* The member who knows its sizes. */
static inline int ordered_fixed_root(struct ordered_cube c)
{
	return c.end - 1;
}

/* ---- Sizes */

static inline int64_t ordered_total(const struct ordered_sizes *s)
{
	return s->of[ORDERED_GATHERED] + s->of[ORDERED_BLOCK];
}

/* Whether the first one's gather root gives way to the second one's. */
static inline bool ordered_gives_way(const struct ordered_sizes *s, const struct ordered_sizes *to)
{
	if (s->of[ORDERED_GATHERED] != to->of[ORDERED_GATHERED])
		return s->of[ORDERED_GATHERED] < to->of[ORDERED_GATHERED];
	return ordered_total(s) <= ordered_total(to);
}

/* The sizes of a cube by those of its n parts, which do not have the root in them. */
static inline struct ordered_sizes ordered_join(const struct ordered_tree *t,
                                                const struct ordered_sizes *part, int n)
{
	int64_t all = 0;
	int best = 0;
	bool open = false;

	for (int i = 0; i < n; i++) {
		int64_t total = ordered_total(&part[i]);
		all = total < INT64_MAX - all ? all + total : INT64_MAX;
		open |= part[i].of[ORDERED_ROOT] < 0;
		best = ordered_gives_way(&part[best], &part[i]) ? i : best;
	}
	if (n > 1 && (open || all > t->straight))
		return (struct ordered_sizes){{0, 0, -1}};
	if (all <= t->fixed)
		best = n - 1;
	return (struct ordered_sizes){{all - part[best].of[ORDERED_BLOCK],
	                               part[best].of[ORDERED_BLOCK], part[best].of[ORDERED_ROOT]}};
}

static inline struct ordered_sizes ordered_alone(int64_t len, int member)
{
	return (struct ordered_sizes){{0, len, member}};
}

/* Where the root is in the row; -1: there is none. */
static inline int ordered_root(const struct rg *r, const struct ordered_tree *t)
{
	return t->all.rank == r->order ? r->root_pos : r->root;
}

static inline bool ordered_has(struct ordered_cube c, int member)
{
	return member >= c.begin && member < c.end;
}

/* The sizes of a cube, by those of all blocks, which this process knows. */
static inline struct ordered_sizes ordered_sizes(const struct rg *r, const struct ordered_tree *t,
                                                 struct ordered_cube c)
{
	struct ordered_cube part[ORDERED_PORTS + 1];
	struct ordered_sizes sizes[ORDERED_PORTS + 1];

	if (c.end - c.begin == 1)
		return ordered_alone(rg_block_of(r, RG_OUT, rg_member(&t->all, c.begin)).len,
		                     c.begin);
	int n = ordered_parts(t, c, part);
	for (int i = 0; i < n; i++)
		sizes[i] = ordered_sizes(r, t, part[i]);
	return ordered_join(t, sizes, n);
}

/* ---- What a process knows while the tree is joined, from single members upwards: see
 * templates/parts/ordered.c. */

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
