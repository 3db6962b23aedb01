/* SPDX-License-Identifier: BSD-3-Clause
 * levels: the messages of a record by level: how many messages have to come before, one after the
 * other. Those of one level are taken to be under way together.
 */
#ifndef RG_LEVELS_H
#define RG_LEVELS_H

#include "cost/symmetry.h"

struct rg_levels {
	size_t *move; /* all sends with a way, as rg_matching numbers moves; those of a level are */
	size_t *first; /* [n + 1] move[first[level]] ... */
	int n;
};

/* Free it with rg_levels_free. */
struct rg_levels rg_levels_new(const struct rg_record *r, const struct rg_matching *m,
                               const struct rg_symmetry *k);
void rg_levels_free(struct rg_levels *l);

/* The most messages of one level on a link direction, and which (-1: none takes a link). */
int rg_levels_load(const struct rg_levels *l, const struct rg_symmetry *k,
                   const struct rg_resources *w, int *resource);

/* Each message's share of the links, which the messages of its level share: [moves] seconds per
 * byte. Free it. */
double *rg_levels_pace(const struct rg_levels *l, const struct rg_record *r,
                       const struct rg_matching *m, const struct rg_symmetry *k,
                       const struct rg_resources *w);

#endif
