/* SPDX-License-Identifier: BSD-3-Clause
 * compare_command: is a program faster with ringgen, and by what?
 */
#ifndef RG_COMPARE_COMMAND_H
#define RG_COMPARE_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_compare_command;

#endif
