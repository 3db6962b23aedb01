/* SPDX-License-Identifier: BSD-3-Clause
 * lists: a few lists that several sites share to serve a collective.
 */
#include "plan/lists.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

/* The lists that would serve the collective at n sites, if each site had its own. At site k, list i
 * loses loss[i * n + k]; INFINITY: too much. */
struct lists {
	size_t n;
	struct rg_plan_choices *own;
	double *loss;
	ptrdiff_t *serves; /* [n] the list that serves a site so far, -1: none */
};

static void measure_lists(struct lists *l, const struct rg_sample *sample)
{
	for (size_t i = 0; i < l->n; i++)
		l->own[i] = rg_plan_choices_of(sample[i].contest);
	for (size_t i = 0; i < l->n; i++) {
		size_t same = 0;
		while (!rg_plan_choices_same(&l->own[same], &l->own[i]))
			same++;
		for (size_t k = 0; k < l->n; k++) {
			double may = sample[k].whole ? RG_LOST_WHOLE : RG_LOST_ELSEWHERE;
			double *loss = &l->loss[i * l->n + k];
			if (i == k)
				*loss = 0; /* whatever it was preferred for */
			else if (same < i && same != k)
				*loss = l->loss[same * l->n + k];
			else
				*loss = rg_plan_choices_loss(&l->own[i], sample[k].contest, may);
		}
	}
}

/* The rows that are saved if list i serves all sites that it can, of those that nothing serves. */
static int rows_saved(const struct lists *l, size_t i)
{
	int rows = -l->own[i].n;
	for (size_t k = 0; k < l->n; k++)
		if (l->serves[k] < 0 && l->loss[i * l->n + k] < INFINITY)
			rows += l->own[k].n;
	return rows;
}

/* A few lists that serve all sites: again and again the one that saves the most rows. Each site has
 * the one that loses the least there. */
static void share_lists(struct lists *l)
{
	for (;;) {
		size_t found = l->n;
		for (size_t i = 0; i < l->n; i++)
			if (l->serves[i] < 0 &&
			    (found == l->n || rows_saved(l, i) > rows_saved(l, found)))
				found = i;
		if (found == l->n)
			return;
		for (size_t k = 0; k < l->n; k++) {
			double loss = l->loss[found * l->n + k];
			if (loss < INFINITY &&
			    (l->serves[k] < 0 || loss < l->loss[(size_t)l->serves[k] * l->n + k]))
				l->serves[k] = (ptrdiff_t)found;
		}
	}
}

void rg_lists(const struct rg_sample *sample, size_t n, bool shares,
              struct rg_plan_choices *choices)
{
	struct lists l = {.n = n};
	if (!shares) {
		for (size_t i = 0; i < n; i++)
			choices[i] = rg_plan_choices_of(sample[i].contest);
		return;
	}
	l.own = rg_alloc(n, sizeof *l.own);
	l.loss = rg_alloc(n * n, sizeof *l.loss);
	l.serves = rg_alloc(n, sizeof *l.serves);
	for (size_t i = 0; i < n; i++)
		l.serves[i] = -1;
	measure_lists(&l, sample);
	share_lists(&l);
	for (size_t i = 0; i < n; i++)
		choices[i] = l.own[l.serves[i]];
	free(l.own);
	free(l.loss);
	free(l.serves);
}
