/* SPDX-License-Identifier: BSD-3-Clause
 * bound: how fast a collective can be on this cluster at all, and how fast a ring is.
 */
#include "bound.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

/* What a machine can send and receive, together, in a second: both directions of its one link, or
 * the half-duplex link that is both. */
static double port_rate(const struct rg_topo *t, int machine)
{
	int v = t->machine[machine];
	if (t->first[v] == t->first[v + 1])
		return 0; /* the only machine, without a switch */
	const struct rg_link *l = &t->link[t->incident[t->first[v]]];
	return l->half ? l->bandwidth : 2 * l->bandwidth;
}

/* An allreduce: for each item of the vector, M machines must communicate at least 2 (M - 1) partial
 * results (Patarasuk & Yuan 2009, Lemma 3). Each is sent by one machine and received by another, so
 * for `bytes` bytes the machines' ports carry at least 4 (M - 1) bytes in all, in both directions.
 * With full duplex everywhere that is 2 (M - 1) bytes over the sum of the bandwidths. */
static double machines_bound(const struct rg_certificate *c, double bytes)
{
	const struct rg_topo *t = c->routes->topo;
	char *seen = rg_alloc(t->machines, 1);
	double rate = 0;
	for (int k = 0; k < c->P; k++) {
		int m = c->ring[k].machine;
		if (!seen[m])
			rate += port_rate(t, m);
		seen[m] = 1;
	}
	free(seen);
	return 4 * (c->machines - 1.0) * bytes / rate;
}

/* For each link, the ranks at its lower end and below, in the tree of the routes. Free it. */
static int *count_below(const struct rg_certificate *c)
{
	const struct rg_routes *r = c->routes;
	const struct rg_topo *t = r->topo;
	int *ranks = rg_alloc(t->vertices, sizeof(int));
	int *below = rg_alloc(t->links, sizeof(int));
	for (int k = 0; k < c->P; k++)
		ranks[t->machine[c->ring[k].machine]]++;
	for (int i = t->vertices - 1; i > 0; i--) {
		int v = r->downward[i];
		below[r->up[v]] = ranks[v];
		ranks[r->parent[v]] += ranks[v];
	}
	free(ranks);
	return below;
}

/* The share of the vector that must cross a link towards the P - behind ranks in front of it, from
 * the `behind` ranks behind it, 0 < behind < P. An allreduce: what those contribute to each item,
 * as one partial result. An allgather: their blocks. A reduce-scatter: a partial result for the
 * blocks of the ranks in front. */
static double share(enum rg_collective collective, int behind, int P)
{
	switch (collective) {
	case RG_ALLGATHER:
	case RG_ALLGATHERV:
		return (double)behind / P;
	case RG_REDUCE_SCATTER:
	case RG_REDUCE_SCATTER_BLOCK:
		return (double)(P - behind) / P;
	default:
		return 1;
	}
}

/* The share of the vector that resource i, a link in one direction or a half-duplex link, carries
 * at least; `below` are the ranks below the link. */
static double carried(const struct rg_certificate *c, enum rg_collective collective, int i,
                      int below)
{
	const struct rg_routes *r = c->routes;
	const struct rg_link *l = &r->topo->link[i / 2];
	if (below == 0 || below == c->P)
		return 0;
	double up = share(collective, below, c->P), down = share(collective, c->P - below, c->P);
	if (l->half)
		return i % 2 ? 0 : up + down;
	int from = i % 2 ? l->b : l->a;
	return r->up[from] == i / 2 ? up : down;
}

static double cut_bound(const struct rg_certificate *c, enum rg_collective collective, double bytes,
                        int *slowest)
{
	const struct rg_topo *t = c->routes->topo;
	int *below = count_below(c);
	double most = 0;
	for (int i = 0; i < 2 * t->links; i++) {
		double seconds =
			carried(c, collective, i, below[i / 2]) * bytes / t->link[i / 2].bandwidth;
		if (seconds > most) {
			most = seconds;
			*slowest = i;
		}
	}
	free(below);
	return most;
}

/* In P - 1 steps every rank sends a P-th of the vector to the next, and in an allreduce twice: (P -
 * 1) / P of the bytes a pair. It is never faster than the bound: each cut carries that at least
 * once in each direction, and no share is larger (a half-duplex link: twice, and no sum of two
 * shares is larger); each port carries it at least twice, and (P - 1) / P is at least (M - 1) / M.
 */
static double ring_time(const struct rg_certificate *c, enum rg_collective collective, double bytes,
                        int *bottleneck)
{
	double most = 0;
	double each = (collective == RG_ALLREDUCE ? 2 : 1) * (c->P - 1.0) / c->P * bytes;
	for (int i = 0; i < 2 * c->routes->topo->links; i++) {
		double seconds = c->load[i] * each / c->routes->topo->link[i / 2].bandwidth;
		if (seconds > most) {
			most = seconds;
			*bottleneck = i;
		}
	}
	return most;
}

struct rg_bound rg_certificate_bound(const struct rg_certificate *c, enum rg_collective collective,
                                     int64_t bytes)
{
	struct rg_bound b = {.slowest = -1, .bottleneck = -1};
	if (c->machines < 2)
		return b;
	if (collective == RG_ALLREDUCE)
		b.machines = machines_bound(c, bytes);
	b.cut = cut_bound(c, collective, bytes, &b.slowest);
	b.bound = fmax(b.machines, b.cut);
	b.ring = ring_time(c, collective, bytes, &b.bottleneck);
	return b;
}
