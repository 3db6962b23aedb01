/* SPDX-License-Identifier: BSD-3-Clause
 * ports: the lists of ports that are the best of a factored exchange, for so many processes, so
 * many on each machine, and each length of the vector (Jocksch & Piccinali 2023, Table 1; what a
 * list says: ringgen/parts/exchange.h).
 *
 * A list is looked for among all factorisations. What its steps cost is a simple sum: that finds a
 * few lists out of thousands, and the model of plan/contest.h then judges these as it does all
 * candidates.
 */
#ifndef RG_PORTS_H
#define RG_PORTS_H

#include <stdbool.h>
#include <stddef.h>

/* The most steps that a list is looked for with, and the most bytes of one, written. A process has
 * up to 2^16 others, with two steps for each factor 2 at most. */
enum { RG_PORTS_STEPS = 32, RG_PORTS_TEXT = 12 * RG_PORTS_STEPS };

/* What the steps are for. An allreduce is a reduce-scatter, allreduce steps and an allgather. */
enum rg_steps_of { RG_AN_ALLGATHER, RG_A_REDUCE_SCATTER, RG_AN_ALLREDUCE };

/* What it costs. Seconds, and bytes a second; rates may be INFINITY. */
struct rg_step_costs {
	double startup; /* that a message between machines takes of the processor at each end */
	double latency; /* of its way */
	double rate;    /* of a machine's link, each direction */
	double within;  /* seconds of a message inside a machine */
	double stream;  /* its rate */
	double combine;
	double header; /* bytes that each message between machines adds to its own */
	double eager;  /* a longer message is asked for first; 0: none is */
	int each;      /* processes on a machine, which follow each other */
	bool begins;   /* the wire is idle until the first message of a step is there, else it is
	                  busy meanwhile: what happens is in between */
};

struct rg_ports {
	int n;                      /* steps that the list names */
	int number[RG_PORTS_STEPS]; /* as it is written: a reduce-scatter's are negative */
	double seconds;
};

/* The best list for n processes, n > 1, and a vector of so many bytes: all blocks together. */
struct rg_ports rg_ports_best(int n, enum rg_steps_of what, const struct rg_step_costs *costs,
                              double bytes);

/* What a list takes that rg_ports_best found for n processes, and for another length. */
double rg_ports_time(const struct rg_ports *list, int n, enum rg_steps_of what,
                     const struct rg_step_costs *costs, double bytes);

/* Write it: "-7 1 7". */
char *rg_ports_write(const struct rg_ports *list, char text[RG_PORTS_TEXT]);

#endif
