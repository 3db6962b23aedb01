/* SPDX-License-Identifier: BSD-3-Clause
 * MPI's own names, taken over: whether and with which cluster, which MPI_Init settles.
 *
 * rg_bound (selections.h) is the cluster that serves the MPI names; NULL: all goes on to the next
 * library.
 */
#ifndef RG_TAKEOVER_H
#define RG_TAKEOVER_H

#include "communicator/selections.h"

/* The names that a program, or MPI's Fortran, finds here before it finds MPI's. */
#define RG_TAKEN __attribute__((visibility("default")))

#pragma GCC visibility push(hidden)

/* The level of threads that MPI is to be initialised with, when the program asks for this one. */
int rg_preload_level(int required);

/* The level that MPI_Init asks for: MPI_THREAD_SINGLE, unless MPICH's variable says another; then
 * the highest, with which all are right. */
int rg_preload_init_level(void);

/* MPI was initialised with that level for this one, and provides so much: what the program is told,
 * which asked for less, as MPI itself would have. MPICH and Open MPI give what is asked for. */
int rg_preload_tell_level(int required, int provided);

/* What it is told later, of what MPI provides. */
int rg_preload_told_level(int provided);

/* The cluster that serves persistent collectives, on all ranks; NULL: none, they are MPI's own. */
const struct rg_cluster *rg_preload_persistent(void);

/* MPI is initialised: settle whether we are on. Collective over MPI_COMM_WORLD. */
void rg_preload_begin(void);

/* A communicator has come to be, with the selection of the one that it duplicates or with none: set
 * it up if that asks for it. Collective over it. */
void rg_selection_made(MPI_Comm comm);

/* The communicator has been given this info, which may bring a selection: all its ranks agree on
 * it. The info of a fresh one is all it has. Collective over it. */
void rg_selection_told(MPI_Comm comm, MPI_Info info, bool fresh);

/* Add the communicator's selection to what MPI shows of its info. */
void rg_selection_show(MPI_Comm comm, MPI_Info info);

#pragma GCC visibility pop
#endif
