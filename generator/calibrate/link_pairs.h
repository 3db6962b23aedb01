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

struct rg_link_pairs;

/* For machines m with used[m] (borrowed, [t->machines]). */
struct rg_link_pairs *rg_link_pairs_new(const struct rg_topo *t, const bool *used);
void rg_link_pairs_free(struct rg_link_pairs *x);

/* Begin with the pairs across a link; the next one of them: a machine on the side of the link's end
 * a, one on that of b. False: there are no more. Looks no farther than it has to. */
void rg_link_pairs_begin(struct rg_link_pairs *x, int link);
bool rg_link_pairs_next(struct rg_link_pairs *x, int *a, int *b);

#endif
