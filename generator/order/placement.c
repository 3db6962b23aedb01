/* SPDX-License-Identifier: BSD-3-Clause
 * placement: which rank runs where.
 */
#include "order/placement.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "order/embed.h"

/* The runs of a level. */
static void find_runs(struct rg_placement *p, const struct rg_topo *t, const int *dfs,
                      enum rg_level level)
{
	int *number = rg_order_level(t, dfs, level), n = 0;
	int *first = rg_alloc((size_t)p->machines + 1, sizeof *first);
	for (int i = 0, head = 0; i < p->machines; i++) {
		int leader = p->machine[head];
		if (i && number[p->machine[i]] == (rg_level_leads(level) ? leader : number[leader]))
			continue;
		first[n++] = p->places.level[RG_ON_MACHINE].first[i];
		head = i;
	}
	first[n] = p->places.P;
	p->places.level[level] = (struct rg_runs){n, first};
	free(number);
}

/* The forks of the positions, [P], as rg_find_branches wants them, from those of all machines. */
static int *find_forks(const struct rg_placement *p, const struct rg_topo *t, const int *dfs,
                       const int *number)
{
	const int *first = p->places.level[RG_ON_MACHINE].first;
	int *fork = rg_alloc((size_t)p->places.P, sizeof *fork);
	int least = RG_ONE_MACHINE; /* since the machine before of the placement */
	for (int i = 0; i < p->places.P; i++)
		fork[i] = RG_ONE_MACHINE;
	for (int i = 0, k = 0; i < t->machines && k < p->machines; i++) {
		least = number[dfs[i]] < least ? number[dfs[i]] : least;
		if (dfs[i] != p->machine[k])
			continue;
		fork[first[k++]] = least;
		least = RG_ONE_MACHINE;
	}
	return fork;
}

/* The runs of the level branch. */
static void find_branches(struct rg_placement *p, const struct rg_topo *t, const int *dfs)
{
	int *number = rg_order_level(t, dfs, RG_IN_BRANCH);
	int *fork = find_forks(p, t, dfs, number);
	int *first = rg_alloc((size_t)p->places.P + 1, sizeof *first);
	p->places.level[RG_IN_BRANCH] =
		rg_find_branches(fork, p->places.P, first, &p->places.around);
	free(fork);
	free(number);
}

/* Are the cores of two neighbours, on one machine whose inside is known, in one run of the level?
 */
static bool joins(enum rg_level level, const struct rg_core *a, const struct rg_core *b)
{
	return a->numa == b->numa && (level == RG_IN_NUMA || a->cache == b->cache);
}

/* Is it known where all ranks of a machine, at positions first ... end - 1, are in it? */
static const struct rg_inside *inside_of(const struct rg_placement *p, const struct rg_topo *t,
                                         int first, int end)
{
	for (int i = first; i < end; i++)
		if (p->ring[i].core < 0)
			return NULL;
	return t->vertex[t->machine[p->ring[first].machine]].inside;
}

/* The runs of a level below the machine; one where its inside is not known. */
static void find_parts(struct rg_placement *p, const struct rg_topo *t, enum rg_level level)
{
	const int *machine = p->places.level[RG_ON_MACHINE].first;
	int *first = rg_alloc((size_t)p->places.P + 1, sizeof *first), n = 0;
	for (int i = 0; i < p->machines; i++) {
		const struct rg_inside *in = inside_of(p, t, machine[i], machine[i + 1]);
		first[n++] = machine[i];
		for (int k = machine[i] + 1; in && k < machine[i + 1]; k++)
			if (!joins(level, &in->core[p->ring[k - 1].core],
			           &in->core[p->ring[k].core]))
				first[n++] = k;
	}
	first[n] = p->places.P;
	p->places.level[level] = (struct rg_runs){n, first};
}

/* The machine and core of each position, and of each rank. */
static void find_places(struct rg_placement *p, const struct rg_topo *t)
{
	const int *first = p->places.level[RG_ON_MACHINE].first;
	p->ring = rg_alloc((size_t)p->places.P, sizeof *p->ring);
	p->place = rg_alloc((size_t)p->places.P, sizeof *p->place);
	for (int i = 0; i < p->machines; i++) {
		int ranks = first[i + 1] - first[i];
		struct rg_place *on = rg_order_places(t, &p->machine[i], 1, ranks);
		for (int k = 0; k < ranks; k++) {
			p->ring[first[i] + k] = on[k];
			p->place[p->places.order[first[i] + k]] = on[k];
		}
		free(on);
	}
}

struct rg_placement *rg_placement_of(const struct rg_topo *t, const int *dfs, const int *host,
                                     int P)
{
	struct rg_placement *p = rg_alloc(1, sizeof *p);
	int *seat = rg_alloc((size_t)t->machines + 1, sizeof *seat); /* of a machine of dfs: */
	int *first = rg_alloc((size_t)t->machines + 1, sizeof *first);
	int *order = rg_alloc((size_t)P, sizeof *order);
	p->machine = rg_alloc((size_t)t->machines, sizeof *p->machine);
	p->host = rg_alloc((size_t)P, sizeof *p->host);
	for (int rank = 0; rank < P; rank++)
		seat[host[rank]]++; /* ranks on it, */
	for (int i = 0, at = 0; i < t->machines; i++) {
		if (!seat[i])
			continue;
		first[p->machines] = at;
		at += seat[i];
		seat[i] = p->machines; /* then its number among those that have some */
		p->machine[p->machines++] = dfs[i];
	}
	first[p->machines] = P;
	int *next = rg_alloc((size_t)p->machines, sizeof *next);
	for (int rank = 0; rank < P; rank++) {
		int i = p->host[rank] = seat[host[rank]];
		order[first[i] + next[i]++] = rank;
	}
	free(next);
	free(seat);
	p->places = (struct rg_places){
		.P = P, .order = order, .level[RG_ON_MACHINE] = {p->machines, first}};
	for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++)
		if (rg_level_number((enum rg_level)k) != RG_FORK)
			find_runs(p, t, dfs, (enum rg_level)k);
	find_branches(p, t, dfs);
	find_places(p, t);
	for (int k = RG_FIRST_LEVEL; k < RG_ON_MACHINE; k++)
		find_parts(p, t, (enum rg_level)k);
	return p;
}

struct rg_placement *rg_placement_on(const struct rg_topo *t, const int *machine, int P)
{
	int *dfs = rg_usual_order(t), *at = rg_alloc((size_t)t->machines, sizeof *at); /* in dfs */
	int *host = rg_alloc((size_t)P, sizeof *host);
	for (int i = 0; i < t->machines; i++)
		at[dfs[i]] = i;
	for (int rank = 0; rank < P; rank++)
		host[rank] = at[machine[rank]];
	struct rg_placement *p = rg_placement_of(t, dfs, host, P);
	free(host);
	free(at);
	free(dfs);
	return p;
}

struct rg_placement *rg_placement_new(const struct rg_topo *t, const int *dfs, const int *list,
                                      int n, int each)
{
	int *seat =
		rg_alloc((size_t)t->machines, sizeof *seat); /* of a machine: its place in dfs */
	int *host = rg_alloc((size_t)n * (size_t)each, sizeof *host);
	for (int i = 0; i < t->machines; i++)
		seat[dfs[i]] = i;
	for (int rank = 0; rank < n * each; rank++)
		host[rank] = seat[list[rank / each]];
	struct rg_placement *p = rg_placement_of(t, dfs, host, n * each);
	free(host);
	free(seat);
	return p;
}

/* ---- As the ranks are numbered */

static int read_backwards(int i, int P)
{
	int back = 0;
	for (int bit = 1; bit < P; bit *= 2)
		back = 2 * back + ((i & bit) != 0);
	return back;
}

static struct rg_runs single_runs(int P)
{
	int *first = rg_alloc((size_t)P + 1, sizeof *first);
	for (int i = 0; i <= P; i++)
		first[i] = i;
	return (struct rg_runs){P, first};
}

/* The ranks' runs on their machines in the order of their numbers; a run for each rank if a machine
 * has more than one of them. */
static struct rg_runs runs_by_rank(const struct rg_placement *p)
{
	int P = p->places.P, n = 0;
	int *first = rg_alloc((size_t)P + 1, sizeof *first);
	for (int i = 0; i < P; i++)
		if (!i || p->host[i] != p->host[i - 1])
			first[n++] = i;
	if (n > p->machines) {
		free(first);
		return single_runs(P);
	}
	first[n] = P;
	return (struct rg_runs){n, first};
}

struct rg_placement *rg_placement_by_rank(const struct rg_placement *p, bool reversed)
{
	struct rg_placement *q = rg_alloc(1, sizeof *q);
	int P = p->places.P, *order = rg_alloc((size_t)P, sizeof *order);
	q->machines = p->machines;
	q->machine = rg_alloc((size_t)p->machines, sizeof *q->machine);
	q->host = rg_alloc((size_t)P, sizeof *q->host);
	q->place = rg_alloc((size_t)P, sizeof *q->place);
	q->ring = rg_alloc((size_t)P, sizeof *q->ring);
	memcpy(q->machine, p->machine, (size_t)p->machines * sizeof *q->machine);
	memcpy(q->host, p->host, (size_t)P * sizeof *q->host);
	memcpy(q->place, p->place, (size_t)P * sizeof *q->place);
	for (int i = 0; i < P; i++) {
		order[i] = reversed ? read_backwards(i, P) : i;
		q->ring[i] = p->place[order[i]];
	}
	q->places = (struct rg_places){.P = P, .order = order};
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++)
		q->places.level[k] = reversed ? single_runs(P) : runs_by_rank(p);
	return q;
}

void rg_placement_free(struct rg_placement *p)
{
	if (!p)
		return;
	free(p->machine);
	free(p->host);
	free((void *)p->places.order);
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++)
		free((void *)p->places.level[k].first);
	free(p->place);
	free(p->ring);
	free(p);
}
