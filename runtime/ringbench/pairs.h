/* SPDX-License-Identifier: BSD-3-Clause
 * Point to point: how long a small message takes, and how much goes through, one way and both; and
 * how much time of the processors it takes.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include "ringbench/survey.h"

struct speed {
	double latency;   /* seconds: half the round trip of a 1-byte message */
	double one_way;   /* bytes a second, of all pairs of the route, */
	double both_ways; /* and in each direction, while both are in use */
};

enum { IN_FLIGHT = 8 };

/* Measure one route after another, the medians; ranks that have no part in it sleep. The routes and
 * the speeds [nroutes] are rank 0's. Collective over MPI_COMM_WORLD. */
void pairs_measure(const struct options *o, const struct survey *s, struct speed *speeds);

/* The other combinations that are measured, beside the sum of integers: of types and operations
 * that programs reduce most, as in "double:max". */
enum { COMBINED_KINDS = 8 };
extern const char *const combined_kinds[COMBINED_KINDS];

/* The cost of messages and memory when all ranks are busy with the same; 0: it cannot be told, or
 * is nothing. */
struct toll {
	double startup; /* seconds: a message between machines, of the processor at each end */
	double alone;   /* seconds: the same when the first two machines alone are busy */
	double within;  /* seconds: a message within a machine, of both together */
	double stream;  /* bytes a second: a long message within a machine, when all are in pairs */
	double notify;  /* seconds: a word in memory that two ranks of a machine share */
	int eager;      /* bytes: a longer message between machines waits for its receiver */
	int burst;      /* bytes: what a link carries at once when it has rested */
	double combine; /* bytes a second: of one rank, that adds up integers; */
	double kinds[COMBINED_KINDS]; /* that combines others: combined_kinds */
	double copy;                  /* the same, that copies */
};

/* On rank 0; collective over MPI_COMM_WORLD; hosts [ranks] are rank 0's. */
struct toll pairs_toll(const struct options *o, const struct host *hosts);

#endif
