/* SPDX-License-Identifier: BSD-3-Clause
 * plan_timeline: what happens when in one collective.
 */
#include "cli/plan_timeline.h"

#include <math.h>

#include "base/units.h"
#include "calibrate/watched.h"
#include "cost/follow.h"
#include "plan/choices.h"
#include "show/gantt.h"
#include "show/trace.h"

/* What is followed. */
struct subject {
	enum rg_collective collective;
	const int64_t *len; /* NULL: equal blocks */
	double bytes;
	struct rg_candidate *by;
	int64_t slice;
};

/* The collectives that are wanted; *last is one of them. */
static int count_wanted(const struct rg_options *o, enum rg_collective *last)
{
	bool wanted[RG_COLLECTIVES] = {false};
	int n = 0;
	for (int i = 0; i < RG_ROUTINES; i++)
		wanted[rg_routines[i].collective] |= o->wanted[i].n > 0;
	for (int i = 0; i < RG_COLLECTIVES; i++)
		if (wanted[i]) {
			*last = (enum rg_collective)i;
			n++;
		}
	return n;
}

bool rg_plan_timeline_can(const struct rg_options *o, struct rg_diag *d)
{
	enum rg_collective which = RG_ALLREDUCE;
	if (count_wanted(o, &which) != 1)
		rg_error(d, NULL, 0, "--timeline: of which collective? give one by --collective");
	else if (rg_has_data(which) && !o->size && !(rg_hides_size(which) && o->blocks))
		rg_error(d, NULL, 0, "--timeline: of how many bytes? give --size");
	else
		return true;
	return false;
}

/* What the plan takes for that size. */
static void choice(struct subject *s, struct rg_contest *c)
{
	const struct rg_plan_choices choices = rg_plan_choices_of(c);
	const struct rg_plan_choice *p = choices.n ? rg_plan_choices_at(&choices, s->bytes) : NULL;
	for (int i = 0; p && i < rg_contest_candidates(c); i++)
		if (rg_same_variant(rg_contest_variant(c, i), &p->variant))
			s->by = rg_contest_candidate(c, i);
	s->slice = p ? p->slice : 0;
}

/* What is the fastest for blocks of these lengths. */
static void choose_fastest(struct subject *s, struct rg_contest *c)
{
	double least = 0;
	for (int i = 0; i < rg_contest_candidates(c); i++) {
		struct rg_candidate *k = rg_contest_candidate(c, i);
		double seconds = rg_candidate_time_with(k, s->len);
		if (s->by && seconds >= least)
			continue;
		s->by = k;
		least = seconds;
	}
}

static void write_title(const struct subject *s, const struct rg_scenario *g, double seconds,
                        struct rg_text *out)
{
	char size[32], takes[32], name[128];
	rg_variant_name(&s->by->variant, name, sizeof name);
	rg_textf(out, "%s: %s", g->routes->topo->name, rg_collectives[s->collective].name);
	if (rg_has_data(s->collective))
		rg_textf(out, " of %s", rg_show_size(size, sizeof size, s->bytes));
	rg_textf(out, " by %s, predicted to take %s", name,
	         rg_show_time(takes, sizeof takes, seconds));
}

static void write_below(const struct rg_scenario *g, int lanes, double slice, double planned,
                        struct rg_text *out)
{
	const struct rg_placement *p = g->placement;
	char startup[32], takes[32];
	rg_textf(out,
	         "%d rank%s on %d machine%s%s; start-up of a message between machines: %s at each "
	         "end",
	         p->places.P, p->places.P == 1 ? "" : "s", p->machines, p->machines == 1 ? "" : "s",
	         g->windows ? ", with windows" : "",
	         rg_show_time(startup, sizeof startup, g->model.startup));
	/* Predictions for plans have one process for all that fare alike, in whose messages a
	 * step's order is left out: cost/symmetry.h. */
	bool differs = fabs(slice - planned) > 0.01 * planned;
	if (lanes == 1 && differs)
		rg_textf(out, "; a plan, which follows one rank of those that fare alike, has %s",
		         rg_show_time(takes, sizeof takes, planned));
	if (lanes > 1)
		rg_textf(out, "; drawn is one of %d slices, which takes %s by itself", lanes,
		         rg_show_time(takes, sizeof takes, slice));
}

/* Draw it, or write it. */
static void show(const struct rg_options *o, const struct rg_scenario *g,
                 const struct rg_timeline *t, const char *title, const char *below,
                 struct rg_text *out)
{
	if (o->show.json)
		rg_trace(t, g->routes->topo, g->placement, title, below, out);
	else
		rg_gantt(t, g->routes->topo, g->placement, title, below,
		         o->show.dark ? &rg_dark : &rg_light, out);
}

static void show_predicted(const struct rg_options *o, const struct rg_scenario *g,
                           const struct subject *s, const struct rg_timeline *t, int lanes,
                           struct rg_text *out)
{
	struct rg_text title = {0}, below = {0};
	double seconds = s->len ? t->seconds : rg_candidate_time_in(s->by, s->bytes, s->slice);
	/* The time of what is drawn; a slice is not the whole. */
	write_title(s, g, lanes > 1 ? seconds : t->seconds, &title);
	write_below(g, lanes, t->seconds, seconds, &below);
	show(o, g, t, title.s, below.s, out);
	rg_text_free(&title);
	rg_text_free(&below);
}

/* Can so many messages be shown? */
static bool fits(const struct rg_options *o, int64_t messages, struct rg_diag *d)
{
	if (o->show.json || messages <= RG_GANTT_MOST)
		return true;
	rg_error(d, NULL, 0,
	         "--timeline: %lld messages are too many for a picture, which has %d at most; "
	         "--json has them all",
	         (long long)messages, RG_GANTT_MOST);
	return false;
}

static enum rg_status follow(const struct rg_options *o, const struct rg_scenario *g,
                             const struct subject *s, struct rg_text *out, struct rg_diag *d)
{
	struct rg_game game = rg_candidate_game(s->by, s->bytes, s->len);
	int lanes = s->len ? 1 : rg_candidate_lanes(s->by, s->bytes, s->slice);
	if (s->by->record && !fits(o, rg_candidate_messages(s->by), d))
		return RG_UNKNOWN; /* before all of them are followed */
	double unit = game.n ? s->bytes / (double)game.n / lanes : 0;
	struct rg_timeline *t = rg_follow(&game, g->routes, g->placement->place, &g->model, unit);
	bool done = t && fits(o, (int64_t)t->flights, d);
	if (!t)
		rg_error(d, NULL, 0, "--timeline: it has too many messages to be followed");
	if (done)
		show_predicted(o, g, s, t, lanes, out);
	rg_timeline_free(t);
	return done ? RG_OK : RG_UNKNOWN;
}

static void show_measured(const struct rg_options *o, const struct rg_scenario *g,
                          const struct rg_watched_call *call, const struct rg_timeline *t,
                          struct rg_text *out)
{
	const struct rg_placement *p = g->placement;
	struct rg_text title = {0}, below = {0};
	char size[32], takes[32];
	rg_textf(&title, "%s: %s", g->routes->topo->name, rg_collectives[call->collective].name);
	if (call->bytes >= 0)
		rg_textf(&title, " of %s", rg_show_size(size, sizeof size, (double)call->bytes));
	rg_textf(&title, " by %s, as measured: %s", call->by,
	         rg_show_time(takes, sizeof takes, t->seconds));
	rg_textf(&below, "%d rank%s on %d machine%s; ", p->places.P, p->places.P == 1 ? "" : "s",
	         p->machines, p->machines == 1 ? "" : "s");
	if (call->calls > 1)
		rg_textf(&below, "the middle one of %d calls, by time", call->calls);
	else
		rg_text_add(&below, "the only call");
	if (call->apart > 0)
		rg_textf(&below,
		         "; clocks differ by %s or more: some messages came before they "
		         "were sent",
		         rg_show_time(takes, sizeof takes, call->apart));
	show(o, g, t, title.s, below.s, out);
	rg_text_free(&title);
	rg_text_free(&below);
}

static enum rg_status measured(const struct rg_options *o, const struct rg_scenario *g,
                               enum rg_collective which, struct rg_text *out, struct rg_diag *d)
{
	struct rg_watched_call call = {
		.collective = which,
		.bytes = rg_has_data(which) && !rg_hides_size(which) ? o->size : -1};
	struct rg_timeline *t = rg_watched_read(o->measured, g->placement->places.P, &call, d);
	bool done = t && fits(o, (int64_t)t->flights, d);
	if (done)
		show_measured(o, g, &call, t, out);
	enum rg_status status = done ? RG_OK : t ? RG_UNKNOWN : RG_INVALID;
	rg_timeline_free(t);
	return status;
}

enum rg_status rg_plan_timeline(const struct rg_options *o, const struct rg_scenario *g,
                                const int64_t *len, struct rg_text *out, struct rg_diag *d)
{
	struct subject s = {.bytes = o->size > 0 ? (double)o->size : RG_LEAST_SIZE};
	count_wanted(o, &s.collective);
	if (o->measured)
		return measured(o, g, s.collective, out, d);
	if (len && rg_hides_size(s.collective)) {
		s.len = len;
		s.bytes = 0;
		for (int i = 0; i < g->placement->places.P; i++)
			s.bytes += (double)len[i];
	}
	struct rg_contest *c = rg_contest_new(s.collective, RG_FOR_ANY, o->wanted, g);
	if (s.len)
		choose_fastest(&s, c);
	else
		choice(&s, c);
	if (!s.by)
		rg_error(d, NULL, 0, "--timeline: none of these algorithms serves there");
	enum rg_status status = s.by ? follow(o, g, &s, out, d) : RG_UNKNOWN;
	rg_contest_free(c);
	return status;
}
