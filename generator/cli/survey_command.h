/* SPDX-License-Identifier: BSD-3-Clause
 * survey_command: what to measure between ranks.
 */
#ifndef RG_SURVEY_COMMAND_H
#define RG_SURVEY_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_survey_command;

#endif
