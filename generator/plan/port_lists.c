/* SPDX-License-Identifier: BSD-3-Clause
 * port_lists: the lists of ports that are tried for a factored exchange.
 */
#include "plan/port_lists.h"

#include <math.h>

#include "plan/ports.h"

/* A list serves a size as well as the best one if it takes longer by no more than this share of the
 * time, or twice as much, or four times, until there are no more lists than may be. Chosen. */
#define AS_GOOD 0.005

/* Through windows a vector goes in rounds, and several processes of a machine have a part of it
 * each: the sums do not know that, so that fewer lists are looked for, and the fixed ones are
 * tried, too. Chosen. */
enum { WINDOWS_MOST = 3 };

static double rate_or_none(double rate)
{
	return rate > 0 ? rate : INFINITY;
}

/* What the steps cost there: between the machines alone, where windows serve inside of them. */
static struct rg_step_costs costs_of(const struct rg_scenario *g, bool windows)
{
	const struct rg_placement *p = g->placement;
	const struct rg_model *m = &g->model;
	const struct rg_topo *t = g->routes->topo;
	double least = INFINITY;
	for (int i = 0; i < p->machines; i++) {
		int v = t->machine[p->machine[i]];
		for (int k = t->first[v]; k < t->first[v + 1]; k++)
			least = fmin(least, rate_or_none(t->link[t->incident[k]].bandwidth));
	}
	return (struct rg_step_costs){
		.startup = m->startup,
		.latency = rg_longest_latency(g->routes),
		.rate = least,
		.within = m->within,
		.stream = rate_or_none(m->stream),
		.combine = rate_or_none(m->combine),
		.header = (double)m->header,
		.eager = (double)m->eager,
		.each = windows ? 1 : (p->places.P + p->machines - 1) / p->machines};
}

static enum rg_steps_of exchange_of(const struct rg_routine *r)
{
	if (rg_collectives[r->collective].passes == 2)
		return RG_AN_ALLREDUCE;
	return r->algorithm->commutes ? RG_A_REDUCE_SCATTER : RG_AN_ALLGATHER;
}

/* The lists that serve all sizes as well as the best ones, or take up to `as_good` times as long;
 * at most `most`. Returns their number; most + 1: they are more. */
static int find_lists(int n, enum rg_steps_of what, struct rg_step_costs costs, double as_good,
                      int most, struct rg_ports *list)
{
	int found = 0;
	for (int i = 0; i < 2 * RG_SIZES; i++) { /* each size, by either sum of a step */
		double bytes = (double)rg_planned_size(i / 2);
		costs.begins = i % 2;
		struct rg_ports best = rg_ports_best(n, what, &costs, bytes);
		int like = 0;
		while (like < found &&
		       rg_ports_time(&list[like], n, what, &costs, bytes) > best.seconds * as_good)
			like++;
		if (like < found)
			continue;
		if (found == most)
			return most + 1;
		list[found++] = best;
	}
	return found;
}

int rg_port_lists(const struct rg_routine *r, const struct rg_scenario *g,
                  const char *lists[RG_PORT_LISTS])
{
	bool windows = r->algorithm->windows;
	int n = windows ? g->placement->machines : g->placement->places.P, most = 0, found;
	int may = windows ? WINDOWS_MOST : RG_PORT_LISTS;
	struct rg_step_costs costs = costs_of(g, windows);
	struct rg_ports list[RG_PORT_LISTS];
	char text[RG_PORTS_TEXT];
	while (most < may && r->algorithm->tries[most])
		most++;
	if (n < 2)
		return 0;
	double more = AS_GOOD;
	while ((found = find_lists(n, exchange_of(r), costs, 1 + more, most, list)) > most)
		more *= 2;
	for (int i = 0; i < found; i++)
		lists[i] = rg_parameters_kept(rg_ports_write(&list[i], text));
	return found;
}
