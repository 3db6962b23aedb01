/* SPDX-License-Identifier: BSD-3-Clause
 * The rounds in which guidelines are checked.
 *
 * A round has a sample of every trial that is needed yet, in an order by chance, so that a drift
 * hits both sides of all guidelines alike, and nobody always follows the same one. A check counts
 * only rounds in which both its sides had a sample. It is settled by what it has then, and is not
 * judged again. Looks at many numbers of rounds make a verdict by mere chance more likely than the
 * 5 % of one interval; that both intervals must be apart, and by the slack, makes it less.
 *
 * Rank 0 keeps the samples and decides what goes on. Nothing is begun that would end after the
 * budget, by how long it took at most: not a trial, nor one side of a check without the other.
 * While checks are left out, those that have had enough rounds wait.
 */
#include "ringbench/guideline_run.h"
#include "ringbench/admission.h"
#include "ringbench/terminal.h"
#include "ringbench/random.h"

#include <math.h>
#include <stdlib.h>

struct rounds {
	struct agenda *a;
	struct admission admission;
	struct random random;
	int done;
	int *order, n; /* the trials of this round */
	char *active;  /* [ntrials] is it one of them? */
	int *last;     /* [ntrials] the round that it was played in last, from 1 on */
};

/* ---- Which trials a round has */

static double longest(const struct rounds *r, int trial)
{
	return forecast_most(&r->admission.forecast, &r->a->trials[trial]);
}

static bool is_open(const struct check *c)
{
	return c->taken && !c->settled;
}

/* Those of open checks that have had fewer rounds than `most`. Returns the number of trials. */
static int choose(struct rounds *r, int most)
{
	double left = budget_left(r->admission.budget);

	r->n = 0;
	for (int i = 0; i < r->a->ntrials; i++)
		r->active[i] = 0;
	for (int i = 0; i < r->a->nchecks; i++) {
		const struct check *c = &r->a->checks[i];
		if (is_open(c) && c->n < most && longest(r, c->left) + longest(r, c->right) <= left)
			r->active[c->left] = r->active[c->right] = 1;
	}
	for (int i = 0; i < r->a->ntrials; i++)
		if (r->active[i])
			r->order[r->n++] = i;
	random_shuffle(&r->random, r->order, r->n);
	return r->n;
}

/* While checks are left out, those that were promised rounds; then what there is time for with
 * fewer; then all that are open. Returns the number of trials. */
static int choose_round(struct rounds *r)
{
	struct admission *m = &r->admission;

	admission_take(m);
	if (m->any_left && !choose(r, m->rounds) && admission_ask_less(m))
		admission_take(m);
	if (m->any_left && choose(r, m->rounds))
		return r->n;
	return choose(r, r->a->o->repeat_max);
}

/* ---- A round */

static void keep(struct rounds *r, int n)
{
	const struct directed *d = &r->admission.directed;

	for (int i = 0; i < n; i++) {
		int trial = d->list[i];
		record_add(&r->a->trials[trial].times, r->done, d->seconds[i]);
		admission_learn(&r->admission, trial, d->walls[i]);
		r->last[trial] = r->done;
	}
}

/* The next of them, from *at on, that take no longer than the budget; and not much at once, since
 * rank 0 has no say before they are over. Returns how many are on the list. */
static int choose_portion(struct rounds *r, int *at)
{
	const struct budget *b = r->admission.budget;
	double left = budget_left(b), seconds = 0;
	double enough = fmin(0.5, b->seconds / 100);
	int n = 0;

	for (; *at < r->n && (!n || seconds < enough); ++*at) {
		double most = longest(r, r->order[*at]);
		if (seconds + most > left)
			continue;
		seconds += most;
		r->admission.directed.list[n++] = r->order[*at];
	}
	return n;
}

/* Returns whether anything was played. */
static bool play_round(struct rounds *r)
{
	bool played = false;

	r->done++;
	for (int at = 0, n; (n = choose_portion(r, &at)); played = true) {
		directed_play(&r->admission.directed, n, r->done, false);
		keep(r, n);
	}
	r->done -= !played;
	return played;
}

/* ---- Verdicts */

static void judge_check(const struct agenda *a, struct check *c)
{
	if (a->trials[c->left].wrong || a->trials[c->right].wrong) {
		c->verdict = WRONG_RESULT;
		return;
	}
	c->n = record_compare(&a->trials[c->left].times, &a->trials[c->right].times, &c->left_time,
	                      &c->right_time);
	c->verdict = judge(c->left_time, c->right_time, a->o->slack_percent, a->o->steady_percent);
}

/* After many rounds one more does not change much. */
static bool is_time_to_judge(int n)
{
	return n < 64 || n % 8 == 0;
}

static void settle(struct rounds *r)
{
	const struct options *o = r->a->o;

	for (int i = 0; i < r->a->nchecks; i++) {
		struct check *c = &r->a->checks[i];
		if (!is_open(c) || r->last[c->left] != r->done || r->last[c->right] != r->done)
			continue;
		c->n++;
		if (!is_time_to_judge(c->n) && c->n < o->repeat_max)
			continue;
		judge_check(r->a, c);
		c->settled = c->n >= (c->verdict == UNDECIDED ? o->repeat_max : o->repeat_min);
	}
}

/* What is not settled is judged by what there is; or it is left out, where the budget has not left
 * enough of it. */
static void settle_rest(struct rounds *r)
{
	int least = r->a->o->repeat_max < RG_SAMPLES_LEAST ? r->a->o->repeat_max : RG_SAMPLES_LEAST;

	for (int i = 0; i < r->a->nchecks; i++) {
		struct check *c = &r->a->checks[i];
		if (c->settled)
			continue;
		judge_check(r->a, c);
		if (c->verdict == WRONG_RESULT || c->n >= least)
			continue;
		c->verdict = LEFT_OUT;
		c->n = 0;
		c->left_time = c->right_time = (struct rg_interval){0};
	}
}

/* ---- The whole */

static void tell(const struct rounds *r)
{
	const struct budget *b = r->admission.budget;
	int settled = 0;

	for (int i = 0; i < r->a->nchecks; i++)
		settled += r->a->checks[i].settled;
	terminal_progress("guidelines, round %d: %d of %d settled, %.0f of %.0f s", r->done,
	                  settled, r->a->nchecks, budget_used(b), b->seconds);
}

static void run(struct rounds *r)
{
	admission_begin(&r->admission);
	for (; choose_round(r) && play_round(r); tell(r))
		settle(r);
	settle_rest(r);
	directed_end();
	terminal_progress_end();
}

static struct course lead(struct agenda *a, const struct budget *budget,
                          const struct directed *directed)
{
	size_t n = (size_t)a->ntrials;
	struct rounds *r = allocate(1, sizeof *r);

	r->a = a;
	r->admission.a = a;
	r->admission.budget = budget;
	r->admission.directed = *directed;
	r->admission.due = allocate(n, sizeof *r->admission.due);
	r->random = (struct random){a->o->seed};
	r->order = allocate(n, sizeof *r->order);
	r->active = allocate(n, 1);
	r->last = allocate(n, sizeof *r->last);
	run(r);
	struct course course = {r->done, budget_used(budget), admission_left(&r->admission)};
	forecast_free(&r->admission.forecast);
	free(r->admission.due);
	free(r->order);
	free(r->active);
	free(r->last);
	free(r);
	return course;
}

struct course guideline_run(struct agenda *a, const struct budget *budget)
{
	struct directed d = directed_new(a);
	struct course course = {0};

	if (d.rank == 0)
		course = lead(a, budget, &d);
	else
		directed_follow(&d);
	directed_free(&d);
	return course;
}
