/* SPDX-License-Identifier: BSD-3-Clause
 * order_command: the machines in the order of the ring.
 */
#include "cli/order_command.h"

#include "cli/print.h"
#include "cli/conditions.h"
#include "show/json_order.h"

/* A rankfile names a core for each rank. Returns 0, or -1 after reporting machines that have too
 * few. */
static int enough_cores(const struct rg_job *s, struct rg_diag *d)
{
	int before = d->errors;
	for (int i = 0; i < s->placement->machines; i++) {
		const struct rg_vertex *v =
			&s->topo->vertex[s->topo->machine[s->placement->machine[i]]];
		int ranks = s->placement->places.level[RG_ON_MACHINE].first[i + 1] -
		            s->placement->places.level[RG_ON_MACHINE].first[i];
		if (v->inside && ranks > v->inside->cores)
			rg_error(d, s->topo->file, v->line,
			         "\"%s\" has %d core%s, a rankfile cannot give %d ranks one each",
			         v->name, v->inside->cores, v->inside->cores == 1 ? "" : "s",
			         ranks);
	}
	return d->errors == before ? 0 : -1;
}

static enum rg_status order(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_text text = {0};
	enum rg_status status = RG_INVALID;
	if (rg_job_load_graph(&s, &o->job, &d) == 0 &&
	    (o->show.format != RG_RANKFILE || enough_cores(&s, &d) == 0)) {
		const struct rg_placement *p = s.placement;
		const int *first = p->places.level[RG_ON_MACHINE].first;
		if (o->show.json)
			rg_json_order(s.topo, s.called, p->machine, p->machines, first, &text);
		else
			rg_order_print(s.topo, s.called, s.listed, p->machine, p->machines, first,
			               o->show.format, &text);
		status = rg_print(o, &text);
	}
	rg_job_free(&s);
	return status;
}

static const struct rg_condition conditions[] = {
	RG_WITH_TASKS,
	RG_WITH_STDIN_ONCE,
	RG_WITH_JSON,
	{.says = NULL},
};

const struct rg_command rg_order_command = {
	.name = "order",
	.takes = "hosts format ranks-per-node rail seconds seed json output",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.run = order,
};
