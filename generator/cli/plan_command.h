/* SPDX-License-Identifier: BSD-3-Clause
 * plan_command: the plan of one placement in words: `ringgen plan`.
 */
#ifndef RG_PLAN_COMMAND_H
#define RG_PLAN_COMMAND_H

#include "cli/options.h"

/* The command. Returns the exit status. */
enum rg_status rg_shape_plan(const struct rg_options *o);

#endif
