/* SPDX-License-Identifier: BSD-3-Clause
 * bound: how fast a collective can be on this cluster at all, and how fast a ring is.
 *
 * Two kinds of bounds; the largest counts. X is the vector, T the time, b a link's bandwidth.
 *
 * One link. It cuts the ranks in two. Each side must hear of the other what `leaves` of the
 * descriptor says; both ways together if the link is half duplex.
 *
 * Several links. Take links that leave a middle without ranks, switches only, to which K parts with
 * ranks hang, each by one of the links, with the bandwidth b of its own. (The ranks of a part may
 * be one: it knows what they know.) Data that leave a part over its link enter another over that
 * one's: summed over the links, as much goes out of the parts as into them.
 *
 * - Allreduce: for each item of the vector K parts must tell one another at least 2 (K - 1) partial
 *   results (Patarasuk & Yuan 2009, Lemma 3). So 2 (K - 1) X go out and as much goes in, 4 (K - 1)
 *   X in all, and a link can carry 2 b T of it, b T if it is half duplex. With b halved for those:
 *
 *       T >= 2 (K - 1) X / sum of b
 *
 * - Allgather: part i has the share s of the vector. It must be sent the rest, (1 - s) X, which
 *   makes (K - 1) X for all parts. As much must go out. Over a link go out at most b T, and if it
 *   is half duplex b T less what must come in:
 *
 *       T >= (K - 1 + sum over half-duplex links of (1 - s)) X / sum of b
 *
 *   (With none of those, that is a mean of what the links say alone.) A reduce-scatter is the same
 *   backwards: a part must send its partial results for the blocks of the others, (1 - s) X.
 *
 * No rank may be in the middle: it could combine what passes, and each part send X alone.
 *
 * A graph that is no tree is cut in two only by bridges. Vertices that no bridge parts are like one
 * vertex here. cuts.c has the bounds that several links set there.
 */
#include "certify/bound.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "certify/cuts.h"

/* ---- One link ---- */

/* For each link, the ranks at its lower end and below, in the tree of the routes. Free it. */
static int *count_below(const struct rg_certificate *c)
{
	const struct rg_routes *r = c->routes;
	const struct rg_topo *t = r->topo;
	int *ranks = rg_alloc(t->vertices, sizeof(int));
	int *below = rg_alloc(t->links, sizeof(int));
	for (int k = 0; k < c->P; k++)
		ranks[t->machine[c->ring[k].machine]]++;
	for (int i = t->vertices - 1; i > 0; i--) {
		int v = r->downward[i];
		if (r->up[v] < 0)
			continue;
		below[r->up[v]] = ranks[v];
		ranks[r->parent[v]] += ranks[v];
	}
	free(ranks);
	return below;
}

/* Is the root at the lower end of the link or below it? In a scan rank 0 is like a root: it is
 * taken to be at the first position. */
static bool roots_below(const struct rg_certificate *c, int link)
{
	const struct rg_routes *r = c->routes;
	for (int v = r->topo->machine[c->ring[c->root].machine]; r->up[v] >= 0; v = r->parent[v])
		if (r->up[v] == link)
			return true;
	return false;
}

/* The share of the vector that resource i, a link in one direction or a half-duplex link, carries
 * at least; `below` are the ranks below the link. */
static double carried(const struct rg_certificate *c, const struct rg_need *need, int i, int below)
{
	const struct rg_routes *r = c->routes;
	const struct rg_link *l = &r->topo->link[i / 2];
	if (below == 0 || below == c->P || !r->bridge[i / 2])
		return 0;
	bool rooted = roots_below(c, i / 2);
	double up = need->leaves(below, c->P, rooted);
	double down = need->leaves(c->P - below, c->P, !rooted);
	if (l->half)
		return i % 2 ? 0 : up + down;
	int from = i % 2 ? l->b : l->a;
	return r->up[from] == i / 2 ? up : down;
}

/* Seconds for a byte of the vector, and the resource. */
static double cut_bound(const struct rg_certificate *c, const struct rg_need *need,
                        const int *below, int *slowest)
{
	const struct rg_topo *t = c->routes->topo;
	double most = 0;
	for (int i = 0; i < 2 * t->links; i++) {
		double seconds = carried(c, need, i, below[i / 2]) / t->link[i / 2].bandwidth;
		if (seconds > most) {
			most = seconds;
			*slowest = i;
		}
	}
	return most;
}

/* ---- Several links */

/* Which links give the largest bound? The bound of some links is (sum of needs - least) / sum of
 * rates. For a time, those links are found for which sum of needs - least - time * sum of rates is
 * the most: if that is above 0, their bound is above the time, and the next time to try; else no
 * links have a larger one (Dinkelbach 1967). Each time takes one walk through the tree, from the
 * leaves to the root: what hangs at a vertex is one part, or the best parts of each of its
 * children. The middle is below one vertex of it, the highest; what is above that is one part,
 * too. */

/* Parts: how much of the vector their links are to carry, and at what rate they do, in bytes a
 * second. */
struct worth {
	double need, rate;
};

struct parter {
	const struct rg_certificate *c;
	const struct rg_need *need;
	const int *below;    /* [links] */
	struct worth *parts; /* [vertices] the best of what hangs at it, itself not among them */
	bool *one;           /* [vertices] it is best as one part with all that is below it */
	int middle;          /* its highest vertex; -1: none */
};

/* The part of so many ranks behind a link. No ranks are no part. */
static struct worth part(const struct parter *x, int link, int ranks)
{
	const struct rg_link *l = &x->c->routes->topo->link[link];
	if (!ranks)
		return (struct worth){0, 0};
	if (x->need->passes == 2)
		return (struct worth){2, rg_link_one_way(l)};
	return (struct worth){l->half ? 2 - (double)ranks / x->c->P : 1, l->bandwidth};
}

static struct worth both(struct worth a, struct worth b)
{
	return (struct worth){a.need + b.need, a.rate + b.rate};
}

static double excess(struct worth w, double time)
{
	return w.need - time * w.rate;
}

/* The part above a vertex. */
static struct worth above(const struct parter *x, int v)
{
	int up = x->c->routes->up[v];
	return up < 0 ? (struct worth){0, 0} : part(x, up, x->c->P - x->below[up]);
}

/* Is it a machine of the ring? (At the root: or one without ranks, which need not be in the middle
 * either, as what is below it can be.) */
static bool has_ranks(const struct parter *x, int v)
{
	int up = x->c->routes->up[v];
	bool is_machine = x->c->routes->topo->vertex[v].kind == RG_MACHINE;
	return is_machine && (up < 0 || x->below[up] > 0);
}

/* The parts that exceed this time the most, around x->middle. */
static struct worth best_parts(struct parter *x, double time)
{
	const struct rg_routes *r = x->c->routes;
	struct worth best = {0, 0};
	double most = -INFINITY;
	x->middle = -1;
	for (int i = 0; i < r->topo->vertices; i++)
		x->parts[i] = (struct worth){0, 0};
	for (int i = r->topo->vertices - 1; i >= 0; i--) {
		int v = r->downward[i], up = r->up[v];
		struct worth apart = x->parts[v], all = both(apart, above(x, v));
		bool highest = up < 0 || r->bridge[up];
		if (highest && !has_ranks(x, v) && excess(all, time) > most) {
			most = excess(all, time);
			best = all;
			x->middle = v;
		}
		if (up < 0)
			continue;
		struct worth one = part(x, up, x->below[up]);
		x->one[v] = r->bridge[up] &&
		            (has_ranks(x, v) || excess(one, time) >= excess(apart, time));
		x->parts[r->parent[v]] = both(x->parts[r->parent[v]], x->one[v] ? one : apart);
	}
	return best;
}

static struct parter new_parter(const struct rg_certificate *c, const struct rg_need *need,
                                const int *below)
{
	int n = c->routes->topo->vertices;
	return (struct parter){.c = c,
	                       .need = need,
	                       .below = below,
	                       .parts = rg_alloc(n, sizeof(struct worth)),
	                       .one = rg_alloc(n, sizeof(bool)),
	                       .middle = -1};
}

static void free_parter(struct parter *x)
{
	free(x->parts);
	free(x->one);
}

/* Seconds for a byte of the vector: the largest bound of several links, or that of one, `cut`, if
 * none is larger. Then x->middle is -1, else x has the parts. */
static double parts_bound(struct parter *x, double cut)
{
	double least = x->need->passes, time = cut;
	while (x->need->parts) {
		struct worth best = best_parts(x, time);
		double more = best.rate > 0 ? (best.need - least) / best.rate : 0;
		if (more <= time * (1 + RG_BOUND_ROUNDING))
			break;
		time = more;
	}
	if (time <= cut)
		x->middle = -1;
	return time;
}

/* The links of the parts: those from the middle. */
static int *part_links(const struct parter *x, int *parts)
{
	const struct rg_routes *r = x->c->routes;
	const struct rg_topo *t = r->topo;
	bool *within = rg_alloc(t->vertices, sizeof(bool)), *cut = rg_alloc(t->links, sizeof(bool));
	int *link = rg_alloc(t->links, sizeof(int));
	*parts = 0;
	within[x->middle] = true;
	if (r->up[x->middle] >= 0)
		cut[r->up[x->middle]] = x->below[r->up[x->middle]] < x->c->P;
	for (int i = 1; i < t->vertices; i++) {
		int v = r->downward[i];
		if (r->parent[v] < 0 || !within[r->parent[v]])
			continue;
		within[v] |= !x->one[v];
		cut[r->up[v]] |= x->one[v] && x->below[r->up[v]] > 0;
	}
	for (int l = 0; l < t->links; l++)
		if (cut[l])
			link[(*parts)++] = l;
	free(within);
	free(cut);
	return link;
}

/* Links that are no bridges may bound it in a graph. They go to *cut, if their bound is above
 * `seconds`, which is that of the bridges. */
static bool cuts_say_more(const struct rg_certificate *c, const struct rg_need *need,
                          double seconds, struct rg_multicut *cut)
{
	*cut = (struct rg_multicut){0};
	if (!c->routes->tree)
		*cut = rg_cut_find(c, need);
	return cut->seconds > seconds * (1 + RG_BOUND_ROUNDING);
}

static int *bound_links(const struct rg_certificate *c, const struct rg_need *need, int *links,
                        int *parts)
{
	int *below = count_below(c), *link = NULL, slowest;
	struct parter x = new_parter(c, need, below);
	struct rg_multicut cut;
	*links = *parts = 0;
	double seconds = parts_bound(&x, cut_bound(c, need, below, &slowest));
	if (cuts_say_more(c, need, seconds, &cut)) {
		link = cut.link;
		*links = cut.links;
		*parts = cut.parts;
	} else {
		rg_cut_free(&cut);
		if (c->machines > 1 && x.middle >= 0)
			link = part_links(&x, parts);
		*links = *parts;
	}
	free_parter(&x);
	free(below);
	return link;
}

int *rg_bound_links(const struct rg_certificate *c, enum rg_collective collective, int *links,
                    int *parts)
{
	struct rg_need need = rg_need_of(collective);
	return bound_links(c, &need, links, parts);
}

int *rg_pairs_bound_links(const struct rg_certificate *c, int *links)
{
	int parts;
	return bound_links(c, &rg_need_of_pairs, links, &parts);
}

/* ---- The ring ---- */

/* In P - 1 steps every rank sends a P-th of the vector to the next, and in an allreduce twice: (P -
 * 1) / P of the bytes a pair. A vector that is nobody's in parts goes along it as a whole. Blocks
 * for each are passed on: one for the rank k places behind, by k pairs; so 1 + 2 + ... + P - 1
 * P-ths of the bytes a pair. */
static void time_ring(const struct rg_certificate *c, enum rg_collective collective, double bytes,
                      struct rg_lower_bound *b)
{
	const struct rg_descriptor *d = &rg_collectives[collective];
	bool whole =
		rg_has_any_length(collective) && (d->begins != RG_WHOLE || d->ends != RG_WHOLE);
	double each = whole                        ? bytes
	              : rg_is_for_each(collective) ? (c->P - 1.0) / 2 * bytes
	                                           : d->passes * (c->P - 1.0) / c->P * bytes;
	if (!rg_has_data(collective))
		return;
	for (int i = 0; i < 2 * c->routes->topo->links; i++) {
		double seconds = c->load[i] * each / c->routes->topo->link[i / 2].bandwidth;
		if (seconds > b->ring) {
			b->ring = seconds;
			b->carries = c->load[i] * each;
			b->bottleneck = i;
		}
	}
}

/* Without the ring. */
static struct rg_lower_bound bound_of(const struct rg_certificate *c, const struct rg_need *need,
                                      int64_t bytes)
{
	struct rg_lower_bound b = {.cut = -1, .bottleneck = -1};
	if (c->machines < 2)
		return b;
	int *below = count_below(c);
	struct parter x = new_parter(c, need, below);
	struct rg_multicut cut;
	double seconds = parts_bound(&x, cut_bound(c, need, below, &b.cut));
	bool more = cuts_say_more(c, need, seconds, &cut);
	b.bound = (more ? cut.seconds : seconds) * (double)bytes;
	if (x.middle >= 0 || more)
		b.cut = -1;
	rg_cut_free(&cut);
	free_parter(&x);
	free(below);
	return b;
}

struct rg_lower_bound rg_certificate_bound(const struct rg_certificate *c,
                                           enum rg_collective collective, int64_t bytes)
{
	struct rg_need need = rg_need_of(collective);
	struct rg_lower_bound b = bound_of(c, &need, bytes);
	if (c->machines > 1)
		time_ring(c, collective, (double)bytes, &b);
	return b;
}

struct rg_lower_bound rg_pairs_bound(const struct rg_certificate *c, int64_t bytes)
{
	return bound_of(c, &rg_need_of_pairs, bytes);
}

char *rg_show_efficiency(char *buf, size_t n, double bound, double seconds)
{
	if (bound > 0 && seconds > 0)
		snprintf(buf, n, "%.2f", floor(100 * fmin(bound / seconds, 1) + 1e-6) / 100);
	else
		snprintf(buf, n, "-");
	return buf;
}
