/* SPDX-License-Identifier: BSD-3-Clause
 * job: what a command is about.
 */
#include "cli/job.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fabric/check.h"
#include "fabric/rail.h"
#include "import/hostfile.h"
#include "import/tasks.h"
#include "import/topology_file.h"
#include "order/embed.h"
#include "order/search.h"

/* Leave one rail of a topology, if one is chosen. */
static int take_rail(struct rg_topo *t, int rail, struct rg_diag *d)
{
	if (!rail && !t->rail)
		return 0;
	return rg_check_graph(t, d) < 0 ? -1 : rg_rail_take(t, rail, d);
}

static int read_topology(struct rg_job *s, const struct rg_options *o,
                         int check(const struct rg_topo *, struct rg_diag *), struct rg_diag *d)
{
	s->topo = rg_read(o->file, RG_GIVEN, d);
	if (!s->topo || take_rail(s->topo, o->rail, d) < 0 || check(s->topo, d) < 0)
		return -1;
	s->routes = rg_routes_new(s->topo);
	return 0;
}

int rg_job_graph(struct rg_job *s, const struct rg_options *o, struct rg_diag *d)
{
	return read_topology(s, o, rg_check_graph, d);
}

int rg_job_topology(struct rg_job *s, const struct rg_options *o, struct rg_diag *d)
{
	return read_topology(s, o, rg_check_tree, d);
}

int rg_job_hosts(struct rg_hosts *h, const struct rg_options *o, struct rg_diag *d)
{
	int status = o->hosts ? rg_hosts_arg(h, o->hosts, d) : rg_hosts_read(h, o->order, d);
	return status == 0 && o->tasks ? rg_tasks_apply(o->tasks, h, d) : status;
}

/* Of the ranks' machines, each one once, in their order; returns how many. */
static int once_each(const struct rg_topo *t, int *list, int P)
{
	bool *seen = rg_alloc((size_t)t->machines, sizeof *seen);
	int n = 0;
	for (int i = 0; i < P; i++) {
		int machine = list[i];
		if (!seen[machine])
			list[n++] = machine;
		seen[machine] = true;
	}
	free(seen);
	return n;
}

/* The machine of each rank that --hosts names, in the order of the ranks; returns how many, or -1.
 * With --ranks-per-node it names machines only. */
static int read_hosts(const struct rg_topo *t, const struct rg_options *o, int **list,
                      struct rg_diag *d)
{
	struct rg_hosts h = {0};
	struct rg_place *place = NULL;
	int P = -1;
	if (rg_job_hosts(&h, o, d) == 0) {
		for (int i = 0; i < h.n && o->each; i++)
			h.host[i].ranks = 1;
		P = rg_order_ranks(t, &h, &place, d);
	}
	*list = rg_alloc(P > 0 ? (size_t)P : 0, sizeof **list);
	for (int i = 0; i < P; i++)
		(*list)[i] = place[i].machine;
	free(place);
	rg_hosts_free(&h);
	return P > 0 && o->each ? once_each(t, *list, P) : P;
}

/* The order of a graph's machines is sought for those that take part. */
static int *order_of(const struct rg_job *s, const struct rg_options *o, const int *list, int n)
{
	struct rg_search search = {.seconds = o->seconds, .seed = (uint64_t)o->seed};
	int *order = rg_usual_order(s->topo);
	if (s->routes->tree)
		return order;
	rg_search(s->routes, order, list, n, &search);
	if (search.excess > search.bound && search.excess >= RG_SEARCH_UNKNOWN)
		rg_warning(s->topo->file, s->topo->line,
		           "of %lld orders the best has neighbours between which no way is known: "
		           "'ringgen certify' names them",
		           (long long)search.moves + 1);
	else if (search.excess > search.bound)
		rg_warning(s->topo->file, s->topo->line,
		           "of %lld orders the best has %d pairs too many on links, and any has at "
		           "least %d: --seconds or another --seed may find better",
		           (long long)search.moves + 1, search.excess, search.bound);
	return order;
}

/* Place the ranks that the options name on a topology that was read. */
static int place(struct rg_job *s, const struct rg_options *o, struct rg_diag *d)
{
	int *list = NULL, each = o->each ? o->each : 1, n = s->topo->machines;
	s->subset = o->hosts;
	if (s->subset)
		n = read_hosts(s->topo, o, &list, d);
	if (n > RG_HOSTS_MOST / each) {
		rg_error(d, NULL, 0, "more than %d ranks", RG_HOSTS_MOST);
		n = -1;
	}
	if (n >= 0) {
		s->order = order_of(s, o, list, n);
		s->placement = rg_placement_new(s->topo, s->order, list ? list : s->order, n, each);
	}
	free(list);
	return n < 0 ? -1 : 0;
}

int rg_job_load_graph(struct rg_job *s, const struct rg_options *o, struct rg_diag *d)
{
	return rg_job_graph(s, o, d) < 0 ? -1 : place(s, o, d);
}

bool rg_job_joined(const struct rg_job *s, const int *list, int P, struct rg_diag *d)
{
	const struct rg_topo *t = s->topo;
	int *machine = rg_alloc((size_t)P, sizeof *machine);
	memcpy(machine, list, (size_t)P * sizeof *machine);
	int n = once_each(t, machine, P);
	struct rg_found found;
	int pair[2];
	int64_t several;
	char why[512];
	bool joined = !rg_first_unknown(s->routes, machine, n, pair, &found, &several);
	if (!joined)
		rg_error(d, t->file, t->line, "no way is known from '%s' to '%s': %s",
		         t->vertex[t->machine[pair[0]]].name, t->vertex[t->machine[pair[1]]].name,
		         rg_found_phrase(t, &found, pair[1], why, sizeof why));
	else if (several)
		rg_warning(
			t->file, t->line,
			"%lld of %lld pairs of machines have several ways: loads are what all of "
			"them take, times are of one%s",
			(long long)several, (long long)n * (n - 1),
			t->rails > 1 ? ", that on the first rail"
				     : ", which the receiver's number chooses");
	free(machine);
	return joined;
}

/* What the user reduces may not have been measured. */
static void tell_combining(const struct rg_topo *t, const char *of)
{
	if (of && strcmp(of, "int:sum") != 0 && rg_topo_combining(t, of) <= 0)
		rg_warning(t->file, t->line,
		           "--reduce: combines says nothing of %s, which is taken to be as fast as "
		           "int:sum",
		           of);
}

int rg_job_load(struct rg_job *s, const struct rg_options *o, struct rg_diag *d)
{
	if (rg_job_load_graph(s, o, d) < 0)
		return -1;
	tell_combining(s->topo, o->model.of);
	return rg_job_joined(s, s->placement->machine, s->placement->machines, d) ? 0 : -1;
}

void rg_job_parameters(const struct rg_options *o, int P, int machines)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		for (int k = 0; k < o->wanted[i].n && o->wanted[i].named; k++) {
			const struct rg_way w = {&rg_routines[i], o->wanted[i].parameters[k]};
			char name[128];
			int most = rg_way_excess(&w, P, machines);
			if (most > 0)
				rg_warning(NULL, 0,
				           "--ops: %s=%s: a step has at most %d port%s there",
				           w.routine->name, rg_way_name(&w, name, sizeof name),
				           most, most == 1 ? "" : "s");
		}
}

bool rg_job_root(const struct rg_options *o, int P, struct rg_diag *d)
{
	if (o->root >= P)
		rg_error(d, NULL, 0, "--root: rank %d is none of %d", o->root, P);
	return o->root < P;
}

void rg_job_free(struct rg_job *s)
{
	rg_placement_free(s->placement);
	free(s->order);
	rg_routes_free(s->routes);
	rg_topo_free(s->topo);
}
