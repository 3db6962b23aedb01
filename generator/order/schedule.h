/* SPDX-License-Identifier: BSD-3-Clause
 * schedule: an all-to-all in phases: in which of them each rank sends to each other one. A rank is
 * to send one message in a phase, and to receive one.
 */
#ifndef RG_SCHEDULE_H
#define RG_SCHEDULE_H

#include "base/text.h"
#include "fabric/route.h"

enum rg_phasing {
	RG_BY_TREE,    /* the fewest phases in which no two messages share a link direction of a
	                  tree (ringgen/parts/tree_phases.h) */
	RG_BY_SHIFTS,  /* the rank at position i sends to that at position i + k in phase k: free of
	                  contention on fat trees whose routes go by destination, if the machines of
	                  a switch are neighbours (Zahavi 2012) */
	RG_BY_COLOURS, /* each message in the first phase in which its way has room for it */
	RG_BY_RANK,    /* rank i sends to rank i + k: pairwise exchange, as MPI libraries do it, */
	RG_BY_RANK_XOR, /* and as they do it for 2^n ranks: to rank i xor k */
	RG_PHASINGS
};

/* What users call them: "tree", "shifts", "colours", "pairwise", "xor". */
extern const char *const rg_phasing_names[RG_PHASINGS];
#define RG_PHASING_LIST "tree, shifts, colours, pairwise, xor"

/* So many ranks at most have a schedule here: all of its messages are in memory then. */
enum { RG_SCHEDULE_MOST = 4096 };

/* Ranks and where they are, and a way of making phases. What it holds has the size of the ranks'
 * number, but colours, which need a number for each pair. */
struct rg_schedule;

/* place[rank] of P ranks, and the rank at each position of the ring, order[P]. Both are copied; the
 * routes are borrowed. NULL: it cannot be made, and *why says it as a phrase. */
struct rg_schedule *rg_schedule_new(enum rg_phasing by, const struct rg_routes *routes,
                                    const struct rg_place *place, const int *order, int P,
                                    const char **why);
void rg_schedule_free(struct rg_schedule *s);

/* How many phases there are, from 0 on; fewer than 2^31. */
int rg_schedule_phases(const struct rg_schedule *s);

/* In which of them a rank sends to another one. */
int rg_schedule_phase(const struct rg_schedule *s, int from, int to);

/* A message, in its phase. */
struct rg_phased {
	int phase, from, to;
};

/* All P (P - 1) messages, by phase and then by sender. Free it. */
struct rg_phased *rg_schedule_messages(const struct rg_schedule *s);

/* A line for each of them, "phase,from,to", under these words; phases are counted from 1 on. */
void rg_schedule_print(const struct rg_schedule *s, struct rg_text *out);

#endif
