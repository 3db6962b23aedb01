/* SPDX-License-Identifier: BSD-3-Clause
 * job: a checked topology and the ranks on it, for the command and for the preload library.
 *
 * There is one recipe, and each step is a function here:
 *
 *   read -> check -> rail -> check -> routes -> order -> place
 *
 * - A rail is taken of a graph that is sound, so the check comes before it. What is left is another
 *   graph: it is checked again, and may be a tree now.
 * - A rail numbers all anew, so the routes are made after it.
 * - In a tree one order is right for any ranks. Off trees a search improves it, by the routes, for
 *   the machines that take part: these must be known before, and the routes must be there.
 * - Ranks get their positions by the order, so they are placed last.
 *
 * The command goes all the way at once. The preload library reads a file once, and orders and
 * places each job later.
 */
#ifndef RG_JOB_H
#define RG_JOB_H

#include "base/input.h"
#include "fabric/route.h"
#include "base/host_names.h"
#include "order/placement.h"
#include "order/search.h"

/* What is asked for. Zero it to begin. */
struct rg_job_request {
	const char *file; /* the topology; NULL: none was named */
	enum rg_source source;
	int rail;          /* of machines with several links; 0: as the file says */
	const char *hosts; /* LIST or @FILE; NULL: all machines */
	const char *order; /* a file with somebody's order; NULL: ours */
	int each;          /* ranks on each machine, a number; 0: not told, or a list: */
	const char *tasks; /* the same, whichever; NULL: not told */
	int seconds, seed; /* of the search for an order, off trees */
};

struct rg_job { /* zero it to begin */
	struct rg_topo *topo;
	struct rg_routes *routes;
	int *order; /* [machines] the order of all machines; NULL until there is one, as is: */
	struct rg_placement *placement;
	bool subset;   /* of the machines: hosts were named */
	int *listed;   /* the machines in the order in which hosts were named; NULL: none were */
	char **called; /* [machines] as those did it, the first time; NULL: not, or none were */
};

/* ---- The steps */

/* Read, check, rail, check, routes. Returns 0, or -1 after reporting errors. */
int rg_job_read(struct rg_job *s, const struct rg_job_request *q, struct rg_diag *d);

/* Order: that of all machines, to be freed. Off trees `from` (NULL: the usual order) is improved
 * for the machines of list[n] (NULL: for all), and *search tells what was found; in a tree nothing
 * is sought. */
int *rg_job_order(const struct rg_routes *r, const int *from, const int *list, int n,
                  struct rg_search *search);

/* Place: `each` ranks on every machine of list[n], by s->order. */
void rg_job_place(struct rg_job *s, const int *list, int n, int each);

/* ---- The command's way through them */

/* All steps: any graph, and the ranks that are asked for; what the search did not reach is warned
 * of. Returns 0, or -1 after reporting errors. */
int rg_job_load_graph(struct rg_job *s, const struct rg_job_request *q, struct rg_diag *d);

/* The same for what messages take: a way has to be known between all machines of the ranks. If
 * there are several between some, it warns that the plan is for one of them. `combines` is what
 * reductions combine, NULL: int:sum; the file may not tell how fast that is. */
int rg_job_load(struct rg_job *s, const struct rg_job_request *q, const char *combines,
                struct rg_diag *d);

void rg_job_free(struct rg_job *s);

/* ---- What is asked on the way */

/* The hosts that are named, or else those of the file of an order, each with as many ranks as is
 * told, if it is. Returns 0, or -1 after reporting errors. */
int rg_job_hosts(struct rg_hosts *h, const struct rg_job_request *q, struct rg_diag *d);

/* Is a way known between all of machine[n], each there once? If not, *why is added to: "no way is
 * known from 'a' to 'b': ...". Between so many pairs, into *several, there are several. */
bool rg_job_knows_ways(const struct rg_routes *r, const int *machine, int n, int64_t *several,
                       struct rg_text *why);

/* The same of the machines of P ranks, list[P], for a user: as an error and a warning. */
bool rg_job_joined(const struct rg_job *s, const int *list, int P, struct rg_diag *d);

/* The same of the machines of place[P]. */
bool rg_job_places_joined(const struct rg_job *s, const struct rg_place *place, int P,
                          struct rg_diag *d);

#endif
