/* SPDX-License-Identifier: BSD-3-Clause
 * calibrate_command: the command that puts measured speeds into a topology file.
 */
#ifndef RG_CALIBRATE_COMMAND_H
#define RG_CALIBRATE_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_calibrate_command;

#endif
