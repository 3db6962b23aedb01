/* SPDX-License-Identifier: BSD-3-Clause
 * The ranks that have come to a barrier: no rank may leave it before all have come. The ranks are
 * on one machine and write it down in memory that they share.
 */
#ifndef RG_DIFFER_GATE_H
#define RG_DIFFER_GATE_H

#include "call.h"

/* For the whole test; collective over the world. */
void gate_begin(void);
void gate_end(void);

/* The ranks of the world that a barrier waits for on this rank: [P]. */
int *gate_peers(const struct call *c);

/* If the call is a barrier: this rank comes to it; and has left it. */
void gate_enter(const struct call *c);
void gate_check(const struct call *c);

#endif
