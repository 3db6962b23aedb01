/* SPDX-License-Identifier: BSD-3-Clause
 * Arrays of requests, without those that are ours.
 */
#include "preload/names/request_arrays.h"

#include <stdlib.h>

bool rg_requests_copy(struct rg_requests *c, int n, const MPI_Request requests[])
{
	c->request = n <= (int)(sizeof c->few / sizeof *c->few)
	                     ? c->few
	                     : malloc((size_t)n * sizeof *c->request);
	for (int i = 0; i < n && c->request; i++)
		c->request[i] = requests[i];
	return c->request;
}

void rg_requests_free(struct rg_requests *c)
{
	if (c->request != c->few)
		free(c->request);
}

bool rg_requests_leave_out(struct rg_requests *o, int n, const MPI_Request requests[])
{
	bool any = false;

	for (int i = 0; i < n && requests && rg_handles_any() && !any; i++)
		any = rg_handle_of(requests[i]);
	if (!any || !rg_requests_copy(o, n, requests))
		return false;
	for (int i = 0; i < n; i++)
		if (rg_handle_of(requests[i]))
			o->request[i] = MPI_REQUEST_NULL;
	return true;
}

void rg_requests_put_back(struct rg_requests *o, int n, MPI_Request requests[])
{
	for (int i = 0; i < n; i++)
		if (!rg_handle_of(requests[i]))
			requests[i] = o->request[i];
	rg_requests_free(o);
}
