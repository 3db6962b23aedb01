/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives that move data and do not reduce run in bytes, whatever the types of the ranks, which
 * may all be different.
 */
#ifndef RG_BYTES_H
#define RG_BYTES_H

#include "call/run.h"

/* A buffer of the call, that data come from or go to. */
struct rg_side {
	bool there; /* this rank has it */
	bool dense; /* its elements are their bytes */
	bool all;   /* it is of the whole vector; else of the own block */
	void *buffer;
	int64_t count; /* elements of a block, or of a vector that has none; not of blocks of their
	                  own lengths */
	struct rg_packing type;
	char *packed; /* its bytes, of a type that is not them; NULL: they are where they belong */
	bool sends;   /* where the two ends of a block know its length: it is of what is sent, */
	struct rg_packing *each; /* [P] and each block has a type of its own; NULL: not so */
};

/* A call as a run in bytes. */
struct rg_bytes {
	const struct rg_call *k; /* the call that it is of, */
	const struct rg_context *x;
	struct rg_call call; /* in bytes; without its place */
	struct rg_shape shape;
	struct rg_side from, to; /* the one buffer of a broadcast is the root's first, the others'
	                            second */
	bool places;   /* the own block is moved from one to the other here, not by the run; not
	                  where each has a block for each */
	int64_t moves; /* bytes of that, as the buffer has them that is of the own block alone; as
	                  many as the block has, or the call is wrong */
	int64_t own;   /* where the own block is among all that are packed */
	int failure;   /* of what was to be done before the run, which goes on: others wait for it
	                */
};

#pragma GCC visibility push(hidden)

/* Make one; k and x must stay where they are. x->off and x->len, with blocks of their own lengths,
 * are in bytes from then on. Where both buffers are there, but one has not just the bytes of the
 * own block, that is moved by itself, and the run goes on as if MPI_IN_PLACE had been said. Buffers
 * whose type is not its bytes are packed, into scratch of their size; and so is what is sent to
 * each, if it is not as long as what is received from each, which is wrong. Where the two ends of a
 * block alone know its length, what is sent in place is packed, too. Returns MPI's error code; b is
 * to be freed, whatever that is. */
int rg_bytes_make(struct rg_bytes *b, const struct rg_call *k, struct rg_context *x,
                  const struct rg_shape *s);
void rg_bytes_free(struct rg_bytes *b);

/* Before a run of b->call, and after it: returns MPI's error code. */
void rg_bytes_before(struct rg_bytes *b);
int rg_bytes_after(struct rg_bytes *b);

/* All that, and the run between, as rg_perform does it. Returns MPI's error code; nothing was
 * raised. */
int rg_run_in_bytes(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                    const struct rg_choice *choice, const struct rg_call *like);

#pragma GCC visibility pop
#endif
