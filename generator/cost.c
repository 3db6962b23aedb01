/* SPDX-License-Identifier: BSD-3-Clause
 * cost: how long a recorded routine takes on the links of a cluster.
 */
#include "cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "share.h"

/* What a move takes: a send, or any other (then `transfer` alone). */
struct toll {
	int level;       /* messages that must have come before it */
	double startup;  /* seconds, of the processor, at each end */
	double latency;  /* seconds */
	double transfer; /* seconds per byte */
};

/* Of a record that is alike everywhere: the way from a position of the ring to the next, and what
 * the process there takes to combine and copy. */
struct hop {
	double startup, latency;        /* seconds */
	double transfer, combine, copy; /* seconds per byte */
};

/* A message or notification that was posted at one end only. */
struct post {
	int from, to; /* ranks */
	bool notice;
	double time;
	double latency, transfer; /* seconds; of a send */
	bool asked;               /* it begins when both ends have posted it */
	bool waits;               /* its sender goes on when it is through */
	int next;                 /* in its list; -1: the last */
};

struct list {
	int head, tail; /* posts; -1: none */
};

struct actor {
	int step, times; /* where it stands; how often it has done that step */
	bool posted;     /* what that step posts, this time */
	bool waiting;
	int open;          /* it waits for so many */
	double now, later; /* its clock; when all that it waits for is complete, as far as known */
	double receiving;  /* start-ups of what it waits for */
	double free, leaving; /* when what earlier steps sent has left, and what this one sends: the
	                         messages of a step share its links, those of the next come after */
	struct list sent, due; /* to it, before it asked; what it asked for that was not yet sent */
};

/* What the busiest process has to do, and to send, in all. */
struct busy {
	double wire; /* seconds per element */
	double work; /* seconds per element */
	double each; /* seconds in each lane */
};

struct rg_cost {
	const struct rg_record *record;
	struct rg_model model;
	int P;
	struct hop *hop;    /* [P] by position, if the record is alike; else */
	size_t *base;       /* [P] of each rank: its moves' tolls are */
	struct toll *toll;  /* toll[base[rank]] ... */
	int load, resource; /* the most messages on a link at a time, and which link */
	struct busy busy;
	bool levels;         /* count messages, not time */
	double unit;         /* bytes of an element */
	struct actor *actor; /* [P] */
	struct post *post;
	size_t posts, post_cap;
	int spare;                /* list of posts that are free again */
	int *ready, head, count;  /* [P] queue of ranks that can go on */
	double *now, *end, *free; /* [P + 1] by position: see around */
};

static double latest(double a, double b)
{
	return a > b ? a : b;
}

/* ---- The longest chain ---- */

static void make_ready(struct rg_cost *c, int rank)
{
	c->actor[rank].waiting = false;
	c->ready[(c->head + c->count++) % c->P] = rank;
}

static int new_post(struct rg_cost *c, struct post p)
{
	int i = c->spare;
	if (i >= 0) {
		c->spare = c->post[i].next;
	} else {
		c->post = rg_grow(c->post, c->posts, &c->post_cap, sizeof *c->post);
		i = (int)c->posts++;
	}
	p.next = -1;
	c->post[i] = p;
	return i;
}

static void append(struct rg_cost *c, struct list *l, struct post p)
{
	int i = new_post(c, p);
	if (l->head < 0)
		l->head = i;
	else
		c->post[l->tail].next = i;
	l->tail = i;
}

/* Take the oldest post between the two out of the list. False: there is none. */
static bool take(struct rg_cost *c, struct list *l, int from, int to, bool notice, struct post *out)
{
	for (int i = l->head, before = -1; i >= 0; before = i, i = c->post[i].next) {
		struct post *p = &c->post[i];
		if (p->from != from || p->to != to || p->notice != notice)
			continue;
		*out = *p;
		if (before < 0)
			l->head = p->next;
		else
			c->post[before].next = p->next;
		if (l->tail == i)
			l->tail = before;
		p->next = c->spare;
		c->spare = i;
		return true;
	}
	return false;
}

static void complete(struct rg_cost *c, int rank, double time)
{
	struct actor *a = &c->actor[rank];
	a->later = latest(a->later, time);
	if (--a->open == 0 && a->waiting)
		make_ready(c, rank);
}

/* Both ends have posted it. */
static void deliver(struct rg_cost *c, const struct post *sent, double asked)
{
	double begin = sent->asked ? latest(sent->time, asked) : sent->time;
	double end = begin + sent->latency + sent->transfer;
	complete(c, sent->to, end);
	if (sent->waits)
		complete(c, sent->from, end);
}

static void send(struct rg_cost *c, int rank, const struct rg_move *m, struct toll *toll)
{
	struct actor *a = &c->actor[rank];
	struct post p = {.from = rank, .to = m->peer, .notice = m->act == RG_NOTIFIES}, due;
	double bytes = (double)m->len * c->unit;
	if (c->levels) {
		p.latency = 1;
		p.asked = p.waits = !p.notice;
		toll->level = toll->level ? toll->level : (int)a->now + 1;
	} else {
		a->now += toll->startup;
		p.latency = toll->latency;
		p.transfer = toll->transfer * (double)m->len * c->unit;
		p.asked = !p.notice && bytes > (double)c->model.eager;
		p.waits = !p.notice && bytes > (double)c->model.buffered;
	}
	p.time = p.notice ? a->now : latest(a->now, a->free);
	a->leaving = latest(a->leaving, p.time + p.transfer);
	a->open += p.waits;
	if (take(c, &c->actor[m->peer].due, rank, m->peer, p.notice, &due))
		deliver(c, &p, due.time);
	else
		append(c, &c->actor[m->peer].sent, p);
}

static void receive(struct rg_cost *c, int rank, const struct rg_move *m, const struct toll *toll)
{
	struct actor *a = &c->actor[rank];
	struct post sent;
	bool notice = m->act == RG_AWAITS;
	a->open++;
	a->receiving += c->levels ? 0 : toll->startup;
	if (take(c, &a->sent, m->peer, rank, notice, &sent))
		deliver(c, &sent, a->now);
	else
		append(c, &a->due,
		       (struct post){
			       .from = m->peer, .to = rank, .notice = notice, .time = a->now});
}

static void do_move(struct rg_cost *c, int rank, const struct rg_move *m, struct toll *toll)
{
	if (m->act == RG_SENDS || m->act == RG_NOTIFIES)
		send(c, rank, m, toll);
	else if (m->act == RG_RECEIVES || m->act == RG_AWAITS)
		receive(c, rank, m, toll);
	else if (!c->levels)
		c->actor[rank].now += toll->transfer * (double)m->len * c->unit;
}

/* Post what the current step posts. */
static void begin_step(struct rg_cost *c, int rank)
{
	struct actor *a = &c->actor[rank];
	const struct rg_script *s = &c->record->script[rank];
	const struct rg_step *step = &s->step[a->step];
	a->later = a->receiving = 0;
	a->free = a->leaving;
	for (int i = step->first; i < step->first + step->moves; i++)
		do_move(c, rank, &s->move[i], &c->toll[c->base[rank] + (size_t)i]);
}

/* Run a process as far as it comes. Returns whether it has come to its end. */
static bool resume(struct rg_cost *c, int rank)
{
	struct actor *a = &c->actor[rank];
	const struct rg_script *s = &c->record->script[rank];
	while (a->step < (int)s->steps) {
		if (!a->posted)
			begin_step(c, rank);
		a->posted = true;
		if (a->open) {
			a->waiting = true;
			return false;
		}
		a->now = latest(a->now, a->later) + a->receiving;
		a->posted = false;
		if (++a->times < s->step[a->step].times)
			continue;
		a->times = 0;
		a->step++;
	}
	return true;
}

/* The time of the last process's end; INFINITY: they wait for each other. */
static double longest_chain(struct rg_cost *c, double unit)
{
	double end = 0;
	int done = 0;
	c->unit = unit;
	c->posts = 0;
	c->spare = -1;
	c->head = c->count = 0;
	for (int i = 0; i < c->P; i++) {
		c->actor[i] = (struct actor){.sent = {-1, -1}, .due = {-1, -1}};
		make_ready(c, i);
	}
	while (c->count) {
		int rank = c->ready[c->head];
		c->head = (c->head + 1) % c->P;
		c->count--;
		done += resume(c, rank);
	}
	for (int i = 0; i < c->P; i++)
		end = latest(end, c->actor[i].now);
	return done == c->P ? end : INFINITY;
}

/* ---- A ring, whose processes do the same: step by step, all of them ---- */

/* Of one step of the script, in elements. */
struct turn {
	double combined, copied; /* before the message goes */
	double message;          /* 0: none */
};

static struct turn read_turn(const struct rg_script *s, const struct rg_step *step)
{
	struct turn t = {0};
	for (int i = step->first; i < step->first + step->moves; i++) {
		const struct rg_move *m = &s->move[i];
		if (m->act == RG_COMBINES)
			t.combined += (double)m->len;
		else if (m->act == RG_COPIES)
			t.copied += (double)m->len;
		else if (m->act == RG_SENDS)
			t.message = (double)m->len;
	}
	return t;
}

/* A message that its receiver need not have asked for. */
static void pass_on(struct rg_cost *c, double bytes)
{
	for (int i = 0; i < c->P; i++) {
		double begin = latest(c->now[i], c->free[i]);
		c->free[i] = begin + c->hop[i].transfer * bytes;
		c->end[i + 1] = c->free[i] + c->hop[i].latency;
	}
	c->end[0] = c->end[c->P];
	for (int i = 0; i < c->P; i++)
		c->now[i] = latest(c->now[i], c->end[i]);
}

/* A message for which both its ends have to be there; end[i] is that of the one to position i. */
static void hand_on(struct rg_cost *c, double bytes, bool waits)
{
	c->now[c->P] = c->now[0];
	for (int i = 0; i < c->P; i++)
		c->end[i + 1] = latest(c->now[i], c->now[i + 1]) + c->hop[i].latency +
		                c->hop[i].transfer * bytes;
	c->end[0] = c->end[c->P];
	for (int i = 0; i < c->P; i++)
		c->now[i] = waits ? latest(c->end[i], c->end[i + 1]) : c->end[i];
}

static void do_turn(struct rg_cost *c, const struct turn *t)
{
	for (int i = 0; i < c->P; i++)
		c->now[i] +=
			(c->hop[i].combine * t->combined + c->hop[i].copy * t->copied) * c->unit;
	if (t->message <= 0)
		return;
	double bytes = t->message * c->unit;
	for (int i = 0; i < c->P; i++)
		c->now[i] += c->hop[i].startup;
	if (bytes > (double)c->model.eager)
		hand_on(c, bytes, bytes > (double)c->model.buffered);
	else
		pass_on(c, bytes);
	c->now[0] += c->hop[c->P - 1].startup;
	for (int i = 1; i < c->P; i++)
		c->now[i] += c->hop[i - 1].startup;
}

static double around(struct rg_cost *c, double unit)
{
	const struct rg_script *s = &c->record->script[0];
	double end = 0;
	c->unit = unit;
	memset(c->now, 0, ((size_t)c->P + 1) * sizeof *c->now);
	memset(c->free, 0, (size_t)c->P * sizeof *c->free);
	for (size_t k = 0; k < s->steps; k++) {
		struct turn t = read_turn(s, &s->step[k]);
		for (int i = 0; i < s->step[k].times; i++)
			do_turn(c, &t);
	}
	for (int i = 0; i < c->P; i++)
		end = latest(end, c->now[i]);
	return end;
}

/* ---- What messages and moves take ---- */

/* The links of a cluster, and the memory of its machines behind them. */
struct wires {
	const struct rg_routes *routes;
	const struct rg_place *place; /* [P] by rank */
	double *bandwidth;            /* [resources] */
	int resources;
	int *ranks; /* [machines] */
	const struct rg_model *model;
};

static struct wires find_wires(const struct rg_cost *c, const struct rg_routes *routes,
                               const struct rg_place *place)
{
	const struct rg_topo *t = routes->topo;
	struct wires w = {.routes = routes, .place = place, .model = &c->model};
	w.resources = 2 * t->links + t->machines;
	w.bandwidth = rg_alloc((size_t)w.resources, sizeof *w.bandwidth);
	w.ranks = rg_alloc((size_t)t->machines, sizeof *w.ranks);
	for (int i = 0; i < t->links; i++)
		w.bandwidth[2 * i] = w.bandwidth[2 * i + 1] = t->link[i].bandwidth;
	/* A message is written twice, and read twice. */
	for (int i = 0; i < t->machines; i++)
		w.bandwidth[2 * t->links + i] = c->model.memory / 4;
	for (int i = 0; i < c->P; i++)
		w.ranks[place[i].machine]++;
	return w;
}

static void free_wires(struct wires *w)
{
	free(w->bandwidth);
	free(w->ranks);
}

/* Seconds per byte of one process out of `ranks` that do the same, which touches a byte so often.
 */
static double labour(const struct wires *w, double rate, int touches, int ranks)
{
	double alone = rate > 0 ? 1 / rate : 0;
	double together = rate > 0 && w->model->memory > 0 ? touches * ranks / w->model->memory : 0;
	return latest(alone, together);
}

static double combining(const struct wires *w, int rank)
{
	return labour(w, w->model->combine, 3, w->ranks[w->place[rank].machine]);
}

static double copying(const struct wires *w, int rank)
{
	return labour(w, w->model->copy, 2, w->ranks[w->place[rank].machine]);
}

/* The way of a message: the links, or the machine's memory. Returns how many; the latency too. */
static int way(const struct wires *w, int from, int to, int *out, double *latency)
{
	const struct rg_topo *t = w->routes->topo;
	struct rg_place a = {w->place[from].machine, -1}, b = {w->place[to].machine, -1};
	int n = rg_route(w->routes, a, b, out);
	*latency = 0;
	for (int i = 0; i < n; i++)
		*latency += t->link[out[i] / 2].latency;
	if (n == 0 && w->model->memory > 0)
		out[n++] = 2 * t->links + a.machine;
	return n;
}

static double startup(const struct wires *w, int from, int to)
{
	if (w->place[from].machine == w->place[to].machine)
		return w->model->within / 2;
	return w->model->startup;
}

/* Messages that are under way together. */
struct crowd {
	struct rg_flow *flow;
	int *route, *to; /* [flows * longest] of the flows; [flows] */
	int flows, longest;
};

static void count_loads(struct rg_cost *c, const struct wires *w, const struct crowd *m, int *load)
{
	memset(load, 0, (size_t)w->resources * sizeof *load);
	for (int i = 0; i < m->flows; i++)
		for (int k = 0; k < m->flow[i].hops; k++) {
			int r = m->flow[i].route[k];
			if (r < 2 * w->routes->topo->links && ++load[r] > c->load) {
				c->load = load[r];
				c->resource = r;
			}
		}
}

static struct crowd new_crowd(const struct wires *w, int most)
{
	struct crowd m = {.longest = w->routes->longest + 1};
	m.flow = rg_alloc((size_t)most, sizeof *m.flow);
	m.route = rg_alloc((size_t)most * (size_t)m.longest, sizeof *m.route);
	m.to = rg_alloc((size_t)most, sizeof *m.to);
	return m;
}

static void free_crowd(struct crowd *m)
{
	free(m->flow);
	free(m->route);
	free(m->to);
}

static void join_crowd(struct crowd *m, const struct wires *w, int from, int to, double elements,
                       double *latency)
{
	int *route = m->route + (size_t)m->flows * (size_t)m->longest;
	int hops = way(w, from, to, route, latency);
	m->flow[m->flows++] = (struct rg_flow){route, hops, elements, 0};
}

/* Let them go; the seconds per element of each come out as its seconds. */
static void let_go(struct rg_cost *c, const struct wires *w, struct crowd *m, int *load)
{
	int within = 2 * w->routes->topo->links;
	rg_share(m->flow, m->flows, w->bandwidth, w->resources);
	count_loads(c, w, m, load);
	for (int i = 0; i < m->flows; i++) {
		struct rg_flow *f = &m->flow[i];
		bool inside = f->hops == 1 && f->route[0] >= within;
		f->seconds = f->bytes > 0 ? f->seconds / f->bytes : 0;
		if (inside && w->model->stream > 0)
			f->seconds = latest(f->seconds, 1 / w->model->stream);
	}
}

/* Of a ring: the hops between the positions, all at once. */
static void set_hops(struct rg_cost *c, const struct wires *w, const int *order)
{
	struct crowd m = new_crowd(w, c->P);
	int *load = rg_alloc((size_t)w->resources, sizeof *load);
	for (int i = 0; i < c->P; i++)
		join_crowd(&m, w, order[i], order[(i + 1) % c->P], 1, &c->hop[i].latency);
	let_go(c, w, &m, load);
	for (int i = 0; i < c->P; i++) {
		c->hop[i].transfer = m.flow[i].seconds;
		c->hop[i].startup = startup(w, order[i], order[(i + 1) % c->P]);
		c->hop[i].combine = combining(w, order[i]);
		c->hop[i].copy = copying(w, order[i]);
	}
	free(load);
	free_crowd(&m);
}

/* A send, by its level. */
struct departure {
	int level, rank;
	size_t move; /* of its rank's script */
};

static int compare_departures(const void *pa, const void *pb)
{
	const struct departure *a = pa, *b = pb;
	if (a->level != b->level)
		return a->level < b->level ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return a->move < b->move ? -1 : a->move > b->move;
}

static size_t list_departures(const struct rg_cost *c, struct departure *out)
{
	size_t n = 0;
	for (int rank = 0; rank < c->P; rank++) {
		const struct rg_script *s = &c->record->script[rank];
		for (size_t i = 0; i < s->moves; i++)
			if (s->move[i].act == RG_SENDS)
				out[n++] = (struct departure){c->toll[c->base[rank] + i].level,
				                              rank, i};
	}
	qsort(out, n, sizeof *out, compare_departures);
	return n;
}

/* The sends of one level share the links. */
static void set_level(struct rg_cost *c, const struct wires *w, const struct departure *d, size_t n,
                      struct crowd *m, int *load)
{
	m->flows = 0;
	for (size_t i = 0; i < n; i++) {
		const struct rg_move *move = &c->record->script[d[i].rank].move[d[i].move];
		struct toll *toll = &c->toll[c->base[d[i].rank] + d[i].move];
		join_crowd(m, w, d[i].rank, move->peer, (double)move->len, &toll->latency);
	}
	let_go(c, w, m, load);
	for (size_t i = 0; i < n; i++)
		c->toll[c->base[d[i].rank] + d[i].move].transfer = m->flow[i].seconds;
}

static void set_transfers(struct rg_cost *c, const struct wires *w, size_t moves)
{
	struct departure *d = rg_alloc(moves, sizeof *d);
	int *load = rg_alloc((size_t)w->resources, sizeof *load);
	size_t n = list_departures(c, d), most = 0;
	for (size_t i = 0, begin = 0; i <= n; i++)
		if (i == n || d[i].level != d[begin].level) {
			most = i - begin > most ? i - begin : most;
			begin = i;
		}
	struct crowd m = new_crowd(w, (int)most);
	for (size_t i = 0, begin = 0; i <= n && n; i++)
		if (i == n || d[i].level != d[begin].level) {
			set_level(c, w, d + begin, i - begin, &m, load);
			begin = i;
		}
	free_crowd(&m);
	free(load);
	free(d);
}

/* What a move other than a send takes, and the start-up of all. */
static void set_toll(const struct rg_cost *c, const struct wires *w, int rank,
                     const struct rg_move *m, struct toll *toll)
{
	if (m->act == RG_COMBINES)
		toll->transfer = combining(w, rank);
	else if (m->act == RG_COPIES)
		toll->transfer = copying(w, rank);
	else if (m->act == RG_NOTIFIES)
		toll->latency = c->model.notify;
	else if (m->act != RG_AWAITS)
		toll->startup = startup(w, rank, m->peer);
}

static void set_tolls(struct rg_cost *c, const struct wires *w)
{
	size_t moves = 0;
	for (int rank = 0; rank < c->P; rank++) {
		c->base[rank] = moves;
		moves += c->record->script[rank].moves;
	}
	c->toll = rg_alloc(moves, sizeof *c->toll);
	for (int rank = 0; rank < c->P; rank++)
		for (size_t i = 0; i < c->record->script[rank].moves; i++)
			set_toll(c, w, rank, &c->record->script[rank].move[i],
			         &c->toll[c->base[rank] + i]);
	c->levels = true;
	longest_chain(c, 0);
	c->levels = false;
	set_transfers(c, w, moves);
}

/* ---- The busiest process: what lanes cannot hide ---- */

static void add_busy(struct busy *b, const struct rg_script *s, const struct toll *toll)
{
	struct busy sum = {0};
	for (size_t k = 0; k < s->steps; k++)
		for (int i = s->step[k].first; i < s->step[k].first + s->step[k].moves; i++) {
			double each = s->step[k].times * toll[i].transfer * (double)s->move[i].len;
			enum rg_act act = s->move[i].act;
			sum.wire += act == RG_SENDS ? each : 0;
			sum.work += act == RG_COMBINES || act == RG_COPIES ? each : 0;
			sum.each += s->step[k].times * toll[i].startup;
		}
	b->wire = latest(b->wire, sum.wire);
	b->work = latest(b->work, sum.work);
	b->each = latest(b->each, sum.each);
}

static void find_busiest(struct rg_cost *c)
{
	for (int i = 0; i < c->P && !c->hop; i++)
		add_busy(&c->busy, &c->record->script[i], c->toll + c->base[i]);
	if (!c->hop)
		return;
	const struct rg_script *s = &c->record->script[0];
	for (int i = 0; i < c->P; i++) {
		const struct hop *h = &c->hop[i];
		struct busy sum = {0};
		for (size_t k = 0; k < s->steps; k++) {
			struct turn t = read_turn(s, &s->step[k]);
			sum.wire += s->step[k].times * t.message * h->transfer;
			sum.work +=
				s->step[k].times * (t.combined * h->combine + t.copied * h->copy);
			sum.each += s->step[k].times * (t.message > 0) * 2 * h->startup;
		}
		c->busy.wire = latest(c->busy.wire, sum.wire);
		c->busy.work = latest(c->busy.work, sum.work);
		c->busy.each = latest(c->busy.each, sum.each);
	}
}

/* ---- */

struct rg_cost *rg_cost_new(const struct rg_record *r, const struct rg_routes *routes,
                            const struct rg_place *place, const int *order,
                            const struct rg_model *m)
{
	struct rg_cost *c = rg_alloc(1, sizeof *c);
	size_t P = (size_t)r->P;
	c->record = r;
	c->model = *m;
	c->P = r->P;
	c->resource = -1;
	struct wires w = find_wires(c, routes, place);
	if (r->alike) {
		c->hop = rg_alloc(P, sizeof *c->hop);
		c->now = rg_alloc(P + 1, sizeof *c->now);
		c->end = rg_alloc(P + 1, sizeof *c->end);
		c->free = rg_alloc(P, sizeof *c->free);
		set_hops(c, &w, order);
	} else {
		c->base = rg_alloc(P, sizeof *c->base);
		c->actor = rg_alloc(P, sizeof *c->actor);
		c->ready = rg_alloc(P, sizeof *c->ready);
		set_tolls(c, &w);
	}
	find_busiest(c);
	free_wires(&w);
	return c;
}

void rg_cost_free(struct rg_cost *c)
{
	if (!c)
		return;
	free(c->base);
	free(c->toll);
	free(c->hop);
	free(c->actor);
	free(c->post);
	free(c->ready);
	free(c->now);
	free(c->end);
	free(c->free);
	free(c);
}

/* Of lanes that drift: they begin together, and then the latencies add to all that is sent; after
 * about as many steps as make a difference of a whole message they are out of step. What hides what
 * then is left to chance. As simulated for 4 to 256 processes, to 5 %. */
static double adrift(double one, double busy, int lanes, int waits)
{
	double together = one + busy - busy / lanes;
	double apart = cbrt(one * one * one + busy * busy * busy);
	double hidden = (double)waits / (waits + RG_DRIFT);
	return together - hidden * (together - apart);
}

double rg_cost_of(struct rg_cost *c, double bytes, int lanes)
{
	double unit = c->record->n ? bytes / (double)c->record->n : 0;
	double one = c->hop ? around(c, unit / lanes) : longest_chain(c, unit / lanes);
	if (lanes == 1)
		return one;
	double busy = latest(unit * c->busy.wire, unit * c->busy.work + lanes * c->busy.each);
	int waits = c->record->waits > 1 ? c->record->waits : 1;
	if (c->model.fair)
		return adrift(one, busy, lanes, waits);
	return latest(one, busy) + one / waits;
}

int rg_cost_load(const struct rg_cost *c, int *resource)
{
	*resource = c->resource;
	return c->load;
}
