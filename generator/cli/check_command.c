/* SPDX-License-Identifier: BSD-3-Clause
 * check_command: is a topology sound, and what does it have?
 */
#include "cli/check_command.h"

#include "cli/print.h"
#include "cli/conditions.h"
#include "fabric/check.h"
#include "fabric/parts.h"
#include "show/json_check.h"

static enum rg_status check(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_text text = {0};
	enum rg_status status = RG_INVALID;
	if (rg_job_read(&s, &o->job, &d) == 0) {
		static void (*const forms[2][2])(const struct rg_topo *, struct rg_text *) = {
			{rg_summary, rg_links_print}, {rg_json_check, rg_json_graph}};
		if (o->check.ways)
			rg_ways_print(s.routes, &text);
		else
			forms[o->show.json][o->check.links](s.topo, &text);
		status = rg_print(o, &text);
		rg_parts_warn(s.topo);
	}
	rg_job_free(&s);
	return status;
}

static const struct rg_condition conditions[] = {
	{.given = "ways",
         .without = "links json",
         .says = "--ways goes without --links and --json"},
	{.says = NULL},
};

const struct rg_command rg_check_command = {
	.name = "check",
	.takes = "links ways rail json",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.run = check,
};
