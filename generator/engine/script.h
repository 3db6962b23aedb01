/* SPDX-License-Identifier: BSD-3-Clause
 * script: the moves of one process, in steps.
 */
#ifndef RG_SCRIPT_H
#define RG_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rg_act { RG_SENDS, RG_RECEIVES, RG_COMBINES, RG_COPIES, RG_NOTIFIES, RG_AWAITS };

struct rg_move {
	enum rg_act act;
	int peer;    /* rank; of RG_COMBINES and RG_COPIES -1 */
	int64_t len; /* elements */
	int64_t far; /* of what RG_COMBINES and RG_COPIES read, elements in the windows of processes
	                on other NUMA nodes */
};

/* A step: moves first ... first + moves - 1 of the script, then a wait (behind the last step there
 * is none); so many times. */
struct rg_step {
	int first, moves, times;
};

/* The moves of one process, in steps. */
struct rg_script {
	struct rg_move *move;
	struct rg_step *step;
	size_t moves, steps, move_cap, step_cap;
};

/* The moves from *begin on are a new step, or one more repetition of the step before. *begin is
 * behind them then. */
void rg_script_end(struct rg_script *s, int *begin);

/* Every message of a step of the script of position pos goes to or comes from its neighbour in the
 * order, at most one of each. */
bool rg_script_is_ring(const struct rg_script *s, const struct rg_step *step, const int *order,
                       int pos, int P);

/* Both are scripts of rings; the same moves but for the peers? */
bool rg_script_same(const struct rg_script *a, const struct rg_script *b);

uint64_t rg_script_hash(const struct rg_script *s, uint64_t hash);

/* It has no moves any more. */
void rg_script_free(struct rg_script *s);

#endif
