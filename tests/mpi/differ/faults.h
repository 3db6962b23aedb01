/* SPDX-License-Identifier: BSD-3-Clause
 * Faults of the MPI libraries that are known: their own collective is not asked then.
 */
#ifndef RG_DIFFER_FAULTS_H
#define RG_DIFFER_FAULTS_H

#include "call.h"

/* Why the library's own is not asked for this call, or NULL. */
const char *fault_of(const struct call *c);

/* Whether the library fails to bring what this rank sends into its own receive buffer: MPICH 4.0
 * says "Message truncated" of some pairs of types, and leaves its collective, on that rank alone.
 */
bool fault_in_copy(const struct call *c);

/* The routines under test have no algorithm for operations that do not commute. */
extern bool routines_commute;

/* Any call may be MPI's: its communicator may not be worth a set-up yet. */
extern bool may_be_passed_on;

/* Whether ours is MPI's, by intention: there is one rank only, or two groups, nothing to do, or an
 * operation that may be freed before the call is over, or that the routines cannot do. */
bool call_is_passed_on(const struct call *c);

/* Whether such a fault would be met since the call is passed on to MPI. Where that is so as long as
 * the communicator is not set up, which only blocking calls do, it is set up. The same on all ranks
 * of the call, which have to call it at the same time. */
bool fault_comes_through(const struct call *c);

#endif
