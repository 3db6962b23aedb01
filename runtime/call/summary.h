/* SPDX-License-Identifier: BSD-3-Clause
 * RINGGEN_VERBOSE=summary: a summary of the blocking calls of this process, told when MPI ends.
 */
#ifndef RG_SUMMARY_H
#define RG_SUMMARY_H

#include "call/decide.h"

#pragma GCC visibility push(hidden)

/* The time now, seconds, for the begin of a call. */
double rg_summary_now(void);

/* Where a call that was judged is counted; NULL: it is no collective of several processes. */
struct rg_tally *rg_summary_of(const struct rg_call *k, const struct rg_inquiry *j);

/* Count a call that began then and is over now. */
void rg_summary_count(struct rg_tally *tally, double began);

#pragma GCC visibility pop
#endif
