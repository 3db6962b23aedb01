/* SPDX-License-Identifier: BSD-3-Clause
 * advise_command: is it worth it here? What a job's collectives are predicted to take as it is, and
 */
#ifndef RG_ADVISE_COMMAND_H
#define RG_ADVISE_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_advise_command;

#endif
