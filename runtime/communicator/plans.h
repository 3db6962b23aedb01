/* SPDX-License-Identifier: BSD-3-Clause
 * Which plans serve a communicator: the nearest of its cluster's, or, for a cluster that was read
 * at run time and has none, plans that are made for this very communicator.
 */
#ifndef RG_COMMUNICATOR_PLANS_H
#define RG_COMMUNICATOR_PLANS_H

#include "communicator/context.h"

#pragma GCC visibility push(hidden)

/* The choices of one collective, by size. */
struct rg_choices {
	const struct rg_choice *choice; /* [n], and spare ones behind them */
	int n, spares;
};

/* Those from number `first` on (0: none) up to the next that is from 0 bytes on. */
struct rg_choices rg_choices_from(const struct rg_context *x, int first);

/* Makes the plans for a communicator: x->own_plans, to be freed with x->choices, which are within,
 * [x->nplans]; NULL and 0: there are none. If its machines have an order of their own, not that of
 * their numbers, that is x->own_ring, each machine once, [x->own_ringers]; else NULL. machine[rank]
 * is the machine of each rank, on rank 0 only. Collective over x->comm. Returns MPI's error code,
 * which was raised. */
typedef int rg_plan_maker(struct rg_context *x, const int *machine);

/* Set the maker of plans. Without one, a cluster that has no plans is native. */
void rg_plans_by(rg_plan_maker *maker);

/* Whether they are to be made. */
bool rg_plans_missing(const struct rg_cluster *c);

/* Get x->plans: collective, if they are missing. */
int rg_plans_get(struct rg_context *x, const int *machine);

/* Does an algorithm of x->plans ask for that level? */
bool rg_plans_ask_for(const struct rg_context *x, enum rg_level level);

/* Settle x->plan and x->plain for the machines and ranks of x. */
void rg_plans_settle(struct rg_context *x);

/* Call `visit` for each choice of those two; for one that stands in several lists, several times.
 */
typedef void rg_choice_fn(void *on, enum rg_collective which, const struct rg_choice *choice);
void rg_plans_visit(const struct rg_context *x, rg_choice_fn *visit, void *on);

/* How many of x->choices there are for x->plans, with the empty ones at both ends. */
size_t rg_plans_choices(const struct rg_context *x);

/* The bytes of a frame for each algorithm of those two; at least one. */
size_t rg_plans_frame(const struct rg_context *x);

#pragma GCC visibility pop
#endif
