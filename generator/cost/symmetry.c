/* SPDX-License-Identifier: BSD-3-Clause
 * symmetry: which processes of a record, and which links, fare alike.
 */
#include "cost/symmetry.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "cost/crowd.h"
#include "ringgen/slots.h"

/* Colours are hashes. */
typedef uint64_t colour;

struct painter {
	const struct rg_record *r;
	const struct rg_matching *m;
	const struct rg_resources *w;
	struct rg_symmetry *k;
	colour *fixed;     /* [moves] what of a move does not depend on colours */
	colour *of, *next; /* [P] */
	colour *link;      /* [resources] 0: no message takes it */
	colour *wired;     /* [resources] what of a link does not depend on colours */
	colour *sorted;
	struct rg_slots number; /* of colours; at least twice as many as there can be */
};

static colour mix_double(colour a, double b)
{
	colour bits;
	memcpy(&bits, &b, sizeof bits);
	return rg_mix(a, bits);
}

static bool leaves(const struct rg_move *m)
{
	return m->act == RG_SENDS || m->act == RG_NOTIFIES;
}

static bool arrives(const struct rg_move *m)
{
	return m->act == RG_RECEIVES || m->act == RG_AWAITS;
}

/* ---- The ways of all sends */

static void find_ways(struct painter *x)
{
	struct rg_symmetry *k = x->k;
	size_t moves = x->m->moves[x->r->P], n = 0, cap = 0;
	int *way = rg_alloc((size_t)x->w->longest, sizeof *way);
	k->way = rg_alloc(moves + 1, sizeof *k->way);
	k->latency = rg_alloc(moves, sizeof *k->latency);
	k->startup = rg_crowd(x->r, x->m, x->w);
	for (int rank = 0; rank < x->r->P; rank++)
		for (size_t i = 0; i < x->r->script[rank].moves; i++) {
			size_t at = x->m->moves[rank] + i;
			const struct rg_move *move = &x->r->script[rank].move[i];
			int hops = move->act != RG_SENDS ? 0
			                                 : rg_way_of(x->w, rank, move->peer, way,
			                                             &k->latency[at]);
			for (int h = 0; h < hops; h++) {
				k->link = rg_grow(k->link, n, &cap, sizeof *k->link);
				k->link[n++] = way[h];
			}
			k->way[at + 1] = n;
		}
	free(way);
}

/* ---- What does not depend on colours: the moves, and which answers which */

static void fix_script(struct painter *x, int rank)
{
	const struct rg_script *s = &x->r->script[rank];
	colour *fixed = x->fixed + x->m->moves[rank];
	const int *goal = x->m->goal + x->m->sends[rank];
	const int *source = x->m->source + x->m->receives[rank];
	for (size_t k = 0; k < s->steps; k++)
		for (int t = 0; t < s->step[k].times; t++)
			for (int i = s->step[k].first; i < s->step[k].first + s->step[k].moves;
			     i++) {
				if (leaves(&s->move[i]))
					fixed[i] = rg_mix(fixed[i] ^ k, (colour)*goal++);
				else if (arrives(&s->move[i]))
					fixed[i] = rg_mix(fixed[i] ^ k, (colour)*source++);
			}
	for (size_t i = 0; i < s->moves; i++) {
		const struct rg_move *move = &s->move[i];
		fixed[i] = rg_mix(rg_mix(fixed[i], (colour)move->act), (colour)move->len);
		if (move->peer >= 0)
			fixed[i] = mix_double(fixed[i], x->k->startup[x->m->moves[rank] + i]);
		fixed[i] = mix_double(fixed[i], x->k->latency[x->m->moves[rank] + i]);
	}
}

static void paint_first(struct painter *x)
{
	for (int rank = 0; rank < x->r->P; rank++) {
		const struct rg_script *s = &x->r->script[rank];
		fix_script(x, rank);
		x->of[rank] = mix_double(mix_double(s->steps, rg_labour(x->w, rank, true)),
		                         rg_labour(x->w, rank, false));
		for (size_t k = 0; k < s->steps; k++)
			x->of[rank] = rg_mix(rg_mix(x->of[rank], (colour)s->step[k].moves),
			                     (colour)s->step[k].times);
	}
}

/* The first colours of links: the bandwidth, and how many ranks are beyond. So the links of a chain
 * have different colours at once; else refinement would find that out from the ends on, one link in
 * each round. */
static void paint_wires(struct painter *x)
{
	const struct rg_routes *routes = x->w->routes;
	const struct rg_topo *t = routes->topo;
	int *ranks = rg_alloc((size_t)t->vertices, sizeof *ranks);
	for (int rank = 0; rank < x->r->P; rank++)
		ranks[t->machine[x->w->place[rank].machine]]++;
	/* Colours stay right whatever tells links apart. In a graph that is no tree, the ranks are
	 * counted in the tree that spans it. */
	for (int i = t->vertices - 1; i > 0; i--)
		if (routes->parent[routes->downward[i]] >= 0)
			ranks[routes->parent[routes->downward[i]]] += ranks[routes->downward[i]];
	for (int i = 1; i < t->vertices; i++) {
		int v = routes->downward[i], parent = routes->parent[v], l = routes->up[v];
		if (l < 0)
			continue;
		colour *up = &x->wired[rg_resource_of(routes, l, v)];
		colour *down = &x->wired[rg_resource_of(routes, l, parent)];
		*up = rg_mix(*up, (colour)(x->r->P - ranks[v]));
		*down = rg_mix(*down, (colour)ranks[v]);
	}
	for (int l = 0; l < x->w->resources; l++)
		x->wired[l] = mix_double(x->wired[l], x->w->bandwidth[l]);
	free(ranks);
}

/* ---- Refinement */

static void paint_links(struct painter *x)
{
	memset(x->link, 0, (size_t)x->w->resources * sizeof *x->link);
	for (int rank = 0; rank < x->r->P; rank++)
		for (size_t i = 0; i < x->r->script[rank].moves; i++) {
			size_t at = x->m->moves[rank] + i;
			colour c = rg_mix(x->of[rank], x->fixed[at]) | 1;
			for (size_t h = x->k->way[at]; h < x->k->way[at + 1]; h++)
				x->link[x->k->link[h]] += c;
		}
	for (int l = 0; l < x->w->resources; l++)
		if (x->link[l])
			x->link[l] = rg_mix(x->link[l], x->wired[l]) | 1;
}

static colour colour_of_move(const struct painter *x, const struct rg_move *m, size_t at)
{
	colour c = x->fixed[at];
	if (m->peer >= 0)
		c = rg_mix(c, x->of[m->peer]);
	for (size_t h = x->k->way[at]; h < x->k->way[at + 1]; h++)
		c = rg_mix(c, x->link[x->k->link[h]]);
	return c;
}

static void paint_ranks(struct painter *x)
{
	for (int rank = 0; rank < x->r->P; rank++) {
		const struct rg_script *s = &x->r->script[rank];
		colour sum = 0;
		for (size_t i = 0; i < s->moves; i++)
			sum += colour_of_move(x, &s->move[i], x->m->moves[rank] + i);
		x->next[rank] = rg_mix(x->of[rank], sum);
	}
	memcpy(x->of, x->next, (size_t)x->r->P * sizeof *x->of);
}

static int compare_colours(const void *pa, const void *pb)
{
	const colour *a = pa, *b = pb;
	return *a < *b ? -1 : *a > *b;
}

/* The different colours, without 0, in order, into x->sorted. */
static int sort_colours(struct painter *x, const colour *c, int n)
{
	int different = 0;
	memcpy(x->sorted, c, (size_t)n * sizeof *c);
	qsort(x->sorted, (size_t)n, sizeof *c, compare_colours);
	for (int i = 0; i < n; i++)
		if (x->sorted[i] && (!different || x->sorted[different - 1] != x->sorted[i]))
			x->sorted[different++] = x->sorted[i];
	return different;
}

/* The number of each colour, how many have it and one that does. Returns how many there are. */
static int number(struct painter *x, const colour *c, int n, int *of, int **size, int **example)
{
	int different = sort_colours(x, c, n);
	*size = rg_alloc((size_t)different, sizeof **size);
	*example = rg_alloc((size_t)different, sizeof **example);
	for (int i = n - 1; i >= 0; i--) {
		const colour *found =
			bsearch(&c[i], x->sorted, (size_t)different, sizeof *c, compare_colours);
		of[i] = found ? (int)(found - x->sorted) : -1;
		if (!found)
			continue;
		(*size)[of[i]]++;
		(*example)[of[i]] = i;
	}
	return different;
}

static bool is_colour(const void *of, size_t i, const void *c)
{
	return ((const colour *)of)[i] == *(const colour *)c;
}

/* The different colours, without 0. */
static int count_colours(struct painter *x, const colour *c, int n)
{
	int different = 0;
	memset(x->number.slot, 0, x->number.slots * sizeof *x->number.slot);
	for (int i = 0; i < n; i++) {
		uint32_t *slot = rg_slots_find(&x->number, c[i] >> 16, is_colour, c, &c[i]);
		different += c[i] && !*slot; /* the last bit of links is set: it is no hash */
		*slot = (uint32_t)i + 1;
	}
	return different;
}

static void refine(struct painter *x)
{
	int before = 0, now = 1;
	paint_first(x);
	paint_wires(x);
	while (now > before) {
		before = now;
		paint_links(x);
		paint_ranks(x);
		now = count_colours(x, x->of, x->r->P) + count_colours(x, x->link, x->w->resources);
	}
}

struct rg_symmetry rg_symmetry_new(const struct rg_record *r, const struct rg_matching *m,
                                   const struct rg_resources *w)
{
	struct rg_symmetry k = {0};
	struct painter x = {.r = r, .m = m, .w = w, .k = &k};
	size_t P = (size_t)r->P, resources = (size_t)w->resources;
	x.fixed = rg_alloc(m->moves[P], sizeof *x.fixed);
	x.of = rg_alloc(P, sizeof *x.of);
	x.next = rg_alloc(P, sizeof *x.next);
	x.link = rg_alloc(resources, sizeof *x.link);
	x.wired = rg_alloc(resources, sizeof *x.wired);
	x.sorted = rg_alloc(P + resources, sizeof *x.sorted);
	for (x.number.slots = 2; x.number.slots < 2 * (P + resources);)
		x.number.slots *= 2;
	x.number.slot = rg_alloc(x.number.slots, sizeof *x.number.slot);
	find_ways(&x);
	refine(&x);
	k.of = rg_alloc(P, sizeof *k.of);
	k.link_of = rg_alloc(resources, sizeof *k.link_of);
	k.n = number(&x, x.of, r->P, k.of, &k.size, &k.example);
	k.links = number(&x, x.link, w->resources, k.link_of, &k.link_size, &k.link_example);
	free(x.fixed);
	free(x.of);
	free(x.next);
	free(x.link);
	free(x.wired);
	free(x.sorted);
	free(x.number.slot);
	return k;
}

/* n kinds of one each. */
static void set_apart(int n, int **of, int **size, int **example)
{
	*of = rg_alloc((size_t)n, sizeof **of);
	*size = rg_alloc((size_t)n, sizeof **size);
	*example = rg_alloc((size_t)n, sizeof **example);
	for (int i = 0; i < n; i++) {
		(*of)[i] = (*example)[i] = i;
		(*size)[i] = 1;
	}
}

struct rg_symmetry rg_symmetry_apart(const struct rg_record *r, const struct rg_matching *m,
                                     const struct rg_resources *w)
{
	struct rg_symmetry k = {.n = r->P, .links = w->resources};
	struct painter x = {.r = r, .m = m, .w = w, .k = &k};
	find_ways(&x);
	set_apart(k.n, &k.of, &k.size, &k.example);
	set_apart(k.links, &k.link_of, &k.link_size, &k.link_example);
	return k;
}

void rg_symmetry_free(struct rg_symmetry *k)
{
	free(k->of);
	free(k->size);
	free(k->example);
	free(k->link_of);
	free(k->link_size);
	free(k->link_example);
	free(k->way);
	free(k->link);
	free(k->latency);
	free(k->startup);
	*k = (struct rg_symmetry){0};
}
