/* SPDX-License-Identifier: BSD-3-Clause
 * ways: which links a message takes from machine to machine in a graph that is no tree: what the
 * forwarding tables say or, without any, one of the shortest ways, whichever.
 */
#ifndef RG_WAYS_H
#define RG_WAYS_H

#include "fabric/topo.h"

/* What is known of a way. */
enum rg_certainty {
	RG_ONE_WAY,
	RG_SEVERAL_WAYS, /* all as short; no table says which */
	RG_NO_WAY,       /* nothing joins them */
	RG_NO_ENTRY,     /* a switch has no table, or nothing in it for that machine */
	RG_LOOP,         /* it comes to a switch again */
	RG_MISDELIVERY   /* it ends at another machine */
};

struct rg_found {
	enum rg_certainty is;
	int at; /* the last three kinds: the vertex where that is seen; else -1 */
};

/* The links from machine `from` to another one, each with the vertex from which on it is taken:
 * link[i] from vertex at[i]. Several ways: the links of all of them. Room for vertices + 2 links of
 * the topology in each. Returns how many; of the last four kinds 0. Time linear in the graph, with
 * tables in the length of the way. */
int rg_ways(const struct rg_topo *t, int from, int to, int *link, int *at, struct rg_found *found);

/* In words, as a phrase: "s1 has no entry for n3". */
char *rg_found_phrase(const struct rg_topo *t, const struct rg_found *found, int to, char *buf,
                      size_t n);

#endif
