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

struct tiers {
	const struct rg_runs *runs;
	int run;             /* this process's, */
	struct rg_group own; /* and who is in it */
};

static inline enum rg_level tiers_level(const struct rg *r)
{
	return rg_level_of(r->parameters, RG_IN_NUMA);
}

static inline struct tiers tiers_of(const struct rg *r)
{
	enum rg_level level = tiers_level(r);
	return (struct tiers){&r->places->level[level], r->run[level], rg_run_of(r, level)};
}

/* Any run, of which this process is perhaps no member. */
static inline struct rg_group tiers_run(const struct rg *r, const struct tiers *t, int run)
{
	const int *first = t->runs->first + run;
	return (struct rg_group){first[1] - first[0], -1, NULL, r->order + first[0]};
}

/* Tell all partners, and hear from them. */
static inline void tiers_meet(struct rg *r, const struct tiers *t)
{
	for (int awaits = 0; awaits < 2; awaits++)
		for (int q = 0; q < t->runs->n; q++) {
			struct rg_group run = tiers_run(r, t, q);
			for (int i = 0; i < run.n && q != t->run; i++) {
				if (i % t->own.n != t->own.me && t->own.me % run.n != i)
					continue;
				if (awaits)
					rg_await(r, rg_member(&run, i));
				else
					rg_notify(r, rg_member(&run, i));
			}
		}
}
