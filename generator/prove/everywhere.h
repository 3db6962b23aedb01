/* SPDX-License-Identifier: BSD-3-Clause
 * everywhere: the proof of an algorithm for any cluster. Its games know no topology, so they are
 * played once, when ringgen is built; their outcome is linked into the command.
 */
#ifndef RG_EVERYWHERE_H
#define RG_EVERYWHERE_H

#include "prove/cases.h"

/* The numbers of processes that an algorithm is played for. */
#define RG_EVERYWHERE "1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in rank order and shuffled"

/* The outcome of the games of one algorithm with one text of parameters, which may be NULL. */
struct rg_finding {
	const char *template; /* the algorithm's file: "allreduce/ring.c" */
	const char *parameters;
	const char *reason; /* why it is refuted; NULL: it is proved */
};

/* All findings of the build, up to one without a template. */
extern const struct rg_finding rg_findings[];

/* Play all games; *proof (zeroed before) ends with the first that fails. */
void rg_play_everywhere(const struct rg_variant *variant, struct rg_proof *proof);

/* Is the variant proved for any cluster? The finding of the build tells, or else the games are
 * played. If not, reason[room] says why. */
bool rg_proved_everywhere(const struct rg_variant *variant, char *reason, size_t room);

#endif
