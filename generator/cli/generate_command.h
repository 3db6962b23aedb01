/* SPDX-License-Identifier: BSD-3-Clause
 * generate_command: certify, plan, prove, emit. Nothing is written that was not proved.
 */
#ifndef RG_GENERATE_COMMAND_H
#define RG_GENERATE_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_generate_command;

#endif
