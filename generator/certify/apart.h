/* SPDX-License-Identifier: BSD-3-Clause
 * apart: a ring over parts of a cluster that nothing joins has no verdict as a whole. What holds
 * within each of them is still worth to be known: the ranks of a part, in the ring's order, are a
 * ring of their own.
 */
#ifndef RG_APART_H
#define RG_APART_H

#include "certify/certify.h"

struct rg_apart {
	const struct rg_certificate *whole; /* borrowed */
	int parts;  /* that have ranks, in the order of their first ranks; 0: it is one */
	int *first; /* [parts + 1] the ranks of part i are */
	struct rg_place *ring; /* [P] ring[first[i]] ... ring[first[i + 1] - 1], in ring order */
};

/* The parts of the cluster that links do not join and that the certificate's ring is on. Time
 * linear in the cluster and the ring. Free it. */
struct rg_apart rg_certify_apart(const struct rg_certificate *c);
void rg_apart_free(struct rg_apart *a);

/* The certificate of the ring of part i, 0 to a->parts - 1. It borrows from `a`. Free it. One has
 * as much memory as the whole cluster's, so that it is not kept for all parts at a time. */
struct rg_certificate *rg_apart_certify(const struct rg_apart *a, int i);

#endif
