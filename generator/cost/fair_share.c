/* SPDX-License-Identifier: BSD-3-Clause
 * fair_share: how long messages take that are under way together.
 */
#include "cost/fair_share.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"

/* After so many ends the rates stay as they are: at each end all are computed anew, and there may
 * be as many ends as flows. Chosen: in a step of an algorithm messages have a few lengths. */
enum { ENDS_MOST = 24 };

/* Shares and times that differ by less than this, relatively, are equal: they are sums of rounded
 * numbers. */
#define ALIKE 1e-9

struct sharing {
	int *under_way; /* [n] the flows that are not through */
	int n;
	double *rate; /* [flows] bytes per second; 0: not yet set, INFINITY: it is through */
	double *left; /* [flows] bytes */
	double *room; /* [resources] what is not given to anybody yet */
	int *asking;  /* [resources] how many have no rate yet */
	int *load;    /* [resources] how many are under way, */
	int *loaded;  /* [loads] and where there are some */
	int loads;
	int *asked;   /* [asks] the resources that are asked for, */
	double *each; /* [asks] and what they have for each */
	int asks;
	int *least;    /* [leasts] those of them with the least for each */
	size_t *first; /* [resources + 1] the flows that take resource r are */
	int *flow;     /* flow[first[r]] ...; with them those that are through */
	struct rg_flow *all;
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

static double sooner(double a, double b)
{
	return a < b ? a : b;
}

/* Give a flow its rate for good. */
static void settle(struct sharing *s, int i, double rate)
{
	s->rate[i] = rate;
	for (int k = 0; k < s->all[i].hops; k++) {
		s->room[s->all[i].route[k]] -= rate;
		s->asking[s->all[i].route[k]]--;
	}
}

/* A flow begins. */
static void load(struct sharing *s, const struct rg_flow *f)
{
	for (int k = 0; k < f->hops; k++)
		if (!s->load[f->route[k]]++)
			s->loaded[s->loads++] = f->route[k];
}

/* None has a rate, all ask. */
static void count_asking(struct sharing *s)
{
	int n = 0;
	for (int i = 0; i < s->n; i++)
		s->rate[s->under_way[i]] = 0;
	for (int i = 0; i < s->loads; i++) {
		int r = s->loaded[i];
		if (!s->load[r])
			continue;
		s->loaded[n] = r;
		s->asked[n++] = r;
		s->asking[r] = s->load[r];
		s->room[r] = s->bandwidth[r];
	}
	s->loads = s->asks = n;
}

/* The smallest share that any resource can give to each of its flows. Lists the resources with that
 * share, and drops those without flows. */
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
			for (size_t k = s->first[s->least[i]]; k < s->first[s->least[i] + 1]; k++)
				if (s->rate[s->flow[k]] <= 0)
					settle(s, s->flow[k], least);
}

/* It is through after so many seconds. */
static void finish(struct sharing *s, int i, double seconds)
{
	s->all[i].seconds = seconds;
	s->rate[i] = INFINITY;
	for (int k = 0; k < s->all[i].hops; k++)
		s->load[s->all[i].route[k]]--;
}

/* Go on to the next end; returns the time until then. Those that are through leave. */
static double pass_time(struct sharing *s, double now)
{
	double step = INFINITY;
	int n = 0;
	for (int i = 0; i < s->n; i++)
		step = sooner(step, s->left[s->under_way[i]] / s->rate[s->under_way[i]]);
	for (int i = 0; i < s->n; i++) {
		int f = s->under_way[i];
		s->left[f] -= s->rate[f] * step;
		if (s->left[f] <= ALIKE * s->all[f].bytes)
			finish(s, f, now + step);
		else
			s->under_way[n++] = f;
	}
	s->n = n;
	return step;
}

/* Set the ends of all flows that are under way: their rates stay from now on. */
static void end_all(struct sharing *s, double now)
{
	for (int i = 0; i < s->n; i++) {
		int f = s->under_way[i];
		s->all[f].seconds = now + s->left[f] / s->rate[f];
	}
	s->n = 0;
}

void rg_share(struct rg_flow *flow, int flows, const double *bandwidth, int resources)
{
	struct sharing s = {.bandwidth = bandwidth, .all = flow};
	double now = 0;
	find_flows(&s, flows, resources);
	s.load = rg_alloc((size_t)resources, sizeof *s.load);
	s.loaded = rg_alloc((size_t)resources, sizeof *s.loaded);
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
		s.rate[i] = INFINITY;
		if (flow[i].hops == 0 || flow[i].bytes <= 0)
			continue;
		s.left[i] = flow[i].bytes;
		s.under_way[s.n++] = i;
		load(&s, &flow[i]);
	}
	for (int ends = 0; s.n && ends < ENDS_MOST; ends++) {
		set_rates(&s);
		now += pass_time(&s, now);
	}
	end_all(&s, now);
	free(s.first);
	free(s.flow);
	free(s.load);
	free(s.loaded);
	free(s.asked);
	free(s.each);
	free(s.least);
	free(s.under_way);
	free(s.rate);
	free(s.left);
	free(s.room);
	free(s.asking);
}
