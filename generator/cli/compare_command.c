/* SPDX-License-Identifier: BSD-3-Clause
 * compare_command: is a program faster with ringgen, and by what?
 */
#include "cli/compare_command.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/options.h"
#include "cli/outputs.h"
#include "compare/compared.h"
#include "job/job.h"
#include "show/compared_text.h"

enum { USUAL_PAIRS = 8 };

/* The ranks would each say that a topology is wrong, and go on without. */
static int check_topology(const struct rg_options *o, struct rg_diag *d)
{
	struct rg_job s = {0};
	if (o->job.file)
		rg_job_read(&s, &o->job, d);
	rg_job_free(&s);
	return d->errors ? -1 : 0;
}

static void write_out(const struct rg_options *o, const struct rg_compared *c, struct rg_diag *d)
{
	struct rg_text text = {0}, csv = {0};
	const struct rg_output out[] = {{o->output, &text}, {o->compare.csv, &csv}};
	rg_compared_text(c, &text);
	rg_compared_csv(c, &csv);
	rg_write(out, o->compare.csv ? 2 : 1, d);
	rg_text_free(&text);
	rg_text_free(&csv);
}

static enum rg_status compare(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_compared c = {0};
	char topology[PATH_MAX];
	if (check_topology(o, &d) < 0)
		return RG_INVALID;
	struct rg_runner r = {.argv = o->program,
	                      .topology = o->job.file ? realpath(o->job.file, topology) : NULL,
	                      .linked = o->compare.linked};
	enum rg_status status = RG_INVALID;
	if (rg_runner_open(&r, &d) == 0)
		status = rg_compare(&r, o->pairs ? o->pairs : USUAL_PAIRS, &c);
	if (status == RG_OK)
		write_out(o, &c, &d);
	rg_compared_free(&c);
	rg_runner_close(&r);
	return d.errors ? RG_INVALID : status;
}

static bool are_few(const struct rg_options *o)
{
	return o->pairs && (o->pairs < RG_PAIRS_LEAST || o->pairs > RG_PAIRS_MOST);
}

static bool is_stdin(const struct rg_options *o)
{
	return o->job.file && strcmp(o->job.file, "-") == 0;
}

static bool is_off(const struct rg_options *o)
{
	const char *which = getenv("RINGGEN_COLLECTIVES");
	(void)o;
	return which && strcasecmp(which, "off") == 0;
}

static bool are_one_file(const struct rg_options *o)
{
	return o->output && o->compare.csv && strcmp(o->output, o->compare.csv) == 0;
}

static bool is_linked_with_file(const struct rg_options *o)
{
	return o->compare.linked && o->job.file;
}

static const struct rg_condition conditions[] = {
	{.wrong = are_few,
         .says = "--pairs: from 6 to 100, fewer have no confidence interval of 95 %"},
	{.wrong = is_stdin, .says = "the topology must be a file, which each run reads"},
	{.wrong = is_off,
         .says = "RINGGEN_COLLECTIVES is off: with what is MPI's own to be compared?"},
	{.wrong = is_linked_with_file,
         .says = "--linked: generated routines have their topology, and read no FILE"},
	{.wrong = are_one_file, .says = "-o and --csv name the same file"},
	{.says = NULL},
};

static void outputs(const struct rg_options *o, struct rg_outputs *out)
{
	const char *csv = o->compare.csv;
	rg_outputs_add(out, o->output && strcmp(o->output, "-") ? o->output : NULL, "", "");
	if (csv)
		rg_outputs_add(out, strcmp(csv, "-") ? csv : NULL, "", "");
}

const struct rg_command rg_compare_command = {
	.name = "compare",
	.takes = "pairs csv-file linked output",
	.conditions = conditions,
	.file = RG_MAY_HAVE_FILE,
	.runs = true,
	.outputs = outputs,
	.run = compare,
};
