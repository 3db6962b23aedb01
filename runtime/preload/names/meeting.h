/* SPDX-License-Identifier: BSD-3-Clause
 * All ranks meet, or those that wait say so.
 */
#ifndef RG_MEETING_H
#define RG_MEETING_H

#include "ringgen.h"

#pragma GCC visibility push(hidden)

/* A communicator of MPI_COMM_WORLD's ranks, to be freed, when each has called this. A rank that
 * never does goes on undisturbed: nothing of this can be taken for a message or a collective of its
 * own. After some seconds one of those that wait says for what. Returns MPI's error code. */
int rg_meeting(int rank, MPI_Comm *all);

#pragma GCC visibility pop
#endif
