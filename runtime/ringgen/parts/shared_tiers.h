/* SPDX-License-Identifier: BSD-3-Clause
 * The processes of one machine in two tiers: the runs of a level below the machine, say its NUMA
 * nodes, and these together. What a run needs of another one is read by one process, and what
 * leaves a run is added up in it before: so it crosses from one NUMA node to the other once,
 * however many processes they have.
 *
 * Each process of a run serves some of those in the other runs: member i of n serves members i,
 * i + n, i + 2 n and so on. Two of which one serves the other are partners: with runs of as many
 * processes, those that have the same number.
 */
#pragma once
#include "ringgen/parts/shared_rounds.h"

static inline enum rg_level tiers_level(const struct rg *r)
{
	return rg_level_of(r->parameters, RG_IN_NUMA);
}

static inline int tiers_runs(const struct rg *r)
{
	return r->places->level[tiers_level(r)].n;
}

/* This process's run. */
static inline struct rg_group tiers_own(const struct rg *r)
{
	return rg_run_of(r, tiers_level(r));
}

/* Any run, of which this process is perhaps no member. */
static inline struct rg_group tiers_run(const struct rg *r, int run)
{
	const int *first = r->places->level[tiers_level(r)].first + run;
	return (struct rg_group){first[1] - first[0], -1, NULL, r->order + first[0]};
}

static inline bool tiers_is_own(const struct rg *r, int run)
{
	return run == r->run[tiers_level(r)];
}

/* Tell all partners, and hear from them. */
static inline void tiers_meet(struct rg *r)
{
	struct rg_group own = tiers_own(r);

	for (int awaits = 0; awaits < 2; awaits++)
		for (int q = 0; q < tiers_runs(r); q++) {
			struct rg_group run = tiers_run(r, q);
			for (int i = 0; i < run.n && !tiers_is_own(r, q); i++) {
				if (i % own.n != own.me && own.me % run.n != i)
					continue;
				if (awaits)
					rg_await(r, rg_member(&run, i));
				else
					rg_notify(r, rg_member(&run, i));
			}
		}
}
