/* SPDX-License-Identifier: BSD-3-Clause
 * record: what each process of a routine does, without its data. The very text that is emitted runs
 * over a transport that only notes: the posts between two waits are a step. Steps that repeat are
 * noted once, and a routine that does the same at each position of the ring is run at one. The
 * processes of an irregular collective are run in turn, since each hears numbers from others.
 */
#ifndef RG_RECORD_H
#define RG_RECORD_H

#include "engine/game.h"
#include "engine/script.h"

struct rg_record {
	int P;
	int64_t n; /* elements of the vector; lengths are in proportion unless `exact` */
	struct rg_script *script; /* [P] by rank; one, that of position 0, if `alike` */
	bool alike; /* each position does the same: sends to the next of the ring and receives from
	               the one before, at most one message a step */
	bool segments; /* lanes are segments: see rg_algorithm */
	bool exact;    /* lengths are not in proportion: it notifies, and windows have a size; or it
	                  tells numbers, whose size does not depend on the vector's */
	int64_t messages; /* sent in all */
	int waits;        /* the most of any process */
};

/* A record of more than RG_RECORD_MOST moves is given up (those that repeat count once), and, of
 * many processes, one of more than RG_RECORD_EACH for each process, which is the former divided by
 * 10,000: a candidate with so many messages is not the fastest. */
enum { RG_RECORD_MOST = 1 << 20, RG_RECORD_EACH = 105 };

/* Record the game. NULL: it was given up. Free it. */
struct rg_record *rg_record_new(const struct rg_game *g);
void rg_record_free(struct rg_record *r);

/* A hash of all that is in it: two records with the same hash are the same. */
uint64_t rg_record_hash(const struct rg_record *r);

/* Forget what these processes do: keep[P]. */
void rg_record_keep(struct rg_record *r, const bool *keep);

#endif
