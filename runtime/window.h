/* SPDX-License-Identifier: BSD-3-Clause
 * Windows: memory of a communicator's processes that the others on the machine can read, and
 * notifications between them.
 */
#ifndef RG_WINDOW_H
#define RG_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

/* What a communicator has of its machine's shared memory. NULL: none. */
struct rg_window;

#pragma GCC visibility push(hidden)

/* A call begins: the other half of each window is taken, cut for so many lanes. */
void rg_window_begin(struct rg_window *w, int lanes);

/* The bytes of one rank's window that one lane may use, with so many lanes. */
int64_t rg_window_size(const struct rg_window *w, int lanes);

/* The address of element 0 of that rank's window for this call and lane. */
uintptr_t rg_window_base(const struct rg_window *w, int lane, int rank);

/* Notify a rank on this machine; await its next notification; have all come that this lane awaits?
 */
void rg_window_notify(struct rg_window *w, int lane, int peer);
void rg_window_await(struct rg_window *w, int lane, int peer);
bool rg_window_arrived(struct rg_window *w, int lane);

#pragma GCC visibility pop
#endif
