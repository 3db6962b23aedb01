/* SPDX-License-Identifier: BSD-3-Clause
 * route: which resources a message takes from place to place. A resource is what messages contend
 * for: one direction of a link, a half-duplex link, one direction of the boundary of a package or
 * NUMA node. In a tree the route is the path; in another graph see ways.h.
 */
#ifndef RG_ROUTE_H
#define RG_ROUTE_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "fabric/topo.h"
#include "fabric/ways.h"

/* Where a rank is: a machine and one of its cores, or core -1 when the inside does not matter. */
struct rg_place {
	int machine;
	int core; /* index into the machine's inside->core; -1: not known */
};

struct rg_routes {
	const struct rg_topo *topo;
	bool tree; /* else routes are those of ways.h */
	/* A tree that spans the graph, breadth first from vertex 0: itself, if it is one. Where
	 * nothing joins all vertices there is one for each part, one after the other. */
	int *up;       /* [vertices] link towards the root of the tree; -1 at the root */
	int *parent;   /* [vertices] vertex at its other end */
	int *depth;    /* [vertices] links between it and the root */
	int *downward; /* [vertices] the vertices, each after its parent, the root first */
	bool *bridge; /* [links] without it some vertices could not be reached: always, in a tree */
	int *boundaries; /* [machines + 1] number of the first boundary of machine i */
	int resources;   /* how many there are; numbered from 0: 2 * links, then 2 * boundaries */
	int longest;     /* the most resources that a route can take */
	/* The ways in a graph that is no tree; NULL in a tree. */
	struct rg_ways *ways;
	int *at; /* [longest] for rg_route's own use */
};

/* The routes of a checked graph. Linear time. If it is no tree, for one thread at a time
 * (ways.h). */
struct rg_routes *rg_routes_new(const struct rg_topo *t);
void rg_routes_free(struct rg_routes *r);

/* The resources that a message from `from` to `to` takes, in order, into out[longest]; returns how
 * many. None between ranks of the same package and NUMA node, or when the inside of their common
 * machine is not known. If there are several ways, one of them (rg_one_way). A way must be known:
 * see rg_first_unknown. */
int rg_route(const struct rg_routes *r, struct rg_place from, struct rg_place to, int *out);

/* The same, and what is known of the way; if there are several, the resources of all of them, each
 * once: the first found->certain are those that each of them takes. If it is not known, what is
 * taken inside machines alone. */
int rg_find_route(const struct rg_routes *r, struct rg_place from, struct rg_place to, int *out,
                  struct rg_found *found);

/* The first pair of machine[n] (each once) between which no way is known, into pair[2], and why.
 * False: a way is known between all; between so many pairs, into *several, there are several. Time
 * as for all their ways; in a tree none. */
bool rg_first_unknown(const struct rg_routes *r, const int *machine, int n, int pair[2],
                      struct rg_found *found, int64_t *several);

/* The resource of link l when taken from vertex `from` on. */
int rg_resource_of(const struct rg_routes *r, int l, int from);

/* Is resource i that of a link (else: of a boundary inside a machine)? And of which link? */
static inline bool rg_is_link(const struct rg_routes *r, int i)
{
	return i < 2 * r->topo->links;
}

/* The ways for programs, as `ringgen check --ways` prints them, a line for each two machines: "way
 * FROM TO LINK ..." with the numbers of the links in turn, from 0 on in file order; "several FROM
 * TO LINK
 * ...", one of them (rg_route); "unknown FROM TO". */
void rg_ways_print(const struct rg_routes *r, struct rg_text *out);

/* Bytes per second of the slowest link (rg_topo_slowest); 0: there is none. Seconds of the longest
 * way between two vertices, in the tree that spans them. */
double rg_slowest_speed(const struct rg_topo *t);
double rg_longest_latency(const struct rg_routes *r);

/* For people: "s0 -> s1", "s0 <-> s1" (half duplex), "n3: out of package 1", "n3: into NUMA node
 * 2". */
char *rg_resource_name(const struct rg_routes *r, int i, char *buf, size_t n);

#endif
