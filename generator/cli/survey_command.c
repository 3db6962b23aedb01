/* SPDX-License-Identifier: BSD-3-Clause
 * survey_command: what to measure between ranks.
 */
#include "cli/survey_command.h"

#include <stdlib.h>

#include "calibrate/survey.h"
#include "cli/print.h"
#include "cli/conditions.h"
#include "import/hosts_option.h"
#include "show/json_survey.h"

static enum rg_status survey(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_hosts h = {0};
	struct rg_text text = {0};
	struct rg_place *rank = NULL;
	enum rg_status status = RG_INVALID;
	if (rg_job_read(&s, &o->job, &d) == 0 &&
	    rg_hosts_arg(&h, "--hosts", o->job.hosts, &d) == 0) {
		int P = rg_order_ranks(s.topo, &h, &rank, &d);
		if (P > 0 && rg_job_places_joined(&s, rank, P, &d)) {
			(o->show.json ? rg_json_survey : rg_survey_print)(s.routes, rank, P, &text);
			status = rg_print(o, &text);
		}
	}
	free(rank);
	rg_hosts_free(&h);
	rg_job_free(&s);
	return status;
}

static const struct rg_condition conditions[] = {
	{.needs = "hosts", .says = "where are the ranks? give --hosts LIST|@FILE"},
	RG_WITH_STDIN_ONCE,
	{.says = NULL},
};

const struct rg_command rg_survey_command = {
	.name = "survey",
	.takes = "hosts json output",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.run = survey,
};
