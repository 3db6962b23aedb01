/* SPDX-License-Identifier: BSD-3-Clause
 * bound: how fast an allreduce can be on this cluster at all, and how fast a ring is.
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

/* For each item of the vector, M machines must communicate at least 2 (M - 1) partial results
 * (Patarasuk & Yuan 2009, Lemma 3). Each is sent by one machine and received by another, so for
 * `bytes` bytes the machines' ports carry at least 4 (M - 1) bytes in all, in both directions. With
 * full duplex everywhere that is 2 (M - 1) bytes over the sum of the bandwidths. */
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

/* Across a link that separates participants each side must learn what the other side contributes:
 * `bytes` in each direction; a half-duplex link carries both. In a tree, the links that separate
 * participants are those that the ring uses, for it visits all of them and no path leaves the tree
 * that they span. */
static double cut_bound(const struct rg_certificate *c, double bytes, int *slowest)
{
	double most = 0;
	for (int i = 0; i < 2 * c->routes->topo->links; i++) {
		const struct rg_link *l = &c->routes->topo->link[i / 2];
		double seconds = bytes * (l->half ? 2 : 1) / l->bandwidth;
		if (c->load[i] && seconds > most) {
			most = seconds;
			*slowest = i;
		}
	}
	return most;
}

/* In 2 (P - 1) steps every rank sends a P-th of the vector to the next: 2 (P - 1) / P bytes a pair.
 * It is never faster than the bound: each port carries that amount at least twice, and (P - 1) / P
 * is at least (M - 1) / M; each cut carries it at least once in each direction, and it is at least
 * `bytes`. */
static double ring_time(const struct rg_certificate *c, double bytes, int *bottleneck)
{
	double most = 0, each = 2 * (c->P - 1.0) / c->P * bytes;
	for (int i = 0; i < 2 * c->routes->topo->links; i++) {
		double seconds = c->load[i] * each / c->routes->topo->link[i / 2].bandwidth;
		if (seconds > most) {
			most = seconds;
			*bottleneck = i;
		}
	}
	return most;
}

struct rg_bound rg_certificate_bound(const struct rg_certificate *c, int64_t bytes)
{
	struct rg_bound b = {.slowest = -1, .bottleneck = -1};
	if (c->machines < 2)
		return b;
	b.machines = machines_bound(c, bytes);
	b.cut = cut_bound(c, bytes, &b.slowest);
	b.bound = fmax(b.machines, b.cut);
	b.ring = ring_time(c, bytes, &b.bottleneck);
	return b;
}
