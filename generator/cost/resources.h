/* SPDX-License-Identifier: BSD-3-Clause
 * resources: the costs of messages and work on the machines and links of a placement.
 */
#ifndef RG_RESOURCES_H
#define RG_RESOURCES_H

#include "cost/rates.h"
#include "engine/record.h"
#include "fabric/route.h"

/* The links of a cluster by direction, and the memory of its machines behind them: resources. */
struct rg_resources {
	const struct rg_routes *routes;
	const struct rg_place *place; /* [P] by rank */
	struct rg_model model;
	int P;
	double *bandwidth; /* [resources] bytes per second */
	int resources;
	int within;        /* from this one on they are memory, of a machine each, */
	int across;        /* and from this one on what leads into each NUMA node */
	int longest;       /* the most resources of a way */
	double processors; /* that start-ups between machines share; 0: each process has its own */
	int *node; /* [P] of each rank its NUMA node; -1: not known, or the machine's only one */
	int nodes; /* of machines that have several */
	/* Elements that each rank combines and copies, [P], and all on a machine, [machines]. */
	double *combines, *copies, *all_combine, *all_copy;
	/* And what of that is read from other NUMA nodes into each, [nodes]. */
	double *far_combine, *far_copy;
};

/* All is borrowed but what is allocated here: free it with rg_resources_free. */
struct rg_resources rg_resources_new(const struct rg_record *r, const struct rg_routes *routes,
                                     const struct rg_place *place, const struct rg_model *m);
void rg_resources_free(struct rg_resources *w);

/* The way of a message, into out[longest]: the links; or the machine's memory, and what leads into
 * the NUMA node of `to`, if that is another one. Returns how many, and the latency, seconds. */
int rg_way_of(const struct rg_resources *w, int from, int to, int *out, double *latency);

/* The start-up of a message between the two at each end, seconds: when they alone are busy, if it
 * matters who else is (rg_crowd). */
double rg_startup(const struct rg_resources *w, int from, int to);

/* Seconds per byte that a message saves where the links of a way of so many resources carry it at
 * once (rg_model, burst): those of the slowest one. Messages that share a link share its burst,
 * too, and take longer for that: so these are the seconds of one alone. 0: there is no link. */
double rg_saving(const struct rg_resources *w, const int *way, int n);

/* Do the two run on one machine? */
bool rg_inside(const struct rg_resources *w, int from, int to);

/* Seconds per byte that a process takes to combine (else: to copy). All on its machine that do so
 * are taken to do it at the same time, and share the memory; those of a NUMA node share what leads
 * into it. */
double rg_labour(const struct rg_resources *w, int rank, bool combines);

#endif
