/* SPDX-License-Identifier: BSD-3-Clause
 * ways: which links a message takes from machine to machine in a graph that is no tree: what the
 * forwarding tables say or, without any, one of the shortest ways that the topology's rule allows:
 * whichever, or the one that the topology says the receiver's number chooses. Where tables know
 * several rails, a message goes from a port of its sender to the receiver's port of the same
 * number, and each of them is a way, unless one was taken (rail.h).
 */
#ifndef RG_WAYS_H
#define RG_WAYS_H

#include "fabric/topo.h"

/* The state of knowledge of a way. */
enum rg_certainty {
	RG_ONE_WAY,
	RG_SEVERAL_WAYS, /* all as short, and no table says which; or one for each rail */
	RG_NO_WAY,       /* nothing that the rule allows joins them */
	RG_NO_ENTRY,     /* a switch has no table, or nothing in it for that machine */
	RG_LOOP,         /* it comes to a switch again */
	RG_MISDELIVERY   /* it ends at another machine */
};

struct rg_found {
	enum rg_certainty is;
	int at;      /* the last three kinds: the vertex where that is seen; else -1 */
	int port;    /* of these, where tables know several rails: of the receiver; else 0 */
	int certain; /* one way: how many links it has; several: how many links all of them take */
};

/* Is at least one way known? */
static inline bool rg_way_known(const struct rg_found *found)
{
	return found->is == RG_ONE_WAY || found->is == RG_SEVERAL_WAYS;
}

/* The ways of a checked graph, which is borrowed. It remembers how far vertices are from each
 * other, so it is for one thread at a time. Free it with rg_ways_free. */
struct rg_ways;
struct rg_ways *rg_ways_new(const struct rg_topo *t);
void rg_ways_free(struct rg_ways *w);

/* The links from machine `from` to another one, each with the vertex from which on it is taken:
 * link[i] from vertex at[i]. Several ways: the links of all of them, each once, those first that
 * each takes; both directions of a half-duplex link are one. Room for vertices + 2 * links of the
 * topology in each. Returns how many; 0 for the last four kinds. */
int rg_all_ways(struct rg_ways *w, int from, int to, int *link, int *at, struct rg_found *found);

/* The same of one way, with room as above. If there are several, that on the first rail where
 * tables know rails; else the one that a static routing by destination takes (d-mod-k, as fat trees
 * have it): at its first switch with k links that lead nearer, machine number d in file order takes
 * link d mod k, at the next one link (d / k) mod k, and so on. */
int rg_one_way(struct rg_ways *w, int from, int to, int *link, int *at, struct rg_found *found);

/* In words, as a phrase: "s1 has no entry for n3". */
char *rg_found_phrase(const struct rg_topo *t, const struct rg_found *found, int to, char *buf,
                      size_t n);

#endif
