/* SPDX-License-Identifier: BSD-3-Clause
 * What is compared: the MPI library's own collectives, and the generated routines linked in.
 */
#ifndef PEER_H
#define PEER_H

#include <mpi.h>
#include <stdbool.h>

#include "vector.h"

enum { PEERS_MOST = 32, NAME_MOST = 64 };

/* The routines of one source, with the arguments of MPI's; NULL: it does not serve that collective.
 */
struct routines {
	const char *name;
	bool linked; /* ours, not the MPI library's */
	int (*allreduce)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
	int (*allgather)(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);
	int (*allgatherv)(const void *, int, MPI_Datatype, void *, const int[], const int[],
	                  MPI_Datatype, MPI_Comm);
	int (*reduce_scatter)(const void *, void *, const int[], MPI_Datatype, MPI_Op, MPI_Comm);
	int (*reduce_scatter_block)(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);
};

/* One of those that take turns. */
struct peer {
	char name[NAME_MOST + 8]; /* with #2 for the second of that name, and so on */
	const struct routines *routines;
	bool serves[COLLECTIVES];
};

/* The native routines (i = 0), then each algorithm that was linked; NULL past the last. */
const struct routines *routines_at(int i);

/* The i-th name of a list with commas, of at most NAME_MOST bytes; false past the last. */
bool list_item(const char *list, int i, char name[NAME_MOST]);

/* The peers that `list` names ("all": each once), and `native` is called `native_name`. Returns
 * their number; -1, with the reason in `error`: a name that is not known, or too many. */
int peers_choose(const char *list, const char *native_name, struct peer peers[PEERS_MOST],
                 char *error, size_t room);

/* Call the collective of `v` on its slot `slot`. */
void peer_call(const struct peer *p, const struct vector *v, int slot);

/* Which of the collectives with `wanted` set each peer serves itself. Where libringgen would hand a
 * linked routine's calls to the MPI library, it does not serve it, and rank 0 says why. Collective
 * over MPI_COMM_WORLD. */
void peers_try(struct peer *peers, int n, const bool wanted[COLLECTIVES], enum type type);

#endif
