/* SPDX-License-Identifier: BSD-3-Clause
 * prove: is a routine right? It is played in memory (play.h), and what every process ends with is
 * taken apart: each contribution must be in it exactly once. The receivers of the messages are kept
 * (loads.h).
 *
 * The proof holds for the games that are played (see cases.h). Elements are symbols, so the values
 * do not matter.
 */
#ifndef RG_PROVE_H
#define RG_PROVE_H

#include <stdbool.h>
#include <stdint.h>

#include "prove/play.h"

/* Room for why something is refuted, characters. */
enum { RG_REASON = 384 };

struct rg_proof {
	bool proved;
	bool late;                  /* not: a game was given up, see rg_game.until */
	char reason[RG_REASON];     /* why not */
	const char *parameters;     /* set it: those of games that are counted in what follows */
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

/* Play one game and examine its result; adds to *proof (zeroed before the first, but for
 * `parameters`). Returns proof->proved. */
bool rg_prove_game(const struct rg_game *game, struct rg_proof *proof);

void rg_proof_free(struct rg_proof *p);

#endif
