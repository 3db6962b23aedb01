/* SPDX-License-Identifier: BSD-3-Clause
 * import_command: the command that makes a topology file of what other tools print.
 */
#ifndef RG_IMPORT_COMMAND_H
#define RG_IMPORT_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_import_command;

#endif
