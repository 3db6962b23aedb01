/* SPDX-License-Identifier: BSD-3-Clause
 * processes: the processes of a game with their lanes and buffers, before it is played and after.
 */
#ifndef RG_PROCESSES_H
#define RG_PROCESSES_H

#include "prove/lane.h"

/* p->result->game is what is to be played. The lanes go by the transport t. */
void rg_processes_begin(struct rg_playing *p, const struct rg_transport *t);

/* Put the outcome into p->result, and free the rest. */
void rg_processes_end(struct rg_playing *p);

/* Is the guard behind the lane's frame as it was? */
bool rg_lane_is_guarded(const struct rg_actor *a);

#endif
