/* SPDX-License-Identifier: BSD-3-Clause
 * The context that any thread has asked for last.
 */
#include "communicator/at_hand.h"

#include <sched.h>

struct rg_at_hand rg_at_hand;

/* Whether this thread may write now: a turn begins. */
static bool begin_turn(unsigned *turn)
{
	*turn = atomic_load_explicit(&rg_at_hand.turn, memory_order_relaxed);
	return !(*turn & 1) &&
	       atomic_compare_exchange_strong_explicit(&rg_at_hand.turn, turn, *turn + 1,
	                                               memory_order_acquire, memory_order_relaxed);
}

static void end_turn(unsigned turn, const struct rg_cluster *c, MPI_Comm comm, struct rg_context *x)
{
	atomic_store_explicit(&rg_at_hand.c, c, memory_order_release);
	atomic_store_explicit(&rg_at_hand.comm, comm, memory_order_release);
	atomic_store_explicit(&rg_at_hand.x, x, memory_order_release);
	atomic_store_explicit(&rg_at_hand.turn, turn + 2, memory_order_release);
}

void rg_at_hand_put(const struct rg_cluster *c, MPI_Comm comm, struct rg_context *x)
{
	unsigned turn;

	if (begin_turn(&turn))
		end_turn(turn, c, comm, x);
}

void rg_at_hand_clear(void)
{
	unsigned turn;

	while (!begin_turn(&turn))
		sched_yield();
	end_turn(turn, NULL, MPI_COMM_NULL, NULL);
}
