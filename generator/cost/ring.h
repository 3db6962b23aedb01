/* SPDX-License-Identifier: BSD-3-Clause
 * ring: how long a record takes in which each process does the same and sends to the next position
 * of a ring only (`alike`): step by step, all of them. What each message gets of the links is
 * given, as in paced.h: all hops are under way together.
 *
 * It is kept beside paced.h since it has a few numbers for each process, and notes no message: so
 * all steps of a ring of thousands are gone through, and none need be left out (cost.h has what
 * that would take and miss).
 */
#ifndef RG_RING_H
#define RG_RING_H

#include "cost/busy.h"
#include "cost/resources.h"

struct rg_ring;

/* order[P] is the rank at each position. The record, which is alike, is borrowed. Free it. */
struct rg_ring *rg_ring_new(const struct rg_record *record, const struct rg_resources *w,
                            const int *order);
void rg_ring_free(struct rg_ring *r);

/* Seconds until the last process's end, elements being of so many bytes; of each position's the
 * first `burst` bytes go at once. */
double rg_ring_time(struct rg_ring *r, double unit, double burst);

/* The work of the busiest hop and of the busiest process. */
struct rg_busy rg_ring_busy(const struct rg_ring *r);

/* The most messages on a link direction at a time, and which (-1: none takes a link). */
int rg_ring_load(const struct rg_ring *r, int *resource);

#endif
