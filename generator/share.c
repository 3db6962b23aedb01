/* SPDX-License-Identifier: BSD-3-Clause
 * share: how long messages take that are under way together.
 */
#include "share.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "alloc.h"

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
	const double *bandwidth;
};

static double share_of(const struct sharing *s, int i)
{
	double least = INFINITY;
	for (int k = 0; k < s->under_way[i]->hops; k++) {
		int r = s->under_way[i]->route[k];
		least = fmin(least, s->room[r] / s->asking[r]);
	}
	return least;
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

/* Max-min rates: the flows on the resource with the least for each get that, then the same with the
 * others and what is left. */
static void set_rates(struct sharing *s, double *share)
{
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < s->under_way[i]->hops; k++) {
			int r = s->under_way[i]->route[k];
			s->room[r] = s->bandwidth[r];
			s->asking[r] = 0;
		}
	for (int i = 0; i < s->n; i++) {
		s->rate[i] = 0;
		for (int k = 0; k < s->under_way[i]->hops; k++)
			s->asking[s->under_way[i]->route[k]]++;
	}
	for (int left = s->n; left;) {
		double least = INFINITY;
		for (int i = 0; i < s->n; i++) {
			share[i] = s->rate[i] > 0 ? INFINITY : share_of(s, i);
			least = fmin(least, share[i]);
		}
		for (int i = 0; i < s->n; i++)
			if (share[i] <= least * (1 + ALIKE)) {
				settle(s, i, least);
				left--;
			}
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
			continue;
		}
		s->under_way[n] = s->under_way[i];
		s->left[n] = s->left[i];
		s->rate[n++] = s->rate[i];
	}
	s->n = n;
	return step;
}

void rg_share(struct rg_flow *flow, int flows, const double *bandwidth, int resources)
{
	struct sharing s = {.bandwidth = bandwidth};
	double *share = rg_alloc((size_t)flows, sizeof *share), now = 0;
	s.under_way = rg_alloc((size_t)flows, sizeof *s.under_way);
	s.rate = rg_alloc((size_t)flows, sizeof *s.rate);
	s.left = rg_alloc((size_t)flows, sizeof *s.left);
	s.room = rg_alloc((size_t)resources, sizeof *s.room);
	s.asking = rg_alloc((size_t)resources, sizeof *s.asking);
	for (int i = 0; i < flows; i++) {
		flow[i].seconds = 0;
		if (flow[i].hops == 0 || flow[i].bytes <= 0)
			continue;
		s.left[s.n] = flow[i].bytes;
		s.under_way[s.n++] = &flow[i];
	}
	for (int ends = 0; s.n; ends++) {
		if (ends < ENDS_MOST)
			set_rates(&s, share);
		now += pass_time(&s, now);
	}
	free(share);
	free(s.under_way);
	free(s.rate);
	free(s.left);
	free(s.room);
	free(s.asking);
}
