/* SPDX-License-Identifier: BSD-3-Clause
 * player: the proof as a part of libringgen, in a program that runs. An algorithm as it was
 * compiled for that program is played on the places of a communicator's ranks before any call of
 * theirs is served by it.
 *
 * Only what is declared here is to be seen of the generator: its other names are local to one
 * object. Nothing here knows MPI.
 */
#ifndef RG_PLAYER_H
#define RG_PLAYER_H

#include <stddef.h>

#include "ringgen/engine.h"

#pragma GCC visibility push(hidden)

/* A variant that is to be played, and where. */
struct rg_player_variant {
	enum rg_collective collective; /* of a family's: the one that rg_player_widest names */
	const struct rg_algorithm *algorithm;
	const char *parameters;
	const struct rg_places *places; /* of all levels, or those that are known */
	bool in_lanes;                  /* it is run in lanes, perhaps in many */
};

enum rg_player_verdict { RG_REFUTED_HERE, RG_TOO_LATE, RG_PROVED_HERE };

/* The number of shares, at least one, into which its games are cut. */
int rg_player_shares(const struct rg_player_variant *variant);

/* Is it right there? All games of a share are played, for at most *left seconds of processor time,
 * which get fewer by those that it took; it is too late, too, when there is no memory left. Share 0
 * are those of its family (prove/cases.h), the others those of prove/shares.h. If it is not proved,
 * why[room] says why. One thread at a time. */
enum rg_player_verdict rg_player_play(const struct rg_player_variant *variant, int share,
                                      double *left, char *why, size_t room);

/* The `rank`-th host of a list as users write it ("n[0-3],m7"), into name[room]. False: the list is
 * none, is too short, or the name too long; why[why_room] says it ("has no host for rank 3"). */
bool rg_player_host(const char *list, int rank, char *name, size_t room, char *why,
                    size_t why_room);

/* The collective of a family of which all games are played for the others, too. */
enum rg_collective rg_player_widest(enum rg_collective collective, const struct rg_algorithm *a);

#pragma GCC visibility pop
#endif
