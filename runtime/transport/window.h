/* SPDX-License-Identifier: BSD-3-Clause
 * The windows of the ranks of one machine: memory that each of them writes and all of them read.
 *
 * A communicator's windows stand in one file in memory, made by one rank of the machine and mapped
 * by the others through its /proc: it has no name that could be left behind, and it goes with the
 * last process that has it, however that ends. A file has one room or several, each with windows of
 * all ranks: what runs in one room knows nothing of the others.
 *
 * Each rank has two far windows in a room, for vectors of any length, and RG_WINDOW_NEARS near
 * ones, which hold short vectors. Calls that meet somebody (a notification is given or awaited) are
 * numbered, the same on all ranks, and take the windows of their kind in turns. Before a call
 * writes a window, all others must have left the call that had it last. Ranks know of that in two
 * ways. In a call in which all hear from all, they had left every call before it when they began
 * it. If ranks may leave a call early, they say afterwards how many calls they have left, each in a
 * counter that all others read. With the near windows a root of short vectors asks once in so many
 * calls, and is ahead by as many.
 */
#ifndef RG_WINDOW_H
#define RG_WINDOW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ringgen.h"
#include "transport/reach.h"

/* At most RG_WINDOWS_MOST communicators of a process have windows. So it touches no more than 33
 * MiB of its own for calls that block, and as much for each further room, and on first use. */
enum { RG_WINDOWS_MOST = 64 };

/* The windows of each kind, of one rank: far ones have room for RG_WINDOW_BYTES, near ones for
 * RG_WINDOW_NEAR. Eight of these stay in the cache that is next to the processor. */
enum { RG_WINDOW_FARS = 2, RG_WINDOW_NEARS = 8, RG_WINDOW_ALL = RG_WINDOW_FARS + RG_WINDOW_NEARS };

/* Two ranks never write one line of a cache, and what stands in one line comes at a time. On x86 a
 * line has 64 bytes. Elsewhere 128 are of one line, or of two. */
#ifdef __x86_64__
enum { RG_WINDOW_LINE = 64 };
#else
enum { RG_WINDOW_LINE = 128 };
#endif
enum { RG_WINDOW_FETCHED = 64 /* bytes at least, by a prefetch */ };

typedef _Atomic uint64_t rg_counter;

/* One rank's view of the windows of its machine. It is for window.c and for the inline functions
 * below, where a short collective passes its time. */
struct rg_window {
	int n, me;                    /* ranks of this machine; this one */
	const int *pid;               /* [n] their processes */
	struct rg_attached *attached; /* [n] their memory, this rank left out; NULL: by copies */
	int barred; /* 0, or the error with which one of them cannot be read by this one */
	char *map;  /* the whole file, so many bytes; NULL: another one's mapping */
	size_t mapped;
	char *file;      /* where the room begins */
	size_t page;     /* of this system's memory */
	size_t size;     /* of a room, */
	size_t rank;     /* and of what one rank has in it */
	size_t counters; /* bytes of one lane's counters, in whole lines */
	int turn[2];     /* which of the far windows is the next call's, and of the near ones */
	bool near;       /* this call has a near one, */
	size_t window;   /* which begins so far from where its rank's part begins, */
	size_t front;    /* has so many bytes of counters, */
	size_t data;     /* and its data begin here, from its beginning; */
	size_t lane;     /* and so far from lane to lane */
	size_t ahead[2]; /* the bytes, from and to, that are fetched along with a counter */
	bool met;        /* it met somebody, so that windows are taken in turns */
	bool gave;       /* and notified: its window may be read */
	bool early;      /* ranks may leave it early */
	bool doubt;      /* others may not have left the call that had its window before */
	uint64_t calls;  /* that met somebody before this one, */
	uint64_t left;   /* and of these so many all others have left, as far as is known */
	uint64_t used[RG_WINDOW_ALL]; /* which call gave the window last, counted from 1 */
	uint64_t *counts;             /* what is awaited in this call's window, */
	uint64_t *awaited;            /* of all windows' lanes [n] each, so far */
	int seat[]; /* [P] the place of a rank among those of this machine, -1: elsewhere;
	               behind them pid */
};

/* The key that a rank gives the others at a set-up. int members only, sent as such. */
struct rg_window_key {
	int pid;
	int fd; /* of the file, -1: it has none */
	int token[2];
	struct rg_reach_key reach;
};

#pragma GCC visibility push(hidden)

/* Make the file for the windows of so many ranks, with so many rooms, and give its key; with 0
 * ranks no file, and the key of none. RINGGEN_WINDOWS=0 asks for none. *trouble: the error, if it
 * could not be made, else 0. */
struct rg_window_key rg_window_offer(int ranks, int rooms, int *trouble);

/* All have opened the windows, or nobody will. */
void rg_window_withdraw(struct rg_window_key *key);

/* Open the windows of the ranks rank[0 ... n - 1] of P, those of the first of so many rooms; `me`
 * is this one's place among them, and keys are `stride` bytes apart, by rank. NULL: they cannot be
 * had, as when the ranks do not really share memory, or when they are threads. Where a limit is met
 * *trouble is the error, else it stays or is 0. */
struct rg_window *rg_window_open(const struct rg_window_key *key, size_t stride, const int *rank,
                                 int n, int me, int P, int rooms, int *trouble);

/* Why this rank cannot read and write the memory of all others of the machine, neither attach it
 * nor copy from it: an error, or 0 if it can. It has tried when it opened the windows. Local. */
int rg_window_barred(const struct rg_window *w);

/* The text for such an error. */
const char *rg_window_trouble(int err);

/* The windows of another room, number 1 ... rooms - 1; to be closed before the first one's. Local.
 * NULL: no memory. */
struct rg_window *rg_window_room(const struct rg_window *w, int P, int room);
void rg_window_close(struct rg_window *w);

/* How many this process has open. */
int rg_windows_held(void);

/* All have opened the windows: whether they are more ranks than there are CPUs for them. All get
 * the same answer. */
bool rg_window_count(const struct rg_window *w);

/* Whether that ever was so in this process: a rank that waits must soon give its core away. */
bool rg_window_crowd(void);

/* A call of `bytes`, 0 where not all ranks know how many, begins: the next window of each rank is
 * taken, a near one if they have room there (see rg_is_near), or a far one, which is cut for so
 * many lanes; ranks may leave the call early. All have to say the same. It may go on once
 * rg_window_is_free. */
void rg_window_begin(struct rg_window *w, int lanes, int64_t bytes, bool early, bool near);

/* The call is over, or the one that uses no windows. */
void rg_window_leave(struct rg_window *w);

/* For the inline functions. */
bool rg_window_all_left(struct rg_window *w);

/* The bytes of a window that one lane may use: the same on all machines. */
int64_t rg_window_size(int lanes);

/* The window that this call has of one rank. */
static inline char *rg_window_part(const struct rg_window *w, int seat)
{
	return w->file + (size_t)seat * w->rank + w->window;
}

/* The address of element 0 of that rank's window for this call and lane; 0: it is elsewhere. */
static inline uintptr_t rg_window_base(const struct rg_window *w, int lane, int rank)
{
	if (w->seat[rank] < 0)
		return 0;
	return (uintptr_t)rg_window_part(w, w->seat[rank]) + w->data + (size_t)lane * w->lane;
}

/* The counter of the notifications that `from` has given `to`; a rank has none for itself. */
static inline rg_counter *rg_window_counter(const struct rg_window *w, int lane, int from, int to)
{
	char *lanes = rg_window_part(w, from) + w->front - (size_t)(lane + 1) * w->counters;
	return (rg_counter *)(void *)lanes + (to < from ? to : to - 1);
}

static inline uint64_t *rg_window_awaited(const struct rg_window *w, int lane)
{
	return w->counts + lane * w->n;
}

/* Whether nobody reads this rank's window any more, as a call before this one left it. */
static inline bool rg_window_is_free(struct rg_window *w)
{
	return !w->doubt || rg_window_all_left(w);
}

/* Notify a rank on this machine; await its next notification; have all come that this lane awaits?
 */
static inline void rg_window_notify(struct rg_window *w, int lane, int peer)
{
	rg_counter *c = rg_window_counter(w, lane, w->me, w->seat[peer]);
	uint64_t given = atomic_load_explicit(c, memory_order_relaxed);
	w->met = w->gave = true;
	atomic_store_explicit(c, given + 1, memory_order_release);
}

static inline void rg_window_await(struct rg_window *w, int lane, int peer)
{
	w->met = true;
	rg_window_awaited(w, lane)[w->seat[peer]]++;
}

static inline bool rg_window_arrived(struct rg_window *w, int lane)
{
	const uint64_t *wanted = rg_window_awaited(w, lane);

	for (int i = 0; i < w->n; i++) {
		rg_counter *given = rg_window_counter(w, lane, i, w->me);
		if (i == w->me || atomic_load_explicit(given, memory_order_acquire) >= wanted[i])
			continue;
		for (size_t l = w->ahead[0]; l < w->ahead[1]; l += RG_WINDOW_FETCHED)
			__builtin_prefetch(rg_window_part(w, i) + l);
		return false;
	}
	return true;
}

#pragma GCC visibility pop
#endif
