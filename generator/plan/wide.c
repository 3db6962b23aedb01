/* SPDX-License-Identifier: BSD-3-Clause
 * wide: all that may be tried of a collective, behind the choices of its plan.
 */
#include "plan/wide.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

/* A spare choice, and the least that it takes as a multiple of the fastest. */
struct wide {
	struct rg_plan_choice choice;
	double away;
};

struct wides {
	struct wide *wide; /* [n] */
	size_t n, cap;
};

static bool same_way(const struct rg_plan_choice *a, const struct rg_plan_choice *b)
{
	return a->slice == b->slice && rg_same_play(&a->variant, &b->variant);
}

/* Candidate i in these slices, for vectors of size number s. */
static void consider(struct rg_contest *c, int i, int s, int64_t slice, struct wides *all)
{
	double bytes = (double)rg_planned_size(s);
	double seconds = rg_candidate_time_in(rg_contest_candidate(c, i), bytes, slice);
	double least = rg_contest_least(c, s), away = least > 0 ? seconds / least : 1;
	struct wide now = {{.bytes = s ? rg_planned_size(s) : 1,
	                    .variant = *rg_contest_variant(c, i),
	                    .slice = slice,
	                    .drift = slice && rg_contest_scenario(c)->model.fair,
	                    .seconds = seconds},
	                   away};
	if (!(away <= RG_WORTH_WIDE))
		return;
	for (size_t k = 0; k < all->n; k++)
		if (same_way(&all->wide[k].choice, &now.choice)) {
			all->wide[k].away = fmin(all->wide[k].away, away);
			return;
		}
	all->wide = rg_grow(all->wide, all->n, &all->cap, sizeof *all->wide);
	all->wide[all->n++] = now;
}

static int compare_wide(const void *x, const void *y)
{
	const struct wide *a = x, *b = y;
	if (a->away != b->away)
		return a->away < b->away ? -1 : 1;
	return (a->choice.bytes > b->choice.bytes) - (a->choice.bytes < b->choice.bytes);
}

void rg_plan_choices_widen(struct rg_plan_choices *p, struct rg_contest *c)
{
	struct wides all = {0};
	int sizes = rg_sizes_of(rg_contest_collective(c));
	for (int s = 0; s < sizes && p->n; s = rg_contest_next_size(c, s))
		for (int i = 0; i < rg_contest_candidates(c); i++) {
			if (rg_contest_candidate(c, i)->out || rg_contest_stuck(c, i))
				continue;
			int64_t best = rg_contest_ask(c, i, 0, (double)rg_planned_size(s)).slice;
			consider(c, i, s, 0, &all);
			for (int64_t slice = best / 2; best && slice <= 2 * best; slice *= 2)
				consider(c, i, s, slice, &all);
		}
	if (all.n)
		qsort(all.wide, all.n, sizeof *all.wide, compare_wide);
	for (size_t k = 0; k < all.n && p->spares < RG_SPARES; k++) {
		bool there = false;
		for (int i = 0; i < p->n + p->spares; i++)
			there |= same_way(&p->choice[i], &all.wide[k].choice);
		if (!there)
			p->choice[p->n + p->spares++] = all.wide[k].choice;
	}
	free(all.wide);
}
