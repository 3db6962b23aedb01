/* SPDX-License-Identifier: BSD-3-Clause
 * The checks, and the trials that must be timed for them.
 */
#ifndef AGENDA_H
#define AGENDA_H

#include "ringbench/guidelines.h"
#include "ringbench/peer.h"
#include "ringbench/verdict.h"

/* Calls that are timed as one: one call or two in turn, or several of one in a row. A trial that is
 * on the sides of several checks is timed once. */
struct trial {
	const struct peer *peer;
	int nterms, parts;
	int root; /* of its calls, or ALL_ROOTS */
	bool local;
	struct vector terms[TERMS_MOST]; /* with lent buffers */
	struct rg_samples times;         /* on rank 0 */
	bool wrong;
};

/* A guideline for one peer, collective, size and kind of blocks. */
struct check {
	const struct guideline *rule;
	const struct peer *peer;
	enum collective collective; /* of the left side, */
	enum blocks blocks;
	long long bytes;      /* and those that it really has */
	int left, right;      /* trials */
	enum verdict verdict; /* on rank 0 */
};

struct agenda {
	const struct options *o;
	struct trial *trials;
	struct check *checks;
	int ntrials, nchecks;
	char *send[TERMS_MOST], *receive[TERMS_MOST]; /* what all trials have in turn */
	void *scratch;                                /* of the sum of its own */
};

/* The collectives that are timed for those of the command line. */
void agenda_collectives(const struct options *o, bool wanted[COLLECTIVES]);

/* Everything that the peers serve on both sides, for the collectives of the command line on the
 * left. The same on all ranks of MPI_COMM_WORLD. */
struct agenda agenda_new(const struct options *o, const struct peer *peers, int n);
void agenda_free(struct agenda *a);

#endif
