/* SPDX-License-Identifier: BSD-3-Clause
 * shares: the games of a job beside those of its vectors, cut into shares that processes can play
 * side by side: each number of lanes that runs, each root, each block that may be empty or the only
 * one.
 */
#ifndef RG_SHARES_H
#define RG_SHARES_H

#include "prove/vectors.h"

/* The shares of a job, whose collective, algorithm, places, parameters and `until` are taken.
 *
 * Lanes, if it is run in lanes: each number of them, or of segments, that rg_lanes_for has, up to
 * those that are too many messages or lanes to be played; 2 of them always.
 *
 * Roots, if there is one: each rank is the root once, with its own block empty, too, alone in
 * having elements, and longer than all others.
 *
 * Blocks, if they may have unlike lengths: each is empty once, the only one that is not, and longer
 * than all others; each pair of neighbours is empty, and the only one that is not, up to 16 ranks
 * each other pair, too; of any four neighbours each subset is empty; and chance decides. */
int rg_shares(const struct rg_game *job, bool in_lanes);

/* Play all of them, each by itself: the first that is refuted is what *proof says then, which has
 * been played with before. Its figures stay as they are. */
void rg_prove_shares(const struct rg_game *job, struct rg_proof *proof);

/* Play one of them, 0 ... rg_shares() - 1, on one process; adds to *proof as rg_prove_game does. */
void rg_prove_share(const struct rg_game *job, bool in_lanes, int share, struct rg_proof *proof);

#endif
