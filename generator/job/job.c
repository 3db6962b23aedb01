/* SPDX-License-Identifier: BSD-3-Clause
 * job: a checked topology and the ranks on it.
 */
#include "job/job.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fabric/check.h"
#include "fabric/rail.h"
#include "fabric/spanning.h"
#include "import/hostfile.h"
#include "import/hosts_option.h"
#include "import/job_hosts.h"
#include "import/tasks.h"
#include "import/topology_file.h"
#include "order/embed.h"

/* ---- The steps */

/* Leave one rail of a topology, if one is chosen. */
static int take_rail(struct rg_topo *t, int rail, struct rg_diag *d)
{
	if (!rail && !t->rail)
		return 0;
	return rg_check_graph(t, d) < 0 ? -1 : rg_rail_take(t, rail, d);
}

/* Leave what of Ethernet's links carries messages. */
static int take_spanning(struct rg_topo *t, struct rg_diag *d)
{
	if (!rg_spanning_rules(t))
		return 0;
	if (rg_check_graph(t, d) < 0)
		return -1;
	rg_spanning_take(t);
	return 0;
}

int rg_job_read(struct rg_job *s, const struct rg_job_request *q, struct rg_diag *d)
{
	s->topo = rg_read(q->file, q->source, d);
	if (!s->topo || take_rail(s->topo, q->rail, d) < 0 || take_spanning(s->topo, d) < 0)
		return -1;
	if (rg_check_graph(s->topo, d) < 0)
		return -1;
	s->routes = rg_routes_new(s->topo);
	return 0;
}

int *rg_job_order(const struct rg_routes *r, const int *from, const int *list, int n,
                  struct rg_search *search)
{
	size_t machines = (size_t)r->topo->machines;
	int *order = from ? rg_alloc(machines, sizeof *order) : rg_usual_order(r->topo);
	if (from)
		memcpy(order, from, machines * sizeof *order);
	if (!r->tree)
		rg_search(r, order, list, n, search);
	return order;
}

void rg_job_place(struct rg_job *s, const int *list, int n, int each)
{
	s->placement = rg_placement_new(s->topo, s->order, list, n, each);
}

void rg_job_free(struct rg_job *s)
{
	for (int i = 0; s->called && i < s->topo->machines; i++)
		free(s->called[i]);
	free(s->called);
	free(s->listed);
	rg_placement_free(s->placement);
	free(s->order);
	rg_routes_free(s->routes);
	rg_topo_free(s->topo);
}

/* ---- Whose ranks */

/* An order of one host says nothing: a single word is a file. */
static int read_order(struct rg_hosts *h, const char *order, struct rg_diag *d)
{
	if (strpbrk(order, ",[") || (!rg_hosts_is_file(order) && rg_job_system(order)))
		return rg_hosts_arg(h, "--order", order, d);
	return rg_hosts_read(h, order + (*order == '@'), d);
}

int rg_job_hosts(struct rg_hosts *h, const struct rg_job_request *q, struct rg_diag *d)
{
	int status =
		q->hosts ? rg_hosts_arg(h, "--hosts", q->hosts, d) : read_order(h, q->order, d);
	return status == 0 && q->tasks ? rg_tasks_apply(q->tasks, h, d) : status;
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

/* How the list calls each machine: place[] has its ranks. An address of IPv6 is no name for a
 * hostfile. */
static char **note_names(const struct rg_topo *t, const struct rg_hosts *h,
                         const struct rg_place *place)
{
	char **called = rg_alloc((size_t)t->machines, sizeof *called);
	for (int i = 0, rank = 0; i < h->n; rank += h->host[i++].ranks) {
		char **name = &called[place[rank].machine];
		if (!*name && !strchr(h->host[i].name, ':'))
			*name = rg_strdup(h->host[i].name);
	}
	return called;
}

/* The machine of each rank that is asked for, in the order of the ranks; returns how many, or -1.
 * With a number of ranks on each, hosts name machines only. */
static int read_hosts(struct rg_job *s, const struct rg_job_request *q, int **list,
                      struct rg_diag *d)
{
	const struct rg_topo *t = s->topo;
	struct rg_hosts h = {0};
	struct rg_place *place = NULL;
	int P = -1;
	if (rg_job_hosts(&h, q, d) == 0) {
		for (int i = 0; i < h.n && q->each; i++)
			h.host[i].ranks = 1;
		P = rg_order_ranks(t, &h, &place, d);
	}
	if (P > 0)
		s->called = note_names(t, &h, place);
	*list = rg_alloc(P > 0 ? (size_t)P : 0, sizeof **list);
	s->listed = rg_alloc(P > 0 ? (size_t)P : 0, sizeof *s->listed);
	for (int i = 0; i < P; i++)
		(*list)[i] = s->listed[i] = place[i].machine;
	if (P > 0)
		once_each(t, s->listed, P);
	free(place);
	rg_hosts_free(&h);
	return P > 0 && q->each ? once_each(t, *list, P) : P;
}

/* ---- All steps */

static void tell_search(const struct rg_topo *t, const struct rg_search *search)
{
	if (search->excess <= search->bound)
		return;
	if (search->excess >= RG_SEARCH_UNKNOWN)
		rg_warning(t->file, t->line,
		           "the best of %lld orders has neighbours between which no way is known: "
		           "'ringgen certify' names them",
		           (long long)search->moves + 1);
	else
		rg_warning(t->file, t->line,
		           "the best of %lld orders has %d pairs too many on links, and any has at "
		           "least %d: --seconds or another --seed may find better",
		           (long long)search->moves + 1, search->excess, search->bound);
}

int rg_job_load_graph(struct rg_job *s, const struct rg_job_request *q, struct rg_diag *d)
{
	struct rg_search search = {.seconds = q->seconds, .seed = (uint64_t)q->seed};
	int *list = NULL, each = q->each ? q->each : 1;
	if (rg_job_read(s, q, d) < 0)
		return -1;
	int n = s->topo->machines;
	s->subset = q->hosts;
	if (s->subset)
		n = read_hosts(s, q, &list, d);
	if (n > RG_HOSTS_MOST / each) {
		rg_error(d, NULL, 0, "more than %d ranks", RG_HOSTS_MOST);
		n = -1;
	}
	if (n >= 0) {
		s->order = rg_job_order(s->routes, NULL, list, n, &search);
		tell_search(s->topo, &search);
		rg_job_place(s, list ? list : s->order, n, each);
	}
	free(list);
	return n < 0 ? -1 : 0;
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

int rg_job_load(struct rg_job *s, const struct rg_job_request *q, const char *combines,
                struct rg_diag *d)
{
	if (rg_job_load_graph(s, q, d) < 0)
		return -1;
	tell_combining(s->topo, combines);
	return rg_job_joined(s, s->placement->machine, s->placement->machines, d) ? 0 : -1;
}

/* ---- Ways */

bool rg_job_knows_ways(const struct rg_routes *r, const int *machine, int n, int64_t *several,
                       struct rg_text *why)
{
	const struct rg_topo *t = r->topo;
	struct rg_found found;
	char phrase[512];
	int pair[2];
	if (!rg_first_unknown(r, machine, n, pair, &found, several))
		return true;
	rg_textf(why, "no way is known from '%s' to '%s': %s", t->vertex[t->machine[pair[0]]].name,
	         t->vertex[t->machine[pair[1]]].name,
	         rg_found_phrase(t, &found, pair[1], phrase, sizeof phrase));
	return false;
}

bool rg_job_joined(const struct rg_job *s, const int *list, int P, struct rg_diag *d)
{
	const struct rg_topo *t = s->topo;
	struct rg_text why = {0};
	int64_t several = 0;
	int *machine = rg_alloc((size_t)P, sizeof *machine);
	memcpy(machine, list, (size_t)P * sizeof *machine);
	int n = once_each(t, machine, P);
	bool joined = rg_job_knows_ways(s->routes, machine, n, &several, &why);
	if (!joined)
		rg_error(d, t->file, t->line, "%s", why.s);
	else if (several)
		rg_warning(
			t->file, t->line,
			"%lld of %lld pairs of machines have several ways: loads are what all of "
			"them take, times are of one%s",
			(long long)several, (long long)n * (n - 1),
			t->rails > 1 ? ", that on the first rail"
				     : ", which the receiver's number chooses");
	rg_text_free(&why);
	free(machine);
	return joined;
}

bool rg_job_places_joined(const struct rg_job *s, const struct rg_place *place, int P,
                          struct rg_diag *d)
{
	int *machine = rg_alloc((size_t)P, sizeof *machine);
	for (int i = 0; i < P; i++)
		machine[i] = place[i].machine;
	bool joined = rg_job_joined(s, machine, P, d);
	free(machine);
	return joined;
}
