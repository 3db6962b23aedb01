/* SPDX-License-Identifier: BSD-3-Clause
 * RINGGEN_CHECK: before a collective the ranks compare what they call.
 *
 * MPI leaves undefined what happens when ranks call different collectives on a communicator, or the
 * same one with other lengths or another operation: often they wait for ever, or the data are
 * wrong.
 *
 * With call_exchange.c and call_record.c that is 900 lines, and no small tool, for two reasons. A
 * call that does not block cannot wait for a comparison: that goes on by itself, with others that
 * are outstanding, its memory outlives the request, and its error may be nobody's until the next
 * call or MPI_Finalize: call_check.c and call_exchange.c. And one line that names the ranks which
 * differ, in what, and those that have not come, is what the tool is for: call_record.c. MPI's own
 * collectives would be shorter than messages to rank 0, but nobody can give one up that waits for a
 * rank which never comes.
 */
#ifndef RG_CALL_CHECK_H
#define RG_CALL_CHECK_H

#include "call/arguments.h"

#pragma GCC visibility push(hidden)

/* Whether the calls on this communicator are to be compared: before it is set up what this
 * process asks for, from then on the same on all ranks. */
bool rg_is_checked(const struct rg_context *x);

/* Set the communicator up, if it is not; then have all its ranks compare their calls, whatever
 * those are, if any rank asked for that. Returns MPI's error code, the same on all ranks if the
 * calls do not match; *raised says whether it was raised. */
int rg_check(const struct rg_call *k, struct rg_context *x, bool *raised);

/* The same for a call that does not block, if the communicator's calls are compared: it goes on by
 * itself (progress.h). NULL: it is not. Local. */
struct rg_comparison;
struct rg_comparison *rg_comparison_begin(const struct rg_call *k, struct rg_context *x);

/* Whether it is over; then, an error if the calls do not match, which is for the caller to raise.
 */
bool rg_comparison_over(const struct rg_comparison *c);
int rg_comparison_outcome(const struct rg_comparison *c);

/* Nobody asks any more; it goes on. NULL will do. */
void rg_comparison_free(struct rg_comparison *c);

/* The same; an error is raised by the thread that begins the next comparison, or MPI_Finalize. */
void rg_comparison_raise(struct rg_comparison *c);

#pragma GCC visibility pop
#endif
