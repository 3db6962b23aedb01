/* SPDX-License-Identifier: BSD-3-Clause
 * Which checks are taken up, so that the budget is kept.
 *
 * A check is taken up if there is time for enough rounds of both its sides, after those that others
 * were promised. What a round takes is known better with each one: so those that are left out are
 * asked again whenever there is more time than the cheapest of them needs, and where a promise
 * cannot be kept any more, the last ones are left out.
 */
#include "ringbench/admission.h"

#include <math.h>
#include <stdlib.h>

static double time_left(const struct admission *m)
{
	return budget_left(m->budget) - m->promised;
}

void admission_learn(struct admission *m, int trial, double seconds)
{
	/* What is worth a word: a second, or a twentieth of a short budget. */
	double much = fmin(1, m->budget->seconds / 20);

	forecast_learn(&m->forecast, &m->a->trials[trial], seconds, much);
}

/* ---- The first estimate */

void admission_begin(struct admission *m)
{
	static const int sizes[] = {sizeof(float), DIRECTED_PROBE};

	m->forecast.peers = m->a->peers;
	m->rounds = m->a->o->repeat_min;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (int again = 0; again < 2 && budget_left(m->budget) > 0; again++)
			forecast_begin(&m->forecast, sizes[i], directed_probe(sizes[i]));
}

/* ---- What a check needs */

static int warm_up(const struct admission *m)
{
	return m->a->o->warm_up > 1 ? m->a->o->warm_up : 1;
}

/* Calls of a trial beyond those that are promised, for a check that has had `had` rounds. */
static int calls_needed(const struct admission *m, int trial, int had)
{
	int more = m->rounds - had - m->due[trial];

	return (more > 0 ? more : 0) + (m->a->trials[trial].plays ? 0 : warm_up(m));
}

static double seconds_needed(const struct admission *m, int trial, int had)
{
	return calls_needed(m, trial, had) * forecast_of(&m->forecast, &m->a->trials[trial]);
}

static double check_needs(const struct admission *m, const struct check *c)
{
	return seconds_needed(m, c->left, c->n) + seconds_needed(m, c->right, c->n);
}

/* Was there no time to find out whether the peer serves what is called? */
static bool is_unknown(const struct trial *t)
{
	bool unknown = false;

	for (int i = 0; i < t->nterms; i++)
		unknown |= t->peer->untried[t->terms[i].collective];
	return unknown;
}

static bool can_be_taken(const struct admission *m, const struct check *c)
{
	const struct trial *left = &m->a->trials[c->left], *right = &m->a->trials[c->right];

	return !c->taken && !c->settled && !is_unknown(left) && !is_unknown(right);
}

/* ---- Taking up */

/* The first calls of a trial, one by one, as long as there is time: results are looked at. */
static void look(struct admission *m, int trial)
{
	const struct trial *t = &m->a->trials[trial];

	for (int i = 0; i < warm_up(m) && !t->wrong; i++) {
		if (forecast_of(&m->forecast, t) > time_left(m))
			return;
		m->directed.list[0] = trial;
		directed_play(&m->directed, 1, i, i == 0);
		admission_learn(m, trial, m->directed.walls[0]);
	}
}

static bool is_wrong(const struct admission *m, const struct check *c)
{
	return m->a->trials[c->left].wrong || m->a->trials[c->right].wrong;
}

static void leave_out(struct admission *m, struct check *c)
{
	c->taken = false;
	c->verdict = LEFT_OUT;
	m->any_left = true;
	m->least = fmin(m->least, check_needs(m, c));
}

static void promise(struct admission *m, const struct check *c)
{
	const int sides[] = {c->left, c->right};

	m->promised += check_needs(m, c);
	for (int i = 0; i < 2; i++)
		m->due[sides[i]] += calls_needed(m, sides[i], c->n);
}

static void take(struct admission *m, struct check *c)
{
	const int sides[] = {c->left, c->right};

	for (int i = 0; i < 2 && check_needs(m, c) <= time_left(m) && !is_wrong(m, c); i++)
		if (!m->a->trials[sides[i]].plays)
			look(m, sides[i]);
	if (is_wrong(m, c)) {
		c->settled = true;
		c->verdict = WRONG_RESULT;
		return;
	}
	if (!m->a->trials[c->left].plays || !m->a->trials[c->right].plays ||
	    check_needs(m, c) > time_left(m)) {
		leave_out(m, c);
		return;
	}
	promise(m, c);
	c->verdict = UNDECIDED;
	c->taken = true;
}

/* By what rounds take lately: where there is no time any more for all that was promised, the last
 * ones are left out again, so that the others get it. */
static void promise_again(struct admission *m)
{
	m->promised = 0;
	for (int i = 0; i < m->a->ntrials; i++)
		m->due[i] = 0;
	for (int i = 0; i < m->a->nchecks; i++) {
		struct check *c = &m->a->checks[m->a->order[i]];
		if (!c->taken || c->settled)
			continue;
		if (check_needs(m, c) <= time_left(m))
			promise(m, c);
		else
			leave_out(m, c);
	}
}

void admission_take(struct admission *m)
{
	promise_again(m);
	if (m->least > 0 && (!m->any_left || time_left(m) < m->least))
		return;
	m->least = INFINITY;
	m->any_left = false;
	for (int i = 0; i < m->a->nchecks; i++) {
		struct check *c = &m->a->checks[m->a->order[i]];
		if (can_be_taken(m, c))
			take(m, c);
	}
}

bool admission_ask_less(struct admission *m)
{
	if (!m->any_left || m->rounds <= RG_SAMPLES_LEAST)
		return false;
	m->rounds = RG_SAMPLES_LEAST;
	m->least = 0;
	return true;
}

double admission_left(struct admission *m)
{
	double seconds = 0;

	m->rounds = m->a->o->repeat_min;
	for (int i = 0; i < m->a->ntrials; i++)
		m->due[i] = 0;
	for (int i = 0; i < m->a->nchecks; i++) {
		const struct check *c = &m->a->checks[i];
		const int sides[] = {c->left, c->right};
		for (int k = 0; k < 2 && c->verdict == LEFT_OUT; k++) {
			seconds += calls_needed(m, sides[k], 0) *
			           forecast_least(&m->forecast, &m->a->trials[sides[k]]);
			m->due[sides[k]] = m->rounds;
		}
	}
	return seconds;
}
