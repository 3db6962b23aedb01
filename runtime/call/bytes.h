/* SPDX-License-Identifier: BSD-3-Clause
 * Allgather(v) in bytes, whatever the types of the ranks, which may all be different.
 */
#ifndef RG_BYTES_H
#define RG_BYTES_H

#include "call/run.h"

/* An allgather(v) as a run in bytes. */
struct rg_bytes {
	const struct rg_call *k; /* the call that it is of, */
	const struct rg_context *x;
	const struct rg_shape *s; /* and its shape */
	struct rg_call call;      /* in bytes; without its place */
	struct rg_shape shape;
	struct rg_packing sent, received; /* the types: of the send buffer, unless it is in place */
	int64_t sends;                    /* bytes that the call sends of its own; as many as its
	                                     block has, or the call is wrong */
	bool places;                      /* these have to be put into their place first */
	char *packed; /* all blocks, of a type that is not its bytes; NULL: they are where they
	                 belong */
	int64_t own;  /* where the own block is in there */
	int failure;  /* of what was to be done before the run, which goes on: others wait for it */
};

#pragma GCC visibility push(hidden)

/* Make one, k, x and s staying where they are. x->off and x->len, with blocks of their own lengths,
 * are in bytes from then on. A send buffer that is not the bytes of the own block is put in its
 * place first, as if MPI_IN_PLACE had been said. A receive buffer whose type is not its bytes is
 * packed, into scratch of the vector's size. Returns MPI's error code; b is to be freed, whatever
 * that is. */
int rg_bytes_make(struct rg_bytes *b, const struct rg_call *k, struct rg_context *x,
                  const struct rg_shape *s);
void rg_bytes_free(struct rg_bytes *b);

/* Before a run of b->call, and after it: returns MPI's error code. */
void rg_bytes_before(struct rg_bytes *b);
int rg_bytes_after(struct rg_bytes *b);

/* All that, and the run between. Returns MPI's error code; nothing was raised. */
int rg_run_in_bytes(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                    const struct rg_choice *choice);

#pragma GCC visibility pop
#endif
