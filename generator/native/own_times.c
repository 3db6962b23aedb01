/* SPDX-License-Identifier: BSD-3-Clause
 * own_times: the predicted times of an MPI library's own routines.
 */
#include "native/own_times.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/mix.h"

struct rg_own_times {
	const struct rg_mpi_library *library;
	bool any_order;
	/* The placement that was asked about last, in its order and in a random one. */
	const struct rg_placement *placement;
	struct rg_placement *shuffled;
	struct rg_native_ground *ground[2];
};

struct rg_own_times *rg_own_times_new(const struct rg_mpi_library *l, bool any_order)
{
	struct rg_own_times *t = rg_alloc(1, sizeof *t);
	t->library = l;
	t->any_order = any_order;
	return t;
}

static void forget(struct rg_own_times *t)
{
	for (int i = 0; i < 2; i++)
		rg_native_ground_free(t->ground[i]);
	rg_placement_free(t->shuffled);
	*t = (struct rg_own_times){.library = t->library, .any_order = t->any_order};
}

void rg_own_times_free(struct rg_own_times *t)
{
	if (t)
		forget(t);
	free(t);
}

/* ---- Orders of the ranks */

/* The numbers below n in an order that looks random, and is always the same. To be freed. */
static int *random_order(int n)
{
	int *order = rg_alloc((size_t)n, sizeof *order);
	uint64_t state = (uint64_t)n;
	for (int i = 0; i < n; i++) {
		state = rg_mix(state, (uint64_t)i);
		int k = (int)(state % (uint64_t)(i + 1));
		order[i] = order[k];
		order[k] = i;
	}
	return order;
}

/* The same ranks with their machines exchanged: each machine's stay together. */
static struct rg_placement *exchange(const struct rg_topo *t, const struct rg_placement *p)
{
	int P = p->places.P, *other = random_order(p->machines);
	int *machine = rg_alloc((size_t)P, sizeof *machine);
	for (int rank = 0; rank < P; rank++)
		machine[rank] = p->machine[other[p->host[rank]]];
	struct rg_placement *q = rg_placement_on(t, machine, P);
	free(machine);
	free(other);
	return q;
}

static void ask_about(struct rg_own_times *t, const struct rg_scenario *s)
{
	if (t->placement == s->placement)
		return;
	forget(t);
	t->placement = s->placement;
	t->ground[0] = rg_native_ground_new(s->routes, s->placement, &s->model, s->root);
	if (!t->any_order || s->placement->machines == 1)
		return;
	t->shuffled = exchange(s->routes->topo, s->placement);
	t->ground[1] = rg_native_ground_new(s->routes, t->shuffled, &s->model, s->root);
}

void rg_own_times(void *on, const struct rg_scenario *scenario, enum rg_collective collective,
                  int sizes, double *seconds)
{
	struct rg_own_times *t = on;
	double other[RG_SIZES];
	ask_about(t, scenario);
	rg_native_seconds(t->ground[0], t->library, collective, sizes, seconds);
	if (!t->ground[1])
		return;
	rg_native_seconds(t->ground[1], t->library, collective, sizes, other);
	for (int s = 0; s < sizes; s++)
		seconds[s] = fmax(seconds[s], other[s]);
}
