/* SPDX-License-Identifier: BSD-3-Clause
 * cuts: bounds of several links together, in a graph that is no tree.
 *
 * Two sides. Each must hear of the other what `leaves` of the descriptor says, X times that. All
 * links between them carry at most the sum of their bandwidths that way; and both ways together, a
 * half-duplex link counts once, a full-duplex link twice.
 *
 * Parts around a middle without ranks: as in bound.c, but that each hangs there by several links.
 * Data that leave a part enter another one; so with b of all their links
 *
 *       T >= (sum of needs - least) X / sum of b
 *
 * where an allreduce needs 2 for each part and 2 less, and half-duplex links have half of b; an
 * allgather and a reduce-scatter need 1 for each part, and 1 less; 2 - s of a part with the share s
 * of the ranks, if all its links are half duplex, over which it must also hear the rest.
 *
 * Vertices are switches and machines with ranks, which can pass on what they like. Machines without
 * ranks pass nothing on, and neither do links to them.
 */
#include "certify/cuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "certify/max_flow.h"
#include "fabric/spread.h"

/* Each of those behind a link has a block for each on the other side. */
static double a_block_each(int behind, int P, bool rooted)
{
	(void)rooted;
	return (double)behind * (P - behind) / P;
}

const struct rg_need rg_need_of_pairs = {.leaves = a_block_each, .passes = 1, .data = true};

struct rg_need rg_need_of(enum rg_collective collective)
{
	const struct rg_descriptor *d = &rg_collectives[collective];
	bool shared = d->begins == RG_WHOLE || d->begins == RG_OWN_BLOCK;
	return (struct rg_need){.leaves = d->leaves,
	                        .passes = d->passes,
	                        .data = rg_has_data(collective),
	                        .parts =
	                                shared && (d->ends == RG_WHOLE || d->ends == RG_OWN_BLOCK)};
}

struct cutter {
	const struct rg_certificate *c;
	const struct rg_topo *t;
	const struct rg_need *need;
	int *ranks; /* [vertices] */
	int *part;  /* [vertices] of the cut that is looked at, from 0 on; -1: in the middle */
	int parts;
	double best;
	int *kept, kept_parts; /* [vertices] the parts of the best one */
};

static bool passes(const struct cutter *x, int v)
{
	return x->t->vertex[v].kind == RG_SWITCH || x->ranks[v] > 0;
}

/* Does the link lead out of a part? */
static bool is_cut(const struct cutter *x, const int *part, int l)
{
	int a = x->t->link[l].a, b = x->t->link[l].b;
	return part[a] != part[b] && passes(x, a) && passes(x, b);
}

/* ---- What a cut says */

/* One part: its ranks, and what its links carry. */
struct side {
	int ranks;
	double full, half; /* bytes per second */
};

/* The sides of all parts, [parts]. Free it. */
static struct side *sides_of(const struct cutter *x)
{
	struct side *s = rg_alloc((size_t)x->parts, sizeof *s);
	for (int v = 0; v < x->t->vertices; v++)
		if (x->part[v] >= 0)
			s[x->part[v]].ranks += x->ranks[v];
	for (int l = 0; l < x->t->links; l++) {
		const struct rg_link *link = &x->t->link[l];
		int ends[] = {x->part[link->a], x->part[link->b]};
		for (int k = 0; k < 2 && is_cut(x, x->part, l); k++)
			if (ends[k] >= 0)
				*(link->half ? &s[ends[k]].half : &s[ends[k]].full) +=
					link->bandwidth;
	}
	return s;
}

/* Seconds for a byte of the vector: one part is a side, all else the other one. */
static double one_side(const struct cutter *x, const struct side *s, bool rooted)
{
	double (*leaves)(int, int, bool) = x->need->leaves;
	int P = x->c->P;
	if (s->ranks == 0 || s->ranks == P || s->full + s->half <= 0)
		return 0;
	double out = leaves(s->ranks, P, rooted), in = leaves(P - s->ranks, P, !rooted);
	return fmax(fmax(out, in) / (s->full + s->half), (out + in) / (2 * s->full + s->half));
}

/* All parts together. */
static double all_parts(const struct cutter *x, const struct side *s)
{
	const struct rg_need *d = x->need;
	double need = -d->passes, rate = 0;
	int inside = 0;
	for (int i = 0; i < x->parts; i++) {
		if (!s[i].ranks)
			continue;
		bool halves = d->passes == 1 && s[i].full <= 0;
		need += halves ? 2 - (double)s[i].ranks / x->c->P : d->passes;
		rate += s[i].full + (d->passes == 2 ? s[i].half / 2 : s[i].half);
		inside += s[i].ranks;
	}
	return inside == x->c->P && rate > 0 ? need / rate : 0;
}

/* Keep part `only`, or (-1) all with ranks, if that says more than what is kept. */
static void keep(struct cutter *x, double seconds, int only, const struct side *s)
{
	if (seconds <= x->best * (1 + RG_BOUND_ROUNDING))
		return;
	x->best = seconds;
	x->kept_parts = only < 0 ? 0 : 2;
	for (int i = 0; i < x->parts && only < 0; i++)
		x->kept_parts += s[i].ranks > 0;
	for (int v = 0; v < x->t->vertices; v++) {
		int part = x->part[v];
		x->kept[v] = only >= 0 ? part == only : part >= 0 && s[part].ranks ? part : -1;
	}
}

static void judge(struct cutter *x)
{
	struct side *s = sides_of(x);
	int root = x->t->machine[x->c->ring[x->c->root].machine], worst = -1;
	double most = 0, together = x->need->parts ? all_parts(x, s) : 0;
	for (int i = 0; i < x->parts; i++) {
		double seconds = one_side(x, &s[i], x->part[root] == i);
		worst = seconds > most ? i : worst;
		most = seconds > most ? seconds : most;
	}
	keep(x, most, worst, s);
	keep(x, together, -1, s);
	free(s);
}

/* ---- By height */

static void cut_by_height(struct cutter *x)
{
	int *high = rg_heights(x->t), highest = 0;
	bool *left_out = rg_alloc((size_t)x->t->vertices, sizeof *left_out);
	for (int v = 0; v < x->t->vertices; v++) {
		highest = high[v] > highest ? high[v] : highest;
		left_out[v] = !passes(x, v);
	}
	for (int h = 0; h < highest; h++) {
		x->parts = rg_parts_below(x->t, high, h, left_out, x->part);
		judge(x);
	}
	free(high);
	free(left_out);
}

/* ---- By flow */

/* A flow goes through switches, and through machines with several links. A machine with one link is
 * parted from its switch by that link alone, which the heights have looked at: so its switch stands
 * for it. */
static int anchor_of(const struct rg_topo *t, int machine)
{
	return rg_topo_ports(t, machine) == 1 ? rg_topo_outside(t, machine) : t->machine[machine];
}

static bool is_core(const struct cutter *x, int v)
{
	int machine = x->t->vertex[v].machine;
	return machine < 0 || (x->ranks[v] && rg_topo_ports(x->t, machine) > 1);
}

static struct rg_max_flow *new_flow(const struct cutter *x)
{
	bool *core = rg_alloc((size_t)x->t->vertices, sizeof *core);
	for (int v = 0; v < x->t->vertices; v++)
		core[v] = is_core(x, v);
	struct rg_max_flow *f = rg_max_flow_new(x->t, core, x->need->passes == 2);
	free(core);
	return f;
}

/* Where the source reaches, with the machines there, becomes that part, but for what is in one
 * already. */
static void set_part(struct cutter *x, const struct rg_max_flow *f, int part)
{
	const struct rg_topo *t = x->t;
	for (int v = 0; v < t->vertices; v++) {
		int machine = t->vertex[v].machine;
		int at = machine < 0 || is_core(x, v) ? v : rg_topo_outside(t, machine);
		if (x->part[v] < 0 && is_core(x, at) && rg_max_flow_reached(f, at))
			x->part[v] = part;
	}
}

static void forget_parts(struct cutter *x)
{
	for (int v = 0; v < x->t->vertices; v++)
		x->part[v] = -1;
	x->parts = 0;
}

/* So many vertices and links are looked at in all, which takes about a second: where that is not
 * enough the rest of the ends is left to the heights. */
enum { LOOKS_MOST = 200000000 };

/* The number of looks at vertices and links that it takes to judge a cut, or to set a part. */
static int64_t looks_of_judge(const struct cutter *x)
{
	return 4 * ((int64_t)x->t->vertices + x->t->links);
}

/* The ends of flows: what the ranks' machines hang at, each once, into anchor[P]; returns how many.
 */
static int list_anchors(const struct cutter *x, int *anchor)
{
	bool *seen = rg_alloc((size_t)x->t->vertices, sizeof *seen);
	int n = 0;
	for (int k = 0; k < x->c->P; k++) {
		int at = anchor_of(x->t, x->c->ring[k].machine);
		if (!seen[at] && is_core(x, at))
			anchor[n++] = at;
		seen[at] = true;
	}
	free(seen);
	return n;
}

/* Judge the cuts between the first anchor and each other one. Returns the number of looks that it
 * took. */
static int64_t cut_pairs(struct cutter *x, struct rg_max_flow *f, const int *anchor, int n)
{
	int64_t looks = 0;
	for (int i = 1; i < n && looks < LOOKS_MOST; i++) {
		rg_max_flow_sink(f, anchor[i], true);
		looks = rg_max_flow_fill(f, anchor[0]) + i * looks_of_judge(x);
		rg_max_flow_sink(f, anchor[i], false);
		forget_parts(x);
		x->parts = 1;
		set_part(x, f, 0);
		judge(x);
	}
	return looks;
}

/* The rate that the links out of a part carry. */
static double rate_around(const struct cutter *x, int part)
{
	double rate = 0;
	for (int l = 0; l < x->t->links; l++)
		if (is_cut(x, x->part, l) &&
		    (x->part[x->t->link[l].a] == part || x->part[x->t->link[l].b] == part))
			rate += rg_link_one_way(&x->t->link[l]);
	return rate;
}

/* The rate of a machine with one link. */
static double rate_of_machine(const struct cutter *x, int machine)
{
	return rg_link_one_way(&x->t->link[x->t->incident[x->t->first[machine]]]);
}

/* The machine of one link that alone hangs at a switch; -1: there are several, or none. */
static int only_machine(const struct cutter *x, int anchor)
{
	const struct rg_topo *t = x->t;
	int only = -1, n = 0;
	for (int k = t->first[anchor]; k < t->first[anchor + 1]; k++) {
		int w = rg_topo_other(t, t->incident[k], anchor);
		if (t->vertex[w].kind == RG_MACHINE && x->ranks[w] && !is_core(x, w)) {
			only = w;
			n++;
		}
	}
	return n == 1 ? only : -1;
}

/* Around each of them, away from all others: such sides, as near to their anchors as can be, do not
 * overlap (Dahlhaus et al., The complexity of multiterminal cuts, 1994). All together, once as they
 * are, and once with the machines of one switch each for itself, and one that is alone there by the
 * link that carries less. */
static void cut_around(struct cutter *x, struct rg_max_flow *f, const int *anchor, int n,
                       int64_t looks)
{
	const struct rg_topo *t = x->t;
	int *apart = rg_alloc((size_t)t->vertices, sizeof *apart), parts = 0;
	for (int v = 0; v < t->vertices; v++)
		apart[v] = -1;
	for (int i = 0; i < n; i++)
		rg_max_flow_sink(f, anchor[i], true);
	forget_parts(x);
	for (int i = 0; i < n && looks < LOOKS_MOST; i++) {
		rg_max_flow_sink(f, anchor[i], false);
		looks = rg_max_flow_fill(f, anchor[i]) + (n + i) * looks_of_judge(x);
		rg_max_flow_sink(f, anchor[i], true);
		set_part(x, f, x->parts++);
		int only = only_machine(x, anchor[i]);
		bool whole = t->vertex[anchor[i]].kind == RG_MACHINE ||
		             (only >= 0 && rate_around(x, i) < rate_of_machine(x, only));
		for (int v = 0; v < t->vertices; v++)
			if (x->part[v] == i && whole)
				apart[v] = parts;
			else if (x->part[v] == i && x->ranks[v])
				apart[v] = parts++;
		parts += whole;
	}
	if (x->parts == n) {
		judge(x);
		memcpy(x->part, apart, (size_t)t->vertices * sizeof *apart);
		x->parts = parts;
		judge(x);
	}
	free(apart);
}

static void cut_by_flow(struct cutter *x)
{
	struct rg_max_flow *f = new_flow(x);
	int *anchor = rg_alloc((size_t)x->c->P, sizeof *anchor), n = list_anchors(x, anchor);
	int64_t looks = cut_pairs(x, f, anchor, n);
	if (n > 1 && x->need->parts)
		cut_around(x, f, anchor, n, looks);
	free(anchor);
	rg_max_flow_free(f);
}

/* ---- Both */

struct rg_multicut rg_cut_find(const struct rg_certificate *c, const struct rg_need *need)
{
	const struct rg_topo *t = c->routes->topo;
	size_t all = (size_t)t->vertices;
	struct rg_multicut found = {0};
	struct cutter x = {.c = c,
	                   .t = t,
	                   .need = need,
	                   .ranks = rg_alloc(all, sizeof(int)),
	                   .part = rg_alloc(all, sizeof(int)),
	                   .kept = rg_alloc(all, sizeof(int))};
	for (int k = 0; k < c->P; k++)
		x.ranks[t->machine[c->ring[k].machine]]++;
	if (c->machines > 1 && need->data) {
		cut_by_height(&x);
		cut_by_flow(&x);
	}
	found.seconds = x.best;
	found.parts = x.kept_parts;
	found.link = rg_alloc((size_t)t->links, sizeof *found.link);
	for (int l = 0; l < t->links && x.best > 0; l++)
		if (is_cut(&x, x.kept, l))
			found.link[found.links++] = l;
	free(x.ranks);
	free(x.part);
	free(x.kept);
	return found;
}

void rg_cut_free(struct rg_multicut *x)
{
	free(x->link);
}
