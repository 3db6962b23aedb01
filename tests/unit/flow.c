/* SPDX-License-Identifier: BSD-3-Clause
 * Flows: messages that overlap, by hand and against a small simulator that shares no code with the
 * generator's; and which processes fare alike.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cost/cost.h"
#include "cost/levels.h"
#include "cost/paced.h"
#include "cost/simulate.h"
#include "test.h"

enum { RATE = 1000 * 1000, MOST = 24, ROUNDS = 5 };
#define LATENCY 1e-3

/* ---- Clusters: switches in a chain, as many machines on each */

struct cluster {
	struct rg_topo *t;
	struct rg_routes *routes;
	struct rg_place place[MOST];
	int order[MOST], P;
};

static int random_number(unsigned *state, int n)
{
	*state = *state * 1103515245u + 12345u;
	return (int)(*state >> 16) % n;
}

static struct cluster new_cluster(int switches, int each, unsigned seed)
{
	struct cluster c = {.t = rg_topo_new("test")};
	char name[32];
	for (int s = 0, last = -1, here; s < switches; s++, last = here) {
		snprintf(name, sizeof name, "s%d", s);
		here = rg_topo_vertex(c.t, RG_SWITCH, name, 1);
		struct rg_link l = {.a = last, .b = here, .bandwidth = RATE, .latency = LATENCY};
		if (seed)
			l.bandwidth *= 1 + random_number(&seed, 4);
		if (s)
			rg_topo_link(c.t, l);
		for (int m = 0; m < each; m++, c.P++) {
			snprintf(name, sizeof name, "m%d", c.P);
			l.a = here;
			l.b = rg_topo_vertex(c.t, RG_MACHINE, name, 1);
			rg_topo_link(c.t, l);
			c.place[c.P] = (struct rg_place){c.P, -1};
			c.order[c.P] = c.P;
		}
	}
	rg_topo_close(c.t);
	c.routes = rg_routes_new(c.t);
	return c;
}

static void free_cluster(struct cluster *c)
{
	rg_routes_free(c->routes);
	rg_topo_free(c->t);
}

/* ---- Records, step by step */

static struct rg_record *new_record(int P)
{
	struct rg_record *r = rg_alloc(1, sizeof *r);
	r->P = P;
	r->n = 1;
	r->script = rg_alloc((size_t)P, sizeof *r->script);
	return r;
}

static void add_move(struct rg_record *r, int rank, enum rg_act act, int peer, int64_t len)
{
	struct rg_script *s = &r->script[rank];
	s->move = rg_grow(s->move, s->moves, &s->move_cap, sizeof *s->move);
	s->move[s->moves++] = (struct rg_move){.act = act, .peer = peer, .len = len};
}

/* All that was added since the last one is a step. */
static void add_step(struct rg_record *r, int rank, int times)
{
	struct rg_script *s = &r->script[rank];
	int first = 0;
	if (s->steps)
		first = s->step[s->steps - 1].first + s->step[s->steps - 1].moves;
	s->step = rg_grow(s->step, s->steps, &s->step_cap, sizeof *s->step);
	s->step[s->steps++] = (struct rg_step){first, (int)s->moves - first, times};
}

static double time_of(const struct cluster *c, const struct rg_record *r, const struct rg_model *m)
{
	struct rg_cost *cost = rg_cost_new(r, c->routes, c->place, c->order, m);
	double s = rg_cost_of(cost, 1, 1);
	CHECK(rg_cost_followed(cost));
	rg_cost_free(cost);
	return s;
}

/* Two messages of 1,000 bytes to one machine, the second half a millisecond later: for 0.5 ms the
 * first has the link alone, for 1 ms they share it, for 0.5 ms the second has it. */
static void test_overlap(void)
{
	struct cluster star = new_cluster(1, 3, 0);
	struct rg_record *r = new_record(3);
	struct rg_model m = rg_model_ideal;
	m.combine = RATE;
	add_move(r, 0, RG_SENDS, 2, 1000);
	add_move(r, 1, RG_COMBINES, -1, 500);
	add_move(r, 1, RG_SENDS, 2, 1000);
	add_move(r, 2, RG_RECEIVES, 0, 1000);
	add_move(r, 2, RG_RECEIVES, 1, 1000);
	for (int i = 0; i < 3; i++)
		add_step(r, i, 1);
	double s = time_of(&star, r, &m);
	CHECK(fabs(s - (2 * LATENCY + 2e-3)) < 1e-9);
	m.combine = RATE / 10.; /* after the first has gone */
	s = time_of(&star, r, &m);
	CHECK(fabs(s - (2 * LATENCY + 6e-3)) < 1e-9);
	rg_record_free(r);
	free_cluster(&star);
}

/* Links carry the first 400 bytes at once. Of 1,000 bytes 600 wait; of 1,000 more behind them all
 * do; and of 1,000 that begin 0.25 ms after those are through 750. A message of 300 bytes takes no
 * time at all. */
static void test_burst(void)
{
	struct cluster star = new_cluster(1, 2, 0);
	struct rg_model m = rg_model_ideal;
	m.burst = 400;
	m.combine = RATE;
	const struct {
		int len, work;
		double seconds;
	} cases[] = {{300, 0, 0}, {1000, 0, 0.6e-3}, {1000, 1, 2.6e-3}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct rg_record *r = new_record(2);
		for (int k = 0; k < (cases[i].work ? 3 : 1); k++) {
			if (k == 2)
				add_move(r, 0, RG_COMBINES, -1, 1850);
			add_move(r, 0, RG_SENDS, 1, cases[i].len);
			add_move(r, 1, RG_RECEIVES, 0, cases[i].len);
		}
		add_step(r, 0, 1);
		add_step(r, 1, 1);
		double s = time_of(&star, r, &m);
		if (!CHECK(fabs(s - (2 * LATENCY + cases[i].seconds)) < 1e-9))
			fprintf(stderr, "case %zu: %.9g\n", i, s);
		rg_record_free(r);
	}
	free_cluster(&star);
}

/* A receive that nobody answers. */
static void test_stuck(void)
{
	struct cluster star = new_cluster(1, 2, 0);
	struct rg_record *r = new_record(2);
	add_move(r, 0, RG_RECEIVES, 1, 1);
	add_step(r, 0, 1);
	add_step(r, 1, 1);
	struct rg_cost *cost = rg_cost_new(r, star.routes, star.place, star.order, &rg_model_ideal);
	CHECK(rg_cost_of(cost, 1, 1) == INFINITY);
	rg_cost_free(cost);
	rg_record_free(r);
	free_cluster(&star);
}

/* ---- The other simulator */

/* Rounds, in each of which rank i sends to another; time goes on to the
 * next thing that happens, and everything is worked out anew. */

struct round {
	int to[MOST], len[MOST];
};

struct letter {
	double wait, left, rate, weight; /* latency that is left, bytes; */
	int route[MOST], hops;
	bool posted, done;
};

struct world {
	const struct cluster *c;
	const struct round *round;
	struct letter letter[ROUNDS][MOST];
	int at[MOST];                  /* the round of each rank */
	double burst, saved[8 * MOST]; /* bytes that a link carries at once; of each, now */
};

static void post(struct world *w, int k, int from)
{
	struct letter *l = &w->letter[k][from];
	const struct rg_topo *t = w->c->t;
	l->hops = rg_route(w->c->routes, w->c->place[from], w->c->place[w->round[k].to[from]],
	                   l->route);
	l->left = w->round[k].len[from];
	l->posted = true;
	double trip = 0;
	for (int h = 0; h < l->hops; h++) {
		l->wait += t->link[l->route[h] / 2].latency;
		trip += 8775 / t->link[l->route[h] / 2].bandwidth;
	}
	l->weight = 1 / (trip + l->wait);
}

/* A message that rank i has sent begins when its receiver is there. */
static bool post_all(struct world *w, int i)
{
	bool moved = false;
	for (int k = 0; k <= w->at[i] && k < ROUNDS; k++)
		if (!w->letter[k][i].posted && w->at[w->round[k].to[i]] == k) {
			post(w, k, i);
			moved = true;
		}
	return moved;
}

/* A rank goes on when its incoming message is there, and its outgoing one has gone unless it is
 * buffered. */
static void go_on(struct world *w)
{
	for (bool moved = true; moved;) {
		moved = false;
		for (int i = 0; i < w->c->P; i++) {
			int k = w->at[i], from = 0;
			moved |= post_all(w, i);
			if (k == ROUNDS)
				continue;
			while (w->round[k].to[from] != i)
				from++;
			bool buffered = w->round[k].len[i] <= rg_model_ideal.buffered;
			if (w->letter[k][from].done && (buffered || w->letter[k][i].done)) {
				w->at[i]++;
				moved = true;
			}
		}
	}
}

/* All rates grow with their weights, until a link is full: those on it stay. */
static void share(struct letter **under_way, int n, const struct rg_topo *t)
{
	double used[8 * MOST] = {0}, level = 0;
	bool fixed[MOST * ROUNDS] = {false};
	for (int left = n; left;) {
		double growing[8 * MOST] = {0}, more = INFINITY;
		for (int i = 0; i < n; i++)
			for (int h = 0; h < under_way[i]->hops && !fixed[i]; h++)
				growing[under_way[i]->route[h]] += under_way[i]->weight;
		for (int l = 0; l < 2 * t->links; l++)
			if (growing[l] > 0)
				more = fmin(more,
				            (t->link[l / 2].bandwidth - used[l]) / growing[l]);
		level += more;
		for (int l = 0; l < 2 * t->links; l++)
			used[l] += more * growing[l];
		for (int i = 0; i < n; i++)
			for (int h = 0; h < under_way[i]->hops && !fixed[i]; h++) {
				int l = under_way[i]->route[h];
				if (used[l] < t->link[l / 2].bandwidth * (1 - 1e-9))
					continue;
				under_way[i]->rate = level * under_way[i]->weight;
				fixed[i] = true;
				left--;
			}
	}
}

/* A letter is under way: what all its links carry at once is there. */
static void begin_letter(struct world *w, struct letter *l)
{
	double free = l->left;
	for (int h = 0; h < l->hops; h++)
		free = fmin(free, w->saved[l->route[h]]);
	for (int h = 0; h < l->hops; h++)
		w->saved[l->route[h]] -= free;
	l->left -= free;
}

/* For so long: what a link does not carry it can carry at once later. */
static void rest(struct world *w, struct letter **under_way, int n, double step)
{
	double used[8 * MOST] = {0};
	for (int i = 0; i < n; i++)
		for (int h = 0; h < under_way[i]->hops; h++)
			used[under_way[i]->route[h]] += under_way[i]->rate;
	for (int l = 0; l < 2 * w->c->t->links; l++) {
		double unused = w->c->t->link[l / 2].bandwidth - used[l];
		w->saved[l] = fmin(w->burst, w->saved[l] + fmax(0, unused) * step);
	}
}

static double play(struct world *w)
{
	double now = 0;
	for (int l = 0; l < 8 * MOST; l++)
		w->saved[l] = w->burst;
	for (;;) {
		struct letter *under_way[MOST * ROUNDS], *open[MOST * ROUNDS];
		int n = 0, all = 0;
		double step = INFINITY;
		go_on(w);
		for (int k = 0; k < ROUNDS; k++)
			for (int i = 0; i < w->c->P; i++) {
				struct letter *l = &w->letter[k][i];
				if (!l->posted || l->done)
					continue;
				open[all++] = l;
				if (l->wait <= 0)
					under_way[n++] = l;
			}
		if (!all)
			return now;
		share(under_way, n, w->c->t);
		for (int i = 0; i < all; i++)
			step = fmin(step, open[i]->wait > 0 ? open[i]->wait
			                                    : open[i]->left / open[i]->rate);
		now += step;
		rest(w, under_way, n, step);
		for (int i = 0; i < all; i++) {
			struct letter *l = open[i];
			double *left = l->wait > 0 ? &l->wait : &l->left;
			double little = l->wait > 0 ? 1e-15 : 1e-8;
			*left -= l->wait > 0 ? step : step * l->rate;
			*left = *left < little ? 0 : *left;
			if (left == &l->wait && l->wait <= 0)
				begin_letter(w, l);
			l->done = l->left <= 0;
		}
	}
}

/* To somebody else each, at random; or so many further on, all alike. */
static struct round new_round(int P, unsigned *seed)
{
	struct round r;
	int far = 1 + random_number(seed, P - 1);
	int length = 200 + random_number(seed, 100000);
	bool alike = random_number(seed, 3) == 0;
	for (int i = 0; i < P; i++) {
		r.to[i] = (i + far) % P;
		r.len[i] = alike ? length : 1 + random_number(seed, 100000);
	}
	for (int i = P - 1; i > 0 && !alike; i--) {
		int k = random_number(seed, i), a = r.to[i];
		if (r.to[k] == i || a == k)
			continue;
		r.to[i] = r.to[k];
		r.to[k] = a;
	}
	return r;
}

static struct rg_record *record_rounds(const struct round *round, int P)
{
	struct rg_record *r = new_record(P);
	for (int k = 0; k < ROUNDS; k++)
		for (int i = 0; i < P; i++) {
			int from = 0;
			while (round[k].to[from] != i)
				from++;
			add_move(r, i, RG_SENDS, round[k].to[i], round[k].len[i]);
			add_move(r, i, RG_RECEIVES, from, round[k].len[from]);
			add_step(r, i, 1);
			r->messages++;
		}
	return r;
}

/* What the link takes that carries most, with so many bytes more for each message. */
static double wire_of(const struct cluster *c, const struct round *round, double header)
{
	double bytes[8 * MOST] = {0}, most = 0;
	for (int k = 0; k < ROUNDS; k++)
		for (int i = 0; i < c->P; i++) {
			int route[MOST];
			int hops =
				rg_route(c->routes, c->place[i], c->place[round[k].to[i]], route);
			for (int h = 0; h < hops; h++)
				bytes[route[h]] += round[k].len[i] + header;
		}
	for (int l = 0; l < 2 * c->t->links; l++)
		most = fmax(most, bytes[l] / c->t->link[l / 2].bandwidth);
	return most;
}

/* Where letters that begin at the same time share a link, who comes first has what it carries at
 * once; so there are bursts where each link has one letter to begin with, on a star. No call in a
 * row takes less than the bytes on a link: so some of those with bursts have that time. */
static void test_random(void)
{
	int bursts = 0, rates = 0;
	for (unsigned seed = 1; seed <= 120; seed++) {
		unsigned state = seed;
		int each = 1 + random_number(&state, 5), switches = 1 + random_number(&state, 4);
		struct cluster c = new_cluster(switches, each + (switches == 1), seed % 2 * seed);
		struct round round[ROUNDS];
		struct rg_model m = rg_model_ideal;
		for (int k = 0; k < ROUNDS; k++)
			round[k] = new_round(c.P, &state);
		if (switches == 1 && seed % 4 < 3)
			m.burst = random_number(&state, 60000);
		struct world w = {.c = &c, .round = round, .burst = (double)m.burst};
		struct rg_record *r = record_rounds(round, c.P);
		double ours = time_of(&c, r, &m), other = play(&w);
		double wire = wire_of(&c, round, 0);
		bursts += m.burst > 0;
		rates += m.burst > 0 && wire > other;
		if (m.burst)
			other = fmax(other, wire);
		if (!CHECK(fabs(ours - other) <= 1e-6 * other))
			fprintf(stderr, "seed %u, %d x %d: %.9g, not %.9g\n", seed, switches, each,
			        ours, other);
		rg_record_free(r);
		free_cluster(&c);
	}
	CHECK(rates > 0 && bursts > rates);
}

/* ---- Kinds */

static int count_kinds(const struct cluster *c, const struct rg_record *r)
{
	struct rg_resources w = rg_resources_new(r, c->routes, c->place, &rg_model_ideal);
	struct rg_matching m = rg_match(r);
	CHECK(!m.stuck);
	struct rg_symmetry k = rg_symmetry_new(r, &m, &w);
	int n = k.n;
	for (int i = 0; i < c->P; i++)
		CHECK(k.of[i] >= 0 && k.of[i] < n);
	rg_symmetry_free(&k);
	rg_matching_free(&m);
	rg_resources_free(&w);
	return n;
}

/* Everybody to the next: alike on a star. In a chain of two with four each, only the two ends of
 * the way between them differ, and those that wait for these. A longer message splits a star. */
static void test_kinds(void)
{
	struct cluster star = new_cluster(1, 8, 0), chain = new_cluster(2, 4, 0);
	for (int odd = 0; odd < 2; odd++) {
		struct rg_record *r = new_record(8);
		for (int i = 0; i < 8; i++) {
			add_move(r, i, RG_SENDS, (i + 1) % 8, 100 + (odd && i == 3));
			add_move(r, i, RG_RECEIVES, (i + 7) % 8, 100 + (odd && i == 4));
			add_step(r, i, 7);
		}
		CHECK_INT(count_kinds(&star, r), odd ? 8 : 1);
		CHECK_INT(count_kinds(&chain, r), odd ? 8 : 4);
		rg_record_free(r);
	}
	free_cluster(&star);
	free_cluster(&chain);
}

/* So many rounds of the same are not followed to their end, but counted right. */
static void test_many(void)
{
	enum { TIMES = 40000 };
	struct cluster star = new_cluster(1, 4, 0);
	struct rg_record *r = new_record(4);
	for (int i = 0; i < 4; i++) {
		add_move(r, i, RG_SENDS, i ^ 1, 1000);
		add_move(r, i, RG_RECEIVES, i ^ 1, 1000);
		add_step(r, i, TIMES);
	}
	r->messages = 4 * TIMES;
	double s = time_of(&star, r, &rg_model_ideal), wanted = TIMES * (2 * LATENCY + 1e-3);
	CHECK(fabs(s - wanted) <= 1e-6 * wanted);
	rg_record_free(r);
	free_cluster(&star);
}

/* ---- Messages whose rates are given */

/* Gone through once, against sums that are gone through again
 * and again until none changes. */

struct given {
	const struct cluster *c;
	const struct round *round;
	const struct rg_model *m;
	double pace[ROUNDS][MOST], latency[ROUNDS][MOST];
	double begun[ROUNDS + 1][MOST], through[ROUNDS][MOST]; /* rounds; messages */
};

/* When the message of a rank's round is through, by what is known so far. */
static double when_through(const struct given *g, int k, int i)
{
	double bytes = g->round[k].len[i], startup = g->m->startup;
	double time = g->begun[k][i] + startup;
	if (bytes > (double)g->m->eager)
		time = fmax(time + 2 * startup, g->begun[k][g->round[k].to[i]] + startup) +
		       2 * startup;
	time += g->latency[k][i];
	for (int before = 0; before < k && !g->m->fair; before++)
		time = fmax(time, g->through[before][i]);
	return time + g->pace[k][i] * (bytes + (double)g->m->header);
}

static double repeat_sums(struct given *g)
{
	double end = 0;
	for (bool changed = true; changed;) {
		changed = false;
		for (int k = 0; k < ROUNDS; k++)
			for (int i = 0; i < g->c->P; i++) {
				int from = 0;
				while (g->round[k].to[from] != i)
					from++;
				double own = when_through(g, k, i);
				double next = fmax(g->begun[k][i] + g->m->startup,
				                   when_through(g, k, from));
				if (g->round[k].len[i] > g->m->buffered)
					next = fmax(next, own);
				next += g->m->startup;
				changed |= own > g->through[k][i] || next > g->begun[k + 1][i];
				g->through[k][i] = own;
				g->begun[k + 1][i] = next;
			}
	}
	for (int i = 0; i < g->c->P; i++)
		end = fmax(end, g->begun[ROUNDS][i]);
	return end;
}

/* Rounds as record_rounds writes them, each rank's message of a round at some rate: the rate of a
 * link, or (seed) any. */
static double time_paced(struct given *g, const struct rg_record *r, unsigned *seed)
{
	struct rg_resources w = rg_resources_new(r, g->c->routes, g->c->place, g->m);
	struct rg_matching m = rg_match(r);
	struct rg_symmetry k = rg_symmetry_new(r, &m, &w);
	double *pace = rg_alloc(m.moves[r->P], sizeof *pace);
	for (int i = 0; i < r->P; i++)
		for (int n = 0; n < ROUNDS; n++) {
			size_t at = m.moves[i] + 2 * (size_t)n; /* a send and a receive each */
			pace[at] = (seed ? 1. + random_number(seed, 9) : 1.) / RATE;
			g->pace[n][i] = pace[at];
			g->latency[n][i] = k.latency[at];
		}
	struct rg_paced *p = rg_paced_new(r, &m, &k, &w, pace);
	double seconds = rg_paced_time(p, g->m, 1);
	rg_paced_free(p);
	free(pace);
	rg_symmetry_free(&k);
	rg_matching_free(&m);
	rg_resources_free(&w);
	return seconds;
}

static void test_paced(void)
{
	for (unsigned seed = 1; seed <= 200; seed++) {
		unsigned state = seed;
		int each = 1 + random_number(&state, 5), switches = 1 + random_number(&state, 4);
		struct cluster c = new_cluster(switches, each + (switches == 1), seed);
		struct round round[ROUNDS];
		struct rg_model m = seed % 2 ? rg_model_usual : rg_model_ideal;
		m.startup = 1e-4 * random_number(&state, 9);
		m.eager = random_number(&state, 60000);
		m.buffered = m.eager + random_number(&state, 40000);
		struct given g = {.c = &c, .round = round, .m = &m};
		for (int k = 0; k < ROUNDS; k++)
			round[k] = new_round(c.P, &state);
		struct rg_record *r = record_rounds(round, c.P);
		double ours = time_paced(&g, r, &state), other = repeat_sums(&g);
		if (!CHECK(fabs(ours - other) <= 1e-9 * other))
			fprintf(stderr, "seed %u, %d x %d: %.9g, not %.9g\n", seed, switches, each,
			        ours, other);
		rg_record_free(r);
		free_cluster(&c);
	}
}

/* Where each link has one message at a time there is nothing to share: followed event by event, it
 * takes as long. */
static void test_nothing_shared(void)
{
	for (unsigned seed = 1; seed <= 40; seed++) {
		unsigned state = seed;
		struct cluster c = new_cluster(1, 3 + random_number(&state, 20), 0);
		struct round round[ROUNDS];
		struct rg_model m = rg_model_usual;
		m.startup = 1e-5;
		m.burst = random_number(&state, 3) * random_number(&state, 1000);
		struct given g = {.c = &c, .round = round, .m = &m};
		for (int k = 0; k < ROUNDS; k++) {
			int length = 1 + random_number(&state, 1000), far = 1 + k % (c.P - 1);
			for (int i = 0; i < c.P; i++) {
				round[k].to[i] = (i + far) % c.P;
				round[k].len[i] = length;
			}
		}
		struct rg_record *r = record_rounds(round, c.P);
		double ours = time_paced(&g, r, NULL), other = time_of(&c, r, &m);
		if (m.burst)
			ours = fmax(ours, wire_of(&c, round, (double)m.header));
		if (!CHECK(fabs(ours - other) <= 1e-9 * other))
			fprintf(stderr, "seed %u: %.9g, not %.9g\n", seed, ours, other);
		rg_record_free(r);
		free_cluster(&c);
	}
}

/* ---- A ring, by each of the ways */

/* One process's steps, as often each as there are others: it combines and sends on what it got. */
static void add_turns(struct rg_record *r, int rank, int next, int before, int length)
{
	for (int k = 0; k < 2; k++) {
		add_move(r, rank, k ? RG_COPIES : RG_COMBINES, -1, length);
		add_move(r, rank, RG_SENDS, next, length);
		add_move(r, rank, RG_RECEIVES, before, length);
		add_step(r, rank, r->P - 1);
	}
}

/* The time with each message's share of the links given, gone through once. */
static double time_once(const struct cluster *c, const struct rg_record *r,
                        const struct rg_model *model)
{
	struct rg_resources w = rg_resources_new(r, c->routes, c->place, model);
	struct rg_matching m = rg_match(r);
	struct rg_symmetry k = rg_symmetry_new(r, &m, &w);
	struct rg_levels l = rg_levels_new(r, &m, &k);
	double *pace = rg_levels_pace(&l, r, &m, &k, &w);
	struct rg_paced *p = rg_paced_new(r, &m, &k, &w, pace);
	double seconds = rg_paced_time(p, model, 1);
	rg_paced_free(p);
	free(pace);
	rg_levels_free(&l);
	rg_symmetry_free(&k);
	rg_matching_free(&m);
	rg_resources_free(&w);
	return seconds;
}

/* In the order of the machines no two ranks' messages share a link, and where those of one rank
 * follow each other, nothing that is given changes: step by step, event by event and gone through
 * once it takes as long. Short latencies let messages queue behind a slow link. */
static void test_ring(void)
{
	for (unsigned seed = 1; seed <= 200; seed++) {
		unsigned state = seed;
		int each = 3 + random_number(&state, 3), switches = 1 + random_number(&state, 4);
		struct cluster c = new_cluster(switches, each, seed);
		struct rg_model m = seed % 2 ? rg_model_usual : rg_model_ideal;
		m.fair = false;
		m.startup = 1e-5 * random_number(&state, 90);
		m.header = random_number(&state, 20000);
		m.eager = random_number(&state, 30000);
		m.buffered = m.eager + random_number(&state, 20000);
		m.burst = random_number(&state, 3) * random_number(&state, 40000);
		int length = 1 + random_number(&state, 60000);
		struct rg_record *one = new_record(c.P), *all = new_record(c.P);
		one->alike = true;
		add_turns(one, 0, 1, c.P - 1, length);
		for (int i = 0; i < c.P; i++)
			add_turns(all, i, (i + 1) % c.P, (i + c.P - 1) % c.P, length);
		double ring = time_of(&c, one, &m), events = time_of(&c, all, &m),
		       once = time_once(&c, all, &m), slowest = INFINITY;
		for (int l = 0; l < c.t->links; l++)
			slowest = fmin(slowest, c.t->link[l].bandwidth);
		if (m.burst) /* each link has 2 (P - 1) messages */
			once = fmax(once, 2. * (c.P - 1) * (length + (double)m.header) / slowest);
		if (!CHECK(fabs(ring - events) <= 1e-9 * events) ||
		    !CHECK(fabs(once - events) <= 1e-9 * events))
			fprintf(stderr, "seed %u, %d x %d: ring %.9g, once %.9g, not %.9g\n", seed,
			        switches, each, ring, once, events);
		rg_record_free(one);
		rg_record_free(all);
		free_cluster(&c);
	}
}

int main(void)
{
	test_overlap();
	test_burst();
	test_stuck();
	test_random();
	test_kinds();
	test_many();
	test_paced();
	test_nothing_shared();
	test_ring();
	return TEST_END;
}
