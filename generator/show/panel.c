/* SPDX-License-Identifier: BSD-3-Clause
 * panel: what a chart shows of one contest.
 */
#include "show/panel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static void ask(struct rg_panel *p, struct rg_contest *c)
{
	for (int s = 0; s < RG_SIZES; s = rg_contest_next_size(c, s)) {
		double bytes = p->bytes[p->points] = (double)rg_planned_size(s);
		for (int i = 0; i < p->curves; i++)
			p->curve[i].seconds[p->points] = rg_contest_ask(c, i, 0, bytes).seconds;
		p->points++;
		if (s == RG_SIZES - 1)
			break;
	}
}

static int find_variant(const struct rg_contest *c, const struct rg_variant *v)
{
	for (int i = 0; i < rg_contest_candidates(c); i++) {
		const struct rg_variant *o = rg_contest_variant(c, i);
		bool same = !o->parameters == !v->parameters &&
		            (!v->parameters || strcmp(o->parameters, v->parameters) == 0);
		if (o->routine == v->routine && same)
			return i;
	}
	return -1;
}

static void add_plan(struct rg_panel *p, struct rg_contest *c)
{
	const struct rg_plan_choices choices = rg_plan_choices_of(c);

	p->choices = choices.n;
	for (int i = 0; i < choices.n; i++) {
		int curve = p->curve_of[i] = find_variant(c, &choices.choice[i].variant);
		p->choice[i] = choices.choice[i];
		if (curve >= 0)
			p->curve[curve].planned = true;
	}
	for (int k = 0; k < p->points && choices.n; k++)
		p->planned[k] = rg_plan_choices_time(&choices, c, p->bytes[k]);
}

/* How near each comes to the fastest, at the size where it is the nearest. */
static void measure(struct rg_panel *p)
{
	for (int i = 0; i < p->curves; i++)
		p->curve[i].away = INFINITY;
	for (int k = 0; k < p->points; k++) {
		double best = INFINITY;
		for (int i = 0; i < p->curves; i++)
			best = fmin(best, p->curve[i].seconds[k]);
		for (int i = 0; i < p->curves; i++) {
			double s = p->curve[i].seconds[k], away = best > 0 ? s / best : 1 + s;
			p->curve[i].away = fmin(p->curve[i].away, away);
		}
	}
}

/* Those that the plan takes, in the order in which it does, then the nearest. */
static void give_names(struct rg_panel *p)
{
	int named = 0;

	for (int i = 0; i < p->curves; i++)
		p->curve[i].rank = -1;
	for (int i = 0; i < p->choices && named < RG_NAMED_MOST; i++)
		if (p->curve_of[i] >= 0 && p->curve[p->curve_of[i]].rank < 0)
			p->curve[p->curve_of[i]].rank = named++;
	while (named < RG_NAMED_USUALLY) {
		struct rg_curve *next = NULL;
		for (int i = 0; i < p->curves; i++) {
			struct rg_curve *c = &p->curve[i];
			if (c->rank < 0 && c->away < (next ? next->away : INFINITY))
				next = c;
		}
		if (!next)
			return;
		next->rank = named++;
	}
}

struct rg_panel rg_panel_new(struct rg_contest *c, enum rg_collective collective,
                             enum rg_purpose purpose, const struct rg_time_bound *bound)
{
	static const char *const purposes[RG_PURPOSES] = {"", " in rank order",
	                                                  " of one long block"};
	struct rg_panel p = {.curves = rg_contest_candidates(c), .bound = *bound};

	snprintf(p.title, sizeof p.title, "%s%s", rg_collectives[collective].name,
	         purposes[purpose]);
	p.curve = rg_alloc((size_t)p.curves, sizeof *p.curve);
	for (int i = 0; i < p.curves; i++) {
		char *colon;
		rg_variant_name(rg_contest_variant(c, i), p.curve[i].name, sizeof p.curve[i].name);
		if ((colon = strchr(p.curve[i].name, ':')))
			*colon = ' ';
	}
	ask(&p, c);
	add_plan(&p, c);
	measure(&p);
	give_names(&p);
	return p;
}

void rg_panel_free(struct rg_panel *p)
{
	free(p->curve);
	p->curve = NULL;
}

const struct rg_curve *rg_panel_named(const struct rg_panel *p, int rank)
{
	for (int i = 0; i < p->curves; i++)
		if (p->curve[i].rank == rank)
			return &p->curve[i];
	return NULL;
}
