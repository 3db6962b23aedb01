/* SPDX-License-Identifier: BSD-3-Clause
 * survey_jobs_command: how many of a site's past jobs would have met contention?
 */
#ifndef RG_SURVEY_JOBS_COMMAND_H
#define RG_SURVEY_JOBS_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_survey_jobs_command;

#endif
