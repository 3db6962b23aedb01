/* SPDX-License-Identifier: BSD-3-Clause
 * survey_jobs_command: how many of a site's past jobs would have met contention?
 */
#include "cli/survey_jobs_command.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/units.h"
#include "certify/certify.h"
#include "cli/jobs_choice.h"
#include "cli/options.h"
#include "cli/conditions.h"
#include "fabric/naming.h"
#include "import/host_names.h"
#include "import/text_lines.h"
#include "job/job.h"
#include "order/embed.h"
#include "order/order.h"

enum { OWN, OURS, ORDERS };
enum { VERDICTS = RG_IS_UNKNOWN + 1 };

/* What is found of the jobs in one of the two orders. */
struct tally {
	int jobs[VERDICTS];
	double *slowdown; /* [slow] of the refuted ones */
	size_t slow, cap;
	int free, meets, unplanned; /* by what the planner chooses: no messages meet on a link,
	                               some do, nothing was planned */
};

struct jobs {
	const struct rg_options *o;
	struct rg_diag *d;
	struct rg_job job;
	int *order; /* of all machines */
	const char *file;
	struct tally tally[ORDERS];
	int n, one, strange; /* jobs; on one machine; with hosts that the topology does not have */
	struct rg_text rows; /* --csv */
	struct rg_jobs_choice *choice; /* NULL: --size was not given */
};

static const char *const verdicts[VERDICTS] = {[RG_IS_PROVED] = "contention free",
                                               [RG_IS_PROVED_ANY_WAY] = "free on any way",
                                               [RG_IS_WITHIN_CAPACITY] = "within capacity",
                                               [RG_IS_REFUTED] = "refuted",
                                               [RG_IS_UNKNOWN] = "unknown"};

/* ---- One job */

/* The machines of a job's hosts, each once, into machine[hosts]; returns how many, -1: some host is
 * none of the topology, or an error was reported. */
static int find_machines(const struct jobs *j, const struct rg_hosts *h, int line, int *machine)
{
	const struct rg_topo *t = j->job.topo;
	bool *seen = rg_alloc((size_t)t->machines, sizeof *seen);
	struct rg_callers *callers = rg_callers_new(t);
	int n = 0;
	for (int i = 0; i < h->n && n >= 0; i++) {
		int m = rg_callers_find(callers, j->file, line, h->host[i].name, j->d);
		if (m < 0) {
			n = -1;
		} else if (!seen[m]) {
			seen[m] = true;
			machine[n++] = m;
		}
	}
	rg_callers_free(callers);
	free(seen);
	return n;
}

/* What is found of the ring of machines in that order; its slowdown, if it is refuted, to *demand.
 */
static enum rg_verdict certify(const struct jobs *j, const int *machine, int n, double *demand)
{
	struct rg_place *ring = rg_alloc((size_t)n, sizeof *ring);
	for (int i = 0; i < n; i++)
		ring[i] = (struct rg_place){machine[i], -1};
	struct rg_certificate *c = rg_certify(j->job.routes, ring, n);
	enum rg_verdict verdict = c->verdict;
	rg_certificate_worst(c, demand);
	rg_certificate_free(c);
	free(ring);
	return verdict;
}

static void count(struct tally *t, enum rg_verdict verdict, double demand)
{
	t->jobs[verdict]++;
	if (verdict != RG_IS_REFUTED)
		return;
	t->slowdown = rg_grow(t->slowdown, t->slow, &t->cap, sizeof *t->slowdown);
	t->slowdown[t->slow++] = demand;
}

/* What the planner's choice puts on the links. */
static void count_choice(struct jobs *j, struct tally *t, const int *machine, int n)
{
	int load = rg_jobs_choice_load(j->choice, machine, n);
	t->free += load == 1;
	t->meets += load > 1;
	t->unplanned += load == 0;
	rg_textf(&j->rows, ",%d", load);
}

/* The machines in ringgen's order. */
static void put_in_order(struct jobs *j, int *machine, int n)
{
	int seconds = j->o->job.seconds;
	struct rg_search search = {.seconds = seconds ? seconds : 1,
	                           .seed = (uint64_t)j->o->job.seed};
	int *order = rg_job_order(j->job.routes, j->order, machine, n, &search);
	rg_order_subset(j->job.topo, order, machine, n);
	free(order);
}

static void survey_job(struct jobs *j, int *machine, int n, int line)
{
	rg_textf(&j->rows, "%s,%d,%d", j->file, line, n);
	for (int k = 0; k < ORDERS; k++) {
		double demand;
		if (k == OURS)
			put_in_order(j, machine, n);
		enum rg_verdict verdict = certify(j, machine, n, &demand);
		count(&j->tally[k], verdict, demand);
		rg_textf(&j->rows, ",%s,%.3g", verdicts[verdict],
		         verdict == RG_IS_REFUTED ? demand : 1);
		if (j->choice)
			count_choice(j, &j->tally[k], machine, n);
	}
	rg_text_add(&j->rows, "\n");
}

/* ... LIST: whatever comes before, as the number of the job. */
static void read_job(char *s, int line, void *jobs)
{
	struct jobs *j = jobs;
	struct rg_hosts h = {0};
	size_t n = strlen(s);
	while (n && strchr(" \t", s[n - 1]))
		s[--n] = '\0';
	char *list = s + n;
	while (list > s && !strchr(" \t", list[-1]))
		list--;
	if (!n)
		return;
	const char *wrong = rg_hosts_accept(&h, list);
	if (wrong) {
		rg_error(j->d, j->file, line, "\"%.80s\" %s", list, wrong);
	} else {
		int *machine = rg_alloc((size_t)h.n, sizeof *machine);
		int found = find_machines(j, &h, line, machine);
		j->n++;
		j->one += found == 1;
		j->strange += found < 0;
		if (found > 1)
			survey_job(j, machine, found, line);
		free(machine);
		rg_show_progress("survey-jobs: %d jobs", j->n);
	}
	rg_hosts_free(&h);
}

/* ---- The table */

static int compare_numbers(const void *pa, const void *pb)
{
	double a = *(const double *)pa, b = *(const double *)pb;
	return (a > b) - (a < b);
}

static void print_slowdown(const char *what, double share, const struct jobs *j,
                           struct rg_text *out)
{
	rg_textf(out, "%-20s", what);
	for (int k = 0; k < ORDERS; k++) {
		const struct tally *t = &j->tally[k];
		if (t->slow)
			rg_textf(out, " %12.2f",
			         t->slowdown[(size_t)(share * (double)(t->slow - 1))]);
		else
			rg_textf(out, " %12s", "-");
	}
	rg_text_add(out, "\n");
}

static void print_count(const char *what, int own, int ours, struct rg_text *out)
{
	rg_textf(out, "%-20s %12d %12d\n", what, own, ours);
}

/* The same of the planner's choice. */
static void print_choice(const struct jobs *j, struct rg_text *out)
{
	const struct tally *own = &j->tally[OWN], *ours = &j->tally[OURS];
	char size[32];
	rg_textf(out, "\n%s of %s by what the planner chooses\n",
	         rg_collectives[rg_jobs_choice_collective(j->choice)].name,
	         rg_show_size(size, sizeof size, (double)j->o->size));
	print_count("no messages meet", own->free, ours->free, out);
	print_count("some meet", own->meets, ours->meets, out);
	if (own->unplanned || ours->unplanned)
		print_count("not planned for", own->unplanned, ours->unplanned, out);
}

static void print_table(struct jobs *j, struct rg_text *out)
{
	rg_textf(out, "%-20s %12d\n", "jobs", j->n);
	rg_textf(out, "%-20s %12d\n", "on one machine", j->one);
	if (j->strange)
		rg_textf(out, "%-20s %12d\n", "hosts not known", j->strange);
	rg_textf(out, "\n%-20s %12s %12s\n", "the others", "own order", "ringgen's");
	for (int v = 0; v < VERDICTS; v++) {
		int own = j->tally[OWN].jobs[v], ours = j->tally[OURS].jobs[v];
		if (v != RG_IS_PROVED_ANY_WAY || own || ours)
			print_count(verdicts[v], own, ours, out);
	}
	for (int k = 0; k < ORDERS; k++)
		if (j->tally[k].slow)
			qsort(j->tally[k].slowdown, j->tally[k].slow, sizeof(double),
			      compare_numbers);
	rg_text_add(out, "\nhow much longer the slowest pairs of a refuted ring take\n");
	print_slowdown("median", 0.5, j, out);
	print_slowdown("most", 1, j, out);
	if (j->choice)
		print_choice(j, out);
}

/* ---- The command */

static enum rg_status survey(struct jobs *j)
{
	struct rg_text text = {0};
	j->order = rg_usual_order(j->job.topo);
	if (j->o->size)
		j->choice = rg_jobs_choice_new(j->job.routes, j->o);
	if (j->o->csv)
		rg_text_add(&j->rows,
		            j->choice
		                    ? "file,line,machines,own,own_slowdown,own_choice_load,ringgen,"
		                      "ringgen_slowdown,ringgen_choice_load\n"
		                    : "file,line,machines,own,own_slowdown,ringgen,"
		                      "ringgen_slowdown\n");
	for (int i = 0; i < j->o->paths; i++) {
		j->file = rg_text_name(j->o->path[i]);
		rg_text_lines(j->o->path[i], '#', read_job, j, j->d);
	}
	if (!j->d->errors) {
		print_table(j, &text);
		rg_write(&(struct rg_output){j->o->output, j->o->csv ? &j->rows : &text}, 1, j->d);
	}
	rg_text_free(&text);
	return j->d->errors ? RG_INVALID : RG_OK;
}

static enum rg_status survey_jobs(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct jobs j = {.o = o, .d = &d};
	enum rg_status status = RG_INVALID;
	if (rg_job_read(&j.job, &o->job, RG_ANY_GRAPH, &d) == 0)
		status = survey(&j);
	for (int k = 0; k < ORDERS; k++)
		free(j.tally[k].slowdown);
	rg_jobs_choice_free(j.choice);
	free(j.order);
	rg_text_free(&j.rows);
	rg_job_free(&j.job);
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
