/* SPDX-License-Identifier: BSD-3-Clause
 * The checks, and the trials that must be timed for them.
 */
#ifndef AGENDA_H
#define AGENDA_H

#include "ringbench/guidelines.h"
#include "ringbench/peer.h"
#include "ringbench/record.h"
#include "ringbench/verdict.h"

/* Calls that are timed as one: one call or two in turn, or several of one in a row. A trial that is
 * on the sides of several checks is timed once. */
struct trial {
	const struct peer *peer;
	int nterms, parts;
	int root; /* of its calls, or ALL_ROOTS */
	bool local;
	struct vector terms[TERMS_MOST]; /* with lent buffers */
	bool wrong;

	/* On rank 0: */
	struct record times;
	int plays;           /* with those that do not count */
	double first;        /* seconds of the first one, which is slower than others, */
	double all, longest; /* and of the others */
};

/* A guideline for one peer, collective, size and kind of blocks. */
struct check {
	const struct guideline *rule;
	const struct peer *peer;
	enum collective collective; /* of the left side, */
	enum blocks blocks;
	long long bytes; /* and those that it really has */
	int size;        /* how many shorter sizes are measured */
	int left, right; /* trials */

	/* On rank 0: */
	bool taken, settled; /* LEFT_OUT as long as it is not taken up */
	enum verdict verdict;
	int n; /* samples of both sides */
	struct rg_interval left_time, right_time;
};

struct agenda {
	const struct options *o;
	const struct peer *peers; /* the first */
	struct trial *trials;
	struct check *checks;
	int ntrials, nchecks;
	int *order; /* of the checks, in which they are taken up */
	char *send[TERMS_MOST], *receive[TERMS_MOST]; /* what all trials have in turn */
	void *scratch;                                /* of the sum of its own */
};

/* The collectives that are timed for those of the command line. */
void agenda_collectives(const struct options *o, bool wanted[COLLECTIVES]);

/* Everything that the peers serve on both sides, for the collectives of the command line on the
 * left. The same on all ranks of MPI_COMM_WORLD. Checks are taken up so that few of them are spread
 * over all sizes: those of each fourth size first, then those of each second, then the others; of
 * these, those of short vectors first, which tell how long others will take. */
struct agenda agenda_new(const struct options *o, const struct peer *peers, int n);
void agenda_free(struct agenda *a);

/* "reduce+bcast", "4 x gather": what a trial is made of. */
const char *trial_name(const struct trial *t, char *text, size_t room);

#endif
