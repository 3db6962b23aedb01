/* SPDX-License-Identifier: BSD-3-Clause
 * folded: a record by kinds: one process of each, its messages, and what they take.
 */
#include "cost/folded.h"

#include <stdlib.h>

#include "base/alloc.h"

struct maker {
	const struct rg_record *r;
	const struct rg_matching *m;
	const struct rg_symmetry *k;
	const struct rg_resources *w;
	struct rg_folded *c;
	size_t legs, leg_cap;
};

/* ---- What each move takes */

/* The links of a way, each kind once, and the process's own pace within a machine. */
static void add_way(struct maker *x, int kind, size_t move, struct rg_toll *toll)
{
	struct rg_folded *c = x->c;
	toll->first = x->legs;
	for (size_t h = x->k->way[move]; h < x->k->way[move + 1]; h++) {
		int link = x->k->link_of[x->k->link[h]];
		double share = (double)x->k->size[kind] / x->k->link_size[link];
		size_t i = toll->first;
		while (i < x->legs && c->leg[i].link != link)
			i++;
		if (i == x->legs) {
			c->leg = rg_grow(c->leg, x->legs, &x->leg_cap, sizeof *c->leg);
			c->leg[x->legs++] = (struct rg_leg){link, 0};
		}
		c->leg[i].share += share;
	}
	toll->end = x->legs;
}

/* With TCP, streams that share a link get parts in inverse proportion to their round trips: the
 * latency of the way, and the time of a full packet and its acknowledgement on each link. The model
 * and the number of bytes are SimGrid's (Velho & Legrand, Accuracy study and improvement of network
 * simulation in the SimGrid framework, 2009). Only the ratios of weights count: they are those of a
 * round trip of a millisecond, so that they are about 1. */
#define ROUND_TRIP 8775.0
#define USUAL_TRIP 1e-3

static double weight(const struct maker *x, size_t move)
{
	double trip = x->k->latency[move];
	for (size_t h = x->k->way[move]; h < x->k->way[move + 1]; h++) {
		if (x->k->link[h] >= x->w->within)
			return 1;
		trip += ROUND_TRIP / x->w->bandwidth[x->k->link[h]];
	}
	return trip > 0 ? USUAL_TRIP / trip : 1;
}

static void set_toll(struct maker *x, int kind, size_t i, struct rg_toll *toll)
{
	struct rg_folded *c = x->c;
	int rank = x->k->example[kind];
	const struct rg_move *m = &c->role[kind].script->move[i];
	size_t at = x->m->moves[rank] + i;
	if (m->act == RG_COMBINES || m->act == RG_COPIES)
		toll->work = rg_labour(x->w, rank, m->act == RG_COMBINES);
	else if (m->act == RG_NOTIFIES)
		toll->latency = x->w->model.notify;
	else if (m->act != RG_AWAITS)
		toll->startup = x->k->startup[at];
	if (m->act != RG_SENDS)
		return;
	toll->inside = rg_inside(x->w, rank, m->peer);
	toll->header = toll->inside ? 0 : (double)x->w->model.header;
	toll->latency = x->k->latency[at];
	toll->weight = weight(x, at);
	add_way(x, kind, at, toll);
	if (!toll->inside || x->w->model.stream <= 0)
		return;
	c->leg = rg_grow(c->leg, x->legs, &x->leg_cap, sizeof *c->leg);
	c->leg[x->legs++] = (struct rg_leg){x->k->links + (int)(toll - c->toll), 1};
	toll->end = x->legs;
}

static void set_tolls(struct maker *x)
{
	struct rg_folded *c = x->c;
	c->toll = rg_alloc(c->role[c->n].toll, sizeof *c->toll);
	for (int kind = 0; kind < c->n; kind++)
		for (size_t i = 0; i < c->role[kind].script->moves; i++)
			set_toll(x, kind, i, &c->toll[c->role[kind].toll + i]);
}

/* The links, then one for each move: what a process writes by itself within its machine. */
static void set_links(struct maker *x)
{
	struct rg_folded *c = x->c;
	c->links = x->k->links + (int)c->role[c->n].toll;
	c->bandwidth = rg_alloc((size_t)c->links, sizeof *c->bandwidth);
	for (int i = 0; i < x->k->links; i++)
		c->bandwidth[i] = x->w->bandwidth[x->k->link_example[i]];
	for (int i = x->k->links; i < c->links; i++)
		c->bandwidth[i] = x->w->model.stream;
	c->wire = rg_alloc((size_t)c->links, sizeof *c->wire);
	for (int i = 0; i < x->k->links; i++)
		c->wire[i] = x->k->link_example[i] < x->w->within;
}

/* ---- Who answers whom */

/* A send or a receive: from one kind to another, after so many waits of each, alike. */
struct end {
	int from, to, sent, asked;
	int64_t len;
	bool notice;
	int number;
};

static int compare_edges(const struct end *a, const struct end *b)
{
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	if (a->sent != b->sent)
		return a->sent < b->sent ? -1 : 1;
	if (a->asked != b->asked)
		return a->asked < b->asked ? -1 : 1;
	if (a->len != b->len)
		return a->len < b->len ? -1 : 1;
	return a->notice - b->notice;
}

static int compare_ends(const void *pa, const void *pb)
{
	const struct end *a = pa, *b = pb;
	int order = compare_edges(a, b);
	return order ? order : (a->number > b->number) - (a->number < b->number);
}

/* All sends, or all receives, of the examples. */
static struct end *list_ends(const struct maker *x, bool sends)
{
	const struct rg_folded *c = x->c;
	const struct rg_role *last = &c->role[c->n];
	struct end *out = rg_alloc(sends ? last->sends : last->receives, sizeof *out);
	int n = 0;
	for (int kind = 0; kind < c->n; kind++) {
		const struct rg_script *s = c->role[kind].script;
		int rank = c->role[kind].rank, waits = 0;
		const int *other = sends ? x->m->goal + x->m->sends[rank]
		                         : x->m->source + x->m->receives[rank];
		for (size_t k = 0; k < s->steps; k++)
			for (int t = 0; t < s->step[k].times; t++, waits++)
				for (int i = 0; i < s->step[k].moves; i++) {
					const struct rg_move *m = &s->move[s->step[k].first + i];
					bool leaves = m->act == RG_SENDS || m->act == RG_NOTIFIES;
					if (m->peer < 0 || leaves != sends)
						continue;
					int peer = x->k->of[m->peer], o = *other++;
					out[n] = (struct end){sends ? kind : peer,
					                      sends ? peer : kind,
					                      sends ? waits : o,
					                      sends ? o : waits,
					                      m->len,
					                      m->act == RG_NOTIFIES ||
					                              m->act == RG_AWAITS,
					                      n};
					n++;
				}
	}
	qsort(out, (size_t)n, sizeof *out, compare_ends);
	return out;
}

static size_t run_of(const struct end *e, size_t begin, size_t n)
{
	size_t end = begin + 1;
	while (end < n && compare_edges(&e[begin], &e[end]) == 0)
		end++;
	return end - begin;
}

struct pair {
	int send, receive;
};

/* Sends and receives that are alike, in turn. */
static size_t list_pairs(const struct maker *x, struct pair **out)
{
	size_t sends = x->c->role[x->c->n].sends, receives = x->c->role[x->c->n].receives;
	struct end *s = list_ends(x, true), *r = list_ends(x, false);
	size_t n = 0;
	*out = rg_alloc(sends + receives, sizeof **out);
	for (size_t i = 0, k = 0; i < sends && k < receives;) {
		int order = compare_edges(&s[i], &r[k]);
		size_t a = run_of(s, i, sends), b = run_of(r, k, receives);
		for (size_t j = 0; order == 0 && (j < a || j < b); j++)
			(*out)[n++] = (struct pair){s[i + j % a].number, r[k + j % b].number};
		i += order <= 0 ? a : 0;
		k += order >= 0 ? b : 0;
	}
	free(s);
	free(r);
	return n;
}

/* Counting sort of one side of the pairs. */
static size_t *sort_pairs(const struct pair *p, size_t n, size_t most, bool by_send, int **out)
{
	size_t *first = rg_alloc(most + 2, sizeof *first);
	*out = rg_alloc(n, sizeof **out);
	for (size_t i = 0; i < n; i++)
		first[(by_send ? p[i].send : p[i].receive) + 2]++;
	for (size_t i = 2; i < most + 2; i++)
		first[i] += first[i - 1];
	for (size_t i = 0; i < n; i++) {
		int at = by_send ? p[i].send : p[i].receive;
		(*out)[first[at + 1]++] = by_send ? p[i].receive : p[i].send;
	}
	return first;
}

/* ---- Making */

static void set_roles(struct maker *x)
{
	struct rg_folded *c = x->c;
	c->n = x->k->n;
	c->role = rg_alloc((size_t)c->n + 1, sizeof *c->role);
	for (int i = 0; i < c->n; i++) {
		struct rg_role *role = &c->role[i], *next = role + 1;
		role->rank = x->k->example[i];
		role->script = &x->r->script[role->rank];
		size_t rank = (size_t)role->rank;
		next->toll = role->toll + role->script->moves;
		next->sends = role->sends + x->m->sends[rank + 1] - x->m->sends[rank];
		next->receives = role->receives + x->m->receives[rank + 1] - x->m->receives[rank];
	}
}

struct rg_folded rg_folded_new(const struct rg_record *r, const struct rg_matching *m,
                               const struct rg_symmetry *k, const struct rg_resources *w)
{
	struct rg_folded c = {0};
	struct maker x = {.r = r, .m = m, .k = k, .w = w, .c = &c};
	struct pair *pair;
	set_roles(&x);
	set_links(&x);
	set_tolls(&x);
	size_t n = list_pairs(&x, &pair);
	c.receives_of = sort_pairs(pair, n, c.role[c.n].sends, true, &c.receive);
	c.sends_of = sort_pairs(pair, n, c.role[c.n].receives, false, &c.send);
	free(pair);
	return c;
}

void rg_folded_free(struct rg_folded *c)
{
	free(c->role);
	free(c->toll);
	free(c->leg);
	free(c->bandwidth);
	free(c->wire);
	free(c->receives_of);
	free(c->sends_of);
	free(c->receive);
	free(c->send);
	*c = (struct rg_folded){0};
}
