/* SPDX-License-Identifier: BSD-3-Clause
 * generate_command: the whole way of main.c, from a topology file to C.
 */
#include "cli/generate_command.h"

#include "base/progress.h"
#include "cli/conditions.h"
#include "cli/generated_files.h"
#include "cli/generation.h"

static enum rg_status generate(const struct rg_options *o)
{
	struct rg_generation g = {.o = o};
	enum rg_status status = rg_generation_read(&g);
	if (status == RG_OK)
		status = rg_generation_certify(&g);
	if (status == RG_OK)
		status = rg_generation_plan(&g);
	if (status == RG_OK)
		status = rg_generation_prove(&g);
	rg_progress_end();
	if (status == RG_OK)
		status = rg_generation_emit(&g);
	rg_generation_free(&g);
	return status;
}

static const struct rg_condition conditions[] = {
	{.needs = "output", .says = "where to? give -o DIR/BASE"},
	RG_WITH_TASKS,
	{.given = "ranks-per-node",
         .needs = "hosts",
         .says = "--ranks-per-node is for the fixed form, with --hosts"},
	RG_WITH_STDIN_ONCE,
	{.given = "from", .needs = "mpi", .says = "--from goes with --mpi mpich"},
	RG_WITH_FROM,
	{.given = "mpi",
         .without = "reproducible",
         .says = "--mpi: MPI's own routines keep no order: not with --reproducible"},
	{.given = "auto",
         .needs = "prefix",
         .without = "hosts",
         .says = "--auto goes with --prefix and without --hosts"},
	{.says = NULL},
};

const struct rg_command rg_generate_command = {
	.name = "generate",
	.takes = "output hosts ranks-per-node rail seconds seed ops model reduce "
		 "tuned mpi from forms budget prefix reproducible auto preload",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.no_file = "auto",
	.ends = rg_generated_ends,
	.outputs = rg_generated_names,
	.run = generate,
};
