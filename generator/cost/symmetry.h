/* SPDX-License-Identifier: BSD-3-Clause
 * symmetry: which processes of a record, and which links, fare alike.
 *
 * Colours are refined: two processes keep the same one while they do the same in each step, with
 * processes of the same colours, over links of the same colours; two links, while messages of the
 * same colours take them. When no colour splits any more, all of a kind do everything at the same
 * time, so that one of each tells what all do. In which order a step posts its messages is left
 * out: they are under way together.
 */
#ifndef RG_SYMMETRY_H
#define RG_SYMMETRY_H

#include "cost/match.h"
#include "cost/resources.h"

struct rg_symmetry {
	int n;
	int *of;           /* [P] the kind of each rank, 0 ... n - 1 */
	int *size;         /* [n] how many there are */
	int *example;      /* [n] one of them */
	int links;         /* kinds of links */
	int *link_of;      /* [resources] the kind of each link, -1 where no message is */
	int *link_size;    /* [links] */
	int *link_example; /* [links] */
	size_t *way; /* [moves + 1] the links that a send takes are link[way[i]] ...; moves are */
	int *link;   /* numbered as in rg_matching */
	double *latency; /* [moves] of a send, */
	double *startup; /* and of each message at its end (rg_crowd) */
};

/* Free it with rg_symmetry_free. */
struct rg_symmetry rg_symmetry_new(const struct rg_record *r, const struct rg_matching *m,
                                   const struct rg_resources *w);
/* The same with each process, and each link, a kind of its own. */
struct rg_symmetry rg_symmetry_apart(const struct rg_record *r, const struct rg_matching *m,
                                     const struct rg_resources *w);
void rg_symmetry_free(struct rg_symmetry *k);

#endif
