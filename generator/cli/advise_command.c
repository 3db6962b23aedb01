/* SPDX-License-Identifier: BSD-3-Clause
 * advise_command: is it worth it here?
 */
#include "cli/advise_command.h"

#include "cli/conditions.h"
#include "cli/fit.h"
#include "cli/own_choice.h"
#include "cli/print.h"
#include "show/advice_text.h"
#include "show/json_advise.h"

/* Of more ranks it would take minutes and gigabytes. Chosen. */
enum { MOST_RANKS = 1024 };

static enum rg_status advise(const struct rg_options *o, const struct rg_job *s,
                             struct rg_own_choice *own, struct rg_diag *d)
{
	struct rg_text text = {0};
	int P = s->placement->places.P;
	if (!rg_fit_root(o, P, d))
		return RG_USAGE;
	if (P > MOST_RANKS) {
		rg_error(d, NULL, 0,
		         "%d ranks are too many to advise on, at most %d: name some of the "
		         "machines with --hosts",
		         P, MOST_RANKS);
		return RG_UNKNOWN;
	}
	enum rg_status status = rg_own_choice_find(own, o, P, d);
	if (status != RG_OK)
		return status;
	struct rg_advice a = {.job = s,
	                      .wanted = o->wanted,
	                      .asked = &o->model,
	                      .library = &own->library,
	                      .root = o->root};
	status = RG_UNKNOWN;
	rg_advice_ask(&a);
	if (a.known) {
		(o->show.json ? rg_json_advise : rg_advice_print)(&a, &o->job, &text);
		status = rg_print(o, &text);
	} else {
		rg_error(d, NULL, 0, "what %s takes by itself for %d ranks is not known",
		         rg_mpi_names[own->library.mpi], P);
	}
	rg_advice_free(&a);
	return status;
}

static enum rg_status run(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_own_choice own = {.mpich = NULL};
	enum rg_status status = RG_INVALID;
	if (rg_job_load(&s, &o->job, o->model.of, &d) == 0)
		status = advise(o, &s, &own, &d);
	rg_own_choice_free(&own);
	rg_job_free(&s);
	return status;
}

static const struct rg_condition conditions[] = {
	RG_WITH_TASKS,
	RG_WITH_STDIN_ONCE,
	RG_WITH_FROM,
	{.says = NULL},
};

const struct rg_command rg_advise_command = {
	.name = "advise",
	.takes = "hosts ranks-per-node mpi from collective root model reduce json "
		 "rail seconds seed output",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	/* Those that programs call most. */
	.usual = "allreduce,allgather,reduce_scatter_block,bcast",
	.run = run,
};
