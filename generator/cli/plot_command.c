/* SPDX-License-Identifier: BSD-3-Clause
 * plot_command: a picture of the cluster and a ring.
 */
#include "cli/plot_command.h"

#include "cli/print.h"
#include "cli/ring.h"
#include "cli/conditions.h"
#include "show/svg.h"

static enum rg_status plot(const struct rg_options *o)
{
	struct rg_asked_ring r = {0};
	struct rg_text text = {0};
	enum rg_status status = rg_ask_ring(&r, o);
	if (status == RG_OK) {
		rg_plot(r.certificate, o->show.dark ? &rg_dark : &rg_light, &text);
		status = rg_print(o, &text);
	}
	rg_asked_ring_free(&r);
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
