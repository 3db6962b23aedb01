/* SPDX-License-Identifier: BSD-3-Clause
 * The windows of the ranks of one machine: memory that each of them writes and all of them read.
 *
 * A communicator's windows stand in one file in memory, made by one rank of the machine and mapped
 * by the others through its /proc: it has no name that could be left behind, and it goes with the
 * last process that has it, however that ends.
 */
#ifndef RG_WINDOW_H
#define RG_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ringgen.h"

/* Each rank has two windows, which calls take in turns, and some counters in front; at
 * most RG_WINDOWS_MOST communicators of a process have windows. So it touches no more than 32 MiB
 * of its own, and on first use. */
enum { RG_WINDOWS_MOST = 64 };

/* What one rank has of the windows of its machine. NULL: none. */
struct rg_window;

/* What a rank tells the others at a set-up. int members only, sent as such. */
struct rg_window_key {
	int pid;
	int fd; /* of the file, -1: it has none */
	int token[2];
};

#pragma GCC visibility push(hidden)

/* The key of this rank, which makes the file for the windows of so many ranks; 0: it makes none.
 * RINGGEN_WINDOWS=0 asks for none. */
struct rg_window_key rg_window_offer(int ranks);

/* All have opened the windows, or nobody will. */
void rg_window_withdraw(struct rg_window_key *key);

/* Open the windows of the ranks rank[0 ... n - 1] of P; `me` is this one's place among them, and
 * keys are `stride` bytes apart, by rank. NULL: they cannot be had, as when the ranks do not really
 * share memory, or when they are threads. */
struct rg_window *rg_window_open(const struct rg_window_key *key, size_t stride, const int *rank,
                                 int n, int me, int P);
void rg_window_close(struct rg_window *w);

/* A call of `bytes` begins: the other window of each rank is taken, cut for so many lanes. All
 * ranks have to say the same. */
void rg_window_begin(struct rg_window *w, int lanes, int64_t bytes);

/* The bytes of a window that one lane may use: the same on all machines. */
int64_t rg_window_size(int lanes);

/* The address of element 0 of that rank's window for this call and lane; 0: it is elsewhere. */
uintptr_t rg_window_base(const struct rg_window *w, int lane, int rank);

/* Notify a rank on this machine; await its next notification; have all come that this lane awaits?
 */
void rg_window_notify(struct rg_window *w, int lane, int peer);
void rg_window_await(struct rg_window *w, int lane, int peer);
bool rg_window_arrived(struct rg_window *w, int lane);

#pragma GCC visibility pop
#endif
