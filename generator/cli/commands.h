/* SPDX-License-Identifier: BSD-3-Clause
 * commands: all commands of ringgen. Each is a row in a file of its own: a recipe over the stages.
 */
#ifndef RG_COMMANDS_H
#define RG_COMMANDS_H

#include "cli/command.h"

/* Up to NULL, in the order in which messages list them. */
extern const struct rg_command *const rg_commands[];

#endif
