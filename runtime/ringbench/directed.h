/* SPDX-License-Identifier: BSD-3-Clause
 * Trials that all ranks play together, as rank 0 says.
 *
 * Rank 0 has the clock, and decides what is played; the others follow it. So all of them do the
 * same, whatever each one's clock says.
 */
#ifndef DIRECTED_H
#define DIRECTED_H

#include "ringbench/agenda.h"

struct directed {
	struct agenda *a;
	int ranks, rank;
	unsigned call;   /* number of the next call */
	int *list;       /* trials that are played in turn, */
	double *seconds; /* and what each took: on rank 0 that of the slowest rank, */
	double *walls;   /* and with all that is around it */
	double *mine;
};

struct directed directed_new(struct agenda *a);
void directed_free(struct directed *d);

/* On rank 0: all ranks play the first n of the list. `round` chooses the root where it changes.
 * With `verify`, results are looked at, and a wrong one is marked and told. */
void directed_play(struct directed *d, int n, int round, bool verify);

/* On rank 0: seconds of a native allreduce of so many bytes, at most DIRECTED_PROBE. */
enum { DIRECTED_PROBE = 1 << 16 };
double directed_probe(int bytes);

/* On rank 0: there is no more. On all others: do as it says, to the end. */
void directed_end(void);
void directed_follow(struct directed *d);

#endif
