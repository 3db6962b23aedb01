/* SPDX-License-Identifier: BSD-3-Clause
 * past_jobs: past jobs of a site.
 */
#include "cli/past_jobs.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "fabric/naming.h"
#include "base/host_names.h"
#include "order/order.h"

const char *const rg_job_verdicts[RG_JOB_VERDICTS] = {[RG_IS_PROVED] = "contention free",
                                                      [RG_IS_PROVED_ANY_WAY] = "free on any way",
                                                      [RG_IS_WITHIN_CAPACITY] = "within capacity",
                                                      [RG_IS_REFUTED] = "refuted",
                                                      [RG_IS_UNKNOWN] = "unknown"};

/* The machines of a job's hosts, each once, into machine[hosts]; returns how many, -1: some host is
 * none of the topology, or an error was reported. */
static int find_machines(const struct rg_past_jobs *j, const struct rg_hosts *h, int line,
                         int *machine)
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
static enum rg_verdict certify(const struct rg_past_jobs *j, const int *machine, int n,
                               double *demand)
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

static void count(struct rg_jobs_tally *t, enum rg_verdict verdict, double demand)
{
	t->jobs[verdict]++;
	if (verdict != RG_IS_REFUTED)
		return;
	t->slowdown = rg_grow(t->slowdown, t->slow, &t->cap, sizeof *t->slowdown);
	t->slowdown[t->slow++] = demand;
}

/* What the planner's choice puts on the links. */
static void count_choice(struct rg_past_jobs *j, struct rg_jobs_tally *t, const int *machine, int n)
{
	int load = rg_jobs_choice_load(j->choice, machine, n);
	t->free += load == 1;
	t->meets += load > 1;
	t->unplanned += load == 0;
	rg_textf(&j->rows, ",%d", load);
}

/* The machines in ringgen's order. */
static void put_in_order(struct rg_past_jobs *j, int *machine, int n)
{
	int seconds = j->o->job.seconds;
	struct rg_search search = {.seconds = seconds ? seconds : 1,
	                           .seed = (uint64_t)j->o->job.seed};
	int *order = rg_job_order(j->job.routes, j->order, machine, n, &search);
	rg_order_subset(j->job.topo, order, machine, n);
	free(order);
}

static void survey_job(struct rg_past_jobs *j, int *machine, int n, int line)
{
	rg_textf(&j->rows, "%s,%d,%d", j->file, line, n);
	for (int k = 0; k < RG_JOB_ORDERS; k++) {
		double demand;
		if (k == RG_OUR_ORDER)
			put_in_order(j, machine, n);
		enum rg_verdict verdict = certify(j, machine, n, &demand);
		count(&j->tally[k], verdict, demand);
		rg_textf(&j->rows, ",%s,%.3g", rg_job_verdicts[verdict],
		         verdict == RG_IS_REFUTED ? demand : 1);
		if (j->choice)
			count_choice(j, &j->tally[k], machine, n);
	}
	rg_text_add(&j->rows, "\n");
}

/* ... LIST: whatever comes before, as the number of the job. */
void rg_past_job_read(char *s, int line, void *jobs)
{
	struct rg_past_jobs *j = jobs;
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
