/* SPDX-License-Identifier: BSD-3-Clause
 * cuts: bounds of several links together, in a graph that is no tree.
 *
 * Two sides. Each must hear of the other what `leaves` of the descriptor says, X times that. All
 * links between them carry at most the sum of their bandwidths that way; and both ways together, a
 * half-duplex link counts once, a full-duplex link twice.
 *
 * Parts around a middle without ranks: as in bound.c, but that each hangs there by several links.
 * Whatever leaves a part enters another one; so with b of all their links
 *
 *       T >= (sum of needs - least) X / sum of b
 *
 * where an allreduce needs 2 for each part and 2 less, and half-duplex links have half of b; an
 * allgather and a reduce-scatter need 1 for each part, and 1 less; 2 - s of a part with the share s
 * of the ranks, if all its links are half duplex, over which it must also hear the rest.
 *
 * What is a vertex: switches and machines with ranks, which can pass on what they like. Machines
 * without ranks pass nothing on, and neither do links to them.
 */
#include "certify/cuts.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "fabric/spread.h"

struct cutter {
	const struct rg_certificate *c;
	const struct rg_topo *t;
	enum rg_collective collective;
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

/* Of one part: its ranks, and what its links carry. */
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
	double (*leaves)(int, int, bool) = rg_collectives[x->collective].leaves;
	int P = x->c->P;
	if (s->ranks == 0 || s->ranks == P || s->full + s->half <= 0)
		return 0;
	double out = leaves(s->ranks, P, rooted), in = leaves(P - s->ranks, P, !rooted);
	return fmax(fmax(out, in) / (s->full + s->half), (out + in) / (2 * s->full + s->half));
}

/* All parts together. */
static double all_parts(const struct cutter *x, const struct side *s)
{
	const struct rg_descriptor *d = &rg_collectives[x->collective];
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
	double most = 0, together = rg_has_parts(x->collective) ? all_parts(x, s) : 0;
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

/* ---- By flow (Ford & Fulkerson 1956, along shortest ways: Edmonds & Karp 1972) */

/* What a flow goes through: switches, and machines with several links. A machine with one link is
 * parted from its switch by that one, which the heights have looked at: so its switch stands for
 * it.
 */
struct flow {
	const struct cutter *x;
	int *core, cores;  /* [vertices] these */
	int *first, *link; /* [vertices + 1], [2 * links]: the links of each to others of them */
	double *left;  /* [2 * links] what link l can still take from its end a (2l), b (2l + 1) */
	int *queue;    /* [vertices] */
	int *by;       /* [vertices] the link by which it was reached; -1: not, -2: the source */
	int64_t looks; /* links that were looked at, so far */
};

static int anchor_of(const struct rg_topo *t, int machine)
{
	return rg_topo_ports(t, machine) == 1 ? rg_topo_outside(t, machine) : t->machine[machine];
}

static bool is_core(const struct cutter *x, int v)
{
	int machine = x->t->vertex[v].machine;
	return machine < 0 || (x->ranks[v] && rg_topo_ports(x->t, machine) > 1);
}

static struct flow new_flow(const struct cutter *x)
{
	const struct rg_topo *t = x->t;
	size_t all = (size_t)t->vertices;
	struct flow f = {.x = x,
	                 .core = rg_alloc(all, sizeof(int)),
	                 .first = rg_alloc(all + 1, sizeof(int)),
	                 .link = rg_alloc(2 * (size_t)t->links, sizeof(int)),
	                 .left = rg_alloc(2 * (size_t)t->links, sizeof(double)),
	                 .queue = rg_alloc(all, sizeof(int)),
	                 .by = rg_alloc(all, sizeof(int))};
	for (int v = 0, n = 0; v < t->vertices; v++) {
		f.first[v] = n;
		if (is_core(x, v))
			f.core[f.cores++] = v;
		for (int k = t->first[v]; k < t->first[v + 1] && is_core(x, v); k++)
			if (is_core(x, rg_topo_other(t, t->incident[k], v)))
				f.link[n++] = t->incident[k];
		f.first[v + 1] = n;
	}
	return f;
}

static void free_flow(struct flow *f)
{
	free(f->core);
	free(f->first);
	free(f->link);
	free(f->left);
	free(f->queue);
	free(f->by);
}

/* All of each link; of a half-duplex one half where as much goes either way. */
static void begin_flow(struct flow *f)
{
	const struct rg_topo *t = f->x->t;
	bool both_ways = rg_collectives[f->x->collective].passes == 2;
	for (int i = 0; i < f->first[t->vertices]; i++) {
		const struct rg_link *link = &t->link[f->link[i]];
		double rate = both_ways ? rg_link_one_way(link) : link->bandwidth;
		f->left[2 * f->link[i]] = f->left[2 * f->link[i] + 1] = rate;
	}
}

/* Where the source still reaches; whether the sink is there. */
static bool reach(struct flow *f, int source, int sink)
{
	const struct rg_topo *t = f->x->t;
	int n = 0;
	for (int i = 0; i < f->cores; i++)
		f->by[f->core[i]] = -1;
	f->by[source] = -2;
	f->queue[n++] = source;
	for (int i = 0; i < n && f->by[sink] == -1; i++) {
		f->looks += f->first[f->queue[i] + 1] - f->first[f->queue[i]];
		for (int k = f->first[f->queue[i]]; k < f->first[f->queue[i] + 1]; k++) {
			int l = f->link[k], w = rg_topo_other(t, l, f->queue[i]);
			bool open =
				f->left[2 * l + (t->link[l].a == w)] > 1e-9 * t->link[l].bandwidth;
			if (f->by[w] != -1 || !open)
				continue;
			f->by[w] = l;
			f->queue[n++] = w;
		}
	}
	return f->by[sink] != -1;
}

/* Send what fits along the way that was found. */
static void augment(struct flow *f, int sink)
{
	const struct rg_topo *t = f->x->t;
	double fits = INFINITY;
	for (int v = sink; f->by[v] >= 0; v = rg_topo_other(t, f->by[v], v))
		fits = fmin(fits, f->left[2 * f->by[v] + (t->link[f->by[v]].a == v)]);
	for (int v = sink; f->by[v] >= 0; v = rg_topo_other(t, f->by[v], v)) {
		f->left[2 * f->by[v] + (t->link[f->by[v]].a == v)] -= fits;
		f->left[2 * f->by[v] + (t->link[f->by[v]].a != v)] += fits;
	}
}

/* One part: where the source reaches, with the machines there. */
static void part_by_flow(struct cutter *x, const struct flow *f)
{
	const struct rg_topo *t = x->t;
	for (int v = 0; v < t->vertices; v++) {
		int machine = t->vertex[v].machine;
		int at = machine < 0 || is_core(x, v) ? v : rg_topo_outside(t, machine);
		x->part[v] = is_core(x, at) && f->by[at] != -1 ? 0 : -1;
	}
	x->parts = 1;
}

/* So many links are looked at in all, which takes about a second: where that is not enough the rest
 * of the ends is left to the heights. */
enum { LOOKS_MOST = 200000000 };

static void cut_by_flow(struct cutter *x)
{
	const struct rg_topo *t = x->t;
	struct flow f = new_flow(x);
	bool *done = rg_alloc((size_t)t->vertices, sizeof *done);
	int source = anchor_of(t, x->c->ring[0].machine);
	done[source] = true;
	for (int k = 0; k < x->c->P && f.looks < LOOKS_MOST; k++) {
		int sink = anchor_of(t, x->c->ring[k].machine);
		if (done[sink] || !is_core(x, sink) || !is_core(x, source))
			continue;
		done[sink] = true;
		begin_flow(&f);
		while (reach(&f, source, sink))
			augment(&f, sink);
		part_by_flow(x, &f);
		judge(x);
	}
	free_flow(&f);
	free(done);
}

/* ---- Both */

struct rg_cut rg_cut_find(const struct rg_certificate *c, enum rg_collective collective)
{
	const struct rg_topo *t = c->routes->topo;
	size_t all = (size_t)t->vertices;
	struct rg_cut found = {0};
	struct cutter x = {.c = c,
	                   .t = t,
	                   .collective = collective,
	                   .ranks = rg_alloc(all, sizeof(int)),
	                   .part = rg_alloc(all, sizeof(int)),
	                   .kept = rg_alloc(all, sizeof(int))};
	for (int k = 0; k < c->P; k++)
		x.ranks[t->machine[c->ring[k].machine]]++;
	if (c->machines > 1 && rg_has_data(collective)) {
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

void rg_cut_free(struct rg_cut *x)
{
	free(x->link);
}
