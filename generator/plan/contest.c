/* SPDX-License-Identifier: BSD-3-Clause
 * contest: which candidate is the fastest for a collective, at each size, on one placement.
 */
#include "plan/contest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"

/* What is served already stays unless another is faster by more than this. */
#define WORTH 1.02

/* When what is predicted is less than this times what the busiest link takes, that link is what
 * limits; then more processes of a machine had better send even if it takes longer by so much. */
#define WIRE_BOUND 1.25
#define WORTH_SPREADING 1.1

/* Blocks are cut into lanes of these slices, bytes; 0: one lane. The fewest lanes come first.
 * Lanes are to hide what messages wait for, and those that are asked for first wait again, over TCP
 * one after the other: no slice is longer than a message that is not. */
static const int64_t slices[] = {0, 64 << 10, 32 << 10, 16 << 10, 8 << 10};
enum { SLICES = sizeof slices / sizeof *slices };

/* Where messages share the links fairly, lanes wait for nothing but latencies: few are enough. */
enum { DRIFTING_MOST = 16 };
#define WORTH_A_LANE 1.01
/* More processes than this take too long to record what is a ring, or not worth while. */
enum { DIRECT_MOST = 64 };
/* More processes than this take long to ask about. */
enum { MANY = 256 };

/* Lengths are in proportion to the vector's: this many elements for each process are recorded. */
enum { RECORDED = 1 << 12 };

/* Where their number matters, elements are of so many bytes. */
enum { ELEMENT = 4 };
/* With windows, longer vectors than this are recorded as if rounds were longer, not more: notifying
 * takes little of them. Elements. */
enum { ROUNDS_RECORDED = 4 * RG_WINDOW_BYTES / ELEMENT };

/* What a candidate is known to take: in so many lanes; 0: in those that are best for it. */
struct known {
	double bytes, seconds;
	int lanes;
};

struct candidate {
	struct rg_way way;
	struct rg_take *take; /* of which these are */
	struct rg_record *record;
	struct rg_cost *cost;
	bool stuck;          /* with some record */
	struct known *known; /* [n] what was asked before */
	size_t n, cap;
};

struct rg_contest {
	struct rg_ground ground;
	struct rg_stock *own; /* NULL: the ground has one */
	enum rg_collective collective;
	bool ordered;
	struct candidate *candidate; /* [n] */
	size_t n, cap;
};

/* ---- Candidates ---- */

static bool fits(const struct rg_way *w, bool named, const struct rg_ground *g)
{
	const struct rg_algorithm *a = w->routine->algorithm;
	enum rg_level level = rg_algorithm_level(a, w->parameters);
	if (a->windows && !g->windows)
		return false;
	const struct rg_placement *p = g->placement;
	int runs = p->places.level[level].n, P = p->places.P;
	bool is_ring = level == RG_ON_MACHINE && runs == P;
	/* A gateway that leads itself alone is on the ring. */
	if (level == RG_AT_GATEWAY && runs == p->machines && !named)
		return false;
	bool is_mesh = level > RG_ON_MACHINE && runs == 1; /* all talk to all */
	if ((is_ring || is_mesh) && P > DIRECT_MOST)
		return false;
	return !a->machine || g->placement->machines == 1;
}

/* A record for a vector of n elements, and what it costs. */
static void record(struct candidate *k, const struct rg_contest *c, int64_t n)
{
	const struct rg_placement *p = c->ground.placement;
	struct rg_game game = {.collective = k->way.routine->collective,
	                       .algorithm = k->way.routine->algorithm,
	                       .places = p->places,
	                       .n = n,
	                       .ordered = c->ordered,
	                       .parameters = k->way.parameters,
	                       .window = c->ground.windows ? RG_WINDOW_BYTES / ELEMENT : 0};
	struct rg_take *before = k->take;
	k->take = rg_stock_take(c->ground.stock, &game);
	rg_stock_give(c->ground.stock, before);
	k->record = k->take->record;
	k->cost = k->take->cost;
	k->stuck |= k->cost && isinf(rg_cost_least(k->cost, 1));
}

/* With each of the parameters that are wanted and can be. */
static void add_candidates(struct rg_contest *c, const struct rg_routine *r,
                           const struct rg_wanted *wanted)
{
	for (int i = 0; i < wanted->n; i++) {
		const struct rg_way way = {r, wanted->parameters[i]};
		if (!fits(&way, wanted->named, &c->ground))
			continue;
		c->candidate = rg_grow(c->candidate, c->n, &c->cap, sizeof *c->candidate);
		c->candidate[c->n++] = (struct candidate){.way = way};
	}
}

/* Only those stay that are not too long. */
static void record_candidates(struct rg_contest *c)
{
	size_t n = 0;
	for (size_t i = 0; i < c->n; i++) {
		struct candidate k = c->candidate[i];
		rg_progress("planning %s on %d ranks: candidate %zu of %zu",
		            rg_collectives[c->collective].name, c->ground.placement->places.P,
		            i + 1, c->n);
		record(&k, c, (int64_t)c->ground.placement->places.P * RECORDED);
		if (k.record)
			c->candidate[n++] = k;
		else
			rg_stock_give(c->ground.stock, k.take);
	}
	c->n = n;
}

struct rg_contest *rg_contest_new(enum rg_collective collective, bool ordered,
                                  const struct rg_wanted wanted[RG_ROUTINES],
                                  const struct rg_ground *ground)
{
	struct rg_contest *c = rg_alloc(1, sizeof *c);
	c->ground = *ground;
	if (!ground->stock)
		c->ground.stock = c->own =
			rg_stock_new(ground->routes, ground->placement, &c->ground.model);
	c->collective = collective;
	c->ordered = ordered;
	/* Of those that take as long the first is chosen: those without ports are simpler. */
	for (int i = 0; i < 2 * RG_ROUTINES; i++) {
		const struct rg_routine *r = &rg_routines[i % RG_ROUTINES];
		if ((r->algorithm->takes == RG_PORTS) != (i >= RG_ROUTINES) ||
		    r->collective != collective)
			continue;
		if (!(ordered && r->algorithm->commutes))
			add_candidates(c, r, &wanted[r - rg_routines]);
	}
	record_candidates(c);
	return c;
}

void rg_contest_free(struct rg_contest *c)
{
	for (size_t i = 0; c && i < c->n; i++) {
		rg_stock_give(c->ground.stock, c->candidate[i].take);
		free(c->candidate[i].known);
	}
	if (c) {
		rg_stock_free(c->own);
		free(c->candidate);
	}
	free(c);
}

int rg_contest_ways(const struct rg_contest *c)
{
	return (int)c->n;
}

const struct rg_way *rg_contest_way(const struct rg_contest *c, int i)
{
	return &c->candidate[i].way;
}

bool rg_contest_stuck(const struct rg_contest *c, int i)
{
	return c->candidate[i].stuck;
}

struct rg_traffic rg_contest_traffic(const struct rg_contest *c, int i)
{
	const struct candidate *k = &c->candidate[i];
	struct rg_traffic t = {.messages = k->record->messages, .waits = k->record->waits};
	t.load = rg_cost_load(k->cost, &t.resource);
	return t;
}

/* ---- Times ---- */

static int lanes_of(double block, int64_t slice)
{
	if (!slice || block <= (double)slice)
		return 1;
	double lanes = ceil(block / (double)slice);
	return lanes < RG_LANES_MOST ? (int)lanes : RG_LANES_MOST;
}

/* Lanes hide latencies of links; inside a machine they would be in each other's way. What takes
 * long to ask about, and has short messages then, is asked in one. Lanes that drift are foreseen of
 * rings only, which have one message at a time. */
static bool runs_in_lanes(const struct rg_contest *c, const struct candidate *k)
{
	if (c->ground.model.fair && k->record && !k->record->alike)
		return false;
	if (k->record && !k->record->alike && k->record->messages > RG_RECORD_MOST)
		return false;
	return k->way.routine->algorithm->lanes && c->ground.placement->machines > 1;
}

static void keep(struct candidate *k, double bytes, int lanes, double seconds)
{
	k->known = rg_grow(k->known, k->n, &k->cap, sizeof *k->known);
	k->known[k->n++] = (struct known){bytes, seconds, lanes};
}

/* What its busiest link or process takes, in any number of lanes. */
static double floor_of(const struct candidate *k, double bytes)
{
	bool scales = k->cost && !k->record->windows && k->record->n >= k->record->P;
	return scales ? rg_cost_least(k->cost, bytes) : 0;
}

/* It takes no less for that many bytes: what its busiest link or process has to do; and more bytes
 * never take less time. */
static double least_time(const struct candidate *k, double bytes)
{
	double least = floor_of(k, bytes);
	for (size_t i = 0; i < k->n; i++)
		if (k->known[i].lanes == 0 && k->known[i].bytes <= bytes)
			least = fmax(least, k->known[i].seconds);
	return least;
}

/* How many elements to record for a vector of so many bytes: windows have a size; and if an
 * allreduce has fewer elements than processes, some blocks are empty, and are not sent. In other
 * collectives each process has its block, all of one length. */
static int64_t elements(const struct rg_contest *c, const struct candidate *k, double bytes)
{
	int P = c->ground.placement->places.P;
	int64_t n = bytes < ELEMENT ? 1 : (int64_t)(bytes / ELEMENT);
	bool any = rg_has_any_length(k->way.routine->collective);
	bool few = any && n < P && P <= DIRECT_MOST;
	if (!k->record->windows)
		return few ? n : (int64_t)P * RECORDED;
	n = n < ROUNDS_RECORDED ? n : ROUNDS_RECORDED;
	return any ? n : (n + P - 1) / P * P;
}

static void record_for(const struct rg_contest *c, struct candidate *k, double bytes)
{
	if (k->record && k->record->n != elements(c, k, bytes))
		record(k, c, elements(c, k, bytes));
}

/* In so many lanes, at least one. What is asked again is not worked out again. */
static double time_in(struct rg_contest *c, struct candidate *k, double bytes, int lanes)
{
	for (size_t i = 0; i < k->n; i++)
		if (k->known[i].lanes == lanes && k->known[i].bytes == bytes)
			return k->known[i].seconds;
	record_for(c, k, bytes);
	double seconds = k->record ? rg_cost_of(k->cost, bytes, lanes) : INFINITY;
	keep(k, bytes, lanes, seconds);
	return seconds;
}

/* Slices are of blocks, but what must not be long are messages: the longest between machines is so
 * many blocks, up to a power of two. Windows cut those of long vectors. */
static double blocks_in_a_message(const struct rg_contest *c, struct candidate *k, double bytes)
{
	record_for(c, k, bytes);
	double longest = k->record ? rg_cost_longest(k->cost, bytes) : 0;
	return longest > 0
	               ? exp2(ceil(log2(longest * c->ground.placement->places.P / bytes) - 1e-9))
	               : 1;
}

static int64_t cut_of(int s, double blocks)
{
	return (int64_t)ceil((double)slices[s] / blocks);
}

/* Which of the slices from number `from` on: the first, which has the fewest lanes, that takes at
 * most so many seconds (0: the fastest), or -1; and *seconds. The longest message is so many
 * blocks. */
static int pick_slice(struct rg_contest *c, struct candidate *k, double bytes, double blocks,
                      int from, double most, double *seconds)
{
	double block = bytes / c->ground.placement->places.P;
	int found = -1, tried = 0;
	*seconds = INFINITY;
	for (int s = from; s < SLICES; s++) {
		int lanes = lanes_of(block, cut_of(s, blocks));
		if (lanes == tried)
			continue;
		tried = lanes;
		if (floor_of(k, bytes) * WORTH >= *seconds)
			break;
		double now = time_in(c, k, bytes, lanes);
		if (now < *seconds) {
			found = s;
			*seconds = now;
		}
		if (*seconds <= most)
			break;
	}
	return found;
}

/* Seconds in the best slice, which is that with the fewest lanes of those that are as good: each
 * lane has messages of its own, which take their time of both ends. Lanes that cut blocks into
 * messages which are not asked for are taken even if they are a little slower, and when fewer bytes
 * were cut: the model knows what asking takes on the wire, not how long both sides are about it.
 */
static double time_cut(struct rg_contest *c, struct candidate *k, double bytes, int64_t *slice)
{
	double eager = (double)c->ground.model.eager, block = bytes / c->ground.placement->places.P;
	double blocks = blocks_in_a_message(c, k, bytes), best, seconds;
	double most = *slice ? INFINITY : time_in(c, k, bytes, 1) * WORTH;
	int from = 0;
	*slice = 0;
	while (eager > 0 && block * blocks > eager && from < SLICES &&
	       (!slices[from] || (double)slices[from] > eager))
		from++;
	if (!runs_in_lanes(c, k) || pick_slice(c, k, bytes, blocks, from, 0, &best) < 0 ||
	    best > most)
		return time_in(c, k, bytes, 1);
	int s = pick_slice(c, k, bytes, blocks, from, best * WORTH, &seconds);
	*slice = cut_of(s, blocks);
	return seconds;
}

/* The same where lanes drift: no more are taken than are worth it. A slice that makes as many
 * lanes, or some more, stays. */
static double time_adrift(struct rg_contest *c, struct candidate *k, double bytes, int64_t *slice)
{
	double block = bytes / c->ground.placement->places.P, best = time_in(c, k, bytes, 1);
	int64_t stays = *slice;
	*slice = 0;
	for (int lanes = 2; lanes <= DRIFTING_MOST && runs_in_lanes(c, k); lanes *= 2) {
		int64_t cut = (int64_t)ceil(block / lanes);
		int now = stays ? lanes_of(block, stays) : 1;
		bool alike = now >= lanes && now < 2 * lanes;
		double seconds = time_in(c, k, bytes, lanes);
		if (seconds * WORTH_A_LANE >= best)
			continue;
		best = seconds;
		*slice = alike ? stays : cut;
	}
	return best;
}

/* As rg_contest_time, from this slice on. */
static double time_from(struct rg_contest *c, int i, double bytes, int64_t *slice)
{
	struct candidate *k = &c->candidate[i];
	double best = c->ground.model.fair ? time_adrift(c, k, bytes, slice)
	                                   : time_cut(c, k, bytes, slice);
	keep(k, bytes, 0, best);
	rg_progress("planning %s on %d ranks: %.0f bytes", rg_collectives[c->collective].name,
	            c->ground.placement->places.P, bytes);
	return best;
}

double rg_contest_time(struct rg_contest *c, int i, double bytes, int64_t *slice)
{
	*slice = 0;
	return time_from(c, i, bytes, slice);
}

/* Another one that has not been asked yet and can be faster than those that were, of which `best`
 * took so many seconds; of those that take as long it is the first. -1: there is none. Of many
 * processes it is the one that can be the fastest, so that few are asked, else the first. */
static int promising(const struct rg_contest *c, const bool *asked, double bytes, int best,
                     double seconds)
{
	bool many = c->ground.placement->places.P > MANY;
	double least = INFINITY;
	int found = -1;
	for (int i = 0; i < (int)c->n && (many || found < 0); i++) {
		double now = asked[i] ? INFINITY : least_time(&c->candidate[i], bytes);
		bool can = now < seconds || (now <= seconds && (best < 0 || i < best));
		if (asked[i] || !can || (found >= 0 && now >= least))
			continue;
		least = now;
		found = i;
	}
	return found;
}

int rg_contest_next(struct rg_contest *c, const struct rg_way *but, double bytes, double *seconds)
{
	bool *asked = rg_alloc(c->n, sizeof *asked);
	int next = -1;
	*seconds = INFINITY;
	for (size_t i = 0; i < c->n; i++) {
		const struct rg_way *way = &c->candidate[i].way;
		asked[i] = way->routine == but->routine && way->parameters == but->parameters;
	}
	for (int i; (i = promising(c, asked, bytes, next, *seconds)) >= 0;) {
		int64_t slice;
		double takes = rg_contest_time(c, i, bytes, &slice);
		asked[i] = true;
		if (next >= 0 && (takes > *seconds || (takes >= *seconds && i > next)))
			continue;
		next = i;
		*seconds = takes;
	}
	free(asked);
	return next;
}

/* ---- The choice ---- */

/* A candidate in its best slice. */
struct offer {
	int i; /* -1: none */
	int64_t slice;
	double seconds;
};

static struct offer ask(struct rg_contest *c, int i, int64_t slice, double bytes)
{
	struct offer o = {.i = i, .slice = slice};
	o.seconds = time_from(c, i, bytes, &o.slice);
	return o;
}

/* The fastest through windows, where it is as good: messages inside a machine take time of two
 * processors, which may have other things to do than the model knows. */
static struct offer prefer_windows(struct rg_contest *c, double bytes, struct offer best)
{
	double most = best.seconds * WORTH;
	struct offer found = best;
	if (best.i < 0 || c->candidate[best.i].way.routine->algorithm->windows)
		return best;
	for (size_t i = 0; i < c->n; i++) {
		const struct candidate *k = &c->candidate[i];
		if (!k->way.routine->algorithm->windows || least_time(k, bytes) > most)
			continue;
		struct offer o = ask(c, (int)i, 0, bytes);
		bool first = found.i == best.i || o.seconds < found.seconds;
		if (o.seconds > most || !first)
			continue;
		most = o.seconds;
		found = o;
	}
	return found;
}

/* How much longer a ring may be predicted to take than this and still be taken. Its links carry one
 * message at a time, as is proved. Of messages that meet where there are too many to follow, it is
 * not known how they share their links: what is predicted may be a quarter too short. That is so of
 * machines of one rank: on others it is the ranks of a machine that meet, and a ring has more steps
 * than they. */
static double ring_may_take(const struct rg_contest *c, const struct candidate *k)
{
	int resource;
	bool alone = c->ground.placement->places.P == c->ground.placement->machines;
	bool meets = !k->record || !k->cost || rg_cost_load(k->cost, &resource) > 1;
	bool followed = k->cost && rg_cost_followed(k->cost);
	return alone && meets && !followed ? 1.1 : WORTH;
}

/* The ring, where it is as good. */
static struct offer prefer_ring(struct rg_contest *c, double bytes, struct offer best)
{
	if (best.i < 0 || c->candidate[best.i].way.routine->algorithm->ring)
		return best;
	double most = best.seconds * ring_may_take(c, &c->candidate[best.i]);
	for (size_t i = 0; i < c->n; i++) {
		const struct candidate *k = &c->candidate[i];
		if (!k->way.routine->algorithm->ring || least_time(k, bytes) > most)
			continue;
		struct offer o = ask(c, (int)i, 0, bytes);
		if (o.seconds <= most)
			return o;
	}
	return best;
}

static int64_t messages_of(const struct rg_contest *c, int i)
{
	const struct candidate *k = &c->candidate[i];
	return k->record ? k->record->messages : INT64_MAX;
}

/* Of those that are as good, the one with the fewest messages: each takes its time of both ends,
 * which a job may need for other things, and what it takes is the least certain part of a model. */
static struct offer prefer_few(struct rg_contest *c, double bytes, struct offer best)
{
	double most = best.seconds * WORTH;
	for (size_t i = 0; i < c->n && best.i >= 0; i++) {
		if (messages_of(c, (int)i) >= messages_of(c, best.i) ||
		    least_time(&c->candidate[i], bytes) > most)
			continue;
		struct offer o = ask(c, (int)i, 0, bytes);
		if (o.seconds <= most)
			best = o;
	}
	return best;
}

/* Does one process of this candidate send so much less to other machines than one of that? */
static bool spreads(const struct rg_contest *c, int one, int other)
{
	const struct candidate *k = &c->candidate[one], *than = &c->candidate[other];
	return k->cost && than->cost && 2 * rg_cost_sent(k->cost) <= rg_cost_sent(than->cost);
}

/* Where links are what takes the time, all processes of a machine had better keep them busy: when
 * one is held up, by what the model does not know, the others go on. */
static struct offer prefer_spread(struct rg_contest *c, double bytes, struct offer best,
                                  struct offer incumbent)
{
	struct offer found = best;
	const struct candidate *b = &c->candidate[best.i < 0 ? 0 : best.i];
	if (best.i < 0 || c->ground.model.fair || !b->cost ||
	    best.seconds > WIRE_BOUND * rg_cost_wire(b->cost, bytes))
		return best;
	double most = best.seconds * WORTH_SPREADING;
	for (int i = 0; i < (int)c->n; i++) {
		const struct candidate *k = &c->candidate[i];
		bool alike =
			k->way.routine->algorithm->windows == b->way.routine->algorithm->windows;
		if (!alike || !spreads(c, i, best.i) || least_time(k, bytes) > most)
			continue;
		struct offer o = ask(c, i, i == incumbent.i ? incumbent.slice : 0, bytes);
		bool first = found.i == best.i || spreads(c, i, found.i);
		bool stays = i == incumbent.i && o.seconds <= found.seconds * WORTH;
		bool faster = o.seconds * (found.i == incumbent.i ? WORTH : 1) < found.seconds;
		if (o.seconds <= most && (first || ((stays || faster) && !spreads(c, found.i, i))))
			found = o;
	}
	return found;
}

/* The fastest at a size. Who took too long for fewer bytes need not be asked. */
static struct offer fastest(struct rg_contest *c, double bytes, struct offer incumbent)
{
	struct offer best = {.i = -1, .seconds = INFINITY};
	bool *asked = rg_alloc(c->n, sizeof *asked);
	if (incumbent.i >= 0) {
		best = ask(c, incumbent.i, incumbent.slice, bytes);
		asked[incumbent.i] = true;
	}
	double stays = best.seconds;
	for (int i; (i = promising(c, asked, bytes, best.i, best.seconds)) >= 0;) {
		struct offer o = ask(c, i, 0, bytes);
		bool first = o.seconds < best.seconds || (o.seconds <= best.seconds && i < best.i);
		asked[i] = true;
		if (first && o.seconds * WORTH < stays)
			best = o;
	}
	free(asked);
	best = prefer_ring(c, bytes, prefer_few(c, bytes, best));
	return prefer_spread(c, bytes, prefer_windows(c, bytes, best), incumbent);
}

/* From where on, in eighths of the way from one size to another, is `next` faster than `now`? */
static struct offer change(struct rg_contest *c, struct offer now, struct offer next, int64_t from,
                           int64_t to, int64_t *bytes)
{
	int low = 0, high = 8; /* not yet at low, at high */
	while (high - low > 1) {
		int mid = (low + high) / 2;
		double size = (double)from + (double)(to - from) * mid / 8;
		struct offer o = ask(c, next.i, next.slice, size);
		if (o.seconds < ask(c, now.i, now.slice, size).seconds) {
			high = mid;
			next = o;
		} else {
			low = mid;
		}
	}
	*bytes = from + (to - from) * high / 8;
	return next;
}

/* Of many processes each second size is looked at, and the last. */
static int next_size(const struct rg_contest *c, int s)
{
	if (c->ground.placement->places.P <= MANY || s >= RG_SIZES - 2)
		return s + 1;
	return s + 2;
}

int rg_contest_choose(struct rg_contest *c, struct rg_pick pick[RG_SIZES])
{
	struct offer last = {.i = -1};
	int n = 0;
	int64_t before = 0;
	for (int s = 0; s < RG_SIZES; s = next_size(c, s)) {
		int64_t bytes = (int64_t)RG_LEAST_SIZE << s, from = s ? bytes : 0;
		struct offer o = fastest(c, (double)bytes, last);
		if (o.i < 0)
			return 0;
		if (o.i != last.i && s)
			o = change(c, last, o, before, bytes, &from);
		if (o.i != last.i || o.slice != last.slice) {
			bool drift = o.slice && c->ground.model.fair;
			pick[n++] = (struct rg_pick){from, c->candidate[o.i].way, o.slice, drift,
			                             o.seconds};
			last = o;
		}
		before = bytes;
	}
	return n;
}
