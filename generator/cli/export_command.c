/* SPDX-License-Identifier: BSD-3-Clause
 * export_command: the cluster in the language of another program.
 */
#include "cli/export_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/meant.h"
#include "cli/fit.h"
#include "cli/outputs.h"
#include "cli/conditions.h"
#include "cli/tuning_command.h"
#include "import/hostfile.h"
#include "job/job.h"
#include "plan/planning.h"
#include "show/simgrid.h"

static bool exports_tuning(const struct rg_options *o)
{
	return strcmp(o->target, "tuning") == 0;
}

/* The ranks, where they run: those of --hosts in the list's order, a host that is there several
 * times having several; else on all machines in the order of the file. Returns how many, or -1
 * after reporting errors. */
static int place_ranks(const struct rg_topo *t, const struct rg_options *o, struct rg_place **place,
                       struct rg_diag *d)
{
	struct rg_hosts h = {0};
	int P = -1;
	if (!o->job.hosts) {
		int each = o->job.each ? o->job.each : 1;
		if (t->machines <= RG_HOSTS_MOST / each) {
			int *all = rg_alloc(t->machines, sizeof *all);
			for (int i = 0; i < t->machines; i++)
				all[i] = i;
			*place = rg_order_places(t, all, t->machines, each);
			free(all);
			return t->machines * each;
		}
		rg_error(d, NULL, 0, "more than %d ranks", RG_HOSTS_MOST);
	} else if (rg_job_hosts(&h, &o->job, d) == 0) {
		P = rg_order_ranks(t, &h, place, d);
	}
	rg_hosts_free(&h);
	return P;
}

static void write_simgrid(const struct rg_routes *r, const struct rg_options *o,
                          const struct rg_place *place, int P, struct rg_diag *d)
{
	struct rg_text xml = {0}, hosts = {0};
	struct rg_outputs names;
	rg_outputs_name(o, &names);
	rg_simgrid_platform(r, place, P, o->latency, &xml);
	rg_simgrid_hosts(r->topo, place, P, &hosts);
	struct rg_output out[] = {{names.path[0], &xml}, {names.path[1], &hosts}};
	rg_write(out, names.n, d);
	rg_outputs_free(&names);
	rg_text_free(&xml);
	rg_text_free(&hosts);
}

static enum rg_status write_it(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_place *place = NULL;
	enum rg_status status = RG_INVALID;
	if (rg_job_read(&s, &o->job, &d) == 0) {
		int P = place_ranks(s.topo, o, &place, &d);
		if (P < 0 || !rg_job_places_joined(&s, place, P, &d))
			status = RG_INVALID;
		else if (!rg_fit_root(o, P, &d))
			status = RG_USAGE;
		else if (exports_tuning(o) && !rg_plans_can(P, &d))
			status = RG_UNKNOWN;
		else if (exports_tuning(o))
			status = rg_export_tuning(o, s.topo, place, P, &d);
		else
			write_simgrid(s.routes, o, place, P, &d);
	}
	free(place);
	rg_job_free(&s);
	return d.errors ? status : RG_OK;
}

/* The format, which stands before the file. */
static char *format_fault(const char *word)
{
	static const char formats[] = "simgrid, tuning";
	struct rg_text what = {0};
	char hint[RG_HINT];
	if (!word)
		rg_textf(&what, "which format? (%s)", formats);
	else if (!rg_is_word(word, strlen(word), formats))
		rg_textf(&what, "not a format that ringgen exports (%s): '%s'%s", formats, word,
		         rg_nearest_hint(hint, sizeof hint, "", word, formats));
	return what.s;
}

static bool is_simgrid_by_mpi(const struct rg_options *o)
{
	return !exports_tuning(o) && (o->mpi || o->from || o->assumed);
}

static const struct rg_condition conditions[] = {
	RG_WITH_TASKS,
	RG_WITH_STDIN_ONCE,
	RG_WITH_FROM,
	{.wrong = is_simgrid_by_mpi, .says = "--mpi, --from and --assume are for 'export tuning'"},
	{.given = "latency", .wrong = exports_tuning, .says = "--latency is for 'export simgrid'"},
	{.says = NULL},
};

static const struct rg_end *ends(const struct rg_options *o)
{
	static const struct rg_end simgrid[] = {
		{".xml", RG_END_IS_ADDED}, {".hosts", RG_END_IS_ADDED}, {NULL, NULL}};
	static const struct rg_end tuning[] = {{".json", RG_END_IS_ADDED},
	                                       {".conf", RG_END_IS_ADDED},
	                                       {".sh", RG_END_IS_ADDED},
	                                       {NULL, NULL}};
	return exports_tuning(o) ? tuning : simgrid;
}

static void outputs(const struct rg_options *o, struct rg_outputs *out)
{
	const char *file = !exports_tuning(o)            ? ".xml"
	                   : rg_mpi_of(o) == RG_OF_MPICH ? ".json"
	                                                 : ".conf";
	rg_outputs_add(out, o->output, "", file);
	if (o->output)
		rg_outputs_add(out, o->output, "", exports_tuning(o) ? ".sh" : ".hosts");
}

const struct rg_command rg_export_command = {
	.name = "export",
	.takes = "hosts ranks-per-node rail latency mpi from assume root model output",
	.conditions = conditions,
	.word_fault = format_fault,
	.file = RG_ONE_FILE,
	.ends = ends,
	.outputs = outputs,
	.keeps_hosts = true,
	.run = write_it,
};
