/* SPDX-License-Identifier: BSD-3-Clause
 * advise_command: is it worth it here?
 *
 * Four ways stand beside the job as it is, the one with the least effort first. All times are the
 * model's: what the MPI library takes by itself is played with the ranks in the order of their
 * numbers (native/choice.h), ringgen's routines as `ringgen plan` has them.
 */
#include "cli/advise_command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "base/units.h"
#include "certify/bound.h"
#include "certify/certify.h"
#include "cli/fit.h"
#include "cli/outputs.h"
#include "cli/own_choice.h"
#include "cli/conditions.h"
#include "job/job.h"
#include "plan/planning.h"
#include "show/certificate.h"
#include "show/json.h"

enum way { AS_IT_IS, ORDERED, TUNED, ROUTINES, WAYS };
static const char *const way_names[WAYS] = {"as it is", "ring's order", "tuning file", "ringgen"};

/* A gain of less is none: models are not better. Chosen. */
#define WORTH_IT 1.1

/* Something is the first thing to do if it has half of what can be gained, in logarithms, and
 * what takes less effort has not. Chosen. */
#define MOST_OF_IT 0.5

/* Of more ranks it would take minutes and gigabytes. Chosen. */
enum { MOST_RANKS = 1024 };

/* The sizes that are shown: numbers of planned sizes, from 1 KiB on. */
static const int shown[] = {7, 12, 17, 22};
enum { SHOWN = sizeof shown / sizeof *shown };

struct advice {
	const struct rg_options *o;
	struct rg_job job;
	struct rg_own_choice own;
	struct rg_model model;
	struct rg_placement *ordered;       /* the ranks' numbers are their positions in the ring */
	struct rg_native_ground *ground[2]; /* as it is; ordered */
	struct rg_certificate *certificate; /* of the job's order */
	double seconds[RG_COLLECTIVES][SHOWN][WAYS]; /* INFINITY: it is not known */
	double bound[RG_COLLECTIVES];                /* seconds for a byte; 0: there is none */
	double gain[WAYS], best_gain[WAYS];          /* mean, and the greatest */
	int known;                                   /* rows */
};

/* ---- What it takes */

static struct rg_placement *in_the_rings_order(const struct rg_topo *t,
                                               const struct rg_placement *p)
{
	int P = p->places.P, *machine = rg_alloc((size_t)P, sizeof *machine);
	for (int pos = 0; pos < P; pos++)
		machine[pos] = p->machine[p->host[p->places.order[pos]]];
	struct rg_placement *q = rg_placement_on(t, machine, P);
	free(machine);
	return q;
}

/* The ring that the ranks make in the order of their numbers. */
static struct rg_certificate *certify_ranks(const struct rg_job *s)
{
	return rg_certify(s->routes, s->placement->place, s->placement->places.P);
}

/* A rg_native_fn: what it takes as it is. */
static void seconds_as_it_is(void *on, const struct rg_scenario *scenario,
                             enum rg_collective collective, int sizes, double *seconds)
{
	const struct rg_native_choices *usual = on;
	(void)scenario, (void)collective; /* they are of these */
	memcpy(seconds, usual->at, (size_t)sizes * sizeof *seconds);
}

/* What serves with ringgen's routines, what is as good left to MPI's own. */
static void ask_routines(struct advice *a, enum rg_collective c, struct rg_cost_cache *cache,
                         struct rg_native_choices *usual)
{
	const struct rg_placement *p = a->job.placement;
	const struct rg_scenario g = {.routes = a->job.routes,
	                              .placement = p,
	                              .model = a->model,
	                              .windows = p->places.P > p->machines,
	                              .root = a->o->root,
	                              .cache = cache};
	const struct rg_planning planning = {
		.wanted = a->o->wanted, .native = seconds_as_it_is, .on = usual};
	struct rg_contest *contest = rg_contest_new(c, RG_FOR_ANY, a->o->wanted, &g);
	struct rg_picks picks = rg_picks_of(contest);
	double ours[RG_SIZES];
	if (picks.n) {
		rg_picks_times(&picks, contest, ours);
		rg_plans_hand_on(&planning, &g, c, ours, &picks);
	}
	for (int i = 0; i < SHOWN; i++) {
		const struct rg_pick *pick =
			picks.n ? rg_picks_at(&picks, (double)rg_planned_size(shown[i])) : NULL;
		a->seconds[c][i][ROUTINES] = !pick          ? INFINITY
		                             : pick->native ? usual->at[shown[i]]
		                                            : ours[shown[i]];
	}
	rg_contest_free(contest);
}

static void ask(struct advice *a, enum rg_collective c, struct rg_cost_cache *cache)
{
	const struct rg_mpi_library *l = &a->own.library;
	struct rg_native_choices usual = rg_native_usually(a->ground[0], l, c),
				 ordered = rg_native_usually(a->ground[1], l, c),
				 tuned = rg_native_choose(a->ground[0], l, c);
	for (int i = 0; i < SHOWN; i++) {
		double *row = a->seconds[c][i];
		row[AS_IT_IS] = usual.at[shown[i]];
		row[ORDERED] = ordered.at[shown[i]];
		row[TUNED] = isinf(tuned.at[shown[i]]) ? row[AS_IT_IS] : tuned.at[shown[i]];
	}
	ask_routines(a, c, cache, &usual);
	a->bound[c] = rg_certificate_bound(a->certificate, c, 1).bound;
}

static bool is_asked(const struct rg_options *o, enum rg_collective c)
{
	bool wanted = false;
	for (int i = 0; i < RG_ROUTINES; i++)
		wanted |= o->wanted[i].n && rg_routines[i].collective == c;
	return wanted && !rg_has_one_size(c);
}

/* The mean gain of each way over all that is known, as a factor. */
static void sum_up(struct advice *a)
{
	double sum[WAYS] = {0};
	for (int c = 0; c < RG_COLLECTIVES; c++)
		for (int i = 0; i < SHOWN; i++) {
			const double *row = a->seconds[c][i];
			if (!is_asked(a->o, (enum rg_collective)c) || isinf(row[AS_IT_IS]))
				continue;
			a->known++;
			for (int w = 0; w < WAYS; w++) {
				double gain = row[AS_IT_IS] / row[w];
				sum[w] += log(gain);
				a->best_gain[w] = fmax(a->best_gain[w], gain);
			}
		}
	for (int w = 0; w < WAYS; w++)
		a->gain[w] = a->known ? exp(sum[w] / a->known) : 1;
}

static void ask_all(struct advice *a)
{
	const struct rg_job *s = &a->job;
	const struct rg_placement *p = s->placement;
	a->model = a->o->model;
	rg_model_settle(&a->model, s->topo, p->machine, p->machines);
	a->ordered = in_the_rings_order(s->topo, p);
	a->ground[0] = rg_native_ground_new(s->routes, p, &a->model, a->o->root);
	a->ground[1] = rg_native_ground_new(s->routes, a->ordered, &a->model, a->o->root);
	a->certificate = certify_ranks(s);
	struct rg_cost_cache *cache = rg_cost_cache_new(s->routes, p, &a->model);
	rg_progress_begin();
	for (int c = 0; c < RG_COLLECTIVES; c++) {
		rg_show_progress("predicting %s", rg_collectives[c].name);
		if (is_asked(a->o, (enum rg_collective)c))
			ask(a, (enum rg_collective)c, cache);
	}
	rg_progress_end();
	rg_cost_cache_free(cache);
	sum_up(a);
}

/* ---- What is said */

static void print_head(const struct advice *a, struct rg_text *out)
{
	const struct rg_certificate *c = a->certificate;
	const struct rg_placement *p = a->job.placement;
	char link[256];
	rg_textf(out, "%s: %d ranks on %d machine%s, %s. All times are predicted.\n",
	         a->job.topo->name, p->places.P, p->machines, p->machines == 1 ? "" : "s",
	         rg_mpi_names[a->own.library.mpi]);
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

/* One unit for all, so that they can be compared down and across. */
static void print_time(double seconds, struct rg_text *out)
{
	if (isinf(seconds))
		rg_textf(out, " %12s", "-");
	else
		rg_textf(out, " %12.3f", seconds * 1e3);
}

static void print_table(const struct advice *a, enum rg_collective c, struct rg_text *out)
{
	rg_textf(out, "\n%s, milliseconds\n  %-8s", rg_collectives[c].name, "size");
	for (int w = 0; w < WAYS; w++)
		rg_textf(out, " %12s", way_names[w]);
	rg_textf(out, " %12s\n", "bound");
	for (int i = 0; i < SHOWN; i++) {
		char size[32];
		double bytes = (double)rg_planned_size(shown[i]);
		rg_textf(out, "  %-8s", rg_show_size(size, sizeof size, bytes));
		for (int w = 0; w < WAYS; w++)
			print_time(a->seconds[c][i][w], out);
		print_time(a->bound[c] > 0 ? a->bound[c] * bytes : INFINITY, out);
		rg_text_add(out, "\n");
	}
}

/* The command lines of a way, each on a line of its own, behind so many blanks. */
enum { COMMAND_INDENT = 4 };
static void print_commands(const struct advice *a, enum way way, struct rg_text *out)
{
	const struct rg_options *o = a->o;
	const char *mpi = rg_mpi_words[a->own.library.mpi];
	const bool mpich = a->own.library.mpi == RG_OF_MPICH;
	struct rg_text job = {0};
	char rail[32] = "";
	rg_textf(&job, "%s%s%s", o->job.file, o->job.hosts ? " --hosts " : "",
	         o->job.hosts ? o->job.hosts : "");
	if (o->job.each)
		rg_textf(&job, " --ranks-per-node %d", o->job.each);
	else if (o->job.tasks)
		rg_textf(&job, " --ranks-per-node '%s'", o->job.tasks);
	if (o->job.rail)
		snprintf(rail, sizeof rail, " --rail %d", o->job.rail);
	rg_text_add(&job, rail);
	switch (way) {
	case ORDERED:
		rg_textf(out, "    ringgen order %s --format %s -o ordered\n", job.s,
		         mpich ? "mpich" : "rankfile");
		rg_textf(out, "    mpiexec %s ordered ...\n", mpich ? "-f" : "--rankfile");
		break;
	case TUNED:
		rg_textf(out, "    ringgen export tuning %s --mpi %s -o tuning\n", job.s, mpi);
		rg_text_add(out, "    . ./tuning.sh; mpiexec ...\n");
		break;
	case ROUTINES:
		rg_textf(out,
		         "    export LD_PRELOAD=libringgen-preload-%s.so RINGGEN_TOPOLOGY=%s; "
		         "mpiexec ...\n",
		         mpi, o->job.file);
		if (o->job.rail)
			rg_textf(out, "  (with rail=\"%d\" in its <topology>)\n", o->job.rail);
		rg_textf(out,
		         "  or, in a program's own build:\n    ringgen generate %s%s -o routines\n",
		         o->job.file, rail);
		break;
	default:
		break;
	}
	rg_text_free(&job);
}

/* The way with the least effort that has most of what can be gained; AS_IT_IS: there is nothing. */
static enum way first_to_do(const struct advice *a)
{
	double most = 0;
	for (int w = ORDERED; w < WAYS; w++)
		most = fmax(most, log(a->gain[w]));
	if (most < log(WORTH_IT))
		return AS_IT_IS;
	enum way first = ORDERED;
	while (log(a->gain[first]) < MOST_OF_IT * most)
		first++;
	return first;
}

static void print_gain(const struct advice *a, enum way way, struct rg_text *out)
{
	static const char *const what[WAYS] = {
		[ORDERED] = "the ring's order of the ranks (no code; ranks change machines)",
		[TUNED] = "a tuning file of the MPI library (no code, no order)",
		[ROUTINES] = "ringgen's routines (preloaded, or generated and linked)",
	};
	rg_textf(out, "  %-12s %5.2f times as fast in the mean, up to %.3g: %s\n", way_names[way],
	         a->gain[way], a->best_gain[way], what[way]);
}

static void print_advice(const struct advice *a, struct rg_text *out)
{
	enum way first = first_to_do(a);
	rg_text_add(out, "\n");
	for (int w = ORDERED; w < WAYS; w++)
		print_gain(a, (enum way)w, out);
	if (first == AS_IT_IS) {
		rg_text_add(out, "\nLeave it as it is: nothing here is worth the effort.\n");
		return;
	}
	rg_textf(out, "\nDo first: %s\n", way_names[first]);
	print_commands(a, first, out);
	for (int w = ORDERED; w < WAYS; w++)
		if (w != (int)first && a->gain[w] >= WORTH_IT) {
			rg_textf(out, "Also: %s\n", way_names[w]);
			print_commands(a, (enum way)w, out);
		}
}

/* ---- The same for programs: ringgen-json(5) */

static void put_row(json_object *list, const struct advice *a, enum rg_collective c, int i)
{
	static const char *const keys[WAYS] = {"as_it_is_seconds", "ring_order_seconds",
	                                       "tuning_file_seconds", "ringgen_seconds"};
	int64_t bytes = rg_planned_size(shown[i]);
	json_object *o = rg_json_object(list, NULL);
	rg_json_text(o, "collective", rg_collectives[c].name);
	rg_json_whole(o, "bytes", bytes);
	for (int w = 0; w < WAYS; w++)
		rg_json_number(o, keys[w], a->seconds[c][i][w]);
	rg_json_number(o, "bound_seconds", a->bound[c] > 0 ? a->bound[c] * (double)bytes : NAN);
}

/* A way with its gain and its command lines, each a text. */
static void put_way(json_object *list, const struct advice *a, enum way way)
{
	struct rg_text commands = {0};
	json_object *o = rg_json_object(list, NULL);
	rg_json_text(o, "way", way_names[way]);
	rg_json_number(o, "mean_gain", a->gain[way]);
	rg_json_number(o, "greatest_gain", a->best_gain[way]);
	json_object *lines = rg_json_array(o, "commands");
	print_commands(a, way, &commands);
	for (char *rest, *line = strtok_r(commands.s, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest))
		if (strspn(line, " ") == COMMAND_INDENT) /* else it is a word between them */
			rg_json_text(lines, NULL, line + COMMAND_INDENT);
	rg_text_free(&commands);
}

static void print_json(const struct advice *a, struct rg_text *out)
{
	const struct rg_certificate *c = a->certificate;
	enum way first = first_to_do(a);
	json_object *all = rg_json_new("advise", a->job.topo);
	rg_json_whole(all, "ranks", a->job.placement->places.P);
	rg_json_whole(all, "machines", a->job.placement->machines);
	rg_json_text(all, "mpi", rg_mpi_words[a->own.library.mpi]);
	rg_json_whole(all, "highest_load", c->most);
	rg_json_resource(all, "worst", c->routes, rg_certificate_worst(c, NULL));
	json_object *list = rg_json_array(all, "predicted");
	for (int k = 0; k < RG_COLLECTIVES; k++)
		for (int i = 0; i < SHOWN && is_asked(a->o, (enum rg_collective)k); i++)
			put_row(list, a, (enum rg_collective)k, i);
	list = rg_json_array(all, "ways");
	for (int w = ORDERED; w < WAYS; w++)
		put_way(list, a, (enum way)w);
	rg_json_text(all, "first", first == AS_IT_IS ? NULL : way_names[first]);
	rg_json_print(all, out);
}

static void print_all(const struct advice *a, struct rg_text *out)
{
	print_head(a, out);
	for (int c = 0; c < RG_COLLECTIVES; c++)
		if (is_asked(a->o, (enum rg_collective)c))
			print_table(a, (enum rg_collective)c, out);
	print_advice(a, out);
}

/* ---- The command */

static void end(struct advice *a)
{
	for (int i = 0; i < 2; i++)
		rg_native_ground_free(a->ground[i]);
	rg_placement_free(a->ordered);
	rg_certificate_free(a->certificate);
	rg_own_choice_free(&a->own);
	rg_job_free(&a->job);
}

static enum rg_status advise(struct advice *a, struct rg_diag *d)
{
	struct rg_text text = {0};
	int P = a->job.placement->places.P;
	if (!rg_fit_root(a->o, P, d))
		return RG_USAGE;
	if (P > MOST_RANKS) {
		rg_error(d, NULL, 0,
		         "%d ranks are too many to advise on, at most %d: name some of the "
		         "machines with --hosts",
		         P, MOST_RANKS);
		return RG_UNKNOWN;
	}
	if (rg_own_choice_find(&a->own, a->o, P, d) < 0)
		return RG_INVALID;
	ask_all(a);
	if (!a->known) {
		rg_error(d, NULL, 0, "what %s takes by itself for %d ranks is not known",
		         rg_mpi_names[a->own.library.mpi], P);
		return RG_UNKNOWN;
	}
	(a->o->json ? print_json : print_all)(a, &text);
	int written = rg_write(&(struct rg_output){a->o->output, &text}, 1, d);
	rg_text_free(&text);
	return written == 0 ? RG_OK : RG_INVALID;
}

static enum rg_status run(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct advice a = {.o = o};
	enum rg_status status =
		rg_job_load(&a.job, &o->job, o->model.of, &d) == 0 ? advise(&a, &d) : RG_INVALID;
	end(&a);
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
