/* SPDX-License-Identifier: BSD-3-Clause
 * The tuner of a communicator.
 */
#include "communicator/tuner.h"
#include "communicator/proving.h"
#include "communicator/tuned_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* In the plan's list, so many choices before and behind the one for the size are tried: a model
 * that is off misplaces the cut-overs. Choices further away are ruled out. */
enum { NEIGHBOURS = 2 };

/* A choice lives for so many calls; the best one for more, as the paper lets it depend on the
 * tickets. Three lives of the best are less than 100 calls. So many calls of a life are timed, but
 * not the first one, in which ranks may still wait for earlier work, and memory is touched for the
 * first time. The median of their times stands for the life: a call that the scheduler held up says
 * nothing. */
enum { LIFE_LEAST = 4, LIFE_MOST = 24, TIMED_MOST = LIFE_MOST - 1 };

/* Agreeing takes no more than this part of the time of the calls in between, whatever a call takes:
 * a life is made longer for that, to LIFE_LONGEST calls at most. */
static const double AGREEING = 0.05;
enum { LIFE_LONGEST = 4096 };

/* A choice of the plan, or MPI's own, that may serve the calls of a kind. */
struct candidate {
	const struct rg_choice *choice;
	struct rg_trials known; /* the file's, and this run's */
	struct rg_trials run;   /* this run's alone */
};

struct rg_tuned_kind {
	struct rg_call_kind key;
	struct candidate candidate[RG_CANDIDATES_MOST];
	int n;
	int now;         /* the candidate that serves */
	int life, timed; /* calls that it still has; of those before, timed ones, -1: the next one
	                    is the first */
	double seconds[TIMED_MOST]; /* [timed] on this rank */
	double drawing;             /* seconds that this rank took to draw the last time */
	struct rg_tuned_kind *next;
};

struct rg_tuner {
	enum rg_tuning tuning;
	uint64_t seed; /* of rank 0's draws */
	struct rg_tuned_kind *kinds;
};

static const struct rg_choice native; /* MPI's own */

/* ---- Kinds and candidates, by name */

static struct rg_tuned_line key_of(const struct rg_context *x, const struct rg_call_kind *kind,
                                   const struct rg_choice *choice)
{
	struct rg_tuned_line l = {.bytes = kind->size ? INT64_C(1) << kind->size : 0,
	                          .slice = choice->slice};

	rg_tuned_shape(&x->places, l.shape);
	strcpy(l.collective, rg_collectives[kind->which].name);
	strcpy(l.purpose, rg_tuned_purpose(kind->purpose));
	strcpy(l.windows, kind->windows ? "yes" : "no");
	strcpy(l.root, kind->root);
	rg_tuned_by(choice->algorithm, choice->parameters, l.by);
	return l;
}

/* ---- Which candidates */

static bool same_candidate(const struct rg_choice *a, const struct rg_choice *b)
{
	if (a->algorithm != b->algorithm || a->slice != b->slice || a->drift != b->drift)
		return false;
	return a->parameters == b->parameters ||
	       (a->parameters && b->parameters && !strcmp(a->parameters, b->parameters));
}

static void add_candidate(struct rg_tuned_kind *kind, const struct rg_choice *choice)
{
	for (int i = 0; i < kind->n; i++)
		if (same_candidate(kind->candidate[i].choice, choice))
			return;
	if (kind->n < RG_CANDIDATES_MOST)
		kind->candidate[kind->n++] = (struct candidate){.choice = choice};
}

/* Whether it may serve this kind on this communicator: see decide.c. */
static bool may_serve(const struct rg_context *x, const struct rg_call_kind *key,
                      const struct rg_choice *choice)
{
	const struct rg_algorithm *a = choice->algorithm;
	return a && (!a->machine || x->places.level[RG_ON_MACHINE].n == 1) &&
	       (!a->windows || key->windows);
}

/* Where in the list the plan's choice for the least vector of a kind stands: the same for all calls
 * of that kind, whatever their bytes. */
static int at_least_size(const struct rg_call_kind *key, const struct rg_choices *plan)
{
	int at = 0;

	for (int i = 0; i < plan->n; i++)
		if (plan->choice[i].bytes <= (key->size ? INT64_C(1) << key->size : 0))
			at = i;
	return at;
}

/* The plan's own choice comes first. */
static void find_candidates(const struct rg_context *x, struct rg_tuned_kind *kind,
                            const struct rg_tuned_candidates *candidates)
{
	int at = at_least_size(&kind->key, &candidates->plan);

	if (candidates->planned && may_serve(x, &kind->key, candidates->planned))
		add_candidate(kind, candidates->planned);
	if (candidates->native)
		add_candidate(kind, &native);
	for (int off = 0; off <= NEIGHBOURS; off++)
		for (int side = -1; side <= 1; side += 2) {
			int i = at + side * off;
			if (i >= 0 && i < candidates->plan.n &&
			    may_serve(x, &kind->key, &candidates->plan.choice[i]))
				add_candidate(kind, &candidates->plan.choice[i]);
		}
}

/* Get the trials of earlier runs: rank 0 reads them and tells the others. */
static int recall(struct rg_context *x, struct rg_tuned_kind *kind)
{
	struct rg_trials known[RG_CANDIDATES_MOST] = {0};

	for (int i = 0; i < kind->n && !x->rank; i++) {
		struct rg_tuned_line key = key_of(x, &kind->key, kind->candidate[i].choice);
		known[i] = rg_tuned_recall(x->c, &key);
	}
	int err = PMPI_Bcast(known, kind->n * (int)sizeof *known, MPI_BYTE, 0, x->own);
	for (int i = 0; i < kind->n && !err; i++)
		kind->candidate[i].known = known[i];
	return err;
}

static bool same_kind(const struct rg_call_kind *a, const struct rg_call_kind *b)
{
	return a->which == b->which && a->size == b->size && a->purpose == b->purpose &&
	       a->windows == b->windows && !strcmp(a->root, b->root);
}

/* The kind, made if it is new; NULL: no memory, or *err. */
static struct rg_tuned_kind *kind_of(struct rg_context *x, const struct rg_call_kind *key,
                                     const struct rg_tuned_candidates *candidates, int *err)
{
	struct rg_tuned_kind *kind = x->tuner->kinds;

	while (kind && !same_kind(&kind->key, key))
		kind = kind->next;
	if (kind)
		return kind;
	if (!(kind = calloc(1, sizeof *kind))) {
		*err = MPI_ERR_NO_MEM;
		return NULL;
	}
	kind->key = *key;
	kind->now = -1;
	find_candidates(x, kind, candidates);
	kind->next = x->tuner->kinds;
	x->tuner->kinds = kind;
	*err = recall(x, kind);
	return kind;
}

/* ---- Draws */

/* How many calls the drawn candidate is to serve, given its trials. */
static int life_of(const struct rg_trials *t, double share, double drawing)
{
	double life = LIFE_LEAST + share * (LIFE_MOST - LIFE_LEAST);
	double least = t->n && t->mean > 0 ? share * drawing / (AGREEING * t->mean) : 0;

	if (life < least)
		life = least;
	return life < LIFE_LONGEST ? (int)life : LIFE_LONGEST;
}

static int by_size(const void *a, const void *b)
{
	double first = *(const double *)a, second = *(const double *)b;
	return (first > second) - (first < second);
}

/* The middle one of this rank's times in the life that is over, or the lesser of two; 0: there are
 * none. */
static double median(struct rg_tuned_kind *kind)
{
	if (kind->timed <= 0)
		return 0;
	qsort(kind->seconds, (size_t)kind->timed, sizeof *kind->seconds, by_size);
	return kind->seconds[(kind->timed - 1) / 2];
}

/* The slowest rank's time is that of a call; and the ranks have drawn when the slowest has. */
static int agree(const struct rg_context *x, struct rg_tuned_kind *kind, double *drawing)
{
	double mine[2] = {median(kind), kind->drawing}, all[2];
	int err = PMPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_MAX, x->own);

	if (err)
		return err;
	if (kind->timed > 0) { /* on all ranks; a clock may be too coarse */
		double seconds = all[0] > 0 ? all[0] : PMPI_Wtick();
		rg_trials_add(&kind->candidate[kind->now].known, seconds);
		rg_trials_add(&kind->candidate[kind->now].run, seconds);
	}
	*drawing = all[1];
	kind->timed = -1;
	return err;
}

/* Rank 0 draws, and tells how long that is to live: averages need not have the same last bits where
 * machines differ. */
static int draw(struct rg_context *x, struct rg_tuned_kind *kind)
{
	enum { WAY, LIFE, TOLD };
	struct rg_trials known[RG_CANDIDATES_MOST];
	double begin = PMPI_Wtime(), drawing, share;
	int told[TOLD], err = agree(x, kind, &drawing);

	if (err)
		return err;
	for (int i = 0; i < kind->n; i++)
		known[i] = kind->candidate[i].known;
	told[WAY] = rg_lottery_draw(x->tuner->tuning, known, kind->n, &x->tuner->seed, &share);
	told[LIFE] = life_of(&known[told[WAY]], share, drawing);
	if ((err = PMPI_Bcast(told, TOLD, MPI_INT, 0, x->own)))
		return err;
	kind->now = told[WAY];
	kind->life = told[LIFE];
	kind->drawing = PMPI_Wtime() - begin;
	return err;
}

int rg_tuner_begin(struct rg_context *x, const struct rg_call_kind *key,
                   const struct rg_tuned_candidates *candidates, const struct rg_choice **choice,
                   struct rg_timing *timing)
{
	int err = MPI_SUCCESS;
	struct rg_tuned_kind *kind = kind_of(x, key, candidates, &err);

	*choice = candidates->planned ? candidates->planned : &native;
	if (err || !kind->n)
		return err;
	if (!kind->life && (err = draw(x, kind)))
		return err;
	kind->life--;
	*choice = kind->candidate[kind->now].choice;
	if (kind->timed < 0)
		kind->timed = 0;
	else if (kind->timed < TIMED_MOST)
		*timing = (struct rg_timing){kind, PMPI_Wtime()};
	return err;
}

void rg_tuner_end(struct rg_timing *timing)
{
	struct rg_tuned_kind *kind = timing->kind;

	kind->seconds[kind->timed++] = PMPI_Wtime() - timing->since;
}

/* ---- Begin and end */

struct rg_tuner *rg_tuner_new(enum rg_tuning tuning)
{
	struct rg_tuner *t = calloc(1, sizeof *t);

	if (t)
		t->tuning = tuning;
	return t;
}

static void tell(const struct rg_context *x, const struct rg_tuned_kind *kind)
{
	char line[1024] = "", name[RG_TUNED_TEXT];
	size_t at = 0;

	for (int i = 0; i < kind->n && at < sizeof line; i++) {
		const struct candidate *c = &kind->candidate[i];
		rg_tuned_by(c->choice->algorithm, c->choice->parameters, name);
		at += (size_t)snprintf(line + at, sizeof line - at,
		                       c->known.n ? "%s %s %.3g us (%" PRId64 ")" : "%s %s",
		                       i ? "," : "", name, c->known.mean * 1e6, c->known.n);
	}
	rg_say("%s: tuned: %s on %d ranks from %" PRId64 " bytes on:%s", x->c->name,
	       rg_collectives[kind->key.which].name, x->P,
	       kind->key.size ? INT64_C(1) << kind->key.size : 0, line);
}

static void leave(const struct rg_context *x, const struct rg_tuned_kind *kind)
{
	for (int i = 0; i < kind->n; i++) {
		struct rg_tuned_line key = key_of(x, &kind->key, kind->candidate[i].choice);
		rg_tuned_learn(x->c, &key, kind->candidate[i].run);
	}
	if (rg_verbose())
		tell(x, kind);
}

void rg_tuner_free(struct rg_context *x)
{
	while (x->tuner && x->tuner->kinds) {
		struct rg_tuned_kind *kind = x->tuner->kinds;
		x->tuner->kinds = kind->next;
		if (!x->rank)
			leave(x, kind);
		free(kind);
	}
	free(x->tuner);
	x->tuner = NULL;
}
