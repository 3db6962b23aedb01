/* SPDX-License-Identifier: BSD-3-Clause
 * prune: which of the candidates are left out, since others do nearly as well: each that stays is
 * text to read, and to prove.
 */
#ifndef RG_PRUNE_H
#define RG_PRUNE_H

#include "plan/contest.h"

/* A contest whose sizes count. `whole`: it is of the whole cluster, where a plan loses little at
 * any size; elsewhere it may lose more, but little on the average. */
struct rg_heat {
	struct rg_contest *contest;
	bool whole;
};

/* What a size may lose: of a whole cluster, and elsewhere. Both are chosen, not measured: the first
 * as the least that anybody would write an algorithm for; the second for jobs whose plan is that of
 * the nearest shape in any case, which has half as many processes again, or twice as many. */
#define RG_LOST_WHOLE 0.05
#define RG_LOST_ELSEWHERE 0.5

/* What may be lost in all. */
struct rg_budget {
	bool all;  /* nothing: all that is the fastest somewhere stays */
	int lines; /* of the algorithms' text, at most: more is lost until that is so; 0: any number
	            */
};

/* The ways that stay, an array of *n, to be freed. By default no size of a whole cluster loses more
 * than RG_LOST_WHOLE, no other more than RG_LOST_ELSEWHERE, and the sizes of each collective not
 * more than RG_LOST_WHOLE on the geometric mean. A contest that had a choice keeps one. */
struct rg_way *rg_prune(const struct rg_heat *heat, int heats, const struct rg_budget *budget,
                        size_t *n);

#endif
