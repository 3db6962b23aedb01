/* SPDX-License-Identifier: BSD-3-Clause
 * ring: the ring that certify and plot are about.
 */
#include "cli/ring.h"

struct rg_certificate *rg_asked_ring(struct rg_job *s, const struct rg_options *o,
                                     struct rg_place **ring, enum rg_status *status)
{
	struct rg_diag d = {0};
	struct rg_hosts h = {0};
	struct rg_certificate *c = NULL;
	*status = RG_INVALID;
	if (o->job.order ? rg_job_read(s, &o->job, RG_ANY_GRAPH, &d) < 0
	                 : rg_job_load_graph(s, &o->job, &d) < 0)
		return NULL;
	if (!o->job.order)
		return rg_certify(s->routes, s->placement->ring, s->placement->places.P);
	if (rg_job_hosts(&h, &o->job, &d) == 0) {
		int P = rg_order_ranks(s->topo, &h, ring, &d);
		if (P > 0)
			c = rg_certify(s->routes, *ring, P);
		else
			*status = RG_UNKNOWN;
	}
	rg_hosts_free(&h);
	return c;
}
