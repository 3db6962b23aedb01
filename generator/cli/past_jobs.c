/* SPDX-License-Identifier: BSD-3-Clause
 * past_jobs: past jobs of a site.
 */
#include "cli/past_jobs.h"

#include <search.h>
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

/* ---- Jobs that are left out */

enum {
	NAMED_MOST = 10,    /* jobs, for each reason */
	PATTERNS_MOST = 10, /* of hosts that are not known */
};

/* Once for each job. `number` is NULL where the file has none. */
static void leave_out(struct rg_past_jobs *j, enum rg_left_out why, const char *number, int line)
{
	struct rg_left_jobs *l = &j->left[why];
	const char *between = l->n ? ", " : "";
	if (l->n++ >= NAMED_MOST)
		return;
	if (number)
		rg_textf(&l->names, "%s%.80s", between, number);
	else
		rg_textf(&l->names, "%s%s:%d", between, j->file, line);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void note_unknown(struct rg_past_jobs *j, const char *host)
{
	if (tfind(host, &j->known_unknown, compare_names))
		return;
	struct rg_hosts *h = &j->unknown;
	h->host = rg_grow(h->host, (size_t)h->n, &h->cap, sizeof *h->host);
	h->host[h->n] = (struct rg_host){.name = rg_strdup(host)};
	tsearch(h->host[h->n++].name, &j->known_unknown, compare_names);
}

static int compare_hosts(const void *a, const void *b)
{
	return strverscmp(((const struct rg_host *)a)->name, ((const struct rg_host *)b)->name);
}

/* "these hosts (9): n[8-15], m7" */
static void list_unknown(struct rg_past_jobs *j, struct rg_text *out)
{
	struct rg_hosts *h = &j->unknown;
	struct rg_text all = {0};
	int shown = 0;
	qsort(h->host, (size_t)h->n, sizeof *h->host, compare_hosts);
	rg_hosts_fold(h->host, h->n, &all);
	rg_textf(out, "these hosts (%d): ", h->n);
	const char *s = all.s ? all.s : "";
	for (const char *end; *s && shown < PATTERNS_MOST; s = end + (*end == ','), shown++) {
		end = rg_hosts_end(s);
		rg_textf(out, "%s%.*s", shown ? ", " : "", (int)(end - s), s);
	}
	int more = 0;
	for (; *s; more++) {
		s = rg_hosts_end(s);
		s += *s == ',';
	}
	if (more)
		rg_textf(out, " and %d more", more);
	rg_text_add(out, "\n");
	rg_text_free(&all);
}

void rg_past_jobs_left(struct rg_past_jobs *j, struct rg_text *out)
{
	for (int k = 0; k < RG_LEFT_OUT; k++) {
		const struct rg_left_jobs *l = &j->left[k];
		bool one = l->n == 1;
		if (!l->n)
			continue;
		rg_textf(out, "%d job%s ", l->n, one ? "" : "s");
		if (k == RG_LEFT_UNKNOWN)
			rg_text_add(out, "on hosts that the topology does not have");
		else if (k == RG_LEFT_NOWHERE)
			rg_textf(out, "without hosts, as %s never started", one ? "it" : "they");
		else
			rg_text_add(out, "with a list of hosts that sacct cut off (-P does not, "
			                 "nor nodelist%10000)");
		rg_textf(out, ": %s", l->names.s);
		if (l->n > NAMED_MOST)
			rg_textf(out, " and %d more", l->n - NAMED_MOST);
		rg_text_add(out, "\n");
		if (k == RG_LEFT_UNKNOWN)
			list_unknown(j, out);
	}
	if (j->steps)
		rg_textf(out, "%d line%s of steps of jobs\n", j->steps, j->steps == 1 ? "" : "s");
}

static void keep(void *name)
{
	(void)name; /* it is freed with the list */
}

void rg_past_jobs_free(struct rg_past_jobs *j)
{
	for (int k = 0; k < RG_JOB_ORDERS; k++)
		free(j->tally[k].slowdown);
	for (int k = 0; k < RG_LEFT_OUT; k++)
		rg_text_free(&j->left[k].names);
	tdestroy(j->known_unknown, keep);
	rg_hosts_free(&j->unknown);
	rg_jobs_choice_free(j->choice);
	free(j->order);
	rg_text_free(&j->rows);
	rg_job_free(&j->job);
}

/* ---- Jobs that count */

/* The machines of a job's hosts, each once, into machine[hosts]; returns how many, -1: some host is
 * none of the topology, or an error was reported. */
static int find_machines(struct rg_past_jobs *j, const struct rg_hosts *h, int line, int *machine)
{
	const struct rg_topo *t = j->job.topo;
	bool *seen = rg_alloc((size_t)t->machines, sizeof *seen), all = true;
	struct rg_callers *callers = rg_callers_new(t);
	int n = 0;
	for (int i = 0; i < h->n; i++) {
		int m = rg_callers_find(callers, j->file, line, h->host[i].name, j->d);
		all = all && m >= 0;
		if (m == RG_NOBODY)
			note_unknown(j, h->host[i].name);
		else if (m >= 0 && !seen[m])
			seen[machine[n++] = m] = true;
	}
	rg_callers_free(callers);
	free(seen);
	return all ? n : -1;
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

/* A job on the hosts of a list. */
static void read_job(struct rg_past_jobs *j, const char *number, const char *list, int line)
{
	struct rg_hosts h = {0};
	const char *wrong = rg_hosts_accept(&h, list);
	if (wrong) {
		rg_error(j->d, j->file, line, "\"%.80s\" %s", list, wrong);
	} else {
		int *machine = rg_alloc((size_t)h.n, sizeof *machine);
		int found = find_machines(j, &h, line, machine);
		j->one += found == 1;
		if (found < 0)
			leave_out(j, RG_LEFT_UNKNOWN, number, line);
		else if (found > 1)
			survey_job(j, machine, found, line);
		free(machine);
	}
	rg_hosts_free(&h);
}

void rg_past_job_read(char *s, int line, void *jobs)
{
	struct rg_past_jobs *j = jobs;
	char *number = NULL, *list = NULL;
	enum rg_job_line is = rg_job_line_read(&j->columns, s, &number, &list);
	if (is == RG_JOB)
		read_job(j, number, list, line);
	else if (is == RG_JOB_NO_LIST)
		rg_error(j->d, j->file, line,
		         "the head line names no column of hosts: sacct -P -o jobid,nodelist");
	else if (is == RG_JOB_NOWHERE)
		leave_out(j, RG_LEFT_NOWHERE, number, line);
	else if (is == RG_JOB_CUT)
		leave_out(j, RG_LEFT_CUT, number, line);
	j->n += is == RG_JOB || is == RG_JOB_NOWHERE || is == RG_JOB_CUT;
	j->steps += is == RG_JOB_STEP;
	rg_show_progress("survey-jobs: %d jobs", j->n);
}
