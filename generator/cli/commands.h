/* SPDX-License-Identifier: BSD-3-Clause
 * commands: each command of ringgen is a recipe over the stages.
 */
#ifndef RG_COMMANDS_H
#define RG_COMMANDS_H

#include "cli/options.h"

/* Run the command of o. Returns the exit status. */
enum rg_status rg_run_command(const struct rg_options *o);

#endif
