/* SPDX-License-Identifier: BSD-3-Clause
 * One copy inside a machine: what a rank lends to the others of its machine (rg_lend) they attach
 * (attach.h), or else read and write by process_vm_readv(2) and process_vm_writev, where the system
 * lets them (see rg_window_barred).
 *
 * Where a rank's loan is, the others find at the beginning of its window; the rest of their own
 * windows is room for what they fetch, which so stays in cache. What is attached they need not
 * fetch: it is combined from where it is.
 */
#ifndef RG_LEND_H
#define RG_LEND_H

#include "transport/lane.h"

#pragma GCC visibility push(hidden)

/* For struct rg_transport. */
void rg_lend_begin(struct rg *r, const struct rg_span *given, const struct rg_span *taken);
void rg_lend_end(struct rg *r);

/* Copy what another rank gives to a buffer of this one, or one of this one to where another has it
 * taken. Where that fails the call fails at its end, so that nobody waits for this rank for ever.
 */
void rg_lend_get(struct rg_lane *l, const struct rg_span *to, const struct rg_span *from);
void rg_lend_put(struct rg_lane *l, const struct rg_span *to, const struct rg_span *from);

/* How many elements can be fetched at a time, to be combined: two spans of so many. */
int64_t rg_lend_most(const struct rg_lane *l);

/* Fetch number 0 or 1 of two spans that others give: then rg_address knows it, until the next one
 * of that number. */
void rg_lend_fetch(struct rg_lane *l, int number, const struct rg_span *from);

/* The run is over, whether it came to its end or not. */
void rg_lend_free(struct rg_mpi *m);

#pragma GCC visibility pop
#endif
