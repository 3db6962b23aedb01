/* SPDX-License-Identifier: BSD-3-Clause
 * The effective bandwidth of the ranks as they are placed, b_eff: all of them send to both
 * neighbours in rings, in rank order and in a random one. See rings.h.
 */
#ifndef B_EFF_H
#define B_EFF_H

#include <stdio.h>

#include "ringbench/budget.h"
#include "ringbench/options.h"
#include "ringbench/rings.h"

/* How a rank exchanges its messages; the fastest way counts. */
enum b_eff_way { BY_SENDRECV, BY_ALLTOALLV, BY_REQUESTS, B_EFF_WAYS };

/* The longest message if none is told: a 128th of the memory that each rank of a machine has, at
 * most 128 MiB, as the authors have it. The same on all ranks. Collective. */
long long b_eff_longest(void);

struct b_eff {
	long long length[RINGS_LENGTHS];
	int measured;        /* lengths; fewer than all: there was no time for the others */
	int repeated;        /* how often all of them were */
	bool wrong;          /* a message was not what was sent */
	rings_speeds speeds; /* the best way's */
	double by_way[RINGS_ORDERS][RINGS_PATTERNS][RINGS_LENGTHS][B_EFF_WAYS]; /* the same */
};

/* Measure, with messages of up to so many bytes. What is found is known on all ranks. Collective
 * over MPI_COMM_WORLD. */
void b_eff_measure(const struct options *o, const struct budget *budget, long long longest,
                   struct b_eff *found);

/* On rank 0: in words, for this many ranks and machines; and a line for each order, ring and length
 * and way. */
void b_eff_print(const struct options *o, const struct b_eff *found, int ranks, int machines);
void b_eff_csv(const struct options *o, const struct b_eff *found, int ranks, FILE *to);

#endif
