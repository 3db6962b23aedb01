/* SPDX-License-Identifier: BSD-3-Clause
 * game: a call of one routine by P processes: where they are, what they have, in how many lanes. It
 * is played (prove/play.h) or recorded (record.h).
 */
#ifndef RG_GAME_H
#define RG_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ringgen/engine.h"

/* A game: the routine that is played, where, and with which data. */
struct rg_game {
	enum rg_collective collective;
	const struct rg_algorithm *algorithm;
	/* Where the processes are. An order that is NULL is rank i at position i; for a level
	 * without runs see rg_places_filled. */
	struct rg_places places;
	int64_t n;            /* elements of the whole vector */
	const int64_t *len;   /* [P] the block of each rank, adding up to n; NULL: equal blocks */
	const int64_t *off;   /* [P] where it begins where all blocks are (allgatherv, gatherv,
	                         scatterv); NULL: one after another */
	int sender, receiver; /* rank + 1 of the only one that sends anything, receives, where pairs
	                         know the lengths; 0: all do */
	int root;             /* the rank, of a collective with a root */
	bool in_place;        /* with MPI_IN_PLACE, everywhere; with a root, there */
	bool mixed;           /* or at the odd ranks only */
	bool ordered;         /* rg.ordered */
	int lanes;            /* 0: one */
	int at_once;          /* of these so many at a time; 0: all */
	bool drift;           /* see rg_vary */
	int64_t window;       /* elements of each lane's window; 0: there are none */
	const char *parameters; /* rg.parameters */
	double until; /* it is given up when this thread has had so many seconds of its processor;
	                 0: never */
};

/* The block of a rank in the game: its place in the vector (the sum of the blocks before it) and
 * its length; then its place in RG_OUT, which differs when there are gaps (off). */
struct rg_span rg_game_block(const struct rg_game *g, int rank);
int64_t rg_game_place(const struct rg_game *g, int rank);

/* Where the two ends of a block alone know its length (RG_BY_PAIRS) and the game has lengths: those
 * of the blocks of one rank, into len[P] and off[P], as they are sent by it or received. They make
 * a Latin square of the game's: each rank sends blocks of all these lengths, and receives such, so
 * both are n elements in all; two ranks send each other blocks of unlike lengths, mostly. Blocks
 * from others than the game's only sender are empty, and those to others than its only receiver.
 * With gaps in the game there are some here, too. Equal blocks are those of a collective with equal
 * ones. */
static inline bool rg_game_has_pairs(const struct rg_game *g)
{
	return rg_is_by_pairs(g->collective) && g->len;
}
void rg_game_pairs(const struct rg_game *g, int rank, bool sent, int64_t *off, int64_t *len);

/* The block that one rank sends to another there: its place in what that one sends is the sum of
 * the blocks before it. */
struct rg_span rg_game_pair(const struct rg_game *g, int from, int to);

/* The elements that a buffer of all blocks needs, with its gaps. */
int64_t rg_game_reach(const struct rg_game *g);

/* Does this rank's data stand in RG_OUT at the beginning? */
bool rg_game_in_place(const struct rg_game *g, int rank);

/* An index that an algorithm had out of its range (see rg_within), from...to - 1. */
struct rg_strayed {
	bool any;
	int i, from, to;
};

/* The first one since this was asked for the last time, by this thread: whoever runs an algorithm
 * asks before and after. */
struct rg_strayed rg_strayed(void);

/* A row of n numbers of that size in bytes, all -1, with as many -1 before and behind it: emitted
 * code does not ask whether an index is in its range, and what it finds there is no rank and no
 * position, so it is found out. */
void *rg_row_new(int n, size_t size);
void rg_row_free(const void *row, int n, size_t size);

/* Places of their own, with what the others leave out: an order; one rank on each machine; one
 * switch; below the machines, what is next above. Free them with rg_places_free. */
struct rg_places rg_places_filled(const struct rg_places *some);
void rg_places_free(struct rg_places *p);

#endif
