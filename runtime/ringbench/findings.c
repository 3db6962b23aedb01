/* SPDX-License-Identifier: BSD-3-Clause
 * What is violated most: a guideline of one source and one kind of blocks, over all sizes.
 */
#include "ringbench/findings.h"

#include <stdlib.h>

struct factor factor_of(const struct check *c)
{
	return (struct factor){c->left_time.median / c->right_time.median,
	                       c->left_time.low / c->right_time.high,
	                       c->left_time.high / c->right_time.low};
}

/* Checks of one guideline that differ in nothing but their size are behind each other. */
static bool is_same_but_size(const struct check *a, const struct check *b)
{
	return a->peer == b->peer && a->rule == b->rule && a->collective == b->collective &&
	       a->blocks == b->blocks;
}

static void count(struct finding *f, const struct check *c)
{
	f->checked += c->verdict != LEFT_OUT;
	f->violated += c->verdict == VIOLATED;
	if (c->verdict != VIOLATED)
		return;
	struct factor factor = factor_of(c);
	if (f->worst && factor.least <= f->factor.least)
		return;
	f->worst = c;
	f->factor = factor;
}

static int by_least(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;

	if (x->factor.least != y->factor.least)
		return x->factor.least < y->factor.least ? 1 : -1;
	return (x->worst > y->worst) - (x->worst < y->worst);
}

struct finding *findings_of(const struct agenda *a, int *n)
{
	struct finding *all = allocate((size_t)a->nchecks, sizeof *all);

	*n = 0;
	for (int i = 0, end; i < a->nchecks; i = end) {
		struct finding f = {0};
		for (end = i; end < a->nchecks && is_same_but_size(&a->checks[i], &a->checks[end]);
		     end++)
			count(&f, &a->checks[end]);
		if (f.violated)
			all[(*n)++] = f;
	}
	qsort(all, (size_t)*n, sizeof *all, by_least);
	return all;
}
