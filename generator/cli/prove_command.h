/* SPDX-License-Identifier: BSD-3-Clause
 * prove_command: the routines, played back in memory.
 */
#ifndef RG_PROVE_COMMAND_H
#define RG_PROVE_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_prove_command;

#endif
