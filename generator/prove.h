/* SPDX-License-Identifier: BSD-3-Clause
 * prove: is a routine right? It is played in memory (play.h), and what every process ends with is
 * taken apart: each contribution must be in it exactly once. Whom the messages went to gives the
 * load of each link.
 *
 * What is proved is what is played: a number of processes, an order, and vectors whose blocks are
 * equal, unequal, empty, short and long (see rg_prove). Elements are symbols, so the values do not
 * matter.
 */
#ifndef RG_PROVE_H
#define RG_PROVE_H

#include <stdbool.h>
#include <stdint.h>

#include "placement.h"
#include "plan.h"
#include "play.h"
#include "route.h"

struct rg_proof {
	bool proved;
	char reason[384];           /* why not */
	int P;                      /* processes */
	int games;                  /* how many were played */
	int64_t messages, elements; /* of the widest game: blocks all there, not in place */
	int64_t vector;             /* its length, in elements */
	int64_t scratch;            /* elements for that length, the most of any process */
	int waits;                  /* the most of any process: the steps */
	bool rank_order;            /* combines in rank order if asked to, or always */
	bool shares;                /* uses windows if it has them */
	uint64_t *talks; /* bit from * P + to: rank `from` sends to rank `to` in some game */
};

/* Play one game and examine its result; adds to *proof (zeroed before the first). Returns
 * proof->proved. */
bool rg_prove_game(const struct rg_game *game, struct rg_proof *proof);

/* Prove a routine for P processes, in the order and on the machines of a placement (NULL: by rank,
 * and shuffled, so that a rank cannot pass for a position; one to a machine, all on one, and in
 * other shapes, even and uneven): with and without MPI_IN_PLACE, with blocks that divide, do not
 * divide, are empty, are all different, are apart in RG_OUT (allgatherv); in lanes, fewer and more
 * than a block has elements, if the algorithm may run in lanes; without windows, and with windows
 * of one element, a few and more than the vector has. For up to RG_PROVE_LONG processes also with
 * long blocks, above RG_PROVE_WIDE only with short equal ones, in one lane.
 *
 * An allreduce must give the same bits everywhere, and a ring must keep to its pairs. An algorithm
 * that does not ask for an operation that commutes is played with rg.ordered too: it must combine
 * in rank order then, and bracket the ranks as all others do, like recursive doubling, so that the
 * bits do not depend on which is taken. */
enum { RG_PROVE_LONG = 8, RG_PROVE_WIDE = 256 };
void rg_prove(const struct rg_routine *routine, int P, const struct rg_placement *placement,
              struct rg_proof *proof);

/* Is the algorithm for the machines of this placement (NULL: of any)? */
bool rg_is_for(const struct rg_algorithm *a, const struct rg_placement *placement);

void rg_proof_free(struct rg_proof *p);

/* The loads of all pairs that talk; place[P] of each rank, load[routes->resources] is filled.
 * Returns the most. */
int rg_proof_loads(const struct rg_proof *p, const struct rg_routes *routes,
                   const struct rg_place *place, int *load);

#endif
