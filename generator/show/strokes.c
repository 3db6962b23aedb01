/* SPDX-License-Identifier: BSD-3-Clause
 * strokes: how wide a link of each speed is drawn.
 *
 * A stroke grows with the logarithm of the speed: 10 and 100 Gbit/s are as far apart as 1 and 10.
 * By that alone 25 and 40 Gbit/s would look the same, so that a speed that is higher by a fifth or
 * more has a stroke that is wider by what an eye sees. Those that differ by less (links that were
 * measured one by one) look nearly the same, and should.
 */
#include "show/strokes.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

#define THINNEST 1.5
#define WIDEST 8.0
#define DECADE 2.2 /* wider for ten times the speed */
#define STEP 2.0   /* wider, at least, for the next speed, if that is ANOTHER times as much */
#define ANOTHER 1.2

static int compare(const void *va, const void *vb)
{
	double a = *(const double *)va, b = *(const double *)vb;

	return (a > b) - (a < b);
}

struct rg_strokes rg_strokes_new(const struct rg_topo *t)
{
	struct rg_strokes s = {.bandwidth = rg_alloc((size_t)t->links, sizeof *s.bandwidth),
	                       .width = rg_alloc((size_t)t->links, sizeof *s.width)};

	for (int i = 0; i < t->links; i++)
		s.bandwidth[i] = t->link[i].bandwidth;
	qsort(s.bandwidth, (size_t)t->links, sizeof *s.bandwidth, compare);
	for (int i = 0; i < t->links; i++)
		if (s.n == 0 || s.bandwidth[i] > s.bandwidth[s.n - 1])
			s.bandwidth[s.n++] = s.bandwidth[i];
	for (int i = 0; i < s.n; i++) {
		double times = i ? s.bandwidth[i] / s.bandwidth[i - 1] : 1;
		double step = DECADE * log10(times);
		s.width[i] =
			i ? s.width[i - 1] + (times < ANOTHER ? step : fmax(step, STEP)) : THINNEST;
	}
	double range = s.n ? s.width[s.n - 1] - THINNEST : 0;
	for (int i = 0; range > WIDEST - THINNEST && i < s.n; i++)
		s.width[i] = THINNEST + (s.width[i] - THINNEST) * (WIDEST - THINNEST) / range;
	return s;
}

void rg_strokes_free(struct rg_strokes *s)
{
	free(s->bandwidth);
	free(s->width);
	*s = (struct rg_strokes){0};
}

double rg_stroke_of(const struct rg_strokes *s, double bandwidth)
{
	const double *at = bsearch(&bandwidth, s->bandwidth, (size_t)s->n, sizeof *at, compare);

	return at ? s->width[at - s->bandwidth] : THINNEST;
}
