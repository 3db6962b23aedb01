/* SPDX-License-Identifier: BSD-3-Clause
 * plot_command: a picture of the cluster and a ring.
 */
#include "cli/plot_command.h"

#include <stdlib.h>

#include "cli/print.h"
#include "cli/ring.h"
#include "cli/conditions.h"
#include "show/svg.h"

static enum rg_status plot(const struct rg_options *o)
{
	struct rg_job s = {0};
	struct rg_text text = {0};
	struct rg_place *ring = NULL;
	enum rg_status status;
	struct rg_certificate *c = rg_asked_ring(&s, o, &ring, &status);
	if (c) {
		rg_plot(c, o->dark ? &rg_dark : &rg_light, &text);
		status = rg_print(o, &text);
	}
	rg_certificate_free(c);
	free(ring);
	rg_job_free(&s);
	return status;
}

static const struct rg_condition conditions[] = {
	RG_WITH_ORDER,
	RG_WITH_TASKS,
	RG_WITH_STDIN_ONCE,
	{.says = NULL},
};

const struct rg_command rg_plot_command = {
	.name = "plot",
	.takes = "hosts order ranks-per-node dark rail seconds seed output",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.run = plot,
};
