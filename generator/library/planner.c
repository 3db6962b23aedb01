/* SPDX-License-Identifier: BSD-3-Clause
 * planner: the generator as a part of libringgen-preload.
 *
 * Each entry runs the generator's stages inside of `guarded`: their errors are caught, the end of
 * the command is a way out, libxml2 says nothing, numbers are read and written as in C whatever the
 * program's language, and the program's floating-point traps are off.
 */
#include "library/planner.h"

#include <fenv.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "certify/certify.h"
#include "import/xml.h"
#include "job/job.h"
#include "library/transfer.h"
#include "native/mpich_usual.h"
#include "native/mpich_version.h"
#include "native/openmpi_choice.h"
#include "native/own_times.h"
#include "plan/planning.h"

struct rg_planner {
	struct rg_job job;     /* its order: of all machines; no ranks */
	int *level[RG_LEVELS]; /* [machines] of each, by the topology's own numbers */
	double latency;
	char *fact;
};

/* ---- Where nothing ends the process ---- */

/* Do the work on what is at `on`. False: it was given up. */
static bool guarded(void (*work)(void *), void *on, char *why, size_t room)
{
	locale_t before = uselocale(newlocale(LC_ALL_MASK, "C", NULL)); /* allocates nothing */
	struct rg_xml_handlers handlers = rg_xml_silence();
	fenv_t traps;
	jmp_buf end, *outer = rg_way_out(&end);
	volatile bool done = false;

	feholdexcept(&traps);
	rg_diag_catch(why, room);
	if (!setjmp(end)) {
		work(on);
		done = true;
	}
	rg_diag_catch(NULL, 0);
	rg_way_out(outer);
	fesetenv(&traps);
	rg_xml_restore(handlers);
	uselocale(before);
	return done;
}

/* ---- Reading ---- */

/* Seconds to look for a better order of a graph's machines: while a file is read, and for a job,
 * whose processes wait for it. Chosen. */
#define SEEK_FIRST 1.0
#define SEEK_A_JOB 0.3
enum { SEED = 1 };

/* Find the order for a file's topology, and what is proved of it. */
static void find_order(struct rg_planner *p)
{
	struct rg_text fact = {0};
	struct rg_search search = {.seconds = SEEK_FIRST, .seed = SEED};
	p->job.order = rg_job_order(p->job.routes, NULL, NULL, p->job.topo->machines, &search);
	struct rg_place *ring =
		rg_order_places(p->job.topo, p->job.order, p->job.topo->machines, 1);
	struct rg_certificate *c = rg_certify(p->job.routes, ring, p->job.topo->machines);
	rg_certificate_fact(c, true, &fact);
	p->latency = rg_longest_latency(p->job.routes);
	p->fact = fact.s;
	rg_certificate_free(c);
	free(ring);
}

static void find_levels(struct rg_planner *p)
{
	for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++)
		p->level[k] = rg_order_level(p->job.topo, p->job.order, (enum rg_level)k);
}

struct reading {
	const char *file, *text; /* one of them */
	struct rg_planner *read; /* NULL: an error was reported */
};

static void read_file(void *on)
{
	struct reading *r = on;
	struct rg_diag d = {0};
	struct rg_text path = {0};

	/* "-" is a file, too: standard input is the program's. */
	rg_textf(&path, "%s%s", strcmp(r->file, "-") == 0 ? "./" : "", r->file);
	struct rg_planner *p = rg_alloc(1, sizeof *p);
	const struct rg_job_request request = {.file = path.s, .source = RG_REFERRED};
	if (rg_job_read(&p->job, &request, &d) == 0) {
		find_order(p);
		find_levels(p);
		r->read = p;
	} else {
		rg_planner_free(p);
	}
	rg_text_free(&path);
}

struct rg_planner *rg_planner_read(const char *file, char *why, size_t room)
{
	struct reading r = {.file = file};

	return guarded(read_file, &r, why, room) ? r.read : NULL;
}

/* ---- Telling others ---- */

struct telling {
	const struct rg_planner *p;
	char *text;
};

/* A line with the latency and the order, one with what is proved, and the topology. */
static void tell(void *on)
{
	struct telling *t = on;
	struct rg_text text = {0};

	rg_textf(&text, "%a", t->p->latency);
	for (int i = 0; i < t->p->job.topo->machines; i++)
		rg_textf(&text, " %d", t->p->job.order[i]);
	rg_textf(&text, "\n%s\n", t->p->fact);
	rg_topo_tell(t->p->job.topo, &text);
	t->text = text.s;
}

char *rg_planner_tell(const struct rg_planner *p)
{
	char why[64];
	struct telling t = {.p = p};

	return guarded(tell, &t, why, sizeof why) ? t.text : NULL;
}

static void hear(void *on)
{
	struct reading *r = on;
	struct rg_planner *p = rg_alloc(1, sizeof *p);
	const char *fact = strchr(r->text, '\n') + 1, *topo = strchr(fact, '\n') + 1;
	char *at;

	p->job.topo = rg_topo_hear(topo);
	p->job.routes = rg_routes_new(p->job.topo);
	p->fact = rg_strndup(fact, (size_t)(topo - fact) - 1);
	p->latency = strtod(r->text, &at);
	p->job.order = rg_alloc((size_t)p->job.topo->machines, sizeof *p->job.order);
	for (int i = 0; i < p->job.topo->machines; i++)
		p->job.order[i] = (int)strtol(at, &at, 10);
	find_levels(p);
	r->read = p;
}

struct rg_planner *rg_planner_hear(const char *text)
{
	char why[64];
	struct reading r = {.text = text};

	return guarded(hear, &r, why, sizeof why) ? r.read : NULL;
}

void rg_planner_free(struct rg_planner *p)
{
	if (!p)
		return;
	rg_job_free(&p->job);
	for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++)
		free(p->level[k]);
	free(p->fact);
	free(p);
}

/* ---- What there is ---- */

static const struct rg_vertex *vertex(const struct rg_planner *p, int machine)
{
	return &p->job.topo->vertex[p->job.topo->machine[p->job.order[machine]]];
}

const char *rg_planner_name(const struct rg_planner *p)
{
	return p->job.topo->name;
}

double rg_planner_speed(const struct rg_planner *p)
{
	return rg_slowest_speed(p->job.topo);
}

double rg_planner_latency(const struct rg_planner *p)
{
	return p->latency;
}

const char *rg_planner_fact(const struct rg_planner *p)
{
	return p->fact;
}

int rg_planner_machines(const struct rg_planner *p)
{
	return p->job.topo->machines;
}

const char *rg_planner_machine(const struct rg_planner *p, int machine)
{
	return vertex(p, machine)->name;
}

int rg_planner_aliases(const struct rg_planner *p, int machine)
{
	return vertex(p, machine)->aliases;
}

const char *rg_planner_alias(const struct rg_planner *p, int machine, int i)
{
	return vertex(p, machine)->alias[i];
}

int rg_planner_level(const struct rg_planner *p, enum rg_level level, int machine)
{
	int number = p->level[level][p->job.order[machine]];

	while (rg_level_leads(level) &&
	       p->job.order[machine] != number) /* it is behind its leader */
		machine--;
	return rg_level_leads(level) ? machine : number;
}

/* ---- Plans ---- */

/* A job: on which machine each process is. */
struct job {
	int *host; /* [P] */
	int P;
	bool wide; /* its plans have all that a lottery may draw */
};

static int most_of(const int *n, int count)
{
	int most = 0;

	for (int i = 0; i < count; i++)
		most = n[i] > most ? n[i] : most;
	return most;
}

/* The machines of a job get the numbers from 0 on, in their order; returns how many there are. */
static int number_machines(struct job *j)
{
	int n = 0, *number = rg_alloc((size_t)j->P, sizeof *number);

	for (int rank = 0; rank < j->P; rank++)
		number[j->host[rank]] = 1;
	for (int i = 0; i < j->P; i++)
		number[i] = number[i] ? n++ : -1;
	for (int rank = 0; rank < j->P; rank++)
		j->host[rank] = number[j->host[rank]];
	free(number);
	return n;
}

/* Replace a job that is too large to be planned for by a smaller one: on some of its machines,
 * which are neighbours, with as many processes on each as are on the fullest one. */
static void shrink(struct job *j, int machines)
{
	int *ranks = rg_alloc((size_t)machines, sizeof *ranks);

	for (int rank = 0; rank < j->P; rank++)
		ranks[j->host[rank]]++;
	int each = most_of(ranks, machines), most = each > 1 ? RG_PLANNED_MOST : RG_MACHINES_MOST;
	if (j->P > most) {
		each = each < most ? each : most;
		j->P = 0;
		for (int i = 0; i < machines && j->P + each <= most; i++)
			for (int k = 0; ranks[i] && k < each; k++)
				j->host[j->P++] = i;
	}
	free(ranks);
}

struct planning {
	const struct rg_planner *p;
	const int *host;
	int P;
	const char *mpi;
	bool wide;
	char *text;
};

/* What is known of an MPI library; NULL: nothing. Others than MPICH have its headers and not its
 * choice, so that only what the library says of itself counts. */
static const struct rg_mpi_library *library_of(const char *mpi)
{
	static const char openmpi[] = "Open MPI ";
	if (mpi && rg_mpich_version_told(mpi))
		return &rg_mpich_usual;
	return mpi && strncmp(mpi, openmpi, strlen(openmpi)) == 0 ? &rg_openmpi_library : NULL;
}

bool rg_planner_knows(const char *mpi)
{
	return library_of(mpi) != NULL;
}

/* The plans where the machines have this order. */
static void plan_in(const struct rg_planner *p, int *order, struct job *j, const char *mpi,
                    struct rg_text *text)
{
	struct rg_wanted wanted[RG_ROUTINES];
	struct rg_plans plans = {0};

	shrink(j, p->job.topo->machines);
	for (int rank = 0; rank < j->P; rank++) /* rg_placement_new takes the topology's numbers */
		j->host[rank] = p->job.order[j->host[rank]];
	struct rg_job job = {.topo = p->job.topo, .routes = p->job.routes, .order = order};
	rg_job_place(&job, j->host, j->P, 1);
	const struct rg_mpi_library *library = library_of(mpi);
	struct rg_own_times *own = library ? rg_own_times_new(library, false) : NULL;
	rg_wanted_all(wanted);
	rg_plans_fixed(&(struct rg_planning){.wanted = wanted,
	                                     .model = &rg_model_usual,
	                                     .native = own ? rg_own_times : NULL,
	                                     .on = own,
	                                     .wide = j->wide},
	               p->job.routes, job.placement, &plans);
	rg_plans_tell(&plans, text);
	rg_own_times_free(own);
	rg_plans_free(&plans);
	rg_wanted_free(wanted);
	rg_placement_free(job.placement);
}

/* The job's machines, each once, in their order; returns how many, by the topology's numbers. */
static int machines_of(const struct rg_planner *p, const struct job *j, int *machine)
{
	bool *used = rg_alloc((size_t)p->job.topo->machines, sizeof *used);
	int n = 0;

	for (int rank = 0; rank < j->P; rank++)
		used[j->host[rank]] = true;
	for (int i = 0; i < p->job.topo->machines; i++)
		if (used[i])
			machine[n++] = p->job.order[i];
	free(used);
	return n;
}

/* A line with the machines of the job in the order: by the planner's numbers. */
static void tell_ring(const struct rg_planner *p, const int *order, const int *machine, int n,
                      struct rg_text *text)
{
	int *number = rg_alloc((size_t)p->job.topo->machines, sizeof *number);
	bool *used = rg_alloc((size_t)p->job.topo->machines, sizeof *used);

	for (int i = 0; i < p->job.topo->machines; i++)
		number[p->job.order[i]] = i;
	for (int i = 0; i < n; i++)
		used[machine[i]] = true;
	rg_textf(text, "%d", n);
	for (int i = 0; i < p->job.topo->machines; i++)
		if (used[order[i]])
			rg_textf(text, " %d", number[order[i]]);
	rg_text_add(text, "\n");
	free(number);
	free(used);
}

static void tell_verdict(const struct rg_planner *p, const int *order, int *machine, int n,
                         struct rg_text *text)
{
	rg_order_subset(p->job.topo, order, machine, n);
	struct rg_place *ring = rg_order_places(p->job.topo, machine, n, 1);
	struct rg_certificate *c = rg_certify(p->job.routes, ring, n);

	if (c->verdict == RG_IS_PROVED_ANY_WAY)
		rg_textf(text, "%s: ring load at most 1 on %d link directions\n",
		         rg_verdict_words[c->verdict], c->links_possible);
	else
		rg_textf(text, "%s: ring load %d on %d link directions\n",
		         rg_verdict_words[c->verdict], c->most, c->links_used);
	rg_certificate_free(c);
	free(ring);
}

/* Off trees: the order of this job, and a plan for it. */
static void plan_off_trees(const struct rg_planner *p, struct job *j, const char *mpi,
                           struct rg_text *text)
{
	const struct rg_topo *t = p->job.topo;
	int *machine = rg_alloc((size_t)t->machines, sizeof *machine);
	int n = machines_of(p, j, machine);
	struct rg_text why = {0};
	int64_t several;

	if (!rg_job_knows_ways(p->job.routes, machine, n, &several, &why)) {
		rg_textf(text, "0\n!%s\n", why.s);
	} else {
		struct rg_search search = {.seconds = SEEK_A_JOB, .seed = SEED};
		int *order = rg_job_order(p->job.routes, p->job.order, machine, n, &search);
		tell_ring(p, order, machine, n, text);
		tell_verdict(p, order, machine, n, text);
		plan_in(p, order, j, mpi, text);
		free(order);
	}
	rg_text_free(&why);
	free(machine);
}

static void plan_on(const struct rg_planner *p, struct job *j, const char *mpi,
                    struct rg_text *text)
{
	if (!p->job.routes->tree) {
		plan_off_trees(p, j, mpi, text);
		return;
	}
	rg_text_add(text, "0\n\n");
	plan_in(p, p->job.order, j, mpi, text);
}

static void plan(void *on)
{
	struct planning *g = on;
	struct job j = {rg_alloc((size_t)g->P, sizeof *j.host), g->P, g->wide};
	struct rg_text text = {0};

	memcpy(j.host, g->host, (size_t)g->P * sizeof *j.host);
	if (g->p) {
		plan_on(g->p, &j, g->mpi, &text);
	} else {
		struct rg_planner p = {.job.topo = rg_topo_anywhere(number_machines(&j))};
		p.job.routes = rg_routes_new(p.job.topo);
		p.job.order = rg_job_order(p.job.routes, NULL, NULL, 0, NULL);
		plan_on(&p, &j, g->mpi, &text);
		rg_job_free(&p.job);
	}
	free(j.host);
	g->text = text.s;
}

char *rg_planner_plan(const struct rg_planner *p, const int *host, int P, const char *mpi,
                      bool wide)
{
	char why[64];
	struct planning g = {p, host, P, mpi, wide, NULL};

	return guarded(plan, &g, why, sizeof why) ? g.text : NULL;
}
