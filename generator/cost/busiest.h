/* SPDX-License-Identifier: BSD-3-Clause
 * busiest: the work of the busiest link and of the busiest process of a record.
 */
#ifndef RG_BUSIEST_H
#define RG_BUSIEST_H

#include "cost/busy.h"
#include "cost/symmetry.h"

/* The record is one with a script for each rank, with its ways. */
struct rg_busy rg_busy_of(const struct rg_record *r, const struct rg_matching *m,
                          const struct rg_symmetry *k, const struct rg_resources *w);

#endif
