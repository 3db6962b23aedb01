/* SPDX-License-Identifier: BSD-3-Clause
 * own_times: the predicted times of an MPI library's own routines, for plans that leave to them the
 * sizes for which they are as good (plan/planning.h).
 */
#ifndef RG_OWN_TIMES_H
#define RG_OWN_TIMES_H

#include "native/choice.h"
#include "plan/planning.h"

struct rg_own_times;

/* Of this library, which is borrowed. `any_order`: the ranks may be in another order than that of
 * the placement, so that of two orders, this and a random one, the longer time counts. Free it. */
struct rg_own_times *rg_own_times_new(const struct rg_mpi_library *l, bool any_order);
void rg_own_times_free(struct rg_own_times *t);

/* A rg_native_fn, of a struct rg_own_times. */
void rg_own_times(void *on, const struct rg_scenario *scenario, enum rg_collective collective,
                  int sizes, double *seconds);

#endif
