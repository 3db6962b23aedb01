/* SPDX-License-Identifier: BSD-3-Clause
 * rates: the costs of messages and memory beside those that the topology tells.
 */
#ifndef RG_RATES_H
#define RG_RATES_H

#include <stdbool.h>
#include <stdint.h>

#include "fabric/topo.h"

/* Rates in bytes per second, 0: it takes no time. */
struct rg_model {
	double startup; /* seconds that a message between machines takes of the processor at each
	                   end, beside its latency; negative: see rg_model_settle */
	double alone;   /* the same when only its two ends are busy, if processes share processors;
	                   0: they do not, or it is not known */
	double within;  /* seconds that a message within a machine takes, half at each end */
	double stream;  /* rate of one such message */
	double combine, copy; /* of one process */
	double memory;        /* what the processes of a machine read and write together */
	double across;    /* what the processes of a NUMA node read together from the other nodes of
	                     their machine */
	double notify;    /* seconds */
	int64_t header;   /* bytes that each message between machines adds to its own */
	int64_t eager;    /* a longer message begins when it is asked for, bytes; */
	int64_t buffered; /* the sender of a longer one goes on when it is through */
	int64_t burst;    /* bytes that a link between machines carries at once when it has rested:
	                     shaped links do (a token bucket); 0: none */
	unsigned given;   /* bit k: rg_tellings[k] is what the user says, whatever was measured */
	const char *of;   /* what is combined, "double:max"; NULL: int:sum. Borrowed */
	bool fair;        /* messages between the same two share the links, too, and none waits for
	                     another: lanes that begin together and are as long end together, too */
};

/* The values of usual machines. */
extern const struct rg_model rg_model_usual;

/* The theory: all but the latency and bandwidth of the links takes no time. The simulated cluster
 * (tests/simgrid) is one. */
extern const struct rg_model rg_model_ideal;

/* Parse "ideal", "usual", changes of it ("startup=2us,combine=5GB/s"), or both, into *m. Returns
 * NULL, or what is wrong with it (a phrase, to be freed). */
char *rg_model_parse(const char *s, struct rg_model *m);

/* The least start-up of a message between machines, that when only its two ends are busy. */
double rg_least_startup(const struct rg_model *m);

/* Fill in what is not given with what was measured on the machines, as the topology has it. If the
 * start-up was not measured, it is half the shortest way between two of these machines, whose
 * latency was perhaps measured. */
void rg_model_settle(struct rg_model *m, const struct rg_topo *t, const int *machine, int machines);

#endif
