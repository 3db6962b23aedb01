/* SPDX-License-Identifier: BSD-3-Clause
 * played: the outcome of a game that is played (play.h).
 */
#ifndef RG_PLAYED_H
#define RG_PLAYED_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "prove/pieces.h"

/* A message, told when it is delivered. Messages of one pair and lane are told in their order. */
struct rg_message {
	int from, to, lane; /* ranks */
	int64_t elements;
	int sent, received; /* how many waits the sender, the receiver had passed when they posted
	                       it */
};
typedef void rg_message_fn(void *context, const struct rg_message *m);

struct rg_played {
	struct rg_game game;
	char reason[256];      /* why the play failed; "" when every process came to its end */
	bool late;             /* it was given up, see rg_game.until */
	struct rg_pieces *out; /* [P] what stands in RG_OUT at the end */
	struct rg_terms terms;
	int64_t messages, elements; /* sent in all */
	int64_t scratch;            /* elements of RG_TMP, the most of any process */
	int waits;                  /* the most of any process */
	int depth;                  /* of numbers, messages of which each depends on the one before
	                               it: the most */
	int numbers;                /* such messages in all */
	bool shares;                /* windows were used */
};

#endif
