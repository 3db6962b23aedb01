/* SPDX-License-Identifier: BSD-3-Clause
 * contest: which candidate is the fastest for a collective, at each size, on one placement.
 */
#include "plan/contest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"

/* Two times that differ by less than this are taken to be the same: no measurement could tell which
 * is the faster (in tests/bench/results runs of the same thing differ by so much, and by more). */
#define WORTH 1.02

/* What serves a size serves the next one, too, while it takes no longer than this times the
 * fastest: each change is a line that somebody reads. */
#define WORTH_A_CHANGE 1.05

/* When what is predicted is less than this times what the busiest link takes, that link is what
 * limits: it is idle for a fifth of the time at most, so that one process which is held up for
 * longer costs time. Then more processes of a machine had better send, even if that is predicted to
 * take longer by so much: half of that fifth. Neither is measured. */
#define WIRE_BOUND 1.25
#define WORTH_SPREADING 1.1

/* A ring may be predicted to take longer than others by so much, where what others take is known to
 * a quarter only: see ring_may_take. Less than half of what may be wrong is given for what is
 * proved. */
#define WORTH_A_RING 1.1

/* Blocks are cut into lanes of these slices, bytes; 0: one lane. The fewest lanes come first.
 * Lanes are to hide what messages wait for, and those that are asked for first wait again, over TCP
 * one after the other: no slice is longer than a message that is not. */
static const int64_t slices[] = {0, 64 << 10, 32 << 10, 16 << 10, 8 << 10};
enum { SLICES = sizeof slices / sizeof *slices };

/* Where messages share the links fairly, lanes wait for nothing but latencies: few are enough.
 * Twice as many are taken for half of what is WORTH another algorithm: they cost no line. */
enum { DRIFTING_MOST = 16 };
#define WORTH_A_LANE 1.01
/* Up to so many processes, what all say to all is recorded, and what is a ring under another name,
 * and vectors that are shorter than the processes are many. Such records grow with the square of
 * the processes, and what they win is for short vectors of few. Chosen, not measured. */
enum { DIRECT_MOST = 64 };
/* Of more processes than this each second size is looked at, and first who can be the fastest: the
 * contests of 256 on 16 or 32 machines took 1.3 s with all sizes, those of 128 0.3 s. */
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
	bool out;            /* left out: it is no choice */
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
	double least[RG_SIZES]; /* seconds of the fastest at each size; 0: not yet known */
};

/* ---- Candidates ---- */

bool rg_same_play(const struct rg_way *a, const struct rg_way *b)
{
	return a->routine->algorithm == b->routine->algorithm &&
	       strcmp(a->parameters ? a->parameters : "", b->parameters ? b->parameters : "") == 0;
}

/* Are the runs of a level below the machine those of the next one, or single processes? */
static bool is_no_level(const struct rg_places *p, enum rg_level level)
{
	return p->level[level].n == p->level[level + 1].n || p->level[level].n == p->P;
}

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
	if (rg_level_below(level) && is_no_level(&p->places, level) && !named)
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

/* Is it one of those that there may be? */
static bool is_among(const struct rg_ground *g, const struct rg_way *way)
{
	for (size_t i = 0; i < g->ways; i++)
		if (rg_same_play(&g->way[i], way))
			return true;
	return !g->way;
}

/* With each of the parameters that are wanted and can be. */
static void add_candidates(struct rg_contest *c, const struct rg_routine *r,
                           const struct rg_wanted *wanted)
{
	for (int i = 0; i < wanted->n; i++) {
		const struct rg_way way = {r, wanted->parameters[i]};
		if (!fits(&way, wanted->named, &c->ground) || !is_among(&c->ground, &way))
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

enum rg_collective rg_contest_collective(const struct rg_contest *c)
{
	return c->collective;
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

void rg_contest_leave_out(struct rg_contest *c, int i)
{
	c->candidate[i].out = true;
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
		bool no = asked[i] || c->candidate[i].out;
		double now = no ? INFINITY : least_time(&c->candidate[i], bytes);
		bool can = now < seconds || (now <= seconds && (best < 0 || i < best));
		if (no || !can || (found >= 0 && now >= least))
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
		if (k->out || !k->way.routine->algorithm->windows || least_time(k, bytes) > most)
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
	return alone && meets && !followed ? WORTH_A_RING : WORTH;
}

/* The ring, where it is as good. */
static struct offer prefer_ring(struct rg_contest *c, double bytes, struct offer best)
{
	if (best.i < 0 || c->candidate[best.i].way.routine->algorithm->ring)
		return best;
	double most = best.seconds * ring_may_take(c, &c->candidate[best.i]);
	for (size_t i = 0; i < c->n; i++) {
		const struct candidate *k = &c->candidate[i];
		if (k->out || !k->way.routine->algorithm->ring || least_time(k, bytes) > most)
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
		const struct candidate *k = &c->candidate[i];
		if (k->out || messages_of(c, (int)i) >= messages_of(c, best.i) ||
		    least_time(k, bytes) > most)
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
		if (k->out || !alike || !spreads(c, i, best.i) || least_time(k, bytes) > most)
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

/* Seconds of the incumbent in its slice. */
static double stays_at(struct rg_contest *c, struct offer o, double bytes)
{
	struct candidate *k = &c->candidate[o.i];
	return time_in(c, k, bytes, lanes_of(bytes / c->ground.placement->places.P, o.slice));
}

/* The fastest at a size, of those that are allowed (NULL: all). Who took too long for fewer bytes
 * need not be asked. */
static struct offer fastest(struct rg_contest *c, const bool *allowed, double bytes)
{
	struct offer best = {.i = -1, .seconds = INFINITY};
	bool *asked = rg_alloc(c->n, sizeof *asked);
	for (size_t i = 0; allowed && i < c->n; i++)
		asked[i] = !allowed[i];
	for (int i; (i = promising(c, asked, bytes, best.i, best.seconds)) >= 0;) {
		struct offer o = ask(c, i, 0, bytes);
		asked[i] = true;
		if (o.seconds < best.seconds || (o.seconds <= best.seconds && i < best.i))
			best = o;
	}
	free(asked);
	return best;
}

double rg_contest_least(struct rg_contest *c, int s)
{
	if (c->least[s] <= 0) /* 0 is no time in an ideal model: it is found at once */
		c->least[s] = fastest(c, NULL, (double)((int64_t)RG_LEAST_SIZE << s)).seconds;
	return c->least[s];
}

int rg_contest_fastest(struct rg_contest *c, const bool *allowed, int s, double *seconds)
{
	struct offer o = fastest(c, allowed, (double)((int64_t)RG_LEAST_SIZE << s));
	*seconds = o.seconds;
	return o.i;
}

/* Of many processes each second size is looked at, and the last. */
static int next_size(const struct rg_contest *c, int s)
{
	if (c->ground.placement->places.P <= MANY || s >= RG_SIZES - 2)
		return s + 1;
	return s + 2;
}

/* May this serve size number s? */
static bool will_do(struct rg_contest *c, int s, struct offer *o)
{
	o->seconds = stays_at(c, *o, (double)((int64_t)RG_LEAST_SIZE << s));
	return o->seconds <= rg_contest_least(c, s) * WORTH_A_CHANGE;
}

/* The size number from which on it will not do any more. */
static int lasts(struct rg_contest *c, int s, struct offer o)
{
	while (s < RG_SIZES && will_do(c, s, &o))
		s = next_size(c, s);
	return s;
}

/* The best by itself, as others may be as good. */
static struct offer best_at(struct rg_contest *c, double bytes, struct offer incumbent)
{
	struct offer best = fastest(c, NULL, bytes);
	best = prefer_ring(c, bytes, prefer_few(c, bytes, best));
	return prefer_spread(c, bytes, prefer_windows(c, bytes, best), incumbent);
}

/* What serves a size: what served the one before, or else what will do the longest. */
static struct offer serve(struct rg_contest *c, int s, struct offer incumbent)
{
	double bytes = (double)((int64_t)RG_LEAST_SIZE << s);
	/* But for the ring, whose load is proved. */
	if (incumbent.i >= 0 && will_do(c, s, &incumbent))
		return prefer_ring(c, bytes, incumbent);
	struct offer best = best_at(c, bytes, incumbent);
	int longest = best.i < 0 ? RG_SIZES : lasts(c, s, best);
	for (int i = 0; i < (int)c->n && longest < RG_SIZES; i++) {
		const struct candidate *k = &c->candidate[i];
		if (k->out || least_time(k, bytes) > rg_contest_least(c, s) * WORTH_A_CHANGE)
			continue;
		struct offer o = ask(c, i, 0, bytes);
		int last = lasts(c, s, o);
		if (last <= longest)
			continue;
		longest = last;
		best = o;
	}
	return best;
}

/* From where on, in eighths of the way from one size to another, is `next` faster than `now`, each
 * in its slice? */
static struct offer change(struct rg_contest *c, struct offer now, struct offer next, int64_t from,
                           int64_t to, int64_t *bytes)
{
	int low = 0, high = 8; /* not yet at low, at high */
	while (high - low > 1) {
		int mid = (low + high) / 2;
		double size = (double)from + (double)(to - from) * mid / 8;
		double seconds = stays_at(c, next, size);
		if (seconds < stays_at(c, now, size)) {
			high = mid;
			next.seconds = seconds;
		} else {
			low = mid;
		}
	}
	*bytes = from + (to - from) * high / 8;
	return next;
}

/* Which candidate a pick is, -1: none. */
static int find_pick(const struct rg_contest *c, const struct rg_pick *p)
{
	for (size_t i = 0; i < c->n; i++)
		if (!c->candidate[i].out && rg_same_play(&c->candidate[i].way, &p->way))
			return (int)i;
	return -1;
}

double rg_contest_takes(struct rg_contest *c, const struct rg_pick *pick, int n, double bytes)
{
	int k = n - 1;
	while (k > 0 && (double)pick[k].bytes > bytes)
		k--;
	int i = n ? find_pick(c, &pick[k]) : -1;
	return i < 0 ? INFINITY
	             : stays_at(c, (struct offer){.i = i, .slice = pick[k].slice}, bytes);
}

bool rg_contest_will_do(struct rg_contest *c, const struct rg_pick *pick, int n, double may)
{
	for (int i = 0; i < n; i++)
		if (find_pick(c, &pick[i]) < 0)
			return false;
	for (int s = 0; s < RG_SIZES; s = next_size(c, s)) {
		double bytes = (double)((int64_t)RG_LEAST_SIZE << s);
		if (rg_contest_takes(c, pick, n, bytes) > rg_contest_least(c, s) * (1 + may))
			return false;
	}
	return n > 0;
}

int rg_contest_choose(struct rg_contest *c, struct rg_pick pick[RG_SIZES])
{
	struct offer last = {.i = -1};
	int n = 0;
	int64_t before = 0;
	for (int s = 0; s < RG_SIZES; s = next_size(c, s)) {
		int64_t bytes = (int64_t)RG_LEAST_SIZE << s, from = s ? bytes : 0;
		struct offer o = serve(c, s, last);
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
