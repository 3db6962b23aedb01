/* SPDX-License-Identifier: BSD-3-Clause
 * advice_text: what a job would gain by what, in words.
 */
#include "show/advice_text.h"

#include <math.h>
#include <stdio.h>

#include "base/program.h"
#include "base/units.h"

/* Predictions that differ by less are not told apart in words. Chosen. */
#define SLOWER 1.05

static void print_head(const struct rg_advice *a, struct rg_text *out)
{
	const struct rg_certificate *c = a->certificate;
	const struct rg_placement *p = a->job->placement;
	char link[256];
	rg_textf(out, "%s: %d ranks on %d machine%s, %s. All times are predicted.\n",
	         a->job->topo->name, p->places.P, p->machines, p->machines == 1 ? "" : "s",
	         rg_mpi_names[a->library->mpi]);
	if (!c->overloaded && c->losts && c->verdict != RG_IS_PROVED_ANY_WAY) {
		struct rg_text doubt = {0};
		rg_certificate_doubt(c, &doubt);
		rg_textf(out,
		         "Whether neighbours in rank share a link direction is not known: %s.\n",
		         doubt.s);
		rg_text_free(&doubt);
		return;
	}
	if (!c->overloaded) {
		rg_textf(out, "In this order no two neighbours in rank share a link direction%s.\n",
		         c->losts ? ", whichever of its shortest ways each takes" : "");
		return;
	}
	int worst = rg_certificate_worst(c, NULL);
	rg_resource_name(c->routes, worst, link, sizeof link);
	rg_textf(out, "In this order %d pairs of neighbours in rank share %s%s.\n", c->load[worst],
	         link, c->beyond ? "" : ", which has room for them");
}

/* ---- The tables */

/* One unit for all, so that they can be compared down and across: that of the least. */
static struct rg_time_unit unit_of(const struct rg_advice *a)
{
	double least = INFINITY;
	for (int c = 0; c < RG_COLLECTIVES; c++)
		for (int i = 0; i < RG_ADVISED_SIZES && rg_is_asked(a, (enum rg_collective)c); i++)
			for (int w = 0; w < RG_ADVISED; w++)
				least = fmin(least, a->seconds[c][i][w]);
	return rg_time_unit_for(least);
}

static void print_time(double seconds, const struct rg_time_unit *unit, struct rg_text *out)
{
	char text[32];
	rg_textf(out, " %12s",
	         isinf(seconds) ? "-" : rg_show_time_in(text, sizeof text, seconds, unit));
}

static void print_table(const struct rg_advice *a, enum rg_collective c,
                        const struct rg_time_unit *unit, struct rg_text *out)
{
	rg_textf(out, "\n%s, times in %s\n  %-8s", rg_collectives[c].name, unit->name, "size");
	for (int w = 0; w < RG_ADVISED; w++)
		rg_textf(out, " %12s", rg_advised_names[w]);
	rg_textf(out, " %12s\n", "bound");
	for (int i = 0; i < RG_ADVISED_SIZES; i++) {
		char size[32];
		double bytes = (double)rg_planned_size(rg_advised_size[i]);
		rg_textf(out, "  %-8s", rg_show_size(size, sizeof size, bytes));
		for (int w = 0; w < RG_ADVISED; w++)
			print_time(a->seconds[c][i][w], unit, out);
		double bound = rg_time_bound_at(&a->bound[c], bytes);
		print_time(bound > 0 ? bound : INFINITY, unit, out);
		rg_text_add(out, "\n");
	}
}

/* What the dashes in the tables mean, if there are some. */
static void print_dashes(const struct rg_advice *a, struct rg_text *out)
{
	bool own = false, ours = false, bound = false;
	for (int c = 0; c < RG_COLLECTIVES; c++) {
		if (!rg_is_asked(a, (enum rg_collective)c))
			continue;
		bound |= rg_time_bound_at(&a->bound[c], 1) <= 0;
		for (int i = 0; i < RG_ADVISED_SIZES; i++) {
			own |= isinf(a->seconds[c][i][RG_AS_IT_IS]);
			ours |= isinf(a->seconds[c][i][RG_BY_ROUTINES]);
		}
	}
	if (own || ours || bound)
		rg_text_add(out, "\n");
	if (own)
		rg_textf(out,
		         "A dash: ringgen does not know which algorithm %s takes there, or cannot "
		         "predict it.\nSuch a row does not count below.\n",
		         rg_mpi_names[a->library->mpi]);
	if (ours)
		rg_text_add(out, "A dash below \"ringgen\": none of the routines that were asked "
		                 "for serves there.\n");
	if (bound)
		rg_text_add(out, "A dash below \"bound\": no bound is known.\n");
}

static void print_tables(const struct rg_advice *a, struct rg_text *out)
{
	const struct rg_time_unit unit = unit_of(a);
	for (int c = 0; c < RG_COLLECTIVES; c++)
		if (rg_is_asked(a, (enum rg_collective)c))
			print_table(a, (enum rg_collective)c, &unit, out);
	print_dashes(a, out);
}

/* ---- What to do */

void rg_advice_commands(const struct rg_advice *a, const struct rg_job_request *q,
                        enum rg_advised way, struct rg_text *out)
{
	const char *mpi = rg_mpi_words[a->library->mpi];
	const bool mpich = a->library->mpi == RG_OF_MPICH;
	struct rg_text job = {0};
	char rail[32] = "";
	rg_textf(&job, "%s%s%s", q->file, q->hosts ? " --hosts " : "", q->hosts ? q->hosts : "");
	if (q->each)
		rg_textf(&job, " --ranks-per-node %d", q->each);
	else if (q->tasks)
		rg_textf(&job, " --ranks-per-node '%s'", q->tasks);
	if (q->rail)
		snprintf(rail, sizeof rail, " --rail %d", q->rail);
	rg_text_add(&job, rail);
	switch (way) {
	case RG_BY_ORDER:
		rg_textf(out, "    ringgen order %s --format %s -o ordered\n", job.s,
		         mpich ? "mpich" : "rankfile");
		if (mpich) {
			rg_text_add(out, "    mpiexec -f ordered ...\n");
			break;
		}
		/* From 5 on Open MPI takes a rankfile with the hosts alone, and warns of its old
		 * name. */
		rg_text_add(out, "    mpiexec --rankfile ordered ...\n");
		rg_textf(out,
		         "  or, with Open MPI 5 and newer:\n"
		         "    ringgen order %s --format openmpi -o hosts\n"
		         "    mpiexec --hostfile hosts --map-by rankfile:file=ordered ...\n",
		         job.s);
		break;
	case RG_BY_TUNING:
		rg_textf(out, "    ringgen export tuning %s --mpi %s -o tuning\n", job.s, mpi);
		rg_text_add(out, "    . ./tuning.sh\n    mpiexec ...\n");
		break;
	case RG_BY_ROUTINES:
		rg_text_add(out, "    export LD_PRELOAD=");
		rg_program_preload(out);
		rg_textf(out, " RINGGEN_TOPOLOGY=%s\n    mpiexec%s ...\n", q->file,
		         mpich ? "" : " -x LD_PRELOAD -x RINGGEN_TOPOLOGY");
		if (q->rail)
			rg_textf(out, "  (with rail=\"%d\" in its <topology>)\n", q->rail);
		rg_textf(out,
		         "  or, in a program's own build:\n    ringgen generate %s%s -o routines\n",
		         q->file, rail);
		break;
	default:
		break;
	}
	rg_text_free(&job);
}

static void print_gain(const struct rg_advice *a, enum rg_advised way, struct rg_text *out)
{
	static const char *const what[RG_ADVISED] = {
		[RG_BY_ORDER] = "no code; ranks change machines",
		[RG_BY_TUNING] = "no code; ranks stay",
		[RG_BY_ROUTINES] = "preloaded, or generated and linked",
	};
	rg_textf(out, "  %-12s %5.2f times as fast in the mean, up to %.3g (%s)\n",
	         rg_advised_names[way], a->gain[way], a->best_gain[way], what[way]);
}

/* The size at which a way slows a collective most; -1: at none, to speak of. */
static int slowed_most(const struct rg_advice *a, enum rg_collective c, enum rg_advised way)
{
	int worst = -1;
	double most = SLOWER;
	for (int i = 0; i < RG_ADVISED_SIZES && rg_is_asked(a, c); i++) {
		const double *row = a->seconds[c][i];
		if (isinf(row[RG_AS_IT_IS]) || row[way] <= most * row[RG_AS_IT_IS])
			continue;
		most = row[way] / row[RG_AS_IT_IS];
		worst = i;
	}
	return worst;
}

/* A mean hides what gets slower: which collectives do, and at which size most. */
static void print_slowed(const struct rg_advice *a, enum rg_advised way, struct rg_text *out)
{
	static const char *const subject[RG_ADVISED] = {[RG_BY_ORDER] = "The ring's order is",
	                                                [RG_BY_TUNING] = "A tuning file is",
	                                                [RG_BY_ROUTINES] =
	                                                        "ringgen's routines are"};
	int n = 0;
	for (int c = 0; c < RG_COLLECTIVES; c++) {
		int i = slowed_most(a, (enum rg_collective)c, way);
		char size[32];
		if (i < 0)
			continue;
		const double *row = a->seconds[c][i];
		if (!n++)
			rg_textf(out, "\n%s predicted to slow down:\n", subject[way]);
		rg_textf(out, "    %s, %.3g times as long at %s\n", rg_collectives[c].name,
		         row[way] / row[RG_AS_IT_IS],
		         rg_show_size(size, sizeof size,
		                      (double)rg_planned_size(rg_advised_size[i])));
	}
}

static void print_advice(const struct rg_advice *a, const struct rg_job_request *q,
                         struct rg_text *out)
{
	enum rg_advised first = rg_first_to_do(a);
	rg_text_add(out, "\n");
	for (int w = RG_BY_ORDER; w < RG_ADVISED; w++)
		print_gain(a, (enum rg_advised)w, out);
	for (int w = RG_BY_ORDER; w < RG_ADVISED; w++)
		print_slowed(a, (enum rg_advised)w, out);
	if (first == RG_AS_IT_IS) {
		rg_text_add(out, "\nLeave it as it is: nothing here is worth the effort.\n");
		return;
	}
	rg_textf(out, "\nDo first: %s\n", rg_advised_names[first]);
	rg_advice_commands(a, q, first, out);
	for (int w = RG_BY_ORDER; w < RG_ADVISED; w++)
		if (w != (int)first && a->gain[w] >= RG_WORTH_IT) {
			rg_textf(out, "Also: %s\n", rg_advised_names[w]);
			rg_advice_commands(a, q, (enum rg_advised)w, out);
		}
}

void rg_advice_print(const struct rg_advice *a, const struct rg_job_request *q, struct rg_text *out)
{
	print_head(a, out);
	print_tables(a, out);
	print_advice(a, q, out);
}
