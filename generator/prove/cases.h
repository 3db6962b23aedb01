/* SPDX-License-Identifier: BSD-3-Clause
 * cases: the games that prove a routine: orders, machines, islands, vectors, lanes, windows.
 */
#ifndef RG_CASES_H
#define RG_CASES_H

#include "engine/catalogue.h"
#include "order/placement.h"
#include "prove/vectors.h"

/* Prove a routine for P processes, in the order and on the machines and islands of a placement
 * (NULL: by rank, and shuffled, so that a rank cannot pass for a position; one to a machine, all on
 * one, and in other shapes, even and uneven; so for machines on islands): with and without
 * MPI_IN_PLACE, with blocks that divide, do not divide, are empty, are all different, are apart in
 * RG_OUT (allgatherv); in lanes, fewer and more than a block has elements, if the algorithm may run
 * in lanes; without windows, and with windows as small as they may be, a little larger, and larger
 * than the vector; with several ports, if it uses them. Blocks have few elements,
 * and more than 2^32; these up to RG_PROVE_WIDE processes. For up to RG_PROVE_LONG processes with
 * more lengths, unequal ones too, of up to 4 in up to RG_LANES_MOST lanes; above RG_PROVE_SOME in
 * lanes and with windows on fewer shapes, above RG_PROVE_WIDE only with short equal blocks, in one
 * lane.
 *
 * An allreduce must give the same bits everywhere, and a ring must keep to its pairs. An algorithm
 * that does not ask for an operation that commutes is played with rg.ordered too: it must combine
 * in rank order then, and bracket the ranks as all others do, like recursive doubling, so that the
 * bits do not depend on which is taken. */
void rg_prove(const struct rg_routine *routine, int P, const struct rg_placement *placement,
              struct rg_proof *proof);

/* The same with these parameters, and no others. */
void rg_prove_with(const struct rg_routine *routine, const char *parameters, int P,
                   const struct rg_placement *placement, struct rg_proof *proof);

/* Play all shares (shares.h) after that, which are played where a communicator is set up; without a
 * placement in the order of the ranks, with one on each machine, or all on one. */
void rg_prove_shares_with(const struct rg_routine *routine, const char *parameters, int P,
                          const struct rg_placement *placement, struct rg_proof *proof);

/* Play the games of a placement on the places of a job. Only the job's collective, algorithm,
 * places, parameters and `until` are taken. */
void rg_prove_places(const struct rg_game *job, struct rg_proof *proof);

/* The collective of which all games are played for that one too, by the same algorithm:
 * allgatherv's are allgather's and others, as are reduce_scatter's of reduce_scatter_block's, and
 * alltoallv's of alltoall's unless the algorithm is for equal blocks. For others it is the
 * collective itself. */
enum rg_collective rg_prove_widest(enum rg_collective collective, const struct rg_algorithm *a);

/* Is the algorithm for the machines of this placement (NULL: of any)? */
bool rg_is_for(const struct rg_algorithm *a, const struct rg_placement *placement);

#endif
