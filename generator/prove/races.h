/* SPDX-License-Identifier: BSD-3-Clause
 * races: the window of a process in a game (play.h), and whether the accesses to it are in an
 * order, whatever the timing: each read after the write it reads, each write after all reads of
 * what it overwrites. Vector clocks show that (Mattern 1989); only the owner writes, so that one
 * number is enough for a write, as in FastTrack (Flanagan & Freund 2009). Notifications are matched
 * in one way only, so what is in order in one run is so in all.
 *
 * Only notifications order accesses. A message does too in most MPI libraries, but MPI does not
 * promise that of memory that is not a message's.
 *
 * All processes here are those of one machine, by their number on it.
 */
#ifndef RG_RACES_H
#define RG_RACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prove/pieces.h"

/* The knowledge of a process: for each process on the machine, the time up to which it knows what
 * that one did. A process's own time begins with 1: 0 means that it has not heard from that process
 * at all. A clock may be shared; it is never changed then. */
struct rg_clock {
	int users;
	int time[];
};

/* A read of a window that its owner may not know of. */
struct rg_reading {
	int reader, time;
	int64_t off, len;
};

/* A process and its window. */
struct rg_races {
	int me, n;                  /* its number, of so many processes */
	struct rg_clock *now;       /* what it knows */
	bool told;                  /* others know its present time: what it does now is later */
	struct rg_pieces cell;      /* the window; `written` is the owner's time */
	struct rg_reading *reading; /* [readings] of this window */
	size_t readings, reading_cap;
};

void rg_races_init(struct rg_races *w, int me, int n);
void rg_races_free(struct rg_races *w);

/* The clock that a notification carries. Its receiver gives it to rg_races_acquire, or it goes to
 * rg_clock_drop. */
struct rg_clock *rg_races_release(struct rg_races *w);
void rg_races_acquire(struct rg_races *w, struct rg_clock *told);
void rg_clock_drop(struct rg_clock *c);

/* The time of an access: later than what others know of. */
int rg_races_access(struct rg_races *w);

/* Process `reader` reads elements off ... off + len - 1, which have values, of the owner's window.
 * Returns the first one whose value might not be there yet, or -1. */
int64_t rg_races_read(struct rg_races *owner, struct rg_races *reader, int64_t off, int64_t len);

/* The owner is to write. Returns the number of a process that might not have read yet what was
 * there, or -1. */
int rg_races_write(struct rg_races *owner, int64_t off, int64_t len);

/* The time at which the owner writes then. */
static inline int rg_races_time(const struct rg_races *owner)
{
	return owner->now->time[owner->me];
}

#endif
