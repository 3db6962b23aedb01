/* SPDX-License-Identifier: BSD-3-Clause
 * ring: the ring that certify and plot are about.
 */
#include "cli/ring.h"

#include <stdlib.h>

enum rg_status rg_ask_ring(struct rg_asked_ring *r, const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_hosts h = {0};
	struct rg_job *s = &r->job;
	enum rg_status status = RG_INVALID;
	if (o->job.order ? rg_job_read(s, &o->job, &d) < 0 : rg_job_load_graph(s, &o->job, &d) < 0)
		return RG_INVALID;
	if (!o->job.order) {
		r->certificate = rg_certify(s->routes, s->placement->ring, s->placement->places.P);
		return RG_OK;
	}
	if (rg_job_hosts(&h, &o->job, &d) == 0) {
		int P = rg_order_ranks(s->topo, &h, &r->order, &d);
		r->certificate = P > 0 ? rg_certify(s->routes, r->order, P) : NULL;
		status = P > 0 ? RG_OK : RG_UNKNOWN;
	}
	rg_hosts_free(&h);
	return status;
}

void rg_asked_ring_free(struct rg_asked_ring *r)
{
	rg_certificate_free(r->certificate);
	free(r->order);
	rg_job_free(&r->job);
}
