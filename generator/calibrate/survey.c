/* SPDX-License-Identifier: BSD-3-Clause
 * survey: what to measure between ranks.
 *
 * Pairs settle the distances: take a switch from which machines are reached by three links or more,
 * and one machine behind each of them. The sums on the routes between the machines a, b, c of three
 * such branches give the distance of each to the switch, (ab + ac - bc) / 2, and with it those of
 * all others that are paired with one of them. The distances of one machine to two switches differ
 * by what lies between these. (Links in a row, with no branch between them, are seen only
 * together.)
 */
#include "calibrate/survey.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "calibrate/link_pairs.h"
#include "certify/bound.h"
#include "engine/catalogue.h"
#include "order/embed.h"
#include "order/order.h"
#include "order/search.h"

struct surveyor {
	const struct rg_routes *r;
	const struct rg_topo *t;
	struct rg_survey *s;
	int *lowest;  /* [machines] the lowest rank there; -1: none */
	int machines; /* that have a rank */
	int *below;   /* [vertices] how many of them are at the vertex and below */
	int *first;   /* [vertices] the first of them in depth-first order; -1: none */
	int *other;   /* [vertices] one that is not below, near by; -1: none */
	int *branch;  /* [vertices] room for find_branches */
	char *seen;   /* [2 * vertices] is there a pair with so many links? */
};

/* ---- The tree with the ranks in it ---- */

static void find_lowest(struct surveyor *y, const struct rg_place *rank, int P)
{
	for (int m = 0; m < y->t->machines; m++)
		y->lowest[m] = -1;
	for (int k = P - 1; k >= 0; k--) {
		y->machines += y->lowest[rank[k].machine] < 0;
		y->lowest[rank[k].machine] = k;
	}
}

static bool is_used(const struct surveyor *y, int v)
{
	int m = y->t->vertex[v].machine;
	return m >= 0 && y->lowest[m] >= 0;
}

/* below and first, from the leaves to the root. */
static void count_below(struct surveyor *y)
{
	const struct rg_topo *t = y->t;
	int *order = rg_order(t), *at = rg_alloc(t->machines, sizeof(int));
	for (int i = 0; i < t->machines; i++)
		at[order[i]] = i;
	for (int v = 0; v < t->vertices; v++) {
		y->below[v] = is_used(y, v);
		y->first[v] = is_used(y, v) ? t->vertex[v].machine : -1;
	}
	for (int i = t->vertices - 1; i > 0; i--) {
		int v = y->r->downward[i], up = y->r->parent[v];
		y->below[up] += y->below[v];
		if (y->first[up] < 0 || (y->first[v] >= 0 && at[y->first[v]] < at[y->first[up]]))
			y->first[up] = y->first[v];
	}
	free(order);
	free(at);
}

/* A machine behind each link of v that leads to machines: v's own, those below in the order of the
 * links, the one above. Into branch[]; returns how many. */
static int find_branches(struct surveyor *y, int v)
{
	const struct rg_topo *t = y->t;
	int n = 0;
	if (is_used(y, v))
		y->branch[n++] = t->vertex[v].machine;
	for (int i = t->first[v]; i < t->first[v + 1]; i++) {
		int w = rg_topo_other(t, t->incident[i], v);
		if (t->incident[i] != y->r->up[v] && y->below[w])
			y->branch[n++] = y->first[w];
	}
	if (y->below[v] < y->machines)
		y->branch[n++] = y->other[v];
	return n;
}

/* `other` of the vertices below v: a machine of v's next branch. */
static void set_others(struct surveyor *y, int v)
{
	const struct rg_topo *t = y->t;
	int n = find_branches(y, v), k = is_used(y, v);
	for (int i = t->first[v]; i < t->first[v + 1]; i++) {
		int w = rg_topo_other(t, t->incident[i], v);
		if (t->incident[i] != y->r->up[v] && y->below[w])
			y->other[w] = y->branch[++k % n];
	}
}

/* ---- Pairs ---- */

/* Ranks i and k, whose machines are so many links apart. */
static void add_ranks(struct rg_survey *s, int links, int i, int k)
{
	s->pair = rg_grow(s->pair, s->pairs, &s->pair_cap, sizeof(*s->pair));
	s->pair[s->pairs++] = (struct rg_survey_pair){links, i < k ? i : k, i < k ? k : i};
}

static void add_pair(struct surveyor *y, int machine, int other)
{
	int v = y->t->machine[machine], w = y->t->machine[other], links = 0;
	while (v != w) {
		bool deeper = y->r->depth[v] >= y->r->depth[w];
		v = deeper ? y->r->parent[v] : v;
		w = deeper ? w : y->r->parent[w];
		links++;
	}
	y->seen[links] = 1;
	add_ranks(y->s, links, y->lowest[machine], y->lowest[other]);
}

/* The pairs of v's branches: neighbours, around the end, so that a slow machine does not hide the
 * speed of another one; and every second branch with the next but one, so that each branch is in a
 * triangle. */
static void pair_branches(struct surveyor *y, int v)
{
	int n = find_branches(y, v);
	for (int i = 0; n > 2 && i < n; i++) {
		add_pair(y, y->branch[i], y->branch[(i + 1) % n]);
		if (n > 3 && i % 2 == 0)
			add_pair(y, y->branch[i], y->branch[(i + 2) % n]);
	}
}

/* The first two ranks, in the order of the lower one, that share a machine. */
static void pair_within(struct surveyor *y, const struct rg_place *rank, int P)
{
	int k = 0;
	while (k < P && y->lowest[rank[k].machine] == k)
		k++;
	if (k < P)
		add_ranks(y->s, 0, y->lowest[rank[k].machine], k);
}

static int compare_pairs(const void *a, const void *b)
{
	const struct rg_survey_pair *p = a, *q = b;
	if (p->links != q->links)
		return p->links < q->links ? -1 : 1;
	if (p->a != q->a)
		return p->a < q->a ? -1 : 1;
	return (p->b > q->b) - (p->b < q->b);
}

static void sort_pairs(struct rg_survey *s)
{
	int n = 0;
	if (s->pairs) /* else there is no array */
		qsort(s->pair, s->pairs, sizeof(*s->pair), compare_pairs);
	for (int i = 0; i < s->pairs; i++)
		if (n == 0 || compare_pairs(&s->pair[n - 1], &s->pair[i]) != 0)
			s->pair[n++] = s->pair[i];
	s->pairs = n;
}

/* ---- A graph that is no tree: pairs of as many links as there are, by its own ways */

/* A new distance is looked for from so many machines, spread over all: on 10,000 machines the ways
 * of all pairs would take minutes. */
enum { FROM_MOST = 16 };

/* A pair with a number of links that no other has yet, on its way or on one of several. */
static void add_distant(struct surveyor *y, int a, int b, int *route)
{
	struct rg_place from = {a, -1}, to = {b, -1};
	struct rg_found found;
	rg_find_route(y->r, from, to, route, &found);
	int links = rg_way_known(&found) ? rg_route(y->r, from, to, route) : 0;
	if (!links || y->seen[links])
		return;
	y->seen[links] = 1;
	add_ranks(y->s, links, y->lowest[a], y->lowest[b]);
}

static void pair_by_ways(struct surveyor *y)
{
	int *route = rg_alloc(y->r->longest, sizeof(int));
	int step = (y->machines + FROM_MOST - 1) / FROM_MOST, number = 0;
	for (int a = 0; a < y->t->machines; a++) {
		if (y->lowest[a] < 0 || number++ % step)
			continue;
		for (int b = 0; b < y->t->machines; b++)
			if (b != a && y->lowest[b] >= 0)
				add_distant(y, a, b, route);
	}
	free(route);
}

/* ---- Levels: each number of links between machines has a pair */

/* at[v][d] is a machine d links below v, or -1, for d up to deepest[v]. Merging the children of a
 * vertex one after the other meets every distance between machines whose route turns there. In all
 * at most machines times depth steps. */

struct levels {
	int **at, *deepest;
	int *height; /* room of at[v], less one */
};

static void merge(struct surveyor *y, const struct levels *x, int v, int w)
{
	int *up = x->at[v], *down = x->at[w];
	for (int d = 0; d <= x->deepest[w]; d++)
		for (int e = 0; down[d] >= 0 && e <= x->deepest[v]; e++)
			if (up[e] >= 0 && !y->seen[d + 1 + e])
				add_pair(y, up[e], down[d]);
	for (int d = 0; d <= x->deepest[w]; d++)
		if (up[d + 1] < 0)
			up[d + 1] = down[d];
	if (x->deepest[w] + 1 > x->deepest[v])
		x->deepest[v] = x->deepest[w] + 1;
}

static void begin_levels(const struct surveyor *y, struct levels *x, int v)
{
	if (x->at[v])
		return;
	x->at[v] = rg_alloc((size_t)x->height[v] + 1, sizeof(int));
	for (int d = 0; d <= x->height[v]; d++)
		x->at[v][d] = -1;
	if (is_used(y, v))
		x->at[v][0] = y->t->vertex[v].machine;
}

static void pair_levels(struct surveyor *y)
{
	const struct rg_routes *r = y->r;
	int n = y->t->vertices;
	struct levels x = {rg_alloc(n, sizeof(*x.at)), rg_alloc(n, sizeof(int)),
	                   rg_alloc(n, sizeof(int))};
	for (int i = n - 1; i > 0; i--) {
		int v = r->downward[i], up = r->parent[v];
		if (x.height[v] + 1 > x.height[up])
			x.height[up] = x.height[v] + 1;
	}
	for (int i = n - 1; i > 0; i--) {
		int v = r->downward[i];
		if (!y->below[v])
			continue;
		begin_levels(y, &x, v);
		begin_levels(y, &x, r->parent[v]);
		merge(y, &x, r->parent[v], v);
		free(x.at[v]);
	}
	free(x.at[r->downward[0]]);
	free(x.at);
	free(x.deepest);
	free(x.height);
}

/* ---- Cuts ---- */

/* The rest of each link's nominal bandwidth, while pairs are added to a cut. */
struct filler {
	struct surveyor *y;
	struct rg_link_pairs *across;
	double *rest; /* [links] 0: not looked at yet, below 0: nothing */
	int *touched; /* [links] those whose rest is not 0 */
	int touches;
	int *route; /* [longest] */
};

static double *rest_of(struct filler *f, int l)
{
	if (f->rest[l] == 0) {
		f->rest[l] = f->y->t->link[l].bandwidth;
		f->touched[f->touches++] = l;
	}
	return &f->rest[l];
}

/* Add a flow between two machines, as much as the links other than `cut` still carry, and return
 * how much that is. A remainder that is due to rounding counts as nothing. */
static double add_flow(struct filler *f, int a, int b, int cut)
{
	double flow = INFINITY;
	int n = rg_route(f->y->r, (struct rg_place){a, -1}, (struct rg_place){b, -1}, f->route);
	for (int i = 0; i < n; i++)
		if (f->route[i] / 2 != cut)
			flow = fmin(flow, *rest_of(f, f->route[i] / 2));
	if (flow <= 0)
		return 0;
	for (int i = 0; i < n; i++) {
		double *rest = rest_of(f, f->route[i] / 2);
		double all = f->y->t->link[f->route[i] / 2].bandwidth;
		*rest = *rest - flow > 1e-9 * all ? *rest - flow : -1;
	}
	return flow;
}

static void add_crossing(struct rg_survey *s, int a, int b)
{
	s->crossing = rg_grow(s->crossing, s->crossings, &s->crossing_cap, sizeof(*s->crossing));
	s->crossing[s->crossings++] = (struct rg_survey_pair){0, a, b};
}

static void add_cut(struct filler *f, int l)
{
	struct rg_survey *s = f->y->s;
	struct rg_survey_cut cut = {.link = l, .first = s->crossings};
	double flow = 0;
	int a, b;
	rg_link_pairs_begin(f->across, l);
	while (flow <= f->y->t->link[l].bandwidth && rg_link_pairs_next(f->across, &a, &b)) {
		double more = add_flow(f, a, b, l);
		add_crossing(s, f->y->lowest[a], f->y->lowest[b]);
		flow += more;
		if (more > 0)
			cut.pairs = s->crossings - cut.first;
	}
	s->crossings = cut.first + cut.pairs; /* the last ones may have added nothing */
	while (f->touches)
		f->rest[f->touched[--f->touches]] = 0;
	s->cut = rg_grow(s->cut, s->cuts, &s->cut_cap, sizeof(*s->cut));
	s->cut[s->cuts++] = cut;
}

static void find_cuts(struct surveyor *y)
{
	const struct rg_topo *t = y->t;
	bool *used = rg_alloc(t->machines, sizeof(bool));
	for (int m = 0; m < t->machines; m++)
		used[m] = y->lowest[m] >= 0;
	struct filler f = {
		.y = y,
		.across = rg_link_pairs_new(t, used),
		.rest = rg_alloc(t->links, sizeof(double)),
		.touched = rg_alloc(t->links, sizeof(int)),
		.route = rg_alloc(y->r->longest, sizeof(int)),
	};
	for (int l = 0; l < t->links; l++) {
		int a = t->link[l].a, b = t->link[l].b;
		int below = y->below[y->r->up[a] == l ? a : b];
		if (t->vertex[a].kind == RG_SWITCH && t->vertex[b].kind == RG_SWITCH && below &&
		    below < y->machines)
			add_cut(&f, l);
	}
	rg_link_pairs_free(f.across);
	free(f.rest);
	free(f.touched);
	free(f.route);
	free(used);
}

/* ---- The plan ---- */

static void plan(struct surveyor *y, const struct rg_place *rank, int P)
{
	const struct rg_routes *r = y->r;
	find_lowest(y, rank, P);
	pair_within(y, rank, P);
	if (!r->tree) {
		pair_by_ways(y);
		sort_pairs(y->s);
		return;
	}
	count_below(y);
	for (int i = 0; i < y->t->vertices; i++)
		if (y->below[r->downward[i]])
			set_others(y, r->downward[i]);
	for (int i = 0; i < y->t->vertices; i++)
		if (y->below[r->downward[i]])
			pair_branches(y, r->downward[i]);
	pair_levels(y);
	sort_pairs(y->s);
	find_cuts(y);
}

struct rg_survey *rg_survey_new(const struct rg_routes *r, const struct rg_place *rank, int P)
{
	const struct rg_topo *t = r->topo;
	struct surveyor y = {
		.r = r,
		.t = t,
		.s = rg_alloc(1, sizeof(*y.s)),
		.lowest = rg_alloc(t->machines, sizeof(int)),
		.below = rg_alloc(t->vertices, sizeof(int)),
		.first = rg_alloc(t->vertices, sizeof(int)),
		.other = rg_alloc(t->vertices, sizeof(int)),
		.branch = rg_alloc((size_t)t->vertices + 1, sizeof(int)),
		.seen = rg_alloc(2 * (size_t)t->vertices, 1),
	};
	plan(&y, rank, P);
	free(y.lowest);
	free(y.below);
	free(y.first);
	free(y.other);
	free(y.branch);
	free(y.seen);
	return y.s;
}

void rg_survey_free(struct rg_survey *s)
{
	if (!s)
		return;
	free(s->pair);
	free(s->cut);
	free(s->crossing);
	free(s);
}

/* The order of the machines for these ranks; on a graph that is no tree what is found in so many
 * seconds, as survey-jobs has them: a benchmark waits for it. */
static const double SEARCH = 1;
static int *order_for(const struct rg_routes *r, const int *machine, int P)
{
	struct rg_search search = {.seconds = SEARCH};
	if (r->tree)
		return rg_order(r->topo);
	int *order = rg_usual_order(r->topo);
	rg_search(r, order, machine, P, &search);
	return order;
}

/* The ring that ringgen makes of the ranks, for the links: by machine, in its order. */
int rg_survey_bounds(const struct rg_routes *r, const struct rg_place *rank, int P,
                     struct rg_survey_bound bound[RG_COLLECTIVES])
{
	int *machine = rg_alloc(P, sizeof(int));
	for (int k = 0; k < P; k++)
		machine[k] = rank[k].machine;
	int *order = order_for(r, machine, P);
	rg_order_subset(r->topo, order, machine, P);
	struct rg_place *ring = rg_order_places(r->topo, machine, P, 1);
	struct rg_certificate *c = rg_certify(r, ring, P);
	int machines = c->machines;
	struct rg_model known = rg_model_ideal; /* what nobody measured costs nothing */
	rg_model_settle(&known, r->topo, machine, P);
	for (enum rg_collective i = 0; i < RG_COLLECTIVES; i++) {
		bound[i].time = rg_time_bound_of(c, i, &known);
		bound[i].ring = rg_certificate_bound(c, i, 1).ring;
	}
	rg_certificate_free(c);
	free(ring);
	free(machine);
	free(order);
	return machines;
}

/* ---- In words ---- */

static void print_bounds(const struct rg_routes *r, const struct rg_place *rank, int P,
                         struct rg_text *out)
{
	struct rg_survey_bound bound[RG_COLLECTIVES];
	rg_textf(out, "ranks %d machines %d\n", P, rg_survey_bounds(r, rank, P, bound));
	for (int i = 0; i < RG_COLLECTIVES; i++)
		rg_textf(out, "bound %s %.9g %.9g %.9g %.9g\n", rg_collectives[i].name,
		         bound[i].time.each, bound[i].ring, bound[i].time.first,
		         bound[i].time.least);
}

static void print_pair(const struct rg_survey_pair *p, struct rg_text *out)
{
	int switches = p->links - 1;
	rg_text_add(out, "pair ");
	if (switches < 0)
		rg_text_add(out, "machine");
	else if (switches == 0)
		rg_text_add(out, "direct");
	else
		rg_textf(out, "%d-switch%s", switches, switches == 1 ? "" : "es");
	rg_textf(out, " %d %d\n", p->a, p->b);
}

void rg_survey_link_name(const struct rg_topo *t, int link, struct rg_text *out)
{
	rg_textf(out, "%s:%s", t->vertex[t->link[link].a].name, t->vertex[t->link[link].b].name);
}

static void print_cut(const struct rg_topo *t, const struct rg_survey *s,
                      const struct rg_survey_cut *cut, struct rg_text *out)
{
	rg_text_add(out, "cut ");
	rg_survey_link_name(t, cut->link, out);
	rg_textf(out, " %d", cut->pairs);
	for (int i = cut->first; i < cut->first + cut->pairs; i++)
		rg_textf(out, " %d %d", s->crossing[i].a, s->crossing[i].b);
	rg_text_add(out, "\n");
}

void rg_survey_print(const struct rg_routes *r, const struct rg_place *rank, int P,
                     struct rg_text *out)
{
	struct rg_survey *s = rg_survey_new(r, rank, P);
	print_bounds(r, rank, P, out);
	for (int i = 0; i < s->pairs; i++)
		print_pair(&s->pair[i], out);
	for (int i = 0; i < s->cuts; i++)
		print_cut(r->topo, s, &s->cut[i], out);
	rg_survey_free(s);
}
