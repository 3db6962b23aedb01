/* SPDX-License-Identifier: BSD-3-Clause
 * check_command: is a topology sound, and what does it have?
 */
#ifndef RG_CHECK_COMMAND_H
#define RG_CHECK_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_check_command;

#endif
