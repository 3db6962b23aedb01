/* SPDX-License-Identifier: BSD-3-Clause
 * survey_jobs_command: how many of a site's past jobs would have met contention?
 */
#include "cli/survey_jobs_command.h"

#include <string.h>

#include "cli/conditions.h"
#include "cli/jobs_table.h"
#include "import/text_lines.h"
#include "order/embed.h"

/* Beside rows for programs, which the table is not. */
static void warn_of_left(struct rg_past_jobs *j)
{
	struct rg_text left = {0};
	rg_past_jobs_left(j, &left);
	for (char *rest, *line = left.s && j->o->show.csv ? strtok_r(left.s, "\n", &rest) : NULL;
	     line; line = strtok_r(NULL, "\n", &rest))
		rg_warning(NULL, 0, "left out: %s", line);
	rg_text_free(&left);
}

static enum rg_status survey(struct rg_past_jobs *j)
{
	struct rg_text text = {0};
	j->order = rg_usual_order(j->job.topo);
	if (j->o->size)
		j->choice = rg_jobs_choice_new(j->job.routes, j->o);
	if (j->o->show.csv)
		rg_text_add(&j->rows,
		            j->choice
		                    ? "file,line,machines,own,own_slowdown,own_choice_load,ringgen,"
		                      "ringgen_slowdown,ringgen_choice_load\n"
		                    : "file,line,machines,own,own_slowdown,ringgen,"
		                      "ringgen_slowdown\n");
	for (int i = 0; i < j->o->paths; i++) {
		j->file = rg_text_name(j->o->path[i]);
		j->columns = (struct rg_job_columns){.n = 0};
		rg_text_lines(j->o->path[i], '\0', rg_past_job_read, j, j->d);
	}
	if (!j->d->errors) {
		rg_jobs_table(j, &text);
		warn_of_left(j);
		rg_write(&(struct rg_output){j->o->output, j->o->show.csv ? &j->rows : &text}, 1,
		         j->d);
	}
	rg_text_free(&text);
	return j->d->errors ? RG_INVALID : RG_OK;
}

static enum rg_status survey_jobs(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_past_jobs j = {.o = o, .d = &d};
	enum rg_status status = RG_INVALID;
	if (rg_job_read(&j.job, &o->job, &d) == 0)
		status = survey(&j);
	rg_past_jobs_free(&j);
	return status;
}

static bool are_several(const struct rg_options *o)
{
	bool wanted[RG_COLLECTIVES] = {false};
	int n = 0;
	for (int i = 0; i < RG_ROUTINES; i++) {
		enum rg_collective c = rg_routines[i].collective;
		n += o->wanted[i].n && !wanted[c];
		wanted[c] |= o->wanted[i].n > 0;
	}
	return n > 1;
}

#define GO_WITH_SIZE "--collective and --model go with --size"

static const struct rg_condition conditions[] = {
	{.given = "collective", .needs = "size", .says = GO_WITH_SIZE},
	{.given = "model", .needs = "size", .says = GO_WITH_SIZE},
	{.wrong = are_several, .says = "--collective: give one of them"},
	RG_WITH_STDIN_ONCE,
	{.says = NULL},
};

const struct rg_command rg_survey_jobs_command = {
	.name = "survey-jobs",
	.takes = "size collective model csv rail seconds seed output",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.paths = true,
	.usual = "allreduce",
	.run = survey_jobs,
};
