/* SPDX-License-Identifier: BSD-3-Clause
 * Random communicators. All ranks keep them in the same slots; a rank that a slot's communicator
 * leaves out has none there, and where a communicator was split each has that of its part. So a
 * step in a slot is done on one or more communicators side by side.
 */
#ifndef RG_DIFFER_COMMUNICATORS_H
#define RG_DIFFER_COMMUNICATORS_H

#include "draw.h"

#include <mpi.h>

/* The messages that the user's receives match there: all receives of one communicator alike, else
 * one would take a message that another waits for. */
enum matching { EXACT, ANY_TAG, ANYTHING };

struct place {
	bool taken;
	bool inter;      /* an intercommunicator, as those know who are in it */
	MPI_Comm comm;   /* MPI_COMM_NULL: this rank is not in it */
	MPI_Comm shadow; /* the same ranks, for what the MPI library does by itself */
	enum matching matching;
	char what[128]; /* how it was made */
};

enum { PLACES_MOST = 6 };

struct communicators {
	struct place at[PLACES_MOST];
};

/* With `base` in slot 0, which stays. */
void communicators_begin(struct communicators *all, MPI_Comm base);
void communicators_end(struct communicators *all);

/* A slot that is taken. */
int communicators_any(const struct communicators *all, struct draw *d);

/* Make one out of another, if there is a free slot. */
void communicators_make(struct communicators *all, struct draw *d);

/* Which of the two groups of an intercommunicator this rank is in: 0 or 1. */
int communicators_side(MPI_Comm inter);

/* Not slot 0. */
void communicators_free(struct communicators *all, int slot);

#endif
