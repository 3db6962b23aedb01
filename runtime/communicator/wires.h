/* SPDX-License-Identifier: BSD-3-Clause
 * Whether the wires are as fast as the topology file says. A file whose speeds are wrong makes a
 * plan that is wrong, and nobody would know: so a few messages are timed when a communicator is set
 * up, once for each cluster.
 */
#ifndef RG_WIRES_H
#define RG_WIRES_H

#include "communicator/context.h"

#pragma GCC visibility push(hidden)

/* The load that this process would send; NULL: it does not compare, since the cluster says nothing
 * of its wires, or it has compared them, or RINGGEN_WIRES says so, or the machines' names are told
 * by RINGGEN_HOSTS, so that they may be any machines, or there is no memory. To be freed. */
char *rg_wires_load(const struct rg_cluster *c);

/* Each machine's first rank sends to that of the next one along the ring, all at a time. Rank 0
 * warns if that takes more than WIRES_OFF times as long as the file lets expect. Collective over a
 * communicator that is set up; all have a load. Returns MPI's error code. */
int rg_wires_compare(const struct rg_context *x, char *load);

#pragma GCC visibility pop
#endif
