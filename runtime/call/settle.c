/* SPDX-License-Identifier: BSD-3-Clause
 * What serves a kind of calls for good.
 */
#include "call/settle.h"
#include "call/rungs.h"
#include "call/trial.h"

/* A kind that is not settled is asked about again after so many calls, and each time after twice as
 * many. */
enum { FIRST_WAIT = 8 };

/* Such calls: of one size, or of all rungs. The first kind has what is settled. */
struct calls {
	struct rg_tuned_kind *kind[RG_RUNGS];
	int n;
};

static int raised(const struct rg_call *k, int err)
{
	if (err)
		PMPI_Comm_call_errhandler(k->comm, err);
	return err;
}

/* The kind of rung s, or of all if there is one size. NULL: *err is MPI's error code, raised. */
static struct rg_tuned_kind *kind_of(const struct rg_call *k, struct rg_context *x,
                                     struct rg_call_kind key,
                                     const struct rg_tuned_candidates *candidates, int s, int *err)
{
	if (rg_hides_size(k->which))
		key.size = rg_rungs[s];
	struct rg_tuned_kind *kind = rg_kind_of(x, &key, candidates, err);
	if (!kind)
		raised(k, *err);
	return kind;
}

static bool all_were_tried(const struct rg_tuned_kind *kind)
{
	int i = 0;

	while (i < kind->n && rg_was_tried(&kind->candidate[i]))
		i++;
	return i == kind->n;
}

/* What a kind's candidate of a choice is known to take, seconds; 0: nothing is known. */
static double seconds_of(const struct rg_tuned_kind *kind, const struct rg_choice *choice)
{
	for (int i = 0; i < kind->n; i++)
		if (kind->candidate[i].choice == choice && kind->candidate[i].known.n)
			return kind->candidate[i].known.mean;
	return 0;
}

/* Which candidate is to serve them all, by what is known of the rungs that were tried; -1: none
 * was. */
static int best_of(const struct calls *c)
{
	const struct rg_tuned_kind *lead = c->kind[0];
	double seconds[RG_CANDIDATES_MOST * RG_RUNGS];
	int native = -1, sizes = 0, at = 0;

	for (int s = 0; s < c->n; s++)
		sizes += all_were_tried(c->kind[s]);
	for (int i = 0; i < lead->n && sizes; i++) {
		if (!lead->candidate[i].choice->algorithm)
			native = i;
		for (int s = 0; s < c->n; s++)
			if (all_were_tried(c->kind[s]))
				seconds[at++] = seconds_of(c->kind[s], lead->candidate[i].choice);
	}
	return sizes ? rg_lottery_serves(seconds, lead->n, sizes, native) : -1;
}

/* Try what is not known of them: by default one rung at a time, since other kinds of calls are to
 * have their part of the time. `left`: something stays unknown. */
static int try_all(const struct rg_call *k, struct rg_inquiry *j,
                   const struct rg_tuned_candidates *candidates, struct calls *c, bool *left)
{
	const bool hidden = rg_hides_size(k->which), one = j->x->trial == RG_TRIAL_USUAL;
	bool tried = false;
	int err = MPI_SUCCESS;

	*left = false;
	for (int s = 0; s < c->n && !err; s++) {
		struct rg_tuned_kind *kind = c->kind[s];
		if (!kind)
			kind = c->kind[s] = kind_of(k, j->x, c->kind[0]->key, candidates, s, &err);
		bool open = kind && kind->n > 1 && !all_were_tried(kind);
		if (open && !(one && tried))
			err = hidden ? rg_rung_trial(k, j, kind, s) : rg_trial(k, j, kind);
		tried = tried || open;
		*left = *left || (open && !err && !all_were_tried(kind));
	}
	return err;
}

int rg_settle(const struct rg_call *k, struct rg_inquiry *j, struct rg_call_kind key,
              const struct rg_tuned_candidates *candidates, struct rg_settled *settled)
{
	struct calls c = {.n = rg_hides_size(k->which) ? RG_RUNGS : 1};
	int err = MPI_SUCCESS;
	bool left;

	struct rg_tuned_kind *lead = c.kind[0] = kind_of(k, j->x, key, candidates, 0, &err);
	if (!lead)
		return err;
	const bool first = !lead->wait;
	if (first || lead->due == 1) {
		lead->wait = first ? FIRST_WAIT : 2 * lead->wait;
		err = try_all(k, j, candidates, &c, &left);
		lead->due = left ? lead->wait : 0;
		if (first && !err && lead->n > 1)
			lead->now = best_of(&c);
	} else if (lead->due) {
		lead->due--;
	}
	settled->choice = lead->now < 0 ? NULL : lead->candidate[lead->now].choice;
	settled->due = lead->due ? &lead->due : NULL;
	return err;
}
