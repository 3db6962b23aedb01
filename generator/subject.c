/* SPDX-License-Identifier: BSD-3-Clause
 * subject: what a command is about.
 */
#include "subject.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "check.h"
#include "hostfile.h"
#include "read.h"

int rg_subject_topology(struct rg_subject *s, const char *file, struct rg_diag *d)
{
	s->topo = rg_read(file, RG_GIVEN, d);
	if (!s->topo || rg_check(s->topo, d) < 0)
		return -1;
	s->routes = rg_routes_new(s->topo);
	return 0;
}

/* How many ranks the hosts of a list have, when it is the same for all. */
static int ranks_of_hosts(const struct rg_hosts *h, struct rg_diag *d)
{
	for (int i = 1; i < h->n; i++)
		if (h->host[i].ranks != h->host[0].ranks) {
			rg_error(d, h->file, h->host[i].line,
			         "'%s' has %d ranks and '%s' has %d: a list must have the same "
			         "number on "
			         "each host",
			         h->host[i].name, h->host[i].ranks, h->host[0].name,
			         h->host[0].ranks);
			return -1;
		}
	return h->n ? h->host[0].ranks : 1;
}

/* Of a rankfile, whose lines are ranks: the ranks that follow one another on a host become one
 * entry. */
static void merge_ranks(struct rg_hosts *h)
{
	int n = 0;
	for (int i = 0; i < h->n; i++) {
		struct rg_host *last = n ? &h->host[n - 1] : NULL, *next = &h->host[i];
		if (last && last->core >= 0 && next->core >= 0 &&
		    strcmp(last->name, next->name) == 0) {
			last->ranks += next->ranks;
			free(next->name);
		} else {
			h->host[n++] = *next;
		}
	}
	h->n = n;
}

/* The machines in the order in which ranks are placed on them; returns how many, or -1. */
static int choose_machines(struct rg_subject *s, const struct rg_options *o, const int *dfs,
                           int **list, struct rg_diag *d)
{
	s->each = o->each ? o->each : 1;
	if (!o->hosts) {
		*list = rg_alloc((size_t)s->topo->machines, sizeof **list);
		memcpy(*list, dfs, (size_t)s->topo->machines * sizeof **list);
		return s->topo->machines;
	}
	struct rg_hosts h = {0};
	int n = -1;
	if (rg_hosts_arg(&h, o->hosts, d) == 0) {
		merge_ranks(&h);
		n = rg_order_hosts(s->topo, &h, list, d);
	}
	if (n >= 0 && !o->each && (s->each = ranks_of_hosts(&h, d)) < 0)
		n = -1;
	s->subset = true;
	rg_hosts_free(&h);
	return n;
}

int rg_subject_load(struct rg_subject *s, const struct rg_options *o, struct rg_diag *d)
{
	int *list = NULL;
	if (rg_subject_topology(s, o->file, d) < 0)
		return -1;
	int *dfs = rg_order(s->topo);
	int n = choose_machines(s, o, dfs, &list, d);
	if (n > 0 && n > RG_HOSTS_MOST / s->each) {
		rg_error(d, NULL, 0, "more than %d ranks", RG_HOSTS_MOST);
		n = -1;
	}
	if (n >= 0)
		s->placement = rg_placement_new(s->topo, dfs, list, n, s->each);
	free(list);
	free(dfs);
	return n < 0 ? -1 : 0;
}

void rg_subject_free(struct rg_subject *s)
{
	rg_placement_free(s->placement);
	rg_routes_free(s->routes);
	rg_topo_free(s->topo);
}
