/* SPDX-License-Identifier: BSD-3-Clause
 * match: which message of a record answers which receive.
 */
#ifndef RG_MATCH_H
#define RG_MATCH_H

#include <stddef.h>

#include "engine/record.h"

/* The state when a process posts a step: so many messages have been delivered before. */
struct rg_turn {
	int rank, delivered;
};

/* The k-th message from one process to another answers the k-th receive, and the same of
 * notifications. They are told in the order in which a process posts them, sends and notifications,
 * receives and awaits, those of steps that repeat as often as they do. */
struct rg_matching {
	size_t *receives; /* [P + 1] those of a rank are source[receives[rank]] ... */
	size_t *sends;    /* [P + 1] and its sends goal[sends[rank]] ... */
	int *source;      /* [receives] how many waits the sender had passed when it sent it */
	int *goal;        /* [sends] the same of the receiver when it asked for it */
	size_t *moves;    /* [P + 1] the moves of a rank's script are level[moves[rank]] ... */
	int *level; /* [moves] of a send, the first time: messages that must have come before */
	/* In one order in which everything can happen, whatever waits for whatever: messages and
	 * notifications by when they are delivered, */
	int *number_sent, *number_received; /* [sends], [receives] the number of each, */
	int *from, *to;                     /* [sends] and by number the ranks of its ends; */
	struct rg_turn *turn;               /* [turns] and all steps, of all processes */
	size_t turns, turn_cap;
	int delivered;
	bool stuck; /* the processes wait for each other */
};

/* Free it with rg_matching_free. */
struct rg_matching rg_match(const struct rg_record *r);
void rg_matching_free(struct rg_matching *m);

#endif
