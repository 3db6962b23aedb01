/* SPDX-License-Identifier: BSD-3-Clause
 * ring: step by step.
 */
#include "cost/ring.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cost/crowd.h"
#include "cost/fair_share.h"

/* The way from a position of the ring to the next, and what the process there takes to combine and
 * copy. */
struct hop {
	double startup, latency;        /* seconds */
	double transfer, combine, copy; /* seconds per byte */
	double header;                  /* bytes that a message adds to its own */
	double spare;                   /* seconds per byte of a burst, see rg_saving */
	bool inside;                    /* the machine */
};

/* The work of a position of the ring in one turn, in seconds. */
struct pace {
	double work;            /* before the message goes */
	double startup, before; /* of that to the next position; of that from the one before */
	double latency, transfer;
};

struct rg_ring {
	const struct rg_record *record;
	struct rg_model model;
	int P;
	int load, resource;       /* the most messages on a link at a time, and which link */
	double unit;              /* bytes of an element */
	struct hop *hop;          /* [P] by position */
	double *now, *end, *free; /* [P + 1] by position: see pass_on and leave */
	double burst;             /* bytes, see rg_model */
	struct pace *pace;        /* [P] of the current turn */
};

/* One step of the script, in elements. */
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

/* Set the times of a turn at each position. They are the same however often it is repeated. */
static void set_turn(struct rg_ring *r, const struct turn *t)
{
	double bytes = t->message * r->unit;
	for (int i = 0; i < r->P; i++) {
		const struct hop *h = &r->hop[i];
		r->pace[i] = (struct pace){
			.work = (h->combine * t->combined + h->copy * t->copied) * r->unit,
			.startup = h->startup,
			.before = r->hop[i ? i - 1 : r->P - 1].startup,
			.latency = h->latency,
			.transfer = bytes > 0 ? h->transfer * (bytes + h->header) : 0};
	}
}

/* When the message from position i has left that may begin at that time. Without bursts the link
 * would be free again at free[i]; it is never further behind that than by a burst. */
static double leave(struct rg_ring *r, int i, double time)
{
	r->free[i] = rg_latest(time, r->free[i]) + r->pace[i].transfer;
	return rg_latest(time, r->free[i] - r->hop[i].spare * r->burst);
}

/* An eager message: it goes before its receiver is ready. end[i] is when the message to position i
 * is there. */
static void pass_on(struct rg_ring *r)
{
	for (int i = 0; i < r->P; i++) {
		const struct pace *p = &r->pace[i];
		r->now[i] = r->now[i] + p->work + p->startup;
		r->end[i + 1] = leave(r, i, r->now[i]) + p->latency;
	}
	r->end[0] = r->end[r->P];
	for (int i = 0; i < r->P; i++)
		r->now[i] = rg_latest(r->now[i], r->end[i]) + r->pace[i].before;
}

/* A longer message, by rendezvous: both ends must be there, and the request and its answer go
 * before it. */
static void hand_on(struct rg_ring *r, bool waits)
{
	for (int i = 0; i < r->P; i++)
		r->now[i] = r->now[i] + r->pace[i].work + r->pace[i].startup;
	r->now[r->P] = r->now[0];
	for (int i = 0; i < r->P; i++) {
		const struct pace *p = &r->pace[i];
		double asked = rg_latest(r->now[i] + 2 * p->startup, r->now[i + 1]);
		r->end[i + 1] = leave(r, i, asked + 2 * p->startup) + p->latency;
	}
	r->end[0] = r->end[r->P];
	for (int i = 0; i < r->P; i++)
		r->now[i] = (waits ? rg_latest(r->end[i], r->end[i + 1]) : r->end[i]) +
		            r->pace[i].before;
}

static void do_turn(struct rg_ring *r, const struct turn *t)
{
	double bytes = t->message * r->unit;
	if (t->message <= 0)
		for (int i = 0; i < r->P; i++)
			r->now[i] += r->pace[i].work;
	else if (bytes > (double)r->model.eager)
		hand_on(r, bytes > (double)r->model.buffered);
	else
		pass_on(r);
}

double rg_ring_time(struct rg_ring *r, double unit, double burst)
{
	const struct rg_script *s = &r->record->script[0];
	double end = 0;
	r->unit = unit;
	r->burst = burst;
	memset(r->now, 0, ((size_t)r->P + 1) * sizeof *r->now);
	memset(r->free, 0, (size_t)r->P * sizeof *r->free);
	for (size_t k = 0; k < s->steps; k++) {
		struct turn t = read_turn(s, &s->step[k]);
		set_turn(r, &t);
		for (int i = 0; i < s->step[k].times; i++)
			do_turn(r, &t);
	}
	for (int i = 0; i < r->P; i++)
		end = rg_latest(end, r->now[i]);
	return end;
}

/* ---- The hops */

/* One message more on each link of a way. */
static void count_way(struct rg_ring *r, const struct rg_resources *w, const int *way, int n,
                      int *load)
{
	for (int i = 0; i < n; i++)
		if (way[i] < w->within && ++load[way[i]] > r->load) {
			r->load = load[way[i]];
			r->resource = way[i];
		}
}

static void set_hop(struct hop *h, const struct rg_resources *w, const struct rg_flow *f, int from,
                    int to)
{
	h->inside = rg_inside(w, from, to);
	h->transfer = f->seconds;
	if (h->inside && w->model.stream > 0)
		h->transfer = rg_latest(h->transfer, 1 / w->model.stream);
	h->header = h->inside ? 0 : (double)w->model.header;
	h->spare = rg_saving(w, f->route, f->hops);
	h->startup = rg_startup(w, from, to);
	h->combine = rg_labour(w, from, true);
	h->copy = rg_labour(w, from, false);
}

/* All send and receive at the same time: at each hop there is one start-up of each. */
static void stretch_startups(struct rg_ring *r, const struct rg_resources *w)
{
	double together = 0, longest = 0;
	for (int i = 0; i < r->P; i++) {
		double both = r->hop[i].inside ? 0 : 2 * r->hop[i].startup;
		together += both;
		longest = rg_latest(longest, both);
	}
	for (int i = 0; i < r->P; i++)
		r->hop[i].startup *= r->hop[i].inside ? 1 : rg_crowded(w, together, longest);
}

static void set_hops(struct rg_ring *r, const struct rg_resources *w, const int *order)
{
	struct rg_flow *flow = rg_alloc((size_t)r->P, sizeof *flow);
	int *way = rg_alloc((size_t)w->longest, sizeof *way);
	int *load = rg_alloc((size_t)w->resources, sizeof *load);
	int **own = rg_alloc((size_t)r->P, sizeof *own); /* each position's way */
	for (int i = 0; i < r->P; i++) {
		int n = rg_way_of(w, order[i], order[(i + 1) % r->P], way, &r->hop[i].latency);
		own[i] = rg_alloc((size_t)n, sizeof **own);
		memcpy(own[i], way, (size_t)n * sizeof **own);
		flow[i] = (struct rg_flow){own[i], n, 1, 0};
		count_way(r, w, way, n, load);
	}
	rg_share(flow, r->P, w->bandwidth, w->resources);
	for (int i = 0; i < r->P; i++)
		set_hop(&r->hop[i], w, &flow[i], order[i], order[(i + 1) % r->P]);
	stretch_startups(r, w);
	for (int i = 0; i < r->P; i++)
		free(own[i]);
	free(own);
	free(load);
	free(way);
	free(flow);
}

/* The work of the busiest position in all. Each message takes each of its links once. */
struct rg_busy rg_ring_busy(const struct rg_ring *r)
{
	struct rg_busy busiest = {0};
	const struct rg_script *s = &r->record->script[0];
	for (int i = 0; i < r->P; i++) {
		const struct hop *h = &r->hop[i];
		struct rg_busy sum = {0};
		for (size_t k = 0; k < s->steps; k++) {
			struct turn t = read_turn(s, &s->step[k]);
			double message = t.message * h->transfer;
			sum.wire += s->step[k].times * (h->inside ? 0 : message);
			sum.work +=
				s->step[k].times * (t.combined * h->combine + t.copied * h->copy +
			                            (h->inside ? message : 0));
			sum.headers += s->step[k].times * (t.message > 0) * h->header * h->transfer;
			sum.each += s->step[k].times * (t.message > 0) * 2 * h->startup;
			sum.longest = h->inside ? 0 : rg_latest(sum.longest, t.message);
			sum.sent += h->inside ? 0 : s->step[k].times * t.message;
		}
		busiest = rg_busier(busiest, sum);
	}
	return busiest;
}

int rg_ring_load(const struct rg_ring *r, int *resource)
{
	*resource = r->resource;
	return r->load;
}

struct rg_ring *rg_ring_new(const struct rg_record *record, const struct rg_resources *w,
                            const int *order)
{
	struct rg_ring *r = rg_alloc(1, sizeof *r);
	size_t P = (size_t)record->P;
	*r = (struct rg_ring){.record = record,
	                      .model = w->model,
	                      .P = record->P,
	                      .resource = -1,
	                      .hop = rg_alloc(P, sizeof *r->hop),
	                      .pace = rg_alloc(P, sizeof *r->pace),
	                      .now = rg_alloc(P + 1, sizeof *r->now),
	                      .end = rg_alloc(P + 1, sizeof *r->end),
	                      .free = rg_alloc(P, sizeof *r->free)};
	set_hops(r, w, order);
	return r;
}

void rg_ring_free(struct rg_ring *r)
{
	if (!r)
		return;
	free(r->hop);
	free(r->pace);
	free(r->now);
	free(r->end);
	free(r->free);
	free(r);
}
