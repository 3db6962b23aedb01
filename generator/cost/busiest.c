/* SPDX-License-Identifier: BSD-3-Clause
 * busiest: the work of the busiest link and of the busiest process of a record.
 */
#include "cost/busiest.h"

#include <stdlib.h>

#include "base/alloc.h"

struct all {
	const struct rg_record *r;
	const struct rg_matching *m;
	const struct rg_symmetry *k;
	const struct rg_resources *w;
};

/* The work of one rank; what its messages take of each resource is added to wire[], elements, and
 * to headers[], bytes. */
static struct rg_busy work_of(const struct all *x, int rank, double *wire, double *headers)
{
	const struct rg_script *s = &x->r->script[rank];
	struct rg_busy sum = {0};
	for (size_t k = 0; k < s->steps; k++)
		for (int i = s->step[k].first; i < s->step[k].first + s->step[k].moves; i++) {
			const struct rg_move *m = &s->move[i];
			size_t at = x->m->moves[rank] + (size_t)i;
			double times = s->step[k].times, len = times * (double)m->len;
			if (m->act == RG_COMBINES || m->act == RG_COPIES)
				sum.work += len * rg_labour(x->w, rank, m->act == RG_COMBINES);
			if (m->act == RG_SENDS || m->act == RG_RECEIVES)
				sum.each += times * x->k->startup[at];
			if (m->act != RG_SENDS)
				continue;
			for (size_t h = x->k->way[at]; h < x->k->way[at + 1]; h++) {
				wire[x->k->link[h]] += len;
				headers[x->k->link[h]] += times * (double)x->w->model.header;
			}
			if (!rg_inside(x->w, rank, m->peer)) {
				sum.longest = rg_latest(sum.longest, (double)m->len);
				sum.sent += len;
			} else if (x->w->model.stream > 0) {
				sum.work += len / x->w->model.stream;
				sum.wire = rg_latest(sum.wire, len / x->w->model.stream);
			} else if (x->k->way[at] < x->k->way[at + 1]) {
				sum.work +=
					len / x->w->bandwidth[x->k->link[x->k->way[at + 1] - 1]];
			}
		}
	return sum;
}

struct rg_busy rg_busy_of(const struct rg_record *r, const struct rg_matching *m,
                          const struct rg_symmetry *k, const struct rg_resources *w)
{
	struct all x = {r, m, k, w};
	struct rg_busy b = {0};
	double *wire = rg_alloc((size_t)w->resources, sizeof *wire);
	double *headers = rg_alloc((size_t)w->resources, sizeof *headers);
	for (int rank = 0; rank < r->P; rank++)
		b = rg_busier(b, work_of(&x, rank, wire, headers));
	for (int l = 0; l < w->resources; l++) {
		if (wire[l] > 0)
			b.wire = rg_latest(b.wire, wire[l] / w->bandwidth[l]);
		if (wire[l] > 0 && l < w->within)
			b.headers = rg_latest(b.headers, headers[l] / w->bandwidth[l]);
	}
	free(wire);
	free(headers);
	return b;
}
