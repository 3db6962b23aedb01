/* SPDX-License-Identifier: BSD-3-Clause
 * The context that any thread has asked for last, found without a call and without memory of the
 * thread's own: for a call that is left to MPI's own routine, of which each nanosecond is on top.
 */
#ifndef RG_AT_HAND_H
#define RG_AT_HAND_H

#include "ringgen.h"

#include <stdatomic.h>

struct rg_context;

/* Threads that write it meanwhile are seen by `turn` (a sequence lock: H.-J. Boehm, Can Seqlocks
 * Get Along With Programming Language Memory Models?, 2012; all loads of it
 * acquire and all stores release in place of its fences, which the thread sanitizer does not know):
 * what does not belong together is never taken. So the context is that of a communicator which the
 * caller has, and which nobody frees. */
struct rg_at_hand {
	atomic_uint turn; /* odd: it is being written */
	_Atomic(const struct rg_cluster *) c;
	_Atomic(MPI_Comm) comm;
	_Atomic(struct rg_context *) x;
};

#pragma GCC visibility push(hidden)

extern struct rg_at_hand rg_at_hand;

/* The context x of cluster c on this communicator is at hand from now on, unless another thread
 * writes meanwhile. */
void rg_at_hand_put(const struct rg_cluster *c, MPI_Comm comm, struct rg_context *x);

/* None is: contexts are about to be freed. */
void rg_at_hand_clear(void);

/* The context of that cluster on that communicator, if it is at hand; else NULL. */
static inline struct rg_context *rg_context_at_hand(const struct rg_cluster *c, MPI_Comm comm)
{
	unsigned turn = atomic_load_explicit(&rg_at_hand.turn, memory_order_acquire);
	const struct rg_cluster *its = atomic_load_explicit(&rg_at_hand.c, memory_order_acquire);
	MPI_Comm on = atomic_load_explicit(&rg_at_hand.comm, memory_order_acquire);
	struct rg_context *x = atomic_load_explicit(&rg_at_hand.x, memory_order_acquire);
	bool whole =
		!(turn & 1) && turn == atomic_load_explicit(&rg_at_hand.turn, memory_order_relaxed);

	return whole && its == c && on == comm ? x : NULL;
}

#pragma GCC visibility pop
#endif
