/* SPDX-License-Identifier: BSD-3-Clause
 * check: is a topology sound? And its summary.
 */
#ifndef RG_CHECK_H
#define RG_CHECK_H

#include "base/diag.h"
#include "base/text.h"
#include "fabric/topo.h"

/* Report all that is wrong: a name or alias used twice (both lines), a self link, no machine, a
 * machine as an inner vertex (more than one link), a vertex that cannot be reached (disconnected),
 * a cycle (named by its vertices and links), forwarding tables. Linear time. Returns 0, or -1
 * after errors. */
int rg_check_tree(const struct rg_topo *t, struct rg_diag *d);

/* The same of a graph: it may have cycles, so several links between two switches, machines with
 * links to several switches, forwarding tables, and parts that nothing joins. */
int rg_check_graph(const struct rg_topo *t, struct rg_diag *d);

/* The same for a file that has other mistakes, which were reported: only what does not follow from
 * them is reported. If it is not `whole`, some vertices or links are missing, so that nobody knows
 * what is joined. */
void rg_check_rest(const struct rg_topo *t, bool whole, struct rg_diag *d);

/* Is a checked graph a tree, and without tables: has each message one way? Linear time. */
bool rg_is_tree(const struct rg_topo *t);

/* A narrow place carries less than the machines of its sides can together send over it. The traffic
 * across it is limited by the side that can send less. Bytes per second, of one direction. In a
 * tree it is a link. In another graph it is all links out of the vertices that are joined at or
 * below a height (spread.h), as out of a leaf switch or a pod. */
struct rg_narrow {
	int link;       /* -1: it is no tree, and these are so many */
	int links;      /* around */
	int at;         /* this switch, the first in the file of */
	int switches;   /* so many */
	int machines;   /* behind it, on the side that can send less */
	double demand;  /* what they can send */
	double carries; /* what it carries, while both directions are in use */
};

/* A summary of a topology. */
struct rg_overview {
	long cores;               /* of the machines whose inside is described */
	int undescribed;          /* machines whose inside is not */
	bool tree;                /* (rg_is_tree) */
	int parts;                /* that nothing joins; 1: all is joined */
	int tables;               /* switches with a forwarding table */
	int depth;                /* links from the first vertex to the farthest */
	int slowest;              /* a link; -1: there is none */
	struct rg_narrow *narrow; /* [narrows] what is oversubscribed, the worst first */
	int narrows;
};

/* The overview of a checked graph; if it is no tree, without depth. Near linear time for each
 * height of it. Free it with rg_overview_free. */
struct rg_overview rg_overview(const struct rg_topo *t);
void rg_overview_free(struct rg_overview *o);

/* The summary that `ringgen check` prints: the overview in words, of the oversubscribed links the
 * worst few. For checked topologies. */
void rg_summary(const struct rg_topo *t, struct rg_text *out);

/* The graph for programs, as `ringgen check --links` prints it: the lines "machine NAME" and
 * "switch NAME" in file order, then "link A B BITS_PER_SECOND LATENCY DUPLEX" for each link, with
 * the latency in seconds, and "half" or "full". For checked topologies. */
void rg_links_print(const struct rg_topo *t, struct rg_text *out);

#endif
