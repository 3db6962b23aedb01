/* SPDX-License-Identifier: BSD-3-Clause
 * emitted: the proof of all that is to be emitted: which variants are played, for which processes.
 */
#ifndef RG_EMITTED_H
#define RG_EMITTED_H

#include "prove/everywhere.h"

/* Where the routines are to run. */
struct rg_scope {
	const struct rg_placement *placement; /* NULL: nothing is known of the network */
	bool fixed;                           /* on that placement only, not on other jobs */
};

/* Is the placement itself played, by a ring, or by others? And are the numbers of processes that
 * stand for any cluster (RG_EVERYWHERE)? */
bool rg_plays_placement(const struct rg_scope *s, bool ring);
bool rg_plays_many(const struct rg_scope *s);

/* Is it for NUMA nodes or caches, which are found when a communicator is set up? */
bool rg_is_below(const struct rg_variant *v);

/* What is to be emitted, and what became of each routine that there was to choose from. */
struct rg_emitted {
	const struct rg_variant *variant; /* [variants] those of the plans, each once */
	size_t variants;
	const struct rg_wanted *wanted; /* [RG_ROUTINES] */
	bool reproducible;              /* of these only what combines in the order of the ranks */
	const bool *used;               /* [RG_ROUTINES] is in some plan */
	const bool *runs, *stuck;       /* [RG_ROUTINES] see struct rg_planning */
	struct rg_scope scope;
};

/* Play back every routine that is to be emitted, with the parameters that it is to have. One that
 * the user named must be right, too, though no plan has it; and one whose processes wait for each
 * other on this cluster is wrong. What is refuted is said. */
bool rg_prove_emitted(const struct rg_emitted *e);

#endif
