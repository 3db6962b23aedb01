/* SPDX-License-Identifier: BSD-3-Clause
 * The transport over MPI: runs an algorithm of the engine on real processes, in one or more lanes.
 */
#ifndef RG_TRANSPORT_H
#define RG_TRANSPORT_H

#include "transport/lane.h"

#pragma GCC visibility push(hidden)

extern const struct rg_transport rg_mpi_transport;

/* Drive the algorithm to its end in all lanes. Their frames are zero. Returns MPI's error code;
 * nothing was raised. If a message could not be posted, the posted ones are cancelled, as far as
 * MPI can. */
int rg_mpi_run(struct rg_mpi *m, const struct rg_algorithm *algorithm);

/* The same in steps. `posts` lasts until rg_mpi_free, and so do requests that were more than it
 * holds: a run that begins anew has room for them. */
void rg_mpi_open(struct rg_mpi *m, struct rg_posts *posts);
void rg_mpi_begin(struct rg_mpi *m);

/* Go on as far as can be gone without waiting. Whether the end is reached: then rg_mpi_end tells
 * how. *moved: something was done. */
bool rg_mpi_advance(struct rg_mpi *m, const struct rg_algorithm *algorithm, bool *moved);
int rg_mpi_end(struct rg_mpi *m);
void rg_mpi_free(struct rg_mpi *m);

#pragma GCC visibility pop
#endif
