/* SPDX-License-Identifier: BSD-3-Clause
 * cost: how long a recorded routine takes on the links of a cluster.
 */
#include "cost/cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cost/busiest.h"
#include "cost/levels.h"
#include "cost/paced.h"
#include "cost/ring.h"
#include "cost/simulate.h"

/* The time of one lane, by the bytes of an element, and of a burst. */
struct known {
	double unit, seconds;
	int64_t burst;
};

/* A record, or a shortened one, in the way in which it is followed. */
struct followed {
	struct rg_record brief; /* its script is NULL: that of the cost is */
	struct rg_folded cast;
	struct rg_paced *paced; /* NULL: the cast is followed */
};

struct rg_cost {
	const struct rg_record *record;
	struct rg_model model;
	struct rg_model lane; /* of one lane: those that begin together share bursts */
	int P;
	struct rg_ring *ring; /* if the record is alike; else */
	struct followed
		followed[2]; /* all of it, or as RG_REPEATED_FROM has it: the longer one first */
	double beyond;       /* repetitions left out of both, in multiples of RG_REPEATS */
	bool stuck;          /* the processes wait for each other */
	int load, resource;  /* the most messages on a link at a time, and which link */
	struct rg_busy busy;
	struct known *known; /* [n] the times that were computed before: half a vector in half as
	                        many lanes is the same one */
	size_t n, cap;
};

/* ---- What is no ring: by kinds of processes */

/* The links that the messages of a process take, each kind of link once. */
static double count_legs_of(const struct rg_record *r, const struct rg_matching *m,
                            const struct rg_symmetry *k, const struct rg_resources *w, int rank,
                            int *seen)
{
	const struct rg_script *s = &r->script[rank];
	double legs = 0;
	for (size_t n = 0; n < s->steps; n++)
		for (int i = s->step[n].first; i < s->step[n].first + s->step[n].moves; i++) {
			size_t at = m->moves[rank] + (size_t)i;
			int own = 0;
			if (s->move[i].act != RG_SENDS)
				continue;
			for (size_t h = k->way[at]; h < k->way[at + 1]; h++) {
				own += seen[k->link_of[k->link[h]]] != (int)at + 1;
				seen[k->link_of[k->link[h]]] = (int)at + 1;
			}
			own += w->model.stream > 0 && rg_inside(w, rank, s->move[i].peer);
			legs += (double)s->step[n].times * own;
		}
	return legs;
}

/* Are there too many to follow? */
static bool is_too_much(const struct rg_record *r, const struct rg_matching *m,
                        const struct rg_symmetry *k, const struct rg_resources *w)
{
	int *seen = rg_alloc((size_t)k->links, sizeof *seen); /* by move, 1 + its number */
	double legs = 0;
	for (int i = 0; i < k->n; i++)
		legs += count_legs_of(r, m, k, w, k->example[i], seen);
	free(seen);
	return legs * k->n > RG_FOLLOWED_MOST;
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

/* The messages that all ranks send. Each repetition of a step counts. */
static int64_t messages_in(const struct rg_record *r)
{
	int64_t n = 0;
	for (int rank = 0; rank < r->P; rank++)
		for (size_t k = 0; k < r->script[rank].steps; k++) {
			const struct rg_step *s = &r->script[rank].step[k];
			for (int i = s->first; i < s->first + s->moves; i++)
				n += r->script[rank].move[i].act == RG_SENDS ? s->times : 0;
		}
	return n;
}

static void free_short(struct rg_record *r)
{
	for (int i = 0; i < r->P; i++)
		free(r->script[i].step);
	free(r->script);
}

/* Returns what the busiest do; *stuck: the processes wait for each other. */
static struct rg_busy set_followed(struct rg_cost *c, const struct rg_resources *w,
                                   struct followed *f, bool *stuck)
{
	const struct rg_record *r = f->brief.script ? &f->brief : c->record;
	struct rg_matching m = rg_match(r);
	struct rg_busy busy = {0};
	*stuck = m.stuck;
	if (!m.stuck) {
		struct rg_symmetry k = rg_symmetry_new(r, &m, w);
		struct rg_levels l = rg_levels_new(r, &m, &k);
		busy = rg_busy_of(r, &m, &k, w);
		if (f == &c->followed[0])
			c->load = rg_levels_load(&l, &k, w, &c->resource);
		if (is_too_much(r, &m, &k, w)) {
			double *pace = rg_levels_pace(&l, r, &m, &k, w);
			f->paced = rg_paced_new(r, &m, &k, w, pace);
			free(pace);
		} else {
			f->cast = rg_folded_new(r, &m, &k, w);
		}
		rg_levels_free(&l);
		rg_symmetry_free(&k);
	}
	rg_matching_free(&m);
	return busy;
}

static void free_followed(struct followed *f)
{
	rg_folded_free(&f->cast);
	rg_paced_free(f->paced);
	if (f->brief.script)
		free_short(&f->brief);
	*f = (struct followed){0};
}

/* If steps repeat too often, only some repetitions were followed, in a shorter record and in a
 * longer one. Those that were left out take `beyond` times the difference of the two. */
static double extend(const struct rg_cost *c, double longer, double shorter)
{
	return longer + c->beyond * (longer - shorter);
}

/* False: no steps repeat as often, or what is left does not fit together, or is too much. */
static bool follow_some(struct rg_cost *c, const struct rg_resources *w)
{
	int repeats = least_repeats(c->record, 2 * RG_REPEATS);
	struct rg_busy busy[2];
	bool stuck;
	for (int i = 0; i < 2; i++) {
		int less = repeats - (2 - i) * RG_REPEATS;
		if (less <= 0)
			return false;
		c->followed[i].brief = shorten(c->record, 2 * RG_REPEATS, less);
		if (messages_in(&c->followed[i].brief) > RG_MESSAGES_MOST)
			return false;
		busy[i] = set_followed(c, w, &c->followed[i], &stuck);
		if (stuck)
			return false;
	}
	c->beyond = (double)(repeats - 2 * RG_REPEATS) / RG_REPEATS;
	c->busy = busy[0];
	if (c->beyond > 0) {
		c->busy.wire = extend(c, busy[0].wire, busy[1].wire);
		c->busy.work = extend(c, busy[0].work, busy[1].work);
		c->busy.each = extend(c, busy[0].each, busy[1].each);
		c->busy.headers = extend(c, busy[0].headers, busy[1].headers);
		c->busy.sent = extend(c, busy[0].sent, busy[1].sent);
	}
	return true;
}

/* False: there are too many messages. */
static bool follow_all(struct rg_cost *c, const struct rg_resources *w)
{
	if (c->record->messages > RG_REPEATED_FROM && follow_some(c, w))
		return true;
	if (c->record->messages > RG_MESSAGES_MOST)
		return false;
	free_followed(&c->followed[0]);
	free_followed(&c->followed[1]);
	c->busy = set_followed(c, w, &c->followed[0], &c->stuck);
	return true;
}

/* ---- Making and asking */

struct rg_cost *rg_cost_new(const struct rg_record *r, const struct rg_routes *routes,
                            const struct rg_place *place, const int *order,
                            const struct rg_model *m)
{
	struct rg_cost *c = rg_alloc(1, sizeof *c);
	c->record = r;
	c->model = c->lane = *m;
	c->P = r->P;
	c->resource = -1;
	struct rg_resources w = rg_resources_new(r, routes, place, m);
	bool followed = true;
	if (r->alike) {
		c->ring = rg_ring_new(r, &w, order);
		c->busy = rg_ring_busy(c->ring);
		c->load = rg_ring_load(c->ring, &c->resource);
	} else {
		followed = follow_all(c, &w);
	}
	rg_resources_free(&w);
	if (followed)
		return c;
	rg_cost_free(c);
	return NULL;
}

void rg_cost_free(struct rg_cost *c)
{
	if (!c)
		return;
	free_followed(&c->followed[0]);
	free_followed(&c->followed[1]);
	free(c->known);
	rg_ring_free(c->ring);
	free(c);
}

void rg_cost_trim(const struct rg_cost *c, struct rg_record *r)
{
	bool *keep = rg_alloc((size_t)r->P, sizeof *keep);
	keep[0] = r->alike;
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < c->followed[i].cast.n; k++)
			keep[c->followed[i].cast.role[k].rank] = true;
	rg_record_keep(r, keep);
	free(keep);
}

static double time_of(const struct rg_cost *c, const struct followed *f, double unit)
{
	return f->paced ? rg_paced_time(f->paced, &c->lane, unit)
	                : rg_flow_time(&f->cast, &c->lane, unit);
}

static double follow(struct rg_cost *c, double unit)
{
	if (c->ring)
		return rg_ring_time(c->ring, unit, (double)c->lane.burst);
	if (c->stuck)
		return INFINITY;
	double all = time_of(c, &c->followed[0], unit);
	return c->beyond > 0 ? extend(c, all, time_of(c, &c->followed[1], unit)) : all;
}

/* The time in one lane. Half a vector in half as many lanes takes the same: it is computed once. */
static double alone(struct rg_cost *c, double unit)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->known[i].unit == unit && c->known[i].burst == c->lane.burst)
			return c->known[i].seconds;
	double seconds = follow(c, unit);
	c->known = rg_grow(c->known, c->n, &c->cap, sizeof *c->known);
	c->known[c->n++] = (struct known){unit, seconds, c->lane.burst};
	return seconds;
}

/* Lanes that drift begin together: then all wait for a latency at the same time, and it adds to the
 * time in which the busiest link or process sends. After about RG_DRIFT steps (rg_cut_at) they are
 * out of step, and some wait while others send. Which ones is left to chance, so that the time is
 * between the longer of the two and their sum: the cube root of the sum of cubes. That formula is
 * within 8 % of what was simulated for 4 to 256 processes. */
static double adrift(double one, double busy, int lanes, int waits)
{
	double together = one + busy - busy / lanes;
	double apart = cbrt(one * one * one + busy * busy * busy);
	double hidden = (double)waits / (waits + RG_DRIFT);
	return together - hidden * (together - apart);
}

static double busiest(const struct rg_cost *c, double unit, int lanes)
{
	return rg_latest(unit * c->busy.wire, unit * c->busy.work + lanes * c->busy.each);
}

/* The mean time that a message waits before it is under way. A segment's time on its whole way is
 * that wait plus its time on the busiest link, once for each step. The times of two lengths tell
 * the number of steps and the wait. */
static double wait_of_a_step(struct rg_cost *c, double unit)
{
	double waits = alone(c, 0), steps = (alone(c, unit) - waits) / busiest(c, unit, 1);
	return steps > 1 ? waits / steps : waits;
}

/* Segments go through a pipeline: the first one takes its time, and behind it come the others, as
 * fast as the busiest link or process lets them. */
static double pipelined(struct rg_cost *c, double unit, int lanes)
{
	return alone(c, unit / lanes) + (lanes - 1) * busiest(c, unit / lanes, 1);
}

/* How much longer segments take on their way since they share links with one another: 1 is twice as
 * long. Those that begin shorter are out of step, and no two are on a link for long; with as many
 * again, the last one shares each link with another. The square was fitted to what was
 * simulated. */
static double sharing(int lanes)
{
	double share = (double)lanes / (2 * RG_SEGMENTS_ENTERING);
	return share < 1 ? share * share : 1;
}

/* Where messages share a link fairly, the first segments are shorter (rg_vary), so that those under
 * way are out of step, unless they are shorter than what each waits for: then they wait together,
 * and none is taken to be faster than that. The first one takes its way, and longer if it shares
 * links. Simulated, 32 and 256 KiB through chains and trees of 32 processes took 0.9 to 1.2 times
 * as long as that in segments of 4 to 64 KiB, and 0.7 to 0.9 times in 16 of 2 KiB; 64 MiB through
 * chains of 128 processes as long within 10 %. */
static double pipelined_fairly(struct rg_cost *c, double unit, int lanes)
{
	c->lane.burst = 0; /* not known of links that are shared */
	int ramp = lanes < RG_SEGMENTS_ENTERING ? lanes : RG_SEGMENTS_ENTERING;
	double segments = (double)rg_ramp_parts(ramp, lanes) / ramp, one = unit / segments;
	double each = busiest(c, one, 1), waits = alone(c, 0), first = alone(c, one);

	first += sharing(lanes) * (first - waits);
	if (each > 0)
		each = rg_latest(each, wait_of_a_step(c, one));
	return first + (segments - 1) * each;
}

/* The time for elements of so many bytes, of one call after a rest. */
static double rested(struct rg_cost *c, double unit, int lanes)
{
	c->lane.burst = c->model.burst;
	if (c->record->segments && lanes > 1)
		return c->model.fair ? pipelined_fairly(c, unit, lanes) : pipelined(c, unit, lanes);
	c->lane.burst /= lanes;
	double one = alone(c, unit / lanes);
	if (lanes == 1)
		return one;
	int waits = c->record->waits > 1 ? c->record->waits : 1;
	if (c->model.fair)
		return adrift(one, busiest(c, unit, lanes), lanes, waits);
	return rg_latest(one, busiest(c, unit, lanes)) + one / waits;
}

/* Programs make calls in a row, so that no call takes less than its bytes on the busiest link. What
 * bursts save are the times for which that link waits for others: emulated, a chain of 32 machines,
 * 20 Mbit/s, bursts of 7.5 KB, a broadcast of 4 KiB took 1.1 ms, as if no link took any time, and
 * of 16 KiB in segments of 4 KiB 6.5 ms, in which the first link carries them. */
double rg_cost_of(struct rg_cost *c, double bytes, int lanes)
{
	double unit = c->record->n ? bytes / (double)c->record->n : 0;
	double seconds = rested(c, unit, lanes);
	if (c->model.burst <= 0)
		return seconds;
	return rg_latest(seconds, unit * c->busy.wire + lanes * c->busy.headers);
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
	for (int i = 0; i < 2; i++)
		if (c->followed[i].paced)
			return false;
	return !c->stuck;
}

int rg_cost_load(const struct rg_cost *c, int *resource)
{
	*resource = c->resource;
	return c->load;
}
