/* SPDX-License-Identifier: BSD-3-Clause
 * tuning: the times that programs measured for the variants of a plan (RINGGEN_TUNE), from the file
 * that they left (ringgen/tuned.h).
 */
#ifndef RG_TUNING_H
#define RG_TUNING_H

#include "base/diag.h"
#include "order/placement.h"
#include "plan/plans.h"
#include "ringgen/tuned.h"

/* Read the file into *t, to be freed by rg_tuned_free. Returns 0, or -1 with errors in d. */
int rg_tuning_read(struct rg_tuned *t, const char *file, struct rg_diag *d);

/* The lines of one list of choices on these places, with windows or without, for this root: by
 * bytes, then by time. [*n], to be freed; they point into t. */
const struct rg_tuned_line **rg_tuning_of(const struct rg_tuned *t,
                                          const struct rg_placement *places, bool windows, int root,
                                          enum rg_collective collective, enum rg_purpose purpose,
                                          size_t *n);

/* Let each size be served by what was measured to be the fastest there, MPI's own among them (a
 * choice without a routine), where at least two variants of the `wanted` ones were measured; the
 * plan serves the rest. A measurement holds for all jobs of as many machines and ranks on each;
 * those that have no plan of their own get one: any of them, if the plans are `open`, else those of
 * the placement. Returns for how many sizes of how many lists something was measured; 0: the file
 * says nothing of these plans. Parameters of choices are text of t from then on. */
int rg_tuning_apply(const struct rg_tuned *t, const struct rg_wanted wanted[RG_ROUTINES], bool open,
                    struct rg_plans *plans);

#endif
