/* SPDX-License-Identifier: BSD-3-Clause
 * search: a better order of the machines of a graph, where that of an embedded tree is not
 * contention free. Runs of machines are moved elsewhere and machines change places, where pairs
 * collide, and what does not make more collisions stays; now and then one that does, too (simulated
 * annealing), and the best order is kept.
 */
#ifndef RG_SEARCH_H
#define RG_SEARCH_H

#include <stdint.h>

#include "fabric/route.h"

/* More than any load. */
enum { RG_SEARCH_UNKNOWN = 1000 };

struct rg_search {
	double seconds; /* at most so long; 0: 10 */
	uint64_t seed;
	int64_t moves; /* out: how many were tried */
	int excess; /* out: of the order found, pairs on all resources that are one too many; a pair
	               whose way is not known counts RG_SEARCH_UNKNOWN */
	int bound;  /* out: no order has fewer */
	bool timed_out; /* out: more might be found in more time */
};

/* Put the machines of list[n] (NULL: all; one may be there again) in a better order among
 * themselves in order[machines], which is one of all machines. Where a pair has several ways it is
 * counted on all of them, and where its way is not known as RG_SEARCH_UNKNOWN of them. The same
 * seed gives the same order, unless the time ends it. */
void rg_search(const struct rg_routes *r, int *order, const int *list, int n, struct rg_search *s);

#endif
