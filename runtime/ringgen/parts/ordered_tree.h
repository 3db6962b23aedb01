/* SPDX-License-Identifier: BSD-3-Clause
 * The ordered trees of J. L. Traeff, "Practical, Linear-time, Fully Distributed Algorithms for
 * Irregular Gather and Scatter", 2017. Members stand in a row, by rank, or along the ring. Cubes
 * are runs of neighbours: single members at first, then `ports` + 1 neighbouring cubes are joined,
 * again and again. The data of a cube are gathered at one of its members, its gather root, as a run
 * of blocks in their order, so nothing is ever reordered.
 *
 * When cubes are joined the gather root that has taken the longest to gather, by what it got, gets
 * what the others have (Lemma 1): they are ready before. Of those that took as long the cube with
 * the most data keeps its gather root, then the last one. The sizes of a cube, three numbers, are
 * known to its last member, the fixed root (Lemma 3).
 *
 * A cube that has the root of the collective in it has no gather root: those that are joined to it
 * send to the root straight (Lemma 2). So it is above a limit: then its parts send straight to the
 * root, and so does all that is joined to it (the paper's graceful degradation): what is long would
 * only be sent twice. And up to another limit the fixed root is the gather root, as what
 * that costs in data is less than what it takes to tell another one.
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
