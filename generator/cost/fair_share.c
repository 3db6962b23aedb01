/* SPDX-License-Identifier: BSD-3-Clause
 * share: how long messages take that are under way together.
 */
#include "cost/fair_share.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"

/* After so many ends the rates stay. */
enum { ENDS_MOST = 24 };

/* What counts as equal among shares and times, which are sums of rounded numbers. */
#define ALIKE 1e-9

struct sharing {
	struct rg_flow **under_way; /* [n] */
	double *rate, *left;        /* [n] of each: bytes per second, bytes; rate 0: not yet set */
	int n;
	double *room; /* [resources] what is not given to anybody yet */
	int *asking;  /* [resources] how many have no rate yet */
	int *asked;   /* [asks] the resources that are asked for, */
	double *each; /* [asks] and what they have for each */
	int asks;
	int *least;    /* [leasts] those of them with the least for each */
	size_t *first; /* [resources + 1] the flows that take resource r are */
	int *flow;     /* flow[first[r]] ...; with them those that are through */
	const struct rg_flow *all;
	int *at; /* [flows] where a flow is among those under way; -1: through */
	const double *bandwidth;
};

/* The flows by the resources that they take. */
static void find_flows(struct sharing *s, int flows, int resources)
{
	s->first = rg_alloc((size_t)resources + 2, sizeof *s->first);
	for (int i = 0; i < flows; i++)
		for (int k = 0; k < s->all[i].hops; k++)
			s->first[s->all[i].route[k] + 2]++;
	for (int r = 2; r < resources + 2; r++)
		s->first[r] += s->first[r - 1];
	s->flow = rg_alloc(s->first[resources + 1], sizeof *s->flow);
	for (int i = 0; i < flows; i++)
		for (int k = 0; k < s->all[i].hops; k++)
			s->flow[s->first[s->all[i].route[k] + 1]++] = i;
}

/* Give a flow its rate for good. */
static void settle(struct sharing *s, int i, double rate)
{
	s->rate[i] = rate;
	for (int k = 0; k < s->under_way[i]->hops; k++) {
		s->room[s->under_way[i]->route[k]] -= rate;
		s->asking[s->under_way[i]->route[k]]--;
	}
}

static void count_asking(struct sharing *s)
{
	s->asks = 0;
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < s->under_way[i]->hops; k++)
			s->asking[s->under_way[i]->route[k]] = 0;
	for (int i = 0; i < s->n; i++) {
		s->rate[i] = 0;
		for (int k = 0; k < s->under_way[i]->hops; k++) {
			int r = s->under_way[i]->route[k];
			if (s->asking[r]++)
				continue;
			s->room[r] = s->bandwidth[r];
			s->asked[s->asks++] = r;
		}
	}
}

/* The least that a resource has for each; lists which have that, and forgets those that nobody asks
 * for any more. */
static double find_least(struct sharing *s, int *leasts)
{
	double least = INFINITY;
	int n = 0;
	for (int i = 0; i < s->asks; i++) {
		int r = s->asked[i];
		if (!s->asking[r])
			continue;
		s->asked[n] = r;
		s->each[n] = s->room[r] / s->asking[r];
		least = s->each[n] < least ? s->each[n] : least;
		n++;
	}
	s->asks = n;
	*leasts = 0;
	for (int i = 0; i < n; i++)
		if (s->each[i] <= least * (1 + ALIKE))
			s->least[(*leasts)++] = s->asked[i];
	return least;
}

/* Max-min rates: the flows on the resource with the least for each get that, then the same with the
 * others and what is left. */
static void set_rates(struct sharing *s)
{
	int leasts;
	count_asking(s);
	for (double least = find_least(s, &leasts); s->asks; least = find_least(s, &leasts))
		for (int i = 0; i < leasts; i++)
			for (size_t k = s->first[s->least[i]]; k < s->first[s->least[i] + 1]; k++) {
				int at = s->at[s->flow[k]];
				if (at >= 0 && s->rate[at] <= 0)
					settle(s, at, least);
			}
}

/* Go on to the next end; returns the time until then. Those that are through leave. */
static double pass_time(struct sharing *s, double now)
{
	double step = INFINITY;
	for (int i = 0; i < s->n; i++)
		step = fmin(step, s->left[i] / s->rate[i]);
	int n = 0;
	for (int i = 0; i < s->n; i++) {
		s->left[i] -= s->rate[i] * step;
		if (s->left[i] <= ALIKE * s->under_way[i]->bytes) {
			s->under_way[i]->seconds = now + step;
			s->at[s->under_way[i] - s->all] = -1;
			continue;
		}
		s->at[s->under_way[i] - s->all] = n;
		s->under_way[n] = s->under_way[i];
		s->left[n] = s->left[i];
		s->rate[n++] = s->rate[i];
	}
	s->n = n;
	return step;
}

/* From now on the rates stay. */
static void end_all(struct sharing *s, double now)
{
	for (int i = 0; i < s->n; i++)
		s->under_way[i]->seconds = now + s->left[i] / s->rate[i];
	s->n = 0;
}

void rg_share(struct rg_flow *flow, int flows, const double *bandwidth, int resources)
{
	struct sharing s = {.bandwidth = bandwidth, .all = flow};
	double now = 0;
	find_flows(&s, flows, resources);
	s.at = rg_alloc((size_t)flows, sizeof *s.at);
	s.asked = rg_alloc((size_t)resources, sizeof *s.asked);
	s.each = rg_alloc((size_t)resources, sizeof *s.each);
	s.least = rg_alloc((size_t)resources, sizeof *s.least);
	s.under_way = rg_alloc((size_t)flows, sizeof *s.under_way);
	s.rate = rg_alloc((size_t)flows, sizeof *s.rate);
	s.left = rg_alloc((size_t)flows, sizeof *s.left);
	s.room = rg_alloc((size_t)resources, sizeof *s.room);
	s.asking = rg_alloc((size_t)resources, sizeof *s.asking);
	for (int i = 0; i < flows; i++) {
		flow[i].seconds = 0;
		s.at[i] = -1;
		if (flow[i].hops == 0 || flow[i].bytes <= 0)
			continue;
		s.at[i] = s.n;
		s.left[s.n] = flow[i].bytes;
		s.under_way[s.n++] = &flow[i];
	}
	for (int ends = 0; s.n && ends < ENDS_MOST; ends++) {
		set_rates(&s);
		now += pass_time(&s, now);
	}
	end_all(&s, now);
	free(s.first);
	free(s.flow);
	free(s.at);
	free(s.asked);
	free(s.each);
	free(s.least);
	free(s.under_way);
	free(s.rate);
	free(s.left);
	free(s.room);
	free(s.asking);
}
