/* SPDX-License-Identifier: BSD-3-Clause
 * jobs_choice: what the planner would choose for past jobs.
 */
#include "cli/jobs_choice.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "order/embed.h"
#include "plan/contest.h"

/* A job that was planned for. */
struct known {
	uint64_t hash;
	int *machine; /* [n] */
	int n, load;
};

struct rg_jobs_choice {
	const struct rg_routes *routes;
	const struct rg_options *o;
	enum rg_collective collective;
	int *all;            /* [machines] the usual order */
	struct known *known; /* [slots] by hash; machine NULL: free */
	size_t slots, used;
};

static enum rg_collective collective_of(const struct rg_options *o)
{
	int i = 0;
	while (i < RG_ROUTINES - 1 && !o->wanted[i].n)
		i++;
	return rg_routines[i].collective;
}

struct rg_jobs_choice *rg_jobs_choice_new(const struct rg_routes *r, const struct rg_options *o)
{
	struct rg_jobs_choice *x = rg_alloc(1, sizeof *x);
	*x = (struct rg_jobs_choice){.routes = r,
	                             .o = o,
	                             .collective = collective_of(o),
	                             .all = rg_usual_order(r->topo),
	                             .slots = 64};
	x->known = rg_alloc(x->slots, sizeof *x->known);
	return x;
}

void rg_jobs_choice_free(struct rg_jobs_choice *x)
{
	for (size_t i = 0; x && i < x->slots; i++)
		free(x->known[i].machine);
	if (x) {
		free(x->known);
		free(x->all);
	}
	free(x);
}

enum rg_collective rg_jobs_choice_collective(const struct rg_jobs_choice *x)
{
	return x->collective;
}

/* ---- What is known */

/* Its place, or where it belongs. */
static struct known *find(const struct rg_jobs_choice *x, uint64_t hash, const int *machine, int n)
{
	size_t at = hash & (x->slots - 1);
	for (; x->known[at].machine; at = (at + 1) & (x->slots - 1)) {
		const struct known *k = &x->known[at];
		if (k->hash == hash && k->n == n &&
		    memcmp(k->machine, machine, (size_t)n * sizeof *machine) == 0)
			break;
	}
	return &x->known[at];
}

static void grow(struct rg_jobs_choice *x)
{
	struct known *old = x->known;
	size_t slots = x->slots;
	x->slots *= 2;
	x->known = rg_alloc(x->slots, sizeof *x->known);
	for (size_t i = 0; i < slots; i++)
		if (old[i].machine)
			*find(x, old[i].hash, old[i].machine, old[i].n) = old[i];
	free(old);
}

/* ---- Planning */

/* All machines, these first. */
static int *put_first(const struct rg_jobs_choice *x, const int *machine, int n)
{
	int machines = x->routes->topo->machines, at = 0;
	int *order = rg_alloc((size_t)machines, sizeof *order);
	bool *taken = rg_alloc((size_t)machines, sizeof *taken);
	for (int i = 0; i < n; i++) {
		order[at++] = machine[i];
		taken[machine[i]] = true;
	}
	for (int i = 0; i < machines; i++)
		if (!taken[x->all[i]])
			order[at++] = x->all[i];
	free(taken);
	return order;
}

static int plan(const struct rg_jobs_choice *x, const int *machine, int n)
{
	const struct rg_topo *t = x->routes->topo;
	struct rg_found found;
	int pair[2], load = 0;
	int64_t several;
	if (n > RG_JOBS_PLANNED_MOST ||
	    rg_first_unknown(x->routes, machine, n, pair, &found, &several))
		return 0;
	int *order = put_first(x, machine, n);
	struct rg_placement *p = rg_placement_new(t, order, machine, n, 1);
	struct rg_scenario s = {.routes = x->routes, .placement = p, .model = x->o->model};
	rg_model_settle(&s.model, t, p->machine, p->machines);
	struct rg_contest *c = rg_contest_new(x->collective, RG_FOR_ANY, x->o->wanted, &s);
	struct rg_prediction best = rg_contest_fastest(c, NULL, (double)x->o->size);
	if (best.i >= 0)
		load = rg_contest_traffic(c, best.i).load;
	rg_contest_free(c);
	rg_placement_free(p);
	free(order);
	return load;
}

int rg_jobs_choice_load(struct rg_jobs_choice *x, const int *machine, int n)
{
	uint64_t hash = (uint64_t)n;
	for (int i = 0; i < n; i++)
		hash = rg_mix(hash, (uint64_t)machine[i]);
	struct known *k = find(x, hash, machine, n);
	if (k->machine)
		return k->load;
	*k = (struct known){hash, rg_alloc((size_t)n, sizeof *machine), n, plan(x, machine, n)};
	memcpy(k->machine, machine, (size_t)n * sizeof *machine);
	int load = k->load;
	if (2 * ++x->used > x->slots)
		grow(x);
	return load;
}
