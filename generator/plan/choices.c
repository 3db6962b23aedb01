/* SPDX-License-Identifier: BSD-3-Clause
 * choices: the candidates that serve a collective on one placement, each from a size on.
 */
#include "plan/choices.h"

#include <math.h>

/* A candidate that serves a size serves the next one, too, while it takes no longer than this times
 * the fastest: each change is a line that somebody reads. Chosen. */
#define WORTH_A_CHANGE 1.05

/* When an algorithm is predicted to take less than WIRE_BOUND times what its busiest link takes,
 * that link is the bottleneck: it is idle for a fifth of the time at most, so that a process which
 * is held up for longer than that costs time. Then an algorithm in which more processes of a
 * machine send is better, even if it is predicted to take WORTH_SPREADING times as long, which is
 * half of that fifth. Both are chosen, not measured. */
#define WIRE_BOUND 1.25
#define WORTH_SPREADING 1.1

/* A ring is taken even if it is predicted to take so many times as long as an algorithm that has
 * several messages meet on a link (APART, see ring_may_take), or as one whose meeting messages are
 * not known: less than half of what may be wrong is given for a load of the links that is proved.
 * Both are chosen. */
#define WORTH_A_RING 1.2
#define WORTH_A_SURE_RING 1.1

/* One whose messages meet less is taken even if it is predicted to take so many times as long, if
 * they do so by this factor. Where many messages meet, switches drop some, which the model does not
 * know: on the emulated cluster, 31 that met on the way to the root took three times as long as a
 * binomial tree (a gather of 256 KiB), and 31 that met on the way from it 1.01 times as long (a
 * scatter of 1 MiB), where 0.98 was predicted. Of an all-to-all the factor is another one: there,
 * with blocks of 16 KiB on chain32, 16 that met took 2.2 to 2.5 s, 5 took 2.0, and 58 took 2.6 to
 * 3.0; on star32, 32 took 2.6 s, 8 took 2.0, and 3 took 1.5; they were predicted to be level. The
 * numbers are chosen. */
#define WORTH_APART 1.05
enum { APART = 4, APART_FOR_EACH = 2 };

/* Fewer bytes than that may meet without harm: a switch's port holds them. On star32, with blocks
 * of 2 KiB, eight that met took 0.18 s and three 0.26, since they wait for each other. Chosen: the
 * ports there hold 62,500 bytes, and those of most switches more. */
#define PORT_HOLDS 65536

static struct rg_candidate *candidate(struct rg_contest *c, int i)
{
	return rg_contest_candidate(c, i);
}

static const struct rg_algorithm *algorithm(const struct rg_candidate *k)
{
	return k->variant.routine->algorithm;
}

static bool is_for_each(const struct rg_contest *c)
{
	return rg_is_for_each(rg_contest_collective(c));
}

/* Can the candidate take at most so many seconds? It costs nothing to ask. */
static bool can_take(const struct rg_candidate *k, double bytes, double most)
{
	return !k->out && rg_candidate_least(k, bytes) <= most;
}

/* ---- What is better among those that are as good */

/* The fastest through windows: messages inside a machine take time of two processors, which may
 * have other things to do than the model knows. */
static struct rg_prediction prefer_windows(struct rg_contest *c, double bytes,
                                           struct rg_prediction best)
{
	double most = best.seconds * RG_WORTH;
	struct rg_prediction found = best;
	if (best.i < 0 || algorithm(candidate(c, best.i))->windows)
		return best;
	for (int i = 0; i < rg_contest_candidates(c); i++) {
		const struct rg_candidate *k = candidate(c, i);
		if (!algorithm(k)->windows || !can_take(k, bytes, most))
			continue;
		struct rg_prediction p = rg_contest_ask(c, i, 0, bytes);
		bool first = found.i == best.i || p.seconds < found.seconds;
		if (p.seconds > most || !first)
			continue;
		most = p.seconds;
		found = p;
	}
	return found;
}

/* The most messages that meet on a link, and on which: *resource, -1 if that is not known. */
static int load_on(const struct rg_candidate *k, int *resource)
{
	*resource = -1;
	return k->record && k->cost ? rg_cost_load(k->cost, resource) : 1;
}

static int load_of(const struct rg_candidate *k)
{
	int resource;
	return load_on(k, &resource);
}

/* Is it a link of a machine itself, or within one? */
static bool is_machines(const struct rg_topo *t, int resource)
{
	int l = resource / 2;
	return l >= t->links || t->vertex[t->link[l].a].kind == RG_MACHINE ||
	       t->vertex[t->link[l].b].kind == RG_MACHINE;
}

/* The same for what is preferred for that. Of an all-to-all the ranks of a machine send at the same
 * time, and what meets on its own link does no harm: with eight ranks on each of four machines, and
 * blocks of 16 KiB, 100 messages that met there took 0.29 s, as eight did, and three 0.32. */
static int meeting(struct rg_contest *c, int i)
{
	const struct rg_scenario *g = rg_contest_scenario(c);
	int resource, load = load_on(candidate(c, i), &resource);
	bool several = g->placement->places.P > g->placement->machines;
	return is_for_each(c) && several && is_machines(g->routes->topo, resource) ? 1 : load;
}

/* By what factor messages have to meet less for a candidate to be preferred for it: to and from a
 * root, and from each process to each other one, where all may meet. 0: it is not. */
static int apart_by(const struct rg_contest *c)
{
	if (rg_contest_scenario(c)->model.fair)
		return 0;
	return is_for_each(c) ? APART_FOR_EACH : rg_has_root(rg_contest_collective(c)) ? APART : 0;
}

/* Do the messages of candidate i meet so much more than those of another that the latter is
 * preferred for it? */
static bool meets_more(struct rg_contest *c, double bytes, int i, int other)
{
	int by = apart_by(c), P = rg_contest_scenario(c)->placement->places.P;
	return by && meeting(c, i) >= by * meeting(c, other) &&
	       (!is_for_each(c) || meeting(c, i) * bytes / P >= PORT_HOLDS);
}

/* Prefer the fastest of the candidates whose messages meet less by that factor. */
static struct rg_prediction prefer_apart(struct rg_contest *c, double bytes,
                                         struct rg_prediction best)
{
	double most = best.seconds * WORTH_APART;
	struct rg_prediction found = best;
	if (best.i < 0)
		return best;
	for (int i = 0; i < rg_contest_candidates(c); i++) {
		const struct rg_candidate *k = candidate(c, i);
		if (!meets_more(c, bytes, best.i, i) || !can_take(k, bytes, most))
			continue;
		struct rg_prediction p = rg_contest_ask(c, i, 0, bytes);
		if (p.seconds > most || (found.i != best.i && p.seconds >= found.seconds))
			continue;
		found = p;
	}
	return found;
}

/* How many times as long as this candidate a ring may be predicted to take and still be taken: its
 * links carry one message at a time, as is proved. Where several meet, they take longer than their
 * share of the link lets expect: on 32 emulated machines an allgather of 64 KiB by a butterfly, ten
 * of whose messages meet, was predicted to take 41 ms and took 58 to 63, the ring 44 and 37. And
 * where there are too many to follow, what is predicted may be a quarter too short. That is so of
 * machines of one rank: on others it is the ranks of a machine that meet, and a ring has more steps
 * than they. Not where links are shared fairly, whatever meets. */
static double ring_may_take(const struct rg_contest *c, const struct rg_candidate *k)
{
	const struct rg_scenario *g = rg_contest_scenario(c);
	const struct rg_placement *p = g->placement;
	int load = !k->record || !k->cost ? APART : load_of(k);
	if (p->places.P != p->machines || load == 1 || g->model.fair)
		return RG_WORTH;
	if (load >= APART)
		return WORTH_A_RING;
	return k->cost && rg_cost_followed(k->cost) ? RG_WORTH : WORTH_A_SURE_RING;
}

/* Prefer the ring. But some trees to and from a root have messages that meet nowhere, either, and
 * few of them at each process; and a root that sends all along the ring at once has them meet. */
static struct rg_prediction prefer_ring(struct rg_contest *c, double bytes,
                                        struct rg_prediction best)
{
	bool root = rg_has_root(rg_contest_collective(c));
	if (best.i < 0 || algorithm(candidate(c, best.i))->ring ||
	    (root && load_of(candidate(c, best.i)) == 1))
		return best;
	double most = best.seconds * ring_may_take(c, candidate(c, best.i));
	for (int i = 0; i < rg_contest_candidates(c); i++) {
		const struct rg_candidate *k = candidate(c, i);
		if (!algorithm(k)->ring || (root && load_of(k) > 1) || !can_take(k, bytes, most))
			continue;
		struct rg_prediction p = rg_contest_ask(c, i, 0, bytes);
		if (p.seconds <= most)
			return p;
	}
	return best;
}

/* The one with the fewest messages: each takes its time of both ends, which a job may need for
 * other things, and what it takes is the least certain part of a model. */
static struct rg_prediction prefer_few(struct rg_contest *c, double bytes,
                                       struct rg_prediction best)
{
	double most = best.seconds * RG_WORTH;
	for (int i = 0; i < rg_contest_candidates(c) && best.i >= 0; i++) {
		const struct rg_candidate *k = candidate(c, i);
		int64_t messages = rg_candidate_messages(candidate(c, best.i));
		if (rg_candidate_messages(k) >= messages || !can_take(k, bytes, most))
			continue;
		struct rg_prediction p = rg_contest_ask(c, i, 0, bytes);
		if (p.seconds <= most)
			best = p;
	}
	return best;
}

/* Does the process that sends most to other machines send half as much, or less, in `one` as in
 * `other`? */
static bool spreads(struct rg_contest *c, int one, int other)
{
	const struct rg_cost *a = candidate(c, one)->cost, *b = candidate(c, other)->cost;
	return a && b && 2 * rg_cost_sent(a) <= rg_cost_sent(b);
}

/* Where links are the bottleneck, the one in which more processes of a machine keep them busy: when
 * one is held up, by what the model does not know, the others go on. */
static struct rg_prediction prefer_spread(struct rg_contest *c, double bytes,
                                          struct rg_prediction best, struct rg_prediction incumbent)
{
	struct rg_prediction found = best;
	const struct rg_candidate *b = best.i < 0 ? NULL : candidate(c, best.i);
	if (!b || rg_contest_scenario(c)->model.fair || !b->cost ||
	    best.seconds > WIRE_BOUND * rg_cost_wire(b->cost, bytes))
		return best;
	double most = best.seconds * WORTH_SPREADING;
	for (int i = 0; i < rg_contest_candidates(c); i++) {
		const struct rg_candidate *k = candidate(c, i);
		bool alike = algorithm(k)->windows == algorithm(b)->windows;
		if (!alike || !spreads(c, i, best.i) || !can_take(k, bytes, most))
			continue;
		struct rg_prediction p =
			rg_contest_ask(c, i, i == incumbent.i ? incumbent.slice : 0, bytes);
		bool first = found.i == best.i || spreads(c, i, found.i);
		bool stays = i == incumbent.i && p.seconds <= found.seconds * RG_WORTH;
		double against = found.i == incumbent.i ? RG_WORTH : 1;
		bool faster = p.seconds * against < found.seconds;
		if (p.seconds <= most && (first || ((stays || faster) && !spreads(c, found.i, i))))
			found = p;
	}
	return found;
}

/* What serves from each process to each other one is preferred for that at each size again, before
 * whatever else it may be preferred for. */
static struct rg_prediction stay_apart(struct rg_contest *c, double bytes, struct rg_prediction p)
{
	return is_for_each(c) ? prefer_apart(c, bytes, p) : p;
}

/* The best at a size by itself; `incumbent` served the size before. */
static struct rg_prediction best_at(struct rg_contest *c, double bytes,
                                    struct rg_prediction incumbent)
{
	struct rg_prediction best = prefer_apart(c, bytes, rg_contest_fastest(c, NULL, bytes));
	best = prefer_ring(c, bytes, prefer_few(c, bytes, best));
	best = prefer_spread(c, bytes, prefer_windows(c, bytes, best), incumbent);
	return stay_apart(c, bytes, best);
}

/* ---- What serves which size */

/* Seconds of a predicted candidate for another size, in its slice. */
static double time_of(struct rg_contest *c, struct rg_prediction p, double bytes)
{
	return rg_candidate_time_in(candidate(c, p.i), bytes, p.slice);
}

/* A slice is not changed either, while it makes at most so many times as many lanes as the one that
 * is best: each lane has messages of its own. Chosen. */
enum { LANES_MORE = 4 };

/* Is the slice good for so many bytes? Without lanes it is not, if lanes are better at all: they
 * gain more than is predicted, since they hide what the model does not know. On the emulated
 * cluster, at 2 MiB, a ring took 1.15 to 1.25 times as long without them, where less than 1.05 was
 * predicted. */
static bool slice_suits(struct rg_contest *c, int i, int64_t slice, double bytes)
{
	int64_t best = rg_contest_ask(c, i, 0, bytes).slice;
	return !best || (slice && best <= LANES_MORE * slice);
}

/* May this serve size number s? */
static bool will_do(struct rg_contest *c, int s, struct rg_prediction *p)
{
	double bytes = (double)rg_planned_size(s);
	p->seconds = time_of(c, *p, bytes);
	return p->seconds <= rg_contest_least(c, s) * WORTH_A_CHANGE &&
	       slice_suits(c, p->i, p->slice, bytes);
}

/* The first size number for which it will not do any more. */
static int lasts(struct rg_contest *c, int s, struct rg_prediction p)
{
	while (s < RG_SIZES && will_do(c, s, &p))
		s = rg_contest_next_size(c, s);
	return s;
}

/* The candidate that serves a size: the one that served the size before, unless the ring is as
 * good, whose load is proved, or one whose messages meet less; or else the one that will do for the
 * most sizes. */
static struct rg_prediction serve(struct rg_contest *c, int s, struct rg_prediction incumbent)
{
	double bytes = (double)rg_planned_size(s);
	if (incumbent.i >= 0 && will_do(c, s, &incumbent))
		return prefer_ring(c, bytes, stay_apart(c, bytes, incumbent));
	struct rg_prediction best = best_at(c, bytes, incumbent);
	int longest = best.i < 0 ? RG_SIZES : lasts(c, s, best);
	for (int i = 0; i < rg_contest_candidates(c) && longest < RG_SIZES; i++) {
		if ((is_for_each(c) && meets_more(c, bytes, i, best.i)) ||
		    !can_take(candidate(c, i), bytes, rg_contest_least(c, s) * WORTH_A_CHANGE))
			continue;
		struct rg_prediction p = rg_contest_ask(c, i, 0, bytes);
		int last = lasts(c, s, p);
		if (last <= longest)
			continue;
		longest = last;
		best = p;
	}
	return best;
}

/* Find the size, in eighths between two sizes, from which `next` is faster than
 * `now`, each in its slice. */
static struct rg_prediction change(struct rg_contest *c, struct rg_prediction now,
                                   struct rg_prediction next, int64_t from, int64_t to,
                                   int64_t *bytes)
{
	int low = 0, high = 8; /* not yet at low, at high */
	while (high - low > 1) {
		int mid = (low + high) / 2;
		double size = (double)from + (double)(to - from) * mid / 8;
		double seconds = time_of(c, next, size);
		if (seconds < time_of(c, now, size)) {
			high = mid;
			next.seconds = seconds;
		} else {
			low = mid;
		}
	}
	*bytes = from + (to - from) * high / 8;
	return next;
}

/* ---- Spare choices: what lends. How fast a system copies between processes differs from system to
 * system, and no topology file says it. */

/* A candidate may be predicted to take so many times as long as the fastest: by copies between
 * processes, as in notes.c. Where memory is attached it takes half of that: between two ranks of
 * one machine an allreduce of 1 MiB took 253 us and 133 us. And by copies it took 1.05 to 2.2 times
 * as long as what goes through windows, from 256 KiB on. */
#define WORTH_A_TRIAL 3.0

/* Add the candidate, which may have been left out since it serves nothing by the plan, from the
 * first size on for which it may be the fastest. */
static void add_spare(struct rg_contest *c, int i, struct rg_plan_choices *p)
{
	for (int s = 0; s < RG_SIZES; s = rg_contest_next_size(c, s)) {
		double bytes = (double)rg_planned_size(s);
		struct rg_prediction its = rg_contest_ask(c, i, 0, bytes);
		if (its.seconds > rg_contest_least(c, s) * WORTH_A_TRIAL)
			continue;
		p->choice[p->n + p->spares++] =
			(struct rg_plan_choice){.bytes = s ? rg_planned_size(s) : 1,
		                                .variant = *rg_contest_variant(c, i),
		                                .seconds = its.seconds};
		return;
	}
}

static void add_spares(struct rg_contest *c, struct rg_plan_choices *p)
{
	for (int i = 0; i < rg_contest_candidates(c) && p->spares < RG_SPARES; i++) {
		bool serves = !algorithm(candidate(c, i))->lends;
		for (int k = 0; k < p->n; k++)
			serves |= rg_same_play(rg_contest_variant(c, i), &p->choice[k].variant);
		if (!serves)
			add_spare(c, i, p);
	}
}

struct rg_plan_choices rg_plan_choices_of(struct rg_contest *c)
{
	struct rg_plan_choices p = {.n = 0};
	struct rg_prediction last = {.i = -1};
	int64_t before = 0;
	for (int s = 0; s < RG_SIZES; s = rg_contest_next_size(c, s)) {
		int64_t bytes = rg_planned_size(s), from = s ? bytes : 0;
		struct rg_prediction now = serve(c, s, last);
		if (now.i < 0)
			return (struct rg_plan_choices){.n = 0};
		if (now.i != last.i && s)
			now = change(c, last, now, before, bytes, &from);
		if (now.i != last.i || now.slice != last.slice) {
			bool drift = now.slice && rg_contest_scenario(c)->model.fair;
			p.choice[p.n++] =
				(struct rg_plan_choice){.bytes = from,
			                                .variant = *rg_contest_variant(c, now.i),
			                                .slice = now.slice,
			                                .drift = drift,
			                                .seconds = now.seconds};
			last = now;
		}
		before = bytes;
	}
	add_spares(c, &p);
	return p;
}

/* ---- MPI's own */

/* Does a choice of its own begin with this one, or does the one before it go on? */
static bool begins(const struct rg_plan_choices *p, const struct rg_plan_choice *now, bool native)
{
	const struct rg_plan_choice *last = p->n ? &p->choice[p->n - 1] : NULL;
	return !last || last->native != native || last->slice != now->slice ||
	       last->drift != now->drift || !rg_same_play(&last->variant, &now->variant);
}

static void add_choice(struct rg_plan_choices *p, struct rg_plan_choice choice, int64_t from,
                       bool native, double seconds)
{
	choice.bytes = from;
	choice.native = native;
	choice.seconds = seconds;
	p->choice[p->n++] = choice;
}

void rg_plan_choices_hand_on(struct rg_plan_choices *p, enum rg_collective collective,
                             const double *ours, const double *native, int sizes)
{
	double worth = rg_is_irregular(collective) ? RG_WORTH_TREES : RG_WORTH_OURS;
	struct rg_plan_choices out = {.n = 0};
	for (int s = 0; s < sizes && p->n; s++) {
		int64_t from = s ? rg_planned_size(s) : 0;
		int64_t end = s + 1 < sizes ? rg_planned_size(s + 1) : INT64_MAX;
		bool on = native[s] <= ours[s] * worth;
		const struct rg_plan_choice *first = rg_plan_choices_at(p, (double)from);
		if (begins(&out, first, on))
			add_choice(&out, *first, from, on, on ? native[s] : ours[s]);
		for (int i = 0; i < p->n; i++) /* that begin in between */
			if (p->choice[i].bytes > from && p->choice[i].bytes < end)
				add_choice(&out, p->choice[i], p->choice[i].bytes, on,
				           on ? native[s] : p->choice[i].seconds);
	}
	for (int i = 0; i < p->spares; i++)
		out.choice[out.n + out.spares++] = p->choice[p->n + i];
	*p = out;
}

/* ---- Choices of another contest */

static bool same_choice(const struct rg_plan_choice *a, const struct rg_plan_choice *b)
{
	return a->bytes == b->bytes && a->slice == b->slice && a->drift == b->drift &&
	       a->native == b->native && rg_same_play(&a->variant, &b->variant);
}

bool rg_plan_choices_same(const struct rg_plan_choices *a, const struct rg_plan_choices *b)
{
	if (a->n != b->n || a->spares != b->spares)
		return false;
	for (int i = 0; i < a->n + a->spares; i++)
		if (!same_choice(&a->choice[i], &b->choice[i]))
			return false;
	return true;
}

const struct rg_plan_choice *rg_plan_choices_at(const struct rg_plan_choices *p, double bytes)
{
	int k = p->n - 1;
	while (k > 0 && (double)p->choice[k].bytes > bytes)
		k--;
	return &p->choice[k];
}

/* Which candidate a choice is, -1: none. */
static int find_choice(struct rg_contest *c, const struct rg_plan_choice *p)
{
	for (int i = 0; i < rg_contest_candidates(c); i++)
		if (!candidate(c, i)->out && rg_same_play(rg_contest_variant(c, i), &p->variant))
			return i;
	return -1;
}

double rg_plan_choices_time(const struct rg_plan_choices *p, struct rg_contest *c, double bytes)
{
	const struct rg_plan_choice *choice = p->n ? rg_plan_choices_at(p, bytes) : NULL;
	int i = choice ? find_choice(c, choice) : -1;
	return i < 0 ? INFINITY : rg_candidate_time_in(candidate(c, i), bytes, choice->slice);
}

void rg_plan_choices_times(const struct rg_plan_choices *p, struct rg_contest *c,
                           double seconds[RG_SIZES])
{
	for (int s = 0; s < rg_sizes_of(rg_contest_collective(c)); s++)
		seconds[s] = rg_plan_choices_time(p, c, (double)rg_planned_size(s));
}

/* Is another candidate preferred to the one that is predicted so, since its messages meet less? */
static bool another_meets_less(struct rg_contest *c, double bytes, struct rg_prediction p)
{
	return stay_apart(c, bytes, p).i != p.i;
}

bool rg_plan_keeps_apart(struct rg_contest *c, const struct rg_plan_choice *choice, double bytes)
{
	int i = find_choice(c, choice);
	if (i < 0)
		return false;
	double most = rg_candidate_time_in(candidate(c, i), bytes, choice->slice) * WORTH_APART;
	for (int k = 0; k < rg_contest_candidates(c); k++)
		if (is_for_each(c) && meets_more(c, bytes, k, i) &&
		    can_take(candidate(c, k), bytes, most))
			return true;
	return false;
}

/* Would trials try something here that these choices do not have? */
static bool lacks_spare(const struct rg_plan_choices *p, struct rg_contest *c)
{
	struct rg_plan_choices own = {.n = 0};
	add_spares(c, &own);
	for (int i = 0; i < own.spares; i++) {
		bool has = false;
		for (int k = 0; k < p->n + p->spares && !has; k++)
			has = rg_same_play(&p->choice[k].variant, &own.choice[i].variant);
		if (!has)
			return true;
	}
	return false;
}

double rg_plan_choices_loss(const struct rg_plan_choices *p, struct rg_contest *c, double may)
{
	double lost = 0;
	int sizes = 0;
	if (lacks_spare(p, c))
		return INFINITY;
	for (int i = 0; i < p->n; i++)
		if (find_choice(c, &p->choice[i]) < 0)
			return INFINITY;
	for (int s = 0; s < RG_SIZES && p->n; s = rg_contest_next_size(c, s)) {
		double bytes = (double)rg_planned_size(s), least = rg_contest_least(c, s);
		double seconds = rg_plan_choices_time(p, c, bytes);
		const struct rg_plan_choice *choice = rg_plan_choices_at(p, bytes);
		struct rg_prediction own = {.i = find_choice(c, choice), .seconds = seconds};
		if (seconds > least * (1 + may) || !slice_suits(c, own.i, choice->slice, bytes) ||
		    (may <= WORTH_APART - 1 && another_meets_less(c, bytes, own)))
			return INFINITY;
		lost += least > 0 ? log(seconds / least) : 0;
		sizes++;
	}
	return sizes ? lost / sizes : INFINITY;
}
