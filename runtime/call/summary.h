/* SPDX-License-Identifier: BSD-3-Clause
 * A summary of the calls of this process: RINGGEN_VERBOSE=summary tells it when MPI ends, and
 * RINGGEN_SUMMARY has it written into a file.
 */
#ifndef RG_SUMMARY_H
#define RG_SUMMARY_H

#include "call/decide.h"
#include "call/run.h"
#include "call/tally.h"

#pragma GCC visibility push(hidden)

/* There is to be one, also if nothing is called. MPI is initialised. */
void rg_summary_expect(void);

/* Calls that block. It began at k->began. */

/* It was judged, and is for MPI: find where it is counted, into k->tally and k->bytes. */
void rg_summary_passed(struct rg_call *k, const struct rg_inquiry *j);

/* The same for one that is like an earlier one, which the plan has left to MPI; and where nothing
 * is ours (k->c is NULL). The latter's time begins here. */
void rg_summary_left(struct rg_call *k, const struct rg_context *x);
void rg_summary_of_mpi(struct rg_call *k);

/* MPI has served it. */
void rg_summary_over(const struct rg_call *k);

/* It was ours, and is over; so for a run that was kept ready. */
void rg_summary_served(const struct rg_call *k, const struct rg_inquiry *j);
void rg_summary_again(const struct rg_call *k, const struct rg_context *x, struct rg_ready *ready);

/* Calls that do not block, and were judged: one is to begin, or a persistent one is made. */
void rg_summary_begun(const struct rg_call *k, const struct rg_inquiry *j);
void rg_summary_begun_by_mpi(const struct rg_call *k);

#pragma GCC visibility pop
#endif
