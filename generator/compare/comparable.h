/* SPDX-License-Identifier: BSD-3-Clause
 * comparable: whether the two runs of a pair can be compared, and if not, why.
 */
#ifndef RG_COMPARABLE_H
#define RG_COMPARABLE_H

#include "compare/runner.h"

/* Both have ended well. False after an error: no account came, no collective of several processes
 * was called, ringgen has served none, or it has served some where it was to serve none. */
bool rg_is_comparable(const struct rg_runner *r, const struct rg_run_result *by_mpi,
                      const struct rg_run_result *by_ringgen, struct rg_diag *d);

#endif
