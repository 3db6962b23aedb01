/* SPDX-License-Identifier: BSD-3-Clause
 * tuning_command: a tuning file for an MPI library.
 */
#ifndef RG_TUNING_COMMAND_H
#define RG_TUNING_COMMAND_H

#include "base/text.h"
#include "cli/options.h"
#include "order/placement.h"

/* Write it, and a file of the shell that tells the library of it, for ranks at place[P]; without
 * -o print the first. */
enum rg_status rg_export_tuning(const struct rg_options *o, const struct rg_topo *t,
                                const struct rg_place *place, int P, struct rg_diag *d);

#endif
