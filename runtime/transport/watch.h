/* SPDX-License-Identifier: BSD-3-Clause
 * RINGGEN_TIMELINE: when this process does what in collectives of all processes, written to a file
 * of its own at the end, for `ringgen plan --timeline --measured`.
 */
#ifndef RG_WATCH_H
#define RG_WATCH_H

#include <mpi.h>

#include "ringgen/engine.h"

/* The collective that is watched: it lasts as long as its runs. */
struct rg_watched {
	bool is;
	enum rg_collective which;
	const struct rg_algorithm *algorithm;
	const char *parameters;
	int64_t bytes; /* of the vector */
};

/* One run of it. */
struct rg_watch;

#pragma GCC visibility push(hidden)

/* Does RINGGEN_TIMELINE ask for it, of a communicator of P processes? It is for communicators of
 * all processes: readers of the files could not tell others apart. */
bool rg_wants_watch(int P);

/* A run begins; NULL: there is no more room, and from now on nothing is noted. */
struct rg_watch *rg_watch_begin(const struct rg_watched *w);

/* Nanoseconds. */
int64_t rg_watch_now(void);

/* Note an action of a lane, from `began` (see rg_watch_now) up to now. "send": so many bytes to a
 * peer; "resume": the lane went on, and stands again or has ended. peer -1: no peer has to do with
 * it. `w` may be NULL, or a run of which something was not noted. */
void rg_watch_note(struct rg_watch *w, const char *what, int peer, int lane, int64_t bytes,
                   int64_t began);

void rg_watch_end(struct rg_watch *w);

/* Write what was noted, into the file of this process. */
void rg_watch_write(void);

#pragma GCC visibility pop
#endif
