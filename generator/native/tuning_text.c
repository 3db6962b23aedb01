/* SPDX-License-Identifier: BSD-3-Clause
 * tuning_text: what is told of a tuning file.
 */
#include "native/tuning_text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/embedded.h"
#include "base/units.h"

/* ---- What is said */

/* One unit for all times of a collective. */
static struct rg_time_unit unit_of(const struct rg_native_choices *c)
{
	double least = INFINITY;
	for (int i = 0; i < c->n; i++)
		least = fmin(least, fmin(c->choice[i].seconds, c->choice[i].usually));
	return rg_time_unit_for(least);
}

static const char *show_time(const struct rg_native_algorithm *by, double seconds,
                             const struct rg_time_unit *unit, char *buf, size_t n)
{
	return by ? rg_show_time_in(buf, n, seconds, unit) : "-";
}

static void show_choice(const struct rg_native_choice *c, const struct rg_time_unit *unit,
                        struct rg_text *out)
{
	char from[32], segment[32], takes[32], usually[32];
	rg_textf(out, "  %-10s  %-36s %9s %10s  %-36s %10s\n",
	         rg_show_size(from, sizeof from, (double)c->bytes), rg_native_short(c->native),
	         c->segment ? rg_show_size(segment, sizeof segment, (double)c->segment) : "-",
	         show_time(c->native, c->seconds, unit, takes, sizeof takes),
	         c->usual_known ? rg_native_short(c->usual) : "unknown",
	         show_time(c->usual, c->usually, unit, usually, sizeof usually));
}

/* What the words of the table mean, where they do not speak for themselves. */
static void tell_words(const struct rg_mpi_library *l,
                       const struct rg_native_choices choices[RG_COLLECTIVES], struct rg_text *out)
{
	bool left = false, unplayed = false, unknown = false;
	for (int k = 0; k < RG_COLLECTIVES; k++)
		for (int i = 0; i < choices[k].n; i++) {
			const struct rg_native_choice *c = &choices[k].choice[i];
			left |= !c->native;
			unplayed |= c->usual_known && !c->usual;
			unknown |= !c->usual_known;
		}
	if (left)
		rg_text_add(out, "By -: these sizes are left to the library.\n");
	if (unplayed)
		rg_text_add(out, "Its own choice -: an algorithm that ringgen cannot play, so that "
		                 "nothing is predicted.\n");
	if (unknown)
		rg_text_add(out, "Its own choice unknown: ringgen does not know what the library "
		                 "takes by itself on so many ranks.\n");
	if (l->mpi == RG_OF_OPENMPI)
		rg_text_add(out, "Its own choice is that of Open MPI 4.1.4.\n");
}

void rg_tuning_table(const struct rg_mpi_library *l,
                     const struct rg_native_choices choices[RG_COLLECTIVES], struct rg_text *out)
{
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		const struct rg_native_choices *c = &choices[k];
		if (!c->n)
			continue;
		const struct rg_time_unit unit = unit_of(c);
		rg_textf(out, "\n%s\n  %-10s  %-36s %9s %8s%s  %-36s %8s%s\n",
		         rg_collectives[k].name, "from", "by", "segments", "time, ", unit.name,
		         "its own choice", "time, ", unit.name);
		for (int i = 0; i < c->n; i++)
			show_choice(&c->choice[i], &unit, out);
	}
	rg_text_add(out, "\n");
	tell_words(l, choices, out);
	rg_agreement_tell(l->mpi, l->assumed, "", out);
}

/* ---- The file of the shell */

/* A value in quotes; one that is in it ends them, stands for itself, and they begin again. */
static void quote(const char *value, struct rg_text *sh)
{
	rg_text_add(sh, "'");
	for (const char *mark; (mark = strchr(value, '\'')); value = mark + 1) {
		rg_text_addn(sh, value, (size_t)(mark - value));
		rg_text_add(sh, "'\\''");
	}
	rg_textf(sh, "%s'", value);
}

/* The variable that names the file, which the script has found. */
static void set_file(struct rg_text *sh, const char *name)
{
	rg_textf(sh, "\texport %s=\"$ringgen_file\"\n", name);
}

static void set(struct rg_text *sh, const char *name, int value)
{
	rg_textf(sh, "\texport %s=%d\n", name, value);
}

/* HAN, HCOLL and UCC come before the component of Open MPI that reads the file, where they are: HAN
 * since 5.0 on communicators with several ranks on a machine (priority 35; that of tuned is 30),
 * HCOLL (90) and UCC (100) where they are installed and turned on. (Those that stage the memory of
 * devices come before, too, and call the next: they must stay.) */
static void set_openmpi(struct rg_text *sh)
{
	set(sh, "OMPI_MCA_coll_tuned_use_dynamic_rules", 1);
	set_file(sh, "OMPI_MCA_coll_tuned_dynamic_rules_filename");
	set(sh, "OMPI_MCA_coll_han_priority", 0);
	set(sh, "OMPI_MCA_coll_hcoll_enable", 0);
	set(sh, "OMPI_MCA_coll_ucc_enable", 0);
}

/* MPICH has its devices choose first, if they are not told to leave it. */
static void set_mpich(const struct rg_native_choices choices[RG_COLLECTIVES], struct rg_text *sh)
{
	set_file(sh, "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE");
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		char name[96];
		int n = snprintf(name, sizeof name, "MPIR_CVAR_%s_DEVICE_COLLECTIVE",
		                 rg_collectives[k].name);
		for (int i = 0; i < n; i++)
			name[i] = (char)toupper((unsigned char)name[i]);
		if (rg_native_changes(&choices[k]))
			set(sh, name, 0);
	}
}

/* For how many collectives has the file rules? */
static int count_ruled(const struct rg_native_choices choices[RG_COLLECTIVES])
{
	int n = 0;
	for (int k = 0; k < RG_COLLECTIVES; k++)
		n += rg_native_changes(&choices[k]);
	return n;
}

/* What stands in the place of a word of the script. */
static void fill(const char *word, size_t n, const struct rg_mpi_library *l,
                 const struct rg_native_choices choices[RG_COLLECTIVES],
                 const struct rg_tuning_paths *p, struct rg_text *sh)
{
	int ruled = count_ruled(choices);
	if (strncmp(word, "LIBRARY", n) == 0)
		rg_text_add(sh, rg_mpi_names[l->mpi]);
	else if (strncmp(word, "COUNT", n) == 0)
		rg_textf(sh, "%d collective%s", ruled, ruled == 1 ? "" : "s");
	else if (strncmp(word, "OWN", n) == 0)
		quote(p->own, sh);
	else if (strncmp(word, "NAME", n) == 0)
		quote(p->name, sh);
	else
		quote(p->path, sh);
}

static void fill_line(const char *line, const struct rg_mpi_library *l,
                      const struct rg_native_choices choices[RG_COLLECTIVES],
                      const struct rg_tuning_paths *p, struct rg_text *sh)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	for (const char *at; (at = strchr(line, '@'));) {
		size_t n = strspn(at + 1, letters);
		bool is_word = n && at[n + 1] == '@';
		rg_text_addn(sh, line, (size_t)(at - line) + !is_word);
		if (is_word)
			fill(at + 1, n, l, choices, p, sh);
		line = at + (is_word ? n + 2 : 1);
	}
	rg_text_add(sh, line);
}

void rg_tuning_shell(const struct rg_mpi_library *l,
                     const struct rg_native_choices choices[RG_COLLECTIVES],
                     const struct rg_tuning_paths *p, struct rg_text *sh)
{
	for (const char *const *line = rg_embedded("native/tuning.sh.in"); *line; line++)
		if (strcmp(*line, "@NOTES@\n") == 0)
			rg_agreement_tell(l->mpi, l->assumed, "# ", sh);
		else if (strcmp(*line, "@SETTINGS@\n") != 0)
			fill_line(*line, l, choices, p, sh);
		else if (l->mpi == RG_OF_OPENMPI)
			set_openmpi(sh);
		else
			set_mpich(choices, sh);
}
