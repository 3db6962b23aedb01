/* SPDX-License-Identifier: BSD-3-Clause
 * time_bound: the least time that a collective takes with start-ups and latencies.
 *
 * In each collective there is a machine of which all others hear, or that hears of all others: the
 * root's, in the others any. Both take as long, as the second is the first one backwards. What goes
 * on inside a machine is taken to cost nothing. So there are two bounds:
 *
 * - Far. The one that is farthest away hears no earlier than the shortest way lets it, with a
 *   start-up at each end. Where there is no root, the two that are farthest from each other count.
 *
 * - Many. A processor that knows sends one message after the other, each of which takes it a
 *   start-up, s; the receiver knows a time `way` later: two start-ups and the least latency. That
 *   is the LogP model with its overhead and its gap as s, in which the fastest broadcast is the
 *   tree that always lets all who know send (R. Karp, A. Sahay, E. Santos, K. Schauser: Optimal
 *   Broadcast and Summation in the LogP Model, 1993, section 3). Here all processes of a machine
 *   know as soon as one does, and all send.
 *
 * Bytes come after: what must cross the links that set the bound of certify/bound.h cannot begin
 * before a start-up has ended, nor end later than a start-up before the end, and the least latency
 * is lost between the two.
 */
#include "cost/time_bound.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "certify/bound.h"

/* ---- Far ---- */

/* The latency of the shortest way from a vertex to each, into seconds[vertices]: a way is looked at
 * again whenever its beginning has become shorter (Bellman, Ford, with a queue by Moore). */
static void spread(const struct rg_topo *t, int from, double *seconds)
{
	int *queue = rg_alloc(t->vertices, sizeof *queue), begin = 0, waiting = 1;
	bool *waits = rg_alloc(t->vertices, sizeof *waits);
	for (int v = 0; v < t->vertices; v++)
		seconds[v] = INFINITY;
	seconds[from] = 0;
	queue[0] = from;
	while (waiting) {
		int v = queue[begin];
		begin = (begin + 1) % t->vertices;
		waiting--;
		waits[v] = false;
		for (int i = t->first[v]; i < t->first[v + 1]; i++) {
			const struct rg_link *l = &t->link[t->incident[i]];
			int w = l->a == v ? l->b : l->a;
			if (l->blocked || seconds[v] + l->latency >= seconds[w])
				continue;
			seconds[w] = seconds[v] + l->latency;
			if (!waits[w])
				queue[(begin + waiting++) % t->vertices] = w;
			waits[w] = true;
		}
	}
	free(queue);
	free(waits);
}

/* The vertex of the machine of the ring that is farthest from a vertex, and how far that is. */
static int farthest(const struct rg_certificate *c, int from, double *seconds)
{
	const struct rg_topo *t = c->routes->topo;
	double *far = rg_alloc(t->vertices, sizeof *far);
	int best = from;
	spread(t, from, far);
	for (int k = 0; k < c->P; k++) {
		int v = t->machine[c->ring[k].machine];
		if (isfinite(far[v]) && far[v] > far[best])
			best = v;
	}
	*seconds = far[best];
	free(far);
	return best;
}

/* From the root, or, where there is none, between two machines: in a tree those that are the
 * farthest apart, in a graph some that are far apart. */
static double farthest_of(const struct rg_certificate *c, enum rg_collective collective)
{
	double seconds;
	int v = farthest(c, c->routes->topo->machine[c->ring[c->root].machine], &seconds);
	if (!rg_has_root(collective))
		farthest(c, v, &seconds);
	return seconds;
}

/* ---- Near, and many ---- */

/* No way between two machines of the ring is shorter: the links at its two ends; which are one, if
 * the machines are linked with each other. */
static double nearest(const struct rg_certificate *c)
{
	const struct rg_topo *t = c->routes->topo;
	double direct = INFINITY, least = INFINITY, second = INFINITY;
	bool *seen = rg_alloc(t->machines, sizeof *seen);
	for (int k = 0; k < c->P; k++) {
		int machine = c->ring[k].machine, v = t->machine[machine];
		double shortest = INFINITY;
		for (int i = t->first[v]; i < t->first[v + 1] && !seen[machine]; i++) {
			const struct rg_link *l = &t->link[t->incident[i]];
			int w = l->a == v ? l->b : l->a;
			shortest = fmin(shortest, l->latency);
			if (t->vertex[w].kind == RG_MACHINE)
				direct = fmin(direct, l->latency);
		}
		seen[machine] = true;
		second = fmin(second, fmax(least, shortest));
		least = fmin(least, shortest);
	}
	free(seen);
	return fmin(direct, least + second);
}

/* The ranks of the machine that has most. */
static int most_ranks(const struct rg_certificate *c)
{
	int *ranks = rg_alloc(c->routes->topo->machines, sizeof *ranks), most = 0;
	for (int k = 0; k < c->P; k++)
		if (++ranks[c->ring[k].machine] > most)
			most = ranks[c->ring[k].machine];
	free(ranks);
	return most;
}

/* The most machines that can know by a time: those that heard over i messages, the senders of which
 * had sent j others before in all, are each ^ i times the ways to share j among i; summed over all
 * j that there is time for, each ^ i (j + i over i). */
static double knowing(double time, int each, double startup, double way)
{
	double sum = 1;
	for (int i = 1; i * way <= time && isfinite(sum); i++) {
		double others = floor((time - i * way) / startup), ways = 1;
		for (int k = 1; k <= i; k++)
			ways *= each * (others + k) / k;
		sum += ways;
	}
	return sum;
}

/* Until so many machines can know, rounded down by the last bits. */
static double spreading(int machines, int each, double startup, double way)
{
	if (startup <= 0)
		return way;
	double low = 0, high = way + machines * startup;
	for (int i = 0; i < 60; i++) { /* a double has 53 bits */
		double middle = (low + high) / 2;
		*(knowing(middle, each, startup, way) < machines ? &low : &high) = middle;
	}
	return low;
}

struct rg_time_bound rg_time_bound_of(const struct rg_certificate *c, enum rg_collective collective,
                                      const struct rg_model *m)
{
	struct rg_time_bound b = {0};
	if (c->machines < 2)
		return b;
	double startup = rg_least_startup(m);
	b.each = rg_certificate_bound(c, collective, 1).bound;
	b.first = 2 * startup + nearest(c);
	b.least = fmax(2 * startup + farthest_of(c, collective),
	               spreading(c->machines, most_ranks(c), startup, b.first));
	return b;
}

double rg_time_bound_at(const struct rg_time_bound *b, double bytes)
{
	return fmax(b->least, b->each > 0 ? b->first + b->each * bytes : 0);
}
