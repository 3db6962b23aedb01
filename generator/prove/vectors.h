/* SPDX-License-Identifier: BSD-3-Clause
 * vectors: the vectors that are played on the places of a game: how long they are, how long their
 * blocks are, in place or not, in which order they are combined.
 */
#ifndef RG_VECTORS_H
#define RG_VECTORS_H

#include "prove/prove.h"

/* More games are played with up to so many processes: see cases.h. */
enum { RG_PROVE_LONG = 8, RG_PROVE_SOME = 16, RG_PROVE_WIDE = 256 };

/* The least elements that the game's windows have: see rg.window. */
int64_t rg_least_window(const struct rg_game *g);

/* A vector whose blocks are short, equal if the collective asks for that; one whose blocks have
 * more than 2^32 elements. In elements. */
int64_t rg_short_vector(const struct rg_game *g);
int64_t rg_long_vector(const struct rg_game *g);

/* Are there collectives of its family whose blocks have unlike lengths? */
bool rg_takes_unequal(const struct rg_game *g);

/* Play the game as it is; in the order of the ranks, too, if the algorithm serves operations that
 * do not commute; and that with and without MPI_IN_PLACE. */
void rg_play_orders(struct rg_game g, struct rg_proof *proof);
void rg_play_both(struct rg_game g, struct rg_proof *proof);

/* Vectors of all kinds. */
void rg_play_all(struct rg_game g, struct rg_proof *proof);

/* Play many rounds through the windows of the game, which are small. */
void rg_play_rounds(struct rg_game g, struct rg_proof *proof);

/* Where pairs know the lengths: only this rank sends anything; then only it receives anything. What
 * each has to do with the others is not known from what goes the other way. len[P] is room. */
void rg_play_one_way(struct rg_game g, int rank, int64_t *len, struct rg_proof *proof);

/* Blocks of 0 to 3 times `unit` elements. */
void rg_play_unequal(struct rg_game g, int64_t unit, struct rg_proof *proof);

/* Blocks of each kind (engine/sizes.h), about b elements each. Kinds that chance decides are drawn
 * as often as is asked for. */
void rg_play_kinds(struct rg_game g, int64_t b, int draws, struct rg_proof *proof);

#endif
