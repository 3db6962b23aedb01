/* SPDX-License-Identifier: BSD-3-Clause
 * cost: how long a recorded routine takes on the links of a cluster.
 */
#include "cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "flow.h"
#include "share.h"

/* Of more messages than MANY, steps that repeat are followed so often, and twice as often: the
 * others take as long as those did that the second time has more. */
enum { MANY = 1 << 17, REPEATS = 4 };

/* Links that messages take, times processes that do not fare alike: more are not followed, see
 * set_pace. */
enum { FOLLOWED_MOST = 1 << 20 };

/* Of a record that is alike everywhere: the way from a position of the ring to the next, and what
 * the process there takes to combine and copy. */
struct hop {
	double startup, latency;        /* seconds */
	double transfer, combine, copy; /* seconds per byte */
	bool inside;                    /* the machine */
};

/* What lanes cannot hide: the busiest link, and what the busiest process does. A message inside a
 * machine is work: the processors move it. */
struct busy {
	double wire;          /* seconds per element */
	double work;          /* seconds per element */
	double each;          /* seconds in each lane */
	double longest, sent; /* the longest message between machines, and all of them; elements */
};

/* What one lane takes. */
struct known {
	double unit, seconds;
};

struct rg_cost {
	const struct rg_record *record;
	struct rg_model model;
	int P;
	struct hop *hop;           /* [P] by position, if the record is alike; else */
	struct rg_cast cast[2];    /* all of it, or as MANY has it: the longer one first, */
	struct rg_record brief[2]; /* of these records */
	double beyond;             /* what is left out, in times the difference of the two */
	bool stuck;                /* the processes wait for each other */
	int load, resource;        /* the most messages on a link at a time, and which link */
	struct busy busy;
	struct known *known; /* [n] what was asked before: half a vector, in half as many lanes */
	size_t n, cap;
	double unit;              /* bytes of an element */
	double *now, *end, *free; /* [P + 1] by position: see around */
};

static double latest(double a, double b)
{
	return a > b ? a : b;
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

/* A message for which both its ends have to be there, one to ask and one to answer; end[i] is that
 * of the one to position i. */
static void hand_on(struct rg_cost *c, double bytes, bool waits)
{
	c->now[c->P] = c->now[0];
	for (int i = 0; i < c->P; i++)
		c->end[i + 1] = latest(c->now[i] + 2 * c->hop[i].startup, c->now[i + 1]) +
		                2 * c->hop[i].startup + c->hop[i].latency +
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

/* ---- What the hops of a ring take: all are under way together */

/* One message more on each link of a way. */
static void count_way(struct rg_cost *c, const struct rg_wires *w, const int *way, int n, int *load)
{
	for (int i = 0; i < n; i++)
		if (way[i] < w->within && ++load[way[i]] > c->load) {
			c->load = load[way[i]];
			c->resource = way[i];
		}
}

static void set_hop(struct hop *h, const struct rg_wires *w, const struct rg_flow *f, int from,
                    int to)
{
	h->inside = rg_inside(w, from, to);
	h->transfer = f->seconds;
	if (h->inside && w->model.stream > 0)
		h->transfer = latest(h->transfer, 1 / w->model.stream);
	if (!h->inside)
		h->latency += h->transfer * (double)w->model.header;
	h->startup = rg_startup(w, from, to);
	h->combine = rg_labour(w, from, true);
	h->copy = rg_labour(w, from, false);
}

static void set_hops(struct rg_cost *c, const struct rg_wires *w, const int *order)
{
	struct rg_flow *flow = rg_alloc((size_t)c->P, sizeof *flow);
	int *way = rg_alloc((size_t)c->P * (size_t)w->longest, sizeof *way);
	int *load = rg_alloc((size_t)w->resources, sizeof *load);
	for (int i = 0; i < c->P; i++) {
		int *at = way + (size_t)i * (size_t)w->longest;
		int n = rg_way_of(w, order[i], order[(i + 1) % c->P], at, &c->hop[i].latency);
		flow[i] = (struct rg_flow){at, n, 1, 0};
		count_way(c, w, at, n, load);
	}
	rg_share(flow, c->P, w->bandwidth, w->resources);
	for (int i = 0; i < c->P; i++)
		set_hop(&c->hop[i], w, &flow[i], order[i], order[(i + 1) % c->P]);
	free(load);
	free(way);
	free(flow);
}

/* What the busiest does in all: each link is taken once a message. */
static void find_busiest_hop(struct rg_cost *c)
{
	const struct rg_script *s = &c->record->script[0];
	for (int i = 0; i < c->P; i++) {
		const struct hop *h = &c->hop[i];
		struct busy sum = {0};
		for (size_t k = 0; k < s->steps; k++) {
			struct turn t = read_turn(s, &s->step[k]);
			double message = t.message * h->transfer;
			sum.wire += s->step[k].times * (h->inside ? 0 : message);
			sum.work +=
				s->step[k].times * (t.combined * h->combine + t.copied * h->copy +
			                            (h->inside ? message : 0));
			sum.each += s->step[k].times * (t.message > 0) * 2 * h->startup;
			sum.longest = h->inside ? 0 : latest(sum.longest, t.message);
			sum.sent += h->inside ? 0 : s->step[k].times * t.message;
		}
		c->busy.wire = latest(c->busy.wire, sum.wire);
		c->busy.work = latest(c->busy.work, sum.work);
		c->busy.each = latest(c->busy.each, sum.each);
		c->busy.longest = latest(c->busy.longest, sum.longest);
		c->busy.sent = latest(c->busy.sent, sum.sent);
	}
}

/* ---- Others: by kinds of processes */

/* A send, by how many messages come before it. */
struct departure {
	int level;
	size_t move; /* as rg_matching numbers them */
};

static int compare_departures(const void *pa, const void *pb)
{
	const struct departure *a = pa, *b = pb;
	if (a->level != b->level)
		return a->level < b->level ? -1 : 1;
	return a->move < b->move ? -1 : a->move > b->move;
}

/* What is known of a record while it becomes a cast. */
struct making {
	const struct rg_wires *w;
	const struct rg_record *r;
	const struct rg_matching *m;
	const struct rg_kinds *k;
	struct departure *d; /* [n] all sends with a way, by level */
	size_t n;
	double *pace; /* [moves] seconds per element, see set_pace */
};

static void list_departures(struct making *x)
{
	size_t moves = x->m->moves[x->r->P];
	x->d = rg_alloc(moves, sizeof *x->d);
	for (size_t i = 0; i < moves; i++)
		if (x->k->way[i] < x->k->way[i + 1])
			x->d[x->n++] = (struct departure){x->m->level[i], i};
	qsort(x->d, x->n, sizeof *x->d, compare_departures);
}

static size_t level_end(const struct making *x, size_t begin)
{
	size_t i = begin;
	while (i < x->n && x->d[i].level == x->d[begin].level)
		i++;
	return i;
}

/* The most that meet on a link, of those that come after as many messages. */
static void find_load(struct rg_cost *c, const struct making *x)
{
	int *load = rg_alloc((size_t)x->w->resources, sizeof *load);
	for (size_t begin = 0, end; begin < x->n; begin = end) {
		end = level_end(x, begin);
		for (size_t i = begin; i < end; i++) {
			size_t way = x->k->way[x->d[i].move], stop = x->k->way[x->d[i].move + 1];
			count_way(c, x->w, x->k->link + way, (int)(stop - way), load);
		}
		for (size_t i = begin; i < end; i++)
			for (size_t h = x->k->way[x->d[i].move]; h < x->k->way[x->d[i].move + 1];
			     h++)
				load[x->k->link[h]] = 0;
	}
	free(load);
}

/* The sends of one level share the links. */
static void set_level_pace(struct making *x, size_t begin, size_t end, const double *len)
{
	struct rg_flow *flow = rg_alloc(end - begin, sizeof *flow);
	for (size_t i = begin; i < end; i++) {
		size_t move = x->d[i].move, way = x->k->way[move];
		flow[i - begin] = (struct rg_flow){x->k->link + way,
		                                   (int)(x->k->way[move + 1] - way), len[move], 0};
	}
	rg_share(flow, (int)(end - begin), x->w->bandwidth, x->w->resources);
	for (size_t i = begin; i < end; i++)
		x->pace[x->d[i].move] = flow[i - begin].seconds / len[x->d[i].move];
	free(flow);
}

/* Where there are too many to follow: as if those that come after as many messages were under way
 * together. */
static void set_pace(struct making *x)
{
	size_t moves = x->m->moves[x->r->P];
	double *len = rg_alloc(moves, sizeof *len);
	x->pace = rg_alloc(moves, sizeof *x->pace);
	for (int rank = 0; rank < x->r->P; rank++)
		for (size_t i = 0; i < x->r->script[rank].moves; i++)
			len[x->m->moves[rank] + i] = (double)x->r->script[rank].move[i].len;
	for (size_t begin = 0, end; begin < x->n; begin = end) {
		end = level_end(x, begin);
		set_level_pace(x, begin, end, len);
	}
	free(len);
}

/* How many links all its messages take, each kind of link once. */
static double count_legs(const struct rg_cast *c)
{
	double legs = 0;
	for (int kind = 0; kind < c->n; kind++) {
		const struct rg_script *s = c->role[kind].script;
		for (size_t k = 0; k < s->steps; k++)
			for (int i = s->step[k].first; i < s->step[k].first + s->step[k].moves;
			     i++) {
				const struct rg_toll *t = &c->toll[c->role[kind].toll + (size_t)i];
				legs += (double)s->step[k].times * (double)(t->end - t->first);
			}
	}
	return legs;
}

static void pace_cast(const struct making *x, struct rg_cast *c)
{
	c->paced = true;
	for (int kind = 0; kind < c->n; kind++)
		for (size_t i = 0; i < c->role[kind].script->moves; i++)
			c->toll[c->role[kind].toll + i].pace =
				x->pace[x->m->moves[c->role[kind].rank] + i];
}

static void add_role(struct busy *b, const struct rg_cast *c, const struct rg_role *role,
                     double *wire)
{
	const struct rg_script *s = role->script;
	struct busy sum = {0};
	for (size_t k = 0; k < s->steps; k++)
		for (int i = s->step[k].first; i < s->step[k].first + s->step[k].moves; i++) {
			const struct rg_toll *t = &c->toll[role->toll + (size_t)i];
			double len = (double)s->step[k].times * (double)s->move[i].len;
			for (size_t h = t->first; h < t->end; h++)
				wire[c->leg[h].link] += len * c->leg[h].share;
			/* The last leg inside a machine is the process's own. */
			double own = t->inside && t->first < t->end
			                     ? 1 / c->bandwidth[c->leg[t->end - 1].link]
			                     : 0;
			sum.work += (t->work + own) * len;
			sum.each += s->step[k].times * t->startup;
			if (s->move[i].act != RG_SENDS || t->inside)
				continue;
			sum.longest = latest(sum.longest, (double)s->move[i].len);
			sum.sent += len;
		}
	b->work = latest(b->work, sum.work);
	b->each = latest(b->each, sum.each);
	b->longest = latest(b->longest, sum.longest);
	b->sent = latest(b->sent, sum.sent);
}

static struct busy find_busiest(const struct rg_cast *c)
{
	struct busy b = {0};
	double *wire = rg_alloc((size_t)c->links, sizeof *wire);
	for (int i = 0; i < c->n; i++)
		add_role(&b, c, &c->role[i], wire);
	for (int l = 0; l < c->links; l++)
		if (wire[l] > 0)
			b.wire = latest(b.wire, wire[l] / c->bandwidth[l]);
	free(wire);
	return b;
}

/* The least number of times that a step repeats which does so more often than that; 0: none. */
static int least_repeats(const struct rg_record *r, int most)
{
	int least = 0;
	for (int i = 0; i < r->P; i++)
		for (size_t k = 0; k < r->script[i].steps; k++) {
			int times = r->script[i].step[k].times;
			if (times > most && (!least || times < least))
				least = times;
		}
	return least;
}

/* The record with so many repetitions less of each step that has more than `most`. Moves are those
 * of the record. */
static struct rg_record shorten(const struct rg_record *r, int most, int less)
{
	struct rg_record out = *r;
	out.script = rg_alloc((size_t)r->P, sizeof *out.script);
	for (int i = 0; i < r->P; i++) {
		struct rg_script *s = &out.script[i];
		*s = r->script[i];
		s->step = rg_alloc(s->steps, sizeof *s->step);
		memcpy(s->step, r->script[i].step, s->steps * sizeof *s->step);
		for (size_t k = 0; k < s->steps; k++)
			s->step[k].times -= s->step[k].times > most ? less : 0;
	}
	return out;
}

static void free_short(struct rg_record *r)
{
	for (int i = 0; i < r->P; i++)
		free(r->script[i].step);
	free(r->script);
}

static bool set_cast(struct rg_cost *c, const struct rg_wires *w, const struct rg_record *r,
                     struct rg_cast *out)
{
	struct rg_matching m = rg_match(r);
	bool stuck = m.stuck;
	if (!stuck) {
		struct rg_kinds k = rg_kinds_new(r, &m, w);
		struct making x = {.w = w, .r = r, .m = &m, .k = &k};
		*out = rg_cast_new(r, &m, &k, w);
		list_departures(&x);
		if (out == &c->cast[0])
			find_load(c, &x);
		if (count_legs(out) * out->n > FOLLOWED_MOST) {
			set_pace(&x);
			pace_cast(&x, out);
		}
		free(x.d);
		free(x.pace);
		rg_kinds_free(&k);
	}
	rg_matching_free(&m);
	return !stuck;
}

/* False: no steps repeat as often, or what is left does not fit together. */
static bool set_short_casts(struct rg_cost *c, const struct rg_wires *w)
{
	int repeats = least_repeats(c->record, 2 * REPEATS);
	for (int i = 0; i < 2; i++) {
		int less = repeats - (2 - i) * REPEATS;
		if (less <= 0)
			return false;
		c->brief[i] = shorten(c->record, 2 * REPEATS, less);
		if (!set_cast(c, w, &c->brief[i], &c->cast[i]))
			return false;
	}
	c->beyond = (double)(repeats - 2 * REPEATS) / REPEATS;
	return true;
}

/* What is left out counts as what the longer one has more than the shorter. */
static double extend(const struct rg_cost *c, double longer, double shorter)
{
	return longer + c->beyond * (longer - shorter);
}

static void set_casts(struct rg_cost *c, const struct rg_wires *w)
{
	bool many = c->record->messages > MANY;
	if (!many || !set_short_casts(c, w)) {
		rg_cast_free(&c->cast[0]);
		c->beyond = 0;
		c->stuck = !set_cast(c, w, c->record, &c->cast[0]);
	}
	if (c->stuck)
		return;
	c->busy = find_busiest(&c->cast[0]);
	if (c->beyond > 0) {
		struct busy b = find_busiest(&c->cast[1]);
		c->busy.wire = extend(c, c->busy.wire, b.wire);
		c->busy.work = extend(c, c->busy.work, b.work);
		c->busy.each = extend(c, c->busy.each, b.each);
		c->busy.sent = extend(c, c->busy.sent, b.sent);
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
	struct rg_wires w = rg_wires_new(r, routes, place, m);
	if (r->alike) {
		c->hop = rg_alloc(P, sizeof *c->hop);
		c->now = rg_alloc(P + 1, sizeof *c->now);
		c->end = rg_alloc(P + 1, sizeof *c->end);
		c->free = rg_alloc(P, sizeof *c->free);
		set_hops(c, &w, order);
		find_busiest_hop(c);
	} else {
		set_casts(c, &w);
	}
	rg_wires_free(&w);
	return c;
}

void rg_cost_free(struct rg_cost *c)
{
	if (!c)
		return;
	for (int i = 0; i < 2; i++) {
		rg_cast_free(&c->cast[i]);
		if (c->brief[i].script)
			free_short(&c->brief[i]);
	}
	free(c->known);
	free(c->hop);
	free(c->now);
	free(c->end);
	free(c->free);
	free(c);
}

static double follow(struct rg_cost *c, double unit)
{
	if (c->hop)
		return around(c, unit);
	if (c->stuck)
		return INFINITY;
	double all = rg_flow_time(&c->cast[0], &c->model, unit);
	if (c->beyond <= 0)
		return all;
	return extend(c, all, rg_flow_time(&c->cast[1], &c->model, unit));
}

/* In one lane. */
static double alone(struct rg_cost *c, double unit)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->known[i].unit == unit)
			return c->known[i].seconds;
	double seconds = follow(c, unit);
	c->known = rg_grow(c->known, c->n, &c->cap, sizeof *c->known);
	c->known[c->n++] = (struct known){unit, seconds};
	return seconds;
}

/* Of lanes that drift: they begin together, and then the latencies add to all that is sent; after
 * about as many steps as make a difference of a whole message they are out of step. What hides what
 * then is left to chance. As simulated for 4 to 256 processes, to 8 %. */
static double adrift(double one, double busy, int lanes, int waits)
{
	double together = one + busy - busy / lanes;
	double apart = cbrt(one * one * one + busy * busy * busy);
	double hidden = (double)waits / (waits + RG_DRIFT);
	return together - hidden * (together - apart);
}

static double busiest(const struct rg_cost *c, double unit, int lanes)
{
	return latest(unit * c->busy.wire, unit * c->busy.work + lanes * c->busy.each);
}

double rg_cost_of(struct rg_cost *c, double bytes, int lanes)
{
	double unit = c->record->n ? bytes / (double)c->record->n : 0;
	double one = alone(c, unit / lanes);
	if (lanes == 1)
		return one;
	int waits = c->record->waits > 1 ? c->record->waits : 1;
	if (c->model.fair)
		return adrift(one, busiest(c, unit, lanes), lanes, waits);
	return latest(one, busiest(c, unit, lanes)) + one / waits;
}

double rg_cost_least(const struct rg_cost *c, double bytes)
{
	double unit = c->record->n ? bytes / (double)c->record->n : 0;
	return c->stuck ? INFINITY : busiest(c, unit, 1);
}

double rg_cost_longest(const struct rg_cost *c, double bytes)
{
	return c->record->n ? c->busy.longest * bytes / (double)c->record->n : 0;
}

double rg_cost_sent(const struct rg_cost *c)
{
	return c->record->n ? c->busy.sent / (double)c->record->n : 0;
}

double rg_cost_wire(const struct rg_cost *c, double bytes)
{
	return c->record->n ? c->busy.wire * bytes / (double)c->record->n : 0;
}

bool rg_cost_followed(const struct rg_cost *c)
{
	return !c->stuck && !c->cast[0].paced && !c->cast[1].paced;
}

int rg_cost_load(const struct rg_cost *c, int *resource)
{
	*resource = c->resource;
	return c->load;
}
