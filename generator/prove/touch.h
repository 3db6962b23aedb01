/* SPDX-License-Identifier: BSD-3-Clause
 * touch: what a lane may touch. For posts.c, memory.c and play.c alone.
 */
#ifndef RG_TOUCH_H
#define RG_TOUCH_H

#include "prove/lane.h"

/* The memory that a span is in; *off: where it begins there. */
struct rg_pieces *rg_lane_memory(struct rg_actor *a, const struct rg_span *s, int64_t *off);

/* May the lane read a span (it has values) or write it? It must exist and not be in flight, no
 * other lane may use it meanwhile, and in a window the access must be in order with those of
 * others. False: it has failed. */
bool rg_lane_may_read(struct rg_actor *a, const struct rg_span *s);
bool rg_lane_may_write(struct rg_actor *a, const struct rg_span *s);

/* The last of these conditions alone: no other lane writes the span meanwhile, nor reads it if this
 * one writes it. */
bool rg_lane_apart(struct rg_actor *a, const struct rg_span *s, bool write);

/* When what a lane writes there is written: see races.h. */
int rg_lane_time(const struct rg_actor *a, const struct rg_span *to);

/* Let what stands in a span of one lane stand in another one, of the same or another lane. */
void rg_lane_move(struct rg_actor *from, const struct rg_span *source, struct rg_actor *to,
                  const struct rg_span *target);

#endif
