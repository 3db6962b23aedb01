/* SPDX-License-Identifier: BSD-3-Clause
 * crowd: the start-up times of messages when processes share processors.
 *
 * On an emulated cluster, and on machines with more processes than cores, a start-up takes longer
 * the more of them there are at a time: a lone root has a processor to itself, the processes of a
 * ring share all of them.
 */
#ifndef RG_CROWD_H
#define RG_CROWD_H

#include "cost/match.h"
#include "cost/resources.h"

/* The start-up of each move that is a message, sent or received, and 0 for others: [moves] seconds
 * at its end, numbered as in rg_matching. Those of messages within machines were measured when all
 * were busy, and are as they are. To be freed. */
double *rg_crowd(const struct rg_record *r, const struct rg_matching *m,
                 const struct rg_resources *w);

/* The factor by which crowding makes start-ups longer, at least 1. All of them together are so many
 * seconds; processes that wait for one another do so many seconds of them one after the other. */
double rg_crowded(const struct rg_resources *w, double together, double in_turn);

#endif
