/* SPDX-License-Identifier: BSD-3-Clause
 * The peers that are compared: the MPI library's own collectives, and generated routines.
 */
#ifndef PEER_H
#define PEER_H

#include <mpi.h>
#include <stdbool.h>

#include "ringbench/budget.h"
#include "ringbench/options.h"
#include "ringbench/request.h"
#include "ringbench/routines.h"
#include "ringbench/variant.h"
#include "ringbench/vector.h"

enum { PEERS_MOST = 96 };

/* One of those that take turns. */
struct peer {
	char name[NAME_MOST + 24]; /* with its form, and #2 for the second of that name, and so on
	                            */
	enum form form;
	const struct routines *routines;
	struct variant *variant; /* NULL: under the settings that the library has */
	bool serves[COLLECTIVES];
	bool untried[COLLECTIVES]; /* nobody knows: there was no time to try it */
};

/* The native routines (i = 0), then each that was linked, and each that was loaded; NULL past the
 * last. */
const struct routines *routines_at(int i);

/* The peers that the command line asks for: --algorithms ("all": each once), then the variants that
 * this does not name. Returns their number; -1, with the reason in `error`: a name is not known, or
 * they are too many. `variants` are the command line's, in its order. */
int peers_choose(const struct options *o, struct variant variants[VARIANTS_MOST],
                 struct peer peers[PEERS_MOST], char *error, size_t room);

/* Between these two, calls are those of the peer. */
void peer_begin(const struct peer *p);
void peer_end(const struct peer *p);

/* Set up what the peer's calls need beforehand, on each slot of `v`: the request of a persistent
 * call. Collective. */
void peer_set_up(const struct peer *p, const struct vector *v, union request *requests);
void peer_release(const struct peer *p, const struct vector *v, union request *requests);

/* Call the collective of `v` on its slot `slot`, and wait for it; in the form INITIALIZATION, set
 * it up alone. */
void peer_call(const struct peer *p, const struct vector *v, int slot, union request *requests);

/* What peer_call set up alone, done once and freed: it has a result then, too. Collective. */
void peer_complete(const struct peer *p, union request *request);

/* Is it a rival, not the second of an A/A pair? */
bool peer_is_again(const struct peer *p);

/* Which of the collectives with `wanted` set each peer serves itself. Where libringgen would hand a
 * linked routine's calls to the MPI library, it does not serve it, and rank 0 says why. What would
 * be tried after the budget (NULL: there is none), by what others took, counts as served, untried.
 * Collective over MPI_COMM_WORLD. */
void peers_try(struct peer *peers, int n, const bool wanted[COLLECTIVES], enum type type,
               const struct budget *budget);

#endif
