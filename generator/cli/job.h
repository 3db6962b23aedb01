/* SPDX-License-Identifier: BSD-3-Clause
 * job: what a command is about: a checked topology and the ranks on it, as the command
 * line tells them.
 */
#ifndef RG_JOB_H
#define RG_JOB_H

#include "cli/options.h"
#include "fabric/route.h"
#include "import/host_names.h"
#include "order/placement.h"

struct rg_job { /* zero it to begin */
	struct rg_topo *topo;
	struct rg_routes *routes;
	int *order; /* [machines] the order of all machines; NULL after rg_job_topology, as is: */
	struct rg_placement *placement;
	bool subset; /* of the machines: --hosts was given */
};

/* Read and check the topology that the options name, and leave one rail of it, if one is chosen:
 * any graph, or a tree. Return 0, or -1 after reporting errors. */
int rg_job_graph(struct rg_job *s, const struct rg_options *o, struct rg_diag *d);
int rg_job_topology(struct rg_job *s, const struct rg_options *o, struct rg_diag *d);

/* Read and check any graph, and place the ranks that the options name. The second one is for what
 * messages take: a way has to be known between all machines of the ranks. If there are several
 * between some, it warns that the plan is for one of them. */
int rg_job_load_graph(struct rg_job *s, const struct rg_options *o, struct rg_diag *d);
int rg_job_load(struct rg_job *s, const struct rg_options *o, struct rg_diag *d);

/* The hosts that --hosts names, or else those of the file of an order, each with as many ranks as
 * --ranks-per-node says, if it does. Returns 0, or -1 after reporting errors. */
int rg_job_hosts(struct rg_hosts *h, const struct rg_options *o, struct rg_diag *d);

/* Is a way known between all of these machines, of P ranks? Else it is said. */
bool rg_job_joined(const struct rg_job *s, const int *list, int P, struct rg_diag *d);

/* Say which of the parameters that the user named are more than so many processes can have. */
void rg_job_parameters(const struct rg_options *o, int P, int machines);
/* Is the root that the user named one of so many processes? Else it is said. */
bool rg_job_root(const struct rg_options *o, int P, struct rg_diag *d);
void rg_job_free(struct rg_job *s);

#endif
