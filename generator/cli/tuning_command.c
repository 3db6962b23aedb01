/* SPDX-License-Identifier: BSD-3-Clause
 * tuning_command: a tuning file for an MPI library.
 */
#include "cli/tuning_command.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "base/units.h"
#include "cli/outputs.h"
#include "cli/own_choice.h"
#include "native/mpich_file.h"
#include "native/openmpi_file.h"
#include "native/tuning_text.h"

/* What is written of it. */
struct tuning {
	struct rg_own_choice own;
	struct rg_native_choices choices[RG_COLLECTIVES];
};

/* ---- The choices */

static struct rg_placement *placement_of(const struct rg_topo *t, const struct rg_place *place,
                                         int P)
{
	int *machine = rg_alloc((size_t)P, sizeof *machine);
	for (int i = 0; i < P; i++)
		machine[i] = place[i].machine;
	struct rg_placement *p = rg_placement_on(t, machine, P);
	free(machine);
	return p;
}

static void choose(struct tuning *u, const struct rg_options *o, const struct rg_topo *t,
                   const struct rg_placement *p)
{
	struct rg_model model = o->model;
	struct rg_routes *routes = rg_routes_new(t);
	rg_model_settle(&model, t, p->machine, p->machines);
	struct rg_native_ground *g = rg_native_ground_new(routes, p, &model, o->root);
	rg_progress_begin();
	for (int k = 0; k < RG_COLLECTIVES; k++)
		u->choices[k] = rg_native_choose(g, &u->own.library, (enum rg_collective)k);
	rg_progress_end();
	rg_native_ground_free(g);
	rg_routes_free(routes);
}

/* A choice that is compared with nothing may be worse than what it replaces. */
static void warn_of_guesses(const struct tuning *u, int P)
{
	struct rg_text names = {0};
	for (int k = 0; k < RG_COLLECTIVES; k++)
		if (rg_native_guesses(&u->choices[k]))
			rg_textf(&names, "%s%s", names.len ? ", " : "", rg_collectives[k].name);
	if (names.len)
		rg_warning(NULL, 0,
		           "what %s takes by itself on %d ranks is not known for %s: there its own "
		           "choice may be faster than the file's",
		           rg_mpi_names[u->own.library.mpi], P, names.s);
	rg_text_free(&names);
}

/* ---- What is written */

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* The path from the root on, also of a file that is not there yet. To be freed. */
static char *whole_path(const char *path)
{
	struct rg_text text = {0};
	const char *slash = strrchr(path, '/');
	char *folder = rg_strndup(slash ? path : ".", slash ? (size_t)(slash - path + 1) : 1);
	char *real = realpath(folder, NULL);
	rg_textf(&text, "%s/%s", real ? real : folder, base_of(path));
	free(real);
	free(folder);
	return text.s;
}

static void write_all(const struct tuning *u, const struct rg_options *o, int P, struct rg_diag *d)
{
	struct rg_text file = {0}, sh = {0}, table = {0};
	struct rg_outputs names;
	rg_outputs_name(o, &names);
	if (u->own.library.mpi == RG_OF_MPICH)
		rg_mpich_file(u->own.mpich, u->choices, &file);
	else
		rg_openmpi_file(u->choices, P, u->own.library.assumed, &file);
	if (o->output) {
		char *path = whole_path(names.path[0]);
		const struct rg_tuning_paths paths = {path, base_of(path), base_of(names.path[1])};
		rg_tuning_shell(&u->own.library, u->choices, &paths, &sh);
		free(path);
	}
	struct rg_output out[] = {{names.path[0], &file}, {names.path[1], &sh}};
	rg_tuning_table(&u->own.library, u->choices, &table);
	if (rg_write(out, names.n, d) == 0 && o->output)
		fputs(table.s ? table.s : "", stdout);
	rg_outputs_free(&names);
	rg_text_free(&file);
	rg_text_free(&sh);
	rg_text_free(&table);
}

enum rg_status rg_export_tuning(const struct rg_options *o, const struct rg_topo *t,
                                const struct rg_place *place, int P, struct rg_diag *d)
{
	struct rg_placement *p = placement_of(t, place, P);
	struct tuning u;
	enum rg_status status = rg_own_choice_find(&u.own, o, P, d);
	if (status == RG_OK) {
		choose(&u, o, t, p);
		warn_of_guesses(&u, P);
		write_all(&u, o, P, d);
		status = d->errors ? RG_INVALID : RG_OK;
	}
	rg_own_choice_free(&u.own);
	rg_placement_free(p);
	return status;
}
