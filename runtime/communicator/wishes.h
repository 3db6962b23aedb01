/* SPDX-License-Identifier: BSD-3-Clause
 * What is wished of a communicator's collectives: RINGGEN_COLLECTIVES, or the communicator's own
 * info key `ringgen_collectives`. (wish.h has the grammar.)
 */
#ifndef RG_WISHES_H
#define RG_WISHES_H

#include "mpi/wish.h"

#define RG_WISH_KEY "ringgen_collectives"

#pragma GCC visibility push(hidden)

/* The cluster that serves MPI's own names in this process; NULL: none, they are not taken over. */
extern const struct rg_cluster *rg_bound;

/* The wish of this process for the communicator: what rg_wish_put was told, what its info says, or
 * what the environment does. A wrong word in the info is told once by who speaks; one of the
 * environment is for rg_settings_tell. Local. */
struct rg_wish rg_wish_of(MPI_Comm comm, bool speaks);

/* The wish of the environment. */
struct rg_wish rg_wish_of_all(void);

/* Read the list that an info brings. A wrong word is told once per process by who speaks. */
void rg_wish_of_key(const char *list, struct rg_wish *w, bool speaks);

/* Keep a list with the communicator, and with its duplicates. `agreed` is whether all ranks are
 * known to have the same. Returns MPI's error code. */
int rg_wish_put(MPI_Comm comm, const char *list, const struct rg_wish *w, bool agreed);

/* Forget what was kept with it. */
void rg_wish_drop(MPI_Comm comm);

/* The list that is kept with the communicator; NULL: none. */
const char *rg_wish_list(MPI_Comm comm, bool *agreed);

#pragma GCC visibility pop
#endif
