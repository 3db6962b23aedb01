/* SPDX-License-Identifier: BSD-3-Clause
 * fit: do options fit the job that they are for? That is known when it was read.
 */
#ifndef RG_FIT_H
#define RG_FIT_H

#include "cli/options.h"
#include "job/job.h"

/* Warn of the parameters that the user named which are more than so many processes can have. */
void rg_fit_parameters(const struct rg_options *o, int P, int machines);

/* Is the root that the user named one of so many processes? Else it is said. */
bool rg_fit_root(const struct rg_options *o, int P, struct rg_diag *d);

#endif
