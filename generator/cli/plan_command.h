/* SPDX-License-Identifier: BSD-3-Clause
 * plan_command: the plan of one placement in words: `ringgen plan`.
 */
#ifndef RG_PLAN_COMMAND_H
#define RG_PLAN_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_plan_command;

#endif
