/* SPDX-License-Identifier: BSD-3-Clause
 * prune: which of the candidates are left out, since others do nearly as well: each that stays is
 * text to read, and to prove.
 */
#ifndef RG_PRUNE_H
#define RG_PRUNE_H

#include "plan/contest.h"

/* A contest in which it counts how much time is lost. `whole`: it is of the whole cluster, where
 * little may be lost at any size; elsewhere more may be, but little on the average. */
struct rg_sample {
	struct rg_contest *contest;
	bool whole;
};

/* By how much a size may take longer than the fastest candidate: on a whole cluster, and elsewhere.
 * Both are chosen, not measured: the first as the least gain for which anybody would write an
 * algorithm; the second for jobs that have the plan of the nearest shape in any case, of half as
 * many processes again, or twice as many. */
#define RG_LOST_WHOLE 0.05
#define RG_LOST_ELSEWHERE 0.5

/* The limits on what may be lost in all. */
struct rg_budget {
	bool all;  /* nothing: all that is the fastest somewhere stays */
	int lines; /* of the algorithms' text, at most: more is lost until that is so, or until
	              nothing is left that may go; 0: any number */
};

/* The variants that stay, an array of *n, to be freed. By default no size of a whole cluster loses
 * more than RG_LOST_WHOLE, no other more than RG_LOST_ELSEWHERE, and the sizes of each collective
 * not more than RG_LOST_WHOLE on the geometric mean. The ring always stays, since its load is what
 * is proved of the cluster; so does one variant of each contest that had any. Both may be more
 * lines than the budget has. */
struct rg_variant *rg_prune(const struct rg_sample *sample, int samples,
                            const struct rg_budget *budget, size_t *n);

#endif
