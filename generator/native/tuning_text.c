/* SPDX-License-Identifier: BSD-3-Clause
 * tuning_text: what is told of a tuning file.
 */
#include "native/tuning_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"

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

void rg_tuning_table(const struct rg_mpi_library *l,
                     const struct rg_native_choices choices[RG_COLLECTIVES], struct rg_text *out)
{
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		const struct rg_native_choices *c = &choices[k];
		if (!c->n)
			continue;
		rg_textf(out, "\n%s\n  %-10s  %-36s %9s %10s  %-36s %10s\n", rg_collectives[k].name,
		         "from", "by", "segments", "time", "its own choice", "time");
		for (int i = 0; i < c->n; i++)
			show_choice(&c->choice[i], out);
	}
	rg_text_add(out, "\n");
	rg_agreement_tell(l->mpi, l->assumed, "", out);
}

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

/* These components of Open MPI come before the one that reads the file, where they are: HAN since
 * 5.0 on communicators with several ranks on a machine (priority 35; that of tuned is 30), HCOLL
 * (90) and UCC (100) where they are installed and turned on. (Those that stage the memory of
 * devices come before, too, and call the next: they must stay.) */
static void leave_to_tuned(struct rg_text *sh)
{
	set(sh, "OMPI_MCA_coll_han_priority", "0");
	set(sh, "OMPI_MCA_coll_hcoll_enable", "0");
	set(sh, "OMPI_MCA_coll_ucc_enable", "0");
}

/* What tells the library of the file: commands of the shell. MPICH has its devices choose first, if
 * they are not told to leave it. */
void rg_tuning_shell(const struct rg_mpi_library *l,
                     const struct rg_native_choices choices[RG_COLLECTIVES], const char *file,
                     struct rg_text *sh)
{
	rg_textf(sh, "# %s reads its algorithms' choice from a file: source this before mpiexec.\n",
	         rg_mpi_names[l->mpi]);
	rg_agreement_tell(l->mpi, l->assumed, "# ", sh);
	if (l->mpi == RG_OF_OPENMPI) {
		set(sh, "OMPI_MCA_coll_tuned_use_dynamic_rules", "1");
		set(sh, "OMPI_MCA_coll_tuned_dynamic_rules_filename", file);
		leave_to_tuned(sh);
		return;
	}
	set(sh, "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", file);
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		char name[96];
		int n = snprintf(name, sizeof name, "MPIR_CVAR_%s_DEVICE_COLLECTIVE",
		                 rg_collectives[k].name);
		for (int i = 0; i < n; i++)
			name[i] = (char)toupper((unsigned char)name[i]);
		if (rg_native_changes(&choices[k]))
			set(sh, name, "0");
	}
}
