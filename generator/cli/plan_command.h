/* SPDX-License-Identifier: BSD-3-Clause
 * planned: the plan of one placement in words: `ringgen plan`.
 */
#ifndef RG_PLANNED_H
#define RG_PLANNED_H

#include "cli/options.h"

/* The command. Returns the exit status. */
enum rg_status rg_planned(const struct rg_options *o);

#endif
