/* SPDX-License-Identifier: BSD-3-Clause
 * link_pairs: pairs of machines, one on each side of a link, each machine in one pair. Their order
 * follows from the tree and the machines alone, not from any speed, so that whoever knows how many
 * pairs were measured knows which.
 *
 * On each side the nearest machines come first; of those that are equally near, the first of each
 * switch, then the second of each, and so on, so that no single link behind fills up early.
 */
#ifndef RG_LINK_PAIRS_H
#define RG_LINK_PAIRS_H

#include "fabric/topo.h"

struct rg_across;

/* For machines m with used[m] (borrowed, [t->machines]). */
struct rg_across *rg_across_new(const struct rg_topo *t, const bool *used);
void rg_across_free(struct rg_across *x);

/* Begin with the pairs across a link; the next one of them: a machine on the side of the link's end
 * a, one on that of b. False: there are no more. Looks no farther than it has to. */
void rg_across_begin(struct rg_across *x, int link);
bool rg_across_next(struct rg_across *x, int *a, int *b);

#endif
