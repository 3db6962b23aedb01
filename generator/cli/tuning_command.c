/* SPDX-License-Identifier: BSD-3-Clause
 * tuning_command: a tuning file for an MPI library.
 */
#include "cli/tuning_command.h"

#include <ctype.h>
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

/* ---- What is said */

static void show_choice(const struct rg_native_choice *c, struct rg_text *out)
{
	char from[32], segment[32], takes[32] = "-", usually[32] = "-";
	if (c->native)
		rg_show_time(takes, sizeof takes, c->seconds);
	if (c->usual)
		rg_show_time(usually, sizeof usually, c->usually);
	rg_textf(out, "  %-10s  %-36s %9s %10s  %-36s %10s\n",
	         rg_show_size(from, sizeof from, (double)c->bytes), rg_native_short(c->native),
	         c->segment ? rg_show_size(segment, sizeof segment, (double)c->segment) : "-",
	         takes, rg_native_short(c->usual), usually);
}

/* A table of the choices: predicted times at the first size of each range; and what is left out. */
static void show(const struct tuning *u, struct rg_text *out)
{
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		const struct rg_native_choices *c = &u->choices[k];
		if (!c->n)
			continue;
		rg_textf(out, "\n%s\n  %-10s  %-36s %9s %10s  %-36s %10s\n", rg_collectives[k].name,
		         "from", "by", "segments", "time", "its own choice", "time");
		for (int i = 0; i < c->n; i++)
			show_choice(&c->choice[i], out);
	}
	rg_text_add(out, "\n");
	rg_agreement_tell(u->own.library.mpi, u->own.library.assumed, "", out);
}

/* ---- What is written */

/* A value in quotes; one that is in it ends them, stands for itself, and they begin again. */
static void set(struct rg_text *sh, const char *name, const char *value)
{
	rg_textf(sh, "export %s='", name);
	for (const char *quote; (quote = strchr(value, '\'')); value = quote + 1) {
		rg_text_addn(sh, value, (size_t)(quote - value));
		rg_text_add(sh, "'\\''");
	}
	rg_textf(sh, "%s'\n", value);
}

/* What tells the library of the file: commands of the shell. MPICH has its devices choose first, if
 * they are not told to leave it. */
static void tell(const struct tuning *u, const char *file, struct rg_text *sh)
{
	rg_textf(sh, "# %s reads its algorithms' choice from a file: source this before mpiexec.\n",
	         rg_mpi_names[u->own.library.mpi]);
	rg_agreement_tell(u->own.library.mpi, u->own.library.assumed, "# ", sh);
	if (u->own.library.mpi == RG_OF_OPENMPI) {
		set(sh, "OMPI_MCA_coll_tuned_use_dynamic_rules", "1");
		set(sh, "OMPI_MCA_coll_tuned_dynamic_rules_filename", file);
		return;
	}
	set(sh, "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", file);
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		char name[96];
		int n = snprintf(name, sizeof name, "MPIR_CVAR_%s_DEVICE_COLLECTIVE",
		                 rg_collectives[k].name);
		for (int i = 0; i < n; i++)
			name[i] = (char)toupper((unsigned char)name[i]);
		if (rg_native_changes(&u->choices[k]))
			set(sh, name, "0");
	}
}

/* The path from the root on, also of a file that is not there yet. To be freed. */
static char *whole_path(const char *path)
{
	struct rg_text text = {0};
	const char *slash = strrchr(path, '/');
	char *folder = rg_strndup(slash ? path : ".", slash ? (size_t)(slash - path + 1) : 1);
	char *real = realpath(folder, NULL);
	rg_textf(&text, "%s/%s", real ? real : folder, slash ? slash + 1 : path);
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
		tell(u, path, &sh);
		free(path);
	}
	struct rg_output out[] = {{names.path[0], &file}, {names.path[1], &sh}};
	show(u, &table);
	if (rg_write(out, names.n, d) == 0 && o->output)
		fputs(table.s ? table.s : "", stdout);
	rg_outputs_free(&names);
	rg_text_free(&file);
	rg_text_free(&sh);
	rg_text_free(&table);
}

void rg_export_tuning(const struct rg_options *o, const struct rg_topo *t,
                      const struct rg_place *place, int P, struct rg_diag *d)
{
	struct rg_placement *p = placement_of(t, place, P);
	struct tuning u;
	if (rg_own_choice_find(&u.own, o, P, d) == 0) {
		choose(&u, o, t, p);
		write_all(&u, o, P, d);
	}
	rg_own_choice_free(&u.own);
	rg_placement_free(p);
}
