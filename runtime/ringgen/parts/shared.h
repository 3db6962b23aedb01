/* SPDX-License-Identifier: BSD-3-Clause
 * The processes of one machine, through their windows: each copies what others need of its data
 * into its window, tells them, and combines or copies straight from theirs.
 */
#pragma once
#include "ringgen/engine.h"

/* What a round has of a block: its elements from `done` on, at most `most`. */
static inline struct rg_span shared_piece(struct rg_span block, int64_t done, int64_t most)
{
	int64_t left = block.len > done ? block.len - done : 0;
	return (struct rg_span){block.buf, block.off + done, left < most ? left : most};
}
