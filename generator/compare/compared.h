/* SPDX-License-Identifier: BSD-3-Clause
 * compared: is a program faster with ringgen's collectives, and by what? It is run in pairs, once
 * with MPI's own collectives and once with ringgen's, which take turns in being the first. One pair
 * before them does not count: it fills caches, and shows whether there is anything to compare.
 */
#ifndef RG_COMPARED_H
#define RG_COMPARED_H

#include "compare/paired.h"
#include "compare/runner.h"

/* All calls of a collective on the rank that tells: of its runs on each side the median. */
struct rg_compared_row {
	const char *collective;
	bool timed; /* they block */
	double calls[RG_SIDES], bytes[RG_SIDES], seconds[RG_SIDES];
	struct rg_paired times; /* MPI's own by ringgen's, if they are timed */
	double ours;            /* those that ringgen has served, */
	const char *by; /* most of them by this algorithm; or most are MPI's own since this */
	bool also;      /* and others by other algorithms, or for other reasons */
};

struct rg_compared {
	int pairs;
	struct rg_run_result *run[RG_SIDES]; /* [pairs] */
	double seconds[RG_SIDES];            /* of a run: the median */
	struct rg_paired times;              /* MPI's own by ringgen's */
	struct rg_compared_row *row;         /* [n] what gains or loses most first */
	int n;
	struct rg_compared_row all; /* that block, together; collective is NULL */
};

/* Run the program, pairs times on each side and once before. Returns RG_OK; or, after an error that
 * says why nothing can be compared, RG_UNKNOWN, RG_INVALID, or how the program has ended: its
 * status, as a shell tells it. */
enum rg_status rg_compare(const struct rg_runner *r, int pairs, struct rg_compared *c);
void rg_compared_free(struct rg_compared *c);

#endif
