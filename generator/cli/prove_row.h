/* SPDX-License-Identifier: BSD-3-Clause
 * prove_row: what is proved of one variant among so many ranks.
 */
#ifndef RG_PROVE_ROW_H
#define RG_PROVE_ROW_H

#include "engine/catalogue.h"
#include "job/job.h"

/* Play it, and print its row. `thorough`: with what is played when a communicator is set up.
 * `loads` (of resources, NULL: no topology) is room. False: it is refuted. */
bool rg_prove_row(const struct rg_variant *v, int P, const struct rg_job *s, bool thorough,
                  int *loads);

#endif
