/* SPDX-License-Identifier: BSD-3-Clause
 * Which of a communicator's collectives are ours: RINGGEN_COLLECTIVES, or the communicator's own
 * info key `ringgen_collectives`. (selection.h has the grammar.)
 */
#ifndef RG_SELECTIONS_H
#define RG_SELECTIONS_H

#include "mpi/selection.h"

#define RG_SELECTION_KEY "ringgen_collectives"

#pragma GCC visibility push(hidden)

/* The cluster that serves MPI's own names in this process; NULL: none, they are not taken over. */
extern const struct rg_cluster *rg_bound;

/* Whether calls under MPI's own names are looked at all the same where none is ours: to be counted
 * for a summary, as if they were of no cluster. */
extern bool rg_counts_alone;

static inline bool rg_takes_calls(void)
{
	return rg_bound || rg_counts_alone;
}

/* The selection of this process for the communicator: the one given to rg_selection_put, the one in
 * its info, or that of the environment. A wrong word in the info is told once, by a process that
 * speaks; one of the environment is for rg_settings_tell. Local. */
struct rg_selection rg_selection_of(MPI_Comm comm, bool speaks);

/* The selection of the environment. */
struct rg_selection rg_selection_of_all(void);

/* Read the list that an info brings; false: it has none. A process that speaks tells a wrong word
 * once. */
bool rg_selection_of_info(MPI_Info info, char list[MPI_MAX_INFO_VAL + 1], struct rg_selection *w,
                          bool speaks);

/* Keep a list with the communicator, and with its duplicates. `agreed` is whether all ranks are
 * known to have the same. Returns MPI's error code. */
int rg_selection_put(MPI_Comm comm, const char *list, const struct rg_selection *w, bool agreed);

/* Forget what was kept with it. */
void rg_selection_drop(MPI_Comm comm);

/* The list that is kept with the communicator; NULL: none. */
const char *rg_selection_list(MPI_Comm comm, bool *agreed);

#pragma GCC visibility pop
#endif
