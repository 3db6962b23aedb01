/* SPDX-License-Identifier: BSD-3-Clause
 * commands: all commands of ringgen.
 */
#include "cli/commands.h"

#include <stddef.h>

#include "cli/advise_command.h"
#include "cli/calibrate_command.h"
#include "cli/certify_command.h"
#include "cli/check_command.h"
#include "cli/compare_command.h"
#include "cli/export_command.h"
#include "cli/generate_command.h"
#include "cli/import_command.h"
#include "cli/order_command.h"
#include "cli/plan_command.h"
#include "cli/plot_command.h"
#include "cli/probe_command.h"
#include "cli/prove_command.h"
#include "cli/survey_command.h"
#include "cli/survey_jobs_command.h"

const struct rg_command *const rg_commands[] = {
	&rg_check_command,     &rg_order_command,       &rg_certify_command, &rg_prove_command,
	&rg_generate_command,  &rg_probe_command,       &rg_plot_command,    &rg_survey_command,
	&rg_calibrate_command, &rg_export_command,      &rg_plan_command,    &rg_advise_command,
	&rg_import_command,    &rg_survey_jobs_command, &rg_compare_command, NULL,
};
