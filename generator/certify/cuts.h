/* SPDX-License-Identifier: BSD-3-Clause
 * cuts: how fast a collective can be on a graph that is no tree, by what several links together
 * must carry. It holds for any routes.
 */
#ifndef RG_CUTS_H
#define RG_CUTS_H

#include "certify/certify.h"
#include "ringgen/engine.h"

/* Links that part the ranks: two sides, or `parts` parts around a middle without ranks. */
struct rg_multicut {
	double seconds; /* for a byte of the vector: nothing is faster; 0: no cut was found */
	int parts;
	int *link; /* [links], ascending */
	int links;
};

/* One bound is larger than another if it is by more than rounding: some thousand sums and quotients
 * that are off by 1e-16 each. */
#define RG_BOUND_ROUNDING 1e-12

/* What a bound asks of a collective. */
struct rg_need {
	/* As in struct rg_descriptor. */
	double (*leaves)(int behind, int P, bool rooted);
	int passes;
	bool data; /* is there a vector? */
	/* Are there bounds of parts around a middle? With a root, and in a scan, the part with the
	 * root says more. */
	bool parts;
};
struct rg_need rg_need_of(enum rg_collective collective);

/* The same of an all-to-all, whose vector are the blocks that a rank has for all. What leaves a
 * part enters another one, and each link is bound to carry it by itself: parts around a middle say
 * no more than the link among theirs that is the slowest. */
extern const struct rg_need rg_need_of_pairs;

/* The cut that says most among these: around all that is joined at or below a height, which is how
 * far from the machines it is (rg_heights), so around a leaf switch or a pod, and all of a height
 * together; by maximum flow the smallest between the first rank's switch and that of each other
 * rank, of which one is the smallest of all, and the smallest around each of these, together. Of
 * very many switches and links some of the latter are left out. Free it with rg_cut_free. */
struct rg_multicut rg_cut_find(const struct rg_certificate *c, const struct rg_need *need);
void rg_cut_free(struct rg_multicut *x);

#endif
