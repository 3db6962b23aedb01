/* SPDX-License-Identifier: BSD-3-Clause
 * The kinds of calls of a communicator for which it is measured what serves them best.
 */
#include "communicator/kinds.h"
#include "communicator/proving.h"
#include "communicator/tuned_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* In the plan's list, so many choices before and behind the one for the size are tried: a model
 * that is off misplaces the cut-overs. Choices further away are ruled out. */
enum { NEIGHBOURS = 2 };

static const struct rg_choice native; /* MPI's own */

/* Where the vectors of a kind begin, bytes. */
static int64_t least_of(const struct rg_call_kind *key)
{
	return key->size ? INT64_C(1) << key->size : 0;
}

/* ---- Kinds and candidates, by name */

static struct rg_tuned_line key_of(const struct rg_context *x, const struct rg_call_kind *kind,
                                   const struct rg_choice *choice)
{
	struct rg_tuned_line l = {.bytes = least_of(kind), .slice = choice->slice};

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
		kind->candidate[kind->n++] = (struct rg_tuned_candidate){.choice = choice};
}

/* Where in the list the plan's choice for the least vector of a kind stands: the same for all calls
 * of that kind, whatever their bytes. */
static int at_least_size(const struct rg_call_kind *key, const struct rg_choices *plan)
{
	int at = 0;

	for (int i = 0; i < plan->n; i++)
		if (plan->choice[i].bytes <= least_of(key))
			at = i;
	return at;
}

/* The plan's own choice comes first, spare ones last. */
static void find_candidates(const struct rg_context *x, struct rg_tuned_kind *kind,
                            const struct rg_tuned_candidates *candidates)
{
	int at = at_least_size(&kind->key, &candidates->plan);
	bool windows = kind->key.windows;

	if (candidates->planned && rg_context_takes(x, candidates->planned->algorithm, windows))
		add_candidate(kind, candidates->planned);
	if (candidates->native)
		add_candidate(kind, &native);
	for (int off = 0; off <= NEIGHBOURS; off++)
		for (int side = -1; side <= 1; side += 2) {
			int i = at + side * off;
			if (i >= 0 && i < candidates->plan.n &&
			    rg_context_takes(x, candidates->plan.choice[i].algorithm, windows))
				add_candidate(kind, &candidates->plan.choice[i]);
		}
	for (int i = candidates->plan.n; i < candidates->plan.n + candidates->plan.spares; i++) {
		const struct rg_choice *spare = &candidates->plan.choice[i];
		if (spare->bytes <= least_of(&kind->key) &&
		    rg_context_takes(x, spare->algorithm, windows))
			add_candidate(kind, spare);
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

/* The kind, which comes first from then on: programs call the same again. NULL: there is none. */
static struct rg_tuned_kind *find(struct rg_kinds *kinds, const struct rg_call_kind *key)
{
	for (struct rg_tuned_kind **at = &kinds->first; *at; at = &(*at)->next) {
		struct rg_tuned_kind *kind = *at;
		if (!same_kind(&kind->key, key))
			continue;
		*at = kind->next;
		kind->next = kinds->first;
		return kinds->first = kind;
	}
	return NULL;
}

struct rg_tuned_kind *rg_kind_of(struct rg_context *x, const struct rg_call_kind *key,
                                 const struct rg_tuned_candidates *candidates, int *err)
{
	struct rg_tuned_kind *kind = find(x->kinds, key);

	*err = MPI_SUCCESS;
	if (kind)
		return kind;
	if (!(kind = calloc(1, sizeof *kind))) {
		*err = MPI_ERR_NO_MEM;
		return NULL;
	}
	kind->key = *key;
	kind->now = -1;
	find_candidates(x, kind, candidates);
	kind->next = x->kinds->first;
	x->kinds->first = kind;
	*err = recall(x, kind);
	return *err ? NULL : kind;
}

/* ---- Begin and end */

struct rg_kinds *rg_kinds_new(enum rg_tuning tuning)
{
	struct rg_kinds *kinds = calloc(1, sizeof *kinds);

	if (kinds)
		kinds->lottery = (struct rg_lottery){.tuning = tuning, .alpha = rg_wants_alpha()};
	return kinds;
}

/* How many draws it takes until all have been drawn, for the tickets that the paper counts. */
static void tell_expected(const struct rg_context *x, const struct rg_tuned_kind *kind)
{
	const struct rg_lottery *l = &x->kinds->lottery;

	if (l->tuning == RG_BY_LOTTERY || l->tuning == RG_BY_PAPER)
		rg_say("%s: tuned: %s: %d candidates, E[I] = %.0f draws with alpha = %g",
		       x->c->name, rg_collectives[kind->key.which].name, kind->n,
		       rg_lottery_expected(kind->n, l->alpha), l->alpha);
}

void rg_kind_tell(const struct rg_context *x, const struct rg_tuned_kind *kind, const char *how)
{
	char line[4096] = "", name[RG_TUNED_TEXT];
	size_t at = 0;

	for (int i = 0; i < kind->n && at < sizeof line; i++) {
		const struct rg_tuned_candidate *c = &kind->candidate[i];
		rg_tuned_by(c->choice->algorithm, c->choice->parameters, name);
		at += (size_t)snprintf(line + at, sizeof line - at,
		                       c->known.n ? "%s %s %.3g us (%" PRId64 ")" : "%s %s",
		                       i ? "," : "", name, c->known.mean * 1e6, c->known.n);
	}
	bool rooted = rg_has_root(kind->key.which);
	rg_say("%s: %s: %s on %d ranks%s%s from %" PRId64 " bytes on:%s", x->c->name, how,
	       rg_collectives[kind->key.which].name, x->P, rooted ? ", root " : "",
	       rooted ? kind->key.root : "", least_of(&kind->key), line);
}

void rg_kind_leave(const struct rg_context *x, struct rg_tuned_kind *kind)
{
	for (int i = 0; i < kind->n && !x->rank; i++) {
		struct rg_tuned_line key = key_of(x, &kind->key, kind->candidate[i].choice);
		rg_tuned_learn(x->c, &key, kind->candidate[i].run);
		kind->candidate[i].run.n = 0;
	}
}

void rg_kinds_free(struct rg_context *x)
{
	while (x->kinds && x->kinds->first) {
		struct rg_tuned_kind *kind = x->kinds->first;
		x->kinds->first = kind->next;
		rg_kind_leave(x, kind);
		if (!x->rank && rg_verbose() && x->tuning) {
			rg_kind_tell(x, kind, "tuned");
			tell_expected(x, kind);
		}
		free(kind);
	}
	free(x->kinds);
	x->kinds = NULL;
}
