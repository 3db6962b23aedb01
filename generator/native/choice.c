/* SPDX-License-Identifier: BSD-3-Clause
 * choice: which algorithm of an MPI library is predicted to be the fastest for each size.
 */
#include "native/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* The library's own choice is left only for one that is predicted to take less by this factor. On
 * the emulated clusters (native_emulated in tests/bench) some that were predicted to gain 1.1 lost
 * a sixth; with this factor one row of 160 lost a fifth by a choice that was wrong. An algorithm
 * that serves a size serves the next one, too, while it takes no longer than WORTH_A_CHANGE times
 * the fastest, as in plan/choices.c. Chosen. */
#define WORTH_ANOTHER 1.25
#define WORTH_A_CHANGE 1.05

/* The lengths of segments that are tried, bytes: eager messages. Longer ones leave a chain of some
 * tens of ranks idle for most of the time, shorter ones take more of the processors than they hide.
 */
enum { LONGEST_SEGMENT = 64 << 10, SHORTEST_SEGMENT = 4 << 10 };

struct rg_native_ground {
	struct rg_placement *placement[2]; /* by rank; with bits read backwards */
	struct rg_scenario scenario[2];
};

/* One algorithm in the contest. */
struct contender {
	const struct rg_native_algorithm *native;
	struct rg_candidate candidate;
};

struct field {
	struct contender *contender; /* [n] */
	int n;
	unsigned assumed; /* of the programs */
};

/* An algorithm in segments of some length, and its seconds. */
struct entry {
	struct contender *by; /* NULL: none */
	int64_t segment;
	double seconds;
};

struct rg_native_ground *rg_native_ground_new(const struct rg_routes *routes,
                                              const struct rg_placement *placement,
                                              const struct rg_model *model, int root)
{
	struct rg_native_ground *g = rg_alloc(1, sizeof *g);
	int P = placement->places.P;
	for (int i = 0; i < 2; i++) {
		bool reversed = i == 1 && (P & (P - 1)) == 0;
		g->placement[i] = rg_placement_by_rank(placement, reversed);
		g->scenario[i] = (struct rg_scenario){.routes = routes,
		                                      .placement = g->placement[i],
		                                      .model = *model,
		                                      .root = root};
		g->scenario[i].cache =
			rg_cost_cache_new(routes, g->placement[i], &g->scenario[i].model);
	}
	return g;
}

void rg_native_ground_free(struct rg_native_ground *g)
{
	for (int i = 0; g && i < 2; i++) {
		rg_cost_cache_free(g->scenario[i].cache);
		rg_placement_free(g->placement[i]);
	}
	free(g);
}

/* ---- Those that can be */

/* Are there several ranks on a machine, each machine's in a row? */
static bool has_nodes(const struct rg_placement *by_rank)
{
	int runs = by_rank->places.level[RG_ON_MACHINE].n;
	return by_rank->machines > 1 && runs < by_rank->places.P;
}

static bool can_be(const struct rg_native_algorithm *n, const struct rg_native_ground *g)
{
	int P = g->placement[0]->places.P;
	bool power = (P & (P - 1)) == 0;
	switch (n->needs) {
	case RG_NEEDS_POWER:
		return power;
	case RG_NEEDS_OTHER:
		return !power;
	case RG_NEEDS_EVEN:
		return P % 2 == 0;
	case RG_NEEDS_ODD:
		return P % 2 == 1;
	case RG_NEEDS_NODES:
		return has_nodes(g->placement[0]);
	default:
		return true;
	}
}

/* What the library takes by itself there; NULL: that is not known. */
static const char *usual_name(const struct rg_native_ground *g, const struct rg_mpi_library *l,
                              enum rg_collective collective, int64_t bytes)
{
	const struct rg_placement *p = g->placement[0];
	const struct rg_native_call call = {collective, bytes, p->places.P, p->machines};
	return l->usual(l->context, &call);
}

static int sizes_of(enum rg_collective collective)
{
	return rg_has_one_size(collective) ? 1 : RG_SIZES;
}

/* Does the library take it by itself for some size? */
static bool is_usual(const struct rg_native_algorithm *n, const struct rg_mpi_library *l,
                     const struct rg_native_ground *g)
{
	for (int s = 0; s < sizes_of(n->collective); s++) {
		const char *name = usual_name(g, l, n->collective, rg_planned_size(s));
		if (name && strcmp(name, n->name) == 0)
			return true;
	}
	return false;
}

/* Those that can be; or only what the library takes by itself. */
static void enter(struct field *f, const struct rg_mpi_library *l, enum rg_collective collective,
                  bool usual, struct rg_native_ground *g)
{
	f->contender = rg_alloc((size_t)rg_natives_n, sizeof *f->contender);
	for (int i = 0; i < rg_natives_n; i++) {
		const struct rg_native_algorithm *n = &rg_natives[i];
		const struct rg_scenario *s = &g->scenario[n->reversed];
		struct rg_variant variant = rg_native_variant(n);
		struct contender *c = &f->contender[f->n];
		if (n->mpi == l->mpi && n->collective == collective && can_be(n, g) &&
		    (!usual || is_usual(n, l, g)) && (!l->has || l->has(l->context, n)) &&
		    rg_candidate_fits(&variant, true, s) &&
		    rg_candidate_begin(&c->candidate, &variant, RG_FOR_ANY, s)) {
			c->native = n;
			f->n++;
		}
	}
}

static void leave(struct field *f)
{
	for (int i = 0; i < f->n; i++)
		rg_candidate_end(&f->contender[i].candidate);
	free(f->contender);
}

/* ---- The fastest */

static void better(struct entry *best, struct contender *c, double bytes, int64_t segment)
{
	double seconds = rg_candidate_time_in(&c->candidate, bytes, segment);
	if (!best->by || seconds * RG_WORTH < best->seconds)
		*best = (struct entry){c, segment, seconds};
}

/* May a file say that? */
static bool is_allowed(const struct field *f, const struct entry *e)
{
	return e->by && rg_agreement_allows(e->by->native, e->segment > 0, f->assumed);
}

/* The entry with the fastest length of segments; if several are as good, with the longest. */
static struct entry fastest_of(struct contender *c, bool in_segments, double bytes)
{
	struct entry best = {NULL, 0, INFINITY};
	better(&best, c, bytes, 0);
	for (int64_t s = LONGEST_SEGMENT; in_segments && s >= SHORTEST_SEGMENT; s /= 2)
		if ((double)s < bytes)
			better(&best, c, bytes, s);
	return best;
}

static struct entry fastest(struct field *f, double bytes)
{
	struct entry best = {NULL, 0, INFINITY};
	for (int i = 0; i < f->n; i++) {
		const struct rg_native_algorithm *n = f->contender[i].native;
		if (!rg_agreement_allows(n, false, f->assumed))
			continue;
		bool in_segments = n->segments && rg_agreement_allows(n, true, f->assumed);
		struct entry e = fastest_of(&f->contender[i], in_segments, bytes);
		if (!best.by || e.seconds < best.seconds)
			best = e;
	}
	return best;
}

/* The entry of the algorithm with that name, which a library takes by itself without segments. */
static struct entry entry_of(struct field *f, const char *name, double bytes)
{
	struct entry e = {NULL, 0, INFINITY};
	for (int i = 0; name && i < f->n && !e.by; i++)
		if (strcmp(f->contender[i].native->name, name) == 0)
			better(&e, &f->contender[i], bytes, 0);
	return e;
}

/* The entry that serves a size: the one that served the size before, if a file may say that and it
 * will do; or the library's own choice, if that will do; the faster of them if both will; else the
 * fastest. */
static struct entry serve(struct field *f, double bytes, struct entry usual, struct entry before)
{
	struct entry best = fastest(f, bytes);
	bool stays = is_allowed(f, &before);
	if (stays) {
		before.seconds = rg_candidate_time_in(&before.by->candidate, bytes, before.segment);
		stays = before.seconds <= best.seconds * WORTH_A_CHANGE;
	}
	bool is_kept = usual.by && usual.seconds <= best.seconds * WORTH_ANOTHER;
	if (stays && is_kept)
		return usual.seconds <= before.seconds ? usual : before;
	return stays ? before : is_kept ? usual : best;
}

/* Add what serves a size, if that is another than what served the one before. */
static void add_choice(struct rg_native_choices *out, const struct rg_native_choice *c)
{
	const struct rg_native_choice *last = out->n ? &out->choice[out->n - 1] : NULL;
	if (!last || last->native != c->native || last->segment != c->segment ||
	    last->usual != c->usual || last->usual_known != c->usual_known)
		out->choice[out->n++] = *c;
}

static struct rg_native_choices no_choices(void)
{
	struct rg_native_choices none = {.n = 0};
	for (int s = 0; s < RG_SIZES; s++)
		none.at[s] = INFINITY;
	return none;
}

/* How this algorithm does against the library's own choice, over all sizes: the mean logarithm of
 * its times over the other's, INFINITY if it is slower at some size. */
static double against_own(struct field *f, struct contender *c, const struct rg_native_ground *g,
                          const struct rg_mpi_library *l)
{
	double sum = 0;
	for (int s = 0; s < RG_SIZES; s++) {
		double bytes = (double)rg_planned_size(s);
		const char *name = usual_name(g, l, c->native->collective, rg_planned_size(s));
		struct entry own = entry_of(f, name, bytes);
		double ratio = rg_candidate_time_in(&c->candidate, bytes, 0) / own.seconds;
		if (!own.by || ratio > WORTH_A_CHANGE)
			return INFINITY;
		sum += log(ratio) / RG_SIZES;
	}
	return sum;
}

/* Add what serves size number s, where the library itself takes `own`; `known`: it has a name. */
static void add_size(struct rg_native_choices *out, int s, const struct entry *now,
                     const struct entry *own, bool known)
{
	out->at[s] = now->seconds;
	add_choice(out, &(struct rg_native_choice){.bytes = s ? rg_planned_size(s) : 0,
	                                           .native = now->by ? now->by->native : NULL,
	                                           .segment = now->segment,
	                                           .seconds = now->seconds,
	                                           .usual = own->by ? own->by->native : NULL,
	                                           .usually = own->seconds,
	                                           .usual_known = known});
}

/* One algorithm for all sizes, which is nowhere slower than the library's own choice and is worth
 * it on the mean; else that choice. A file must not slow down calls that it does not mean, so what
 * gains much for one size and loses for another is not taken. */
static struct rg_native_choices choose_one(struct field *f, const struct rg_native_ground *g,
                                           const struct rg_mpi_library *l,
                                           enum rg_collective collective)
{
	struct rg_native_choices out = no_choices();
	struct contender *best = NULL;
	double least = -log(WORTH_ANOTHER);
	for (int i = 0; i < f->n; i++) {
		bool allowed = rg_agreement_allows(f->contender[i].native, false, f->assumed);
		double mean = allowed ? against_own(f, &f->contender[i], g, l) : INFINITY;
		best = mean < least ? &f->contender[i] : best;
		least = fmin(mean, least);
	}
	for (int s = 0; s < RG_SIZES; s++) {
		int64_t bytes = rg_planned_size(s);
		const char *name = usual_name(g, l, collective, bytes);
		struct entry own = entry_of(f, name, (double)bytes), now = own;
		if (best)
			now = (struct entry){
				best, 0, rg_candidate_time_in(&best->candidate, (double)bytes, 0)};
		add_size(&out, s, &now, &own, name);
	}
	return out;
}

/* Choose an algorithm for each size. */
static struct rg_native_choices choose_each(struct field *f, const struct rg_native_ground *g,
                                            const struct rg_mpi_library *l,
                                            enum rg_collective collective)
{
	struct rg_native_choices out = no_choices();
	const struct entry none = {NULL, 0, INFINITY};
	struct entry now = none;
	for (int s = 0; s < RG_SIZES; s++) {
		int64_t bytes = rg_planned_size(s);
		const char *name = usual_name(g, l, collective, bytes);
		struct entry own = entry_of(f, name, (double)bytes);
		now = name && !own.by ? none : serve(f, (double)bytes, own, now);
		add_size(&out, s, &now, &own, name);
	}
	return out;
}

struct rg_native_choices rg_native_choose(struct rg_native_ground *g,
                                          const struct rg_mpi_library *l,
                                          enum rg_collective collective)
{
	struct rg_native_choices out = no_choices();
	struct field f = {.assumed = l->assumed};
	const struct rg_agreement *agreement = rg_agreement_of(l->mpi, collective);
	bool by_size = agreement && rg_agreement_by_size(agreement, l->assumed);
	enter(&f, l, collective, false, g);
	if (agreement && f.n > 1)
		out = by_size ? choose_each(&f, g, l, collective)
		              : choose_one(&f, g, l, collective);
	leave(&f);
	return out;
}

struct rg_native_choices rg_native_usually(struct rg_native_ground *g,
                                           const struct rg_mpi_library *l,
                                           enum rg_collective collective)
{
	struct rg_native_choices out = no_choices();
	struct field f = {.n = 0};
	enter(&f, l, collective, true, g);
	for (int s = 0; s < sizes_of(collective); s++) {
		int64_t bytes = rg_planned_size(s);
		struct entry e = entry_of(&f, usual_name(g, l, collective, bytes), (double)bytes);
		out.at[s] = e.seconds;
		if (e.by)
			out.choice[out.n++] = (struct rg_native_choice){.bytes = s ? bytes : 0,
			                                                .native = e.by->native,
			                                                .seconds = e.seconds,
			                                                .usual = e.by->native,
			                                                .usually = e.seconds,
			                                                .usual_known = true};
	}
	leave(&f);
	return out;
}

void rg_native_seconds(struct rg_native_ground *g, const struct rg_mpi_library *l,
                       enum rg_collective collective, int sizes, double *seconds)
{
	struct rg_native_choices own = rg_native_usually(g, l, collective);
	for (int s = 0, i = 0; s < sizes; s++) {
		bool known = i < own.n && own.choice[i].bytes == (s ? rg_planned_size(s) : 0);
		bool sure = known && !own.choice[i].native->nearly;
		seconds[s] = sure ? own.choice[i].seconds : INFINITY;
		i += known;
	}
}

bool rg_native_changes(const struct rg_native_choices *c)
{
	for (int i = 0; i < c->n; i++)
		if (c->choice[i].native != c->choice[i].usual)
			return true;
	return false;
}

bool rg_native_guesses(const struct rg_native_choices *c)
{
	for (int i = 0; i < c->n; i++)
		if (c->choice[i].native && !c->choice[i].usual_known)
			return true;
	return false;
}
