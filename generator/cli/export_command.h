/* SPDX-License-Identifier: BSD-3-Clause
 * export_command: the cluster in the language of another program.
 */
#ifndef RG_EXPORT_COMMAND_H
#define RG_EXPORT_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_export_command;

#endif
