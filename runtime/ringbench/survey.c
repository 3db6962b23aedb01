/* SPDX-License-Identifier: BSD-3-Clause
 * The topology's routes between the ranks of this job, by `ringgen survey`.
 */
#include "ringbench/survey.h"
#include "ringbench/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *list_hosts(const struct host *hosts, int ranks)
{
	char *text = allocate((size_t)ranks, HOST_MOST + 1), *at = text;

	for (int i = 0; i < ranks; i++)
		at += sprintf(at, "%s\n", hosts[i].name);
	return text;
}

/* Run the command and return its output. NULL: it has said why, or we do. */
static char *ask(const struct options *o, const char *hosts)
{
	const char *const argv[] = {o->ringgen, "survey", o->topology, "--hosts", "@-", NULL};
	int status = 0;
	char *said = program_run(argv, hosts, &status);

	if (!said)
		fprintf(stderr, "ringbench: %s: %s (--ringgen PROGRAM names another one)\n",
		        o->ringgen, strerror(errno));
	else if (status)
		fprintf(stderr, "ringbench: %s survey %s: exit status %d\n", o->ringgen,
		        o->topology, status);
	if (!said || !status)
		return said;
	free(said);
	return NULL;
}

/* ---- The lines */

static struct route *new_route(struct survey *s, bool cut, const char *label, int n)
{
	if (!(s->nroutes & (s->nroutes - 1))) { /* there is room for a power of two: double it */
		struct route *longer = allocate(2 * (size_t)s->nroutes + 1, sizeof *longer);
		if (s->nroutes)
			memcpy(longer, s->routes, (size_t)s->nroutes * sizeof *longer);
		free(s->routes);
		s->routes = longer;
	}
	struct route *r = &s->routes[s->nroutes++];
	*r = (struct route){.cut = cut, .n = n};
	snprintf(r->label, sizeof r->label, "%s", label);
	r->ends = allocate(2 * (size_t)n, sizeof *r->ends);
	return r;
}

/* "A1 B1 ... AN BN": all of them, and each rank once. */
static bool read_ends(char *text, struct route *r, int ranks)
{
	for (int i = 0; i < 2 * r->n; i++) {
		char *end;
		long rank = strtol(text, &end, 10);
		if (end == text || rank < 0 || rank >= ranks)
			return false;
		for (int k = 0; k < i; k++)
			if (r->ends[k % 2 * r->n + k / 2] == rank)
				return false;
		r->ends[i % 2 * r->n + i / 2] = (int)rank;
		text = end;
	}
	return true;
}

static bool read_line(char *line, struct survey *s, int ranks)
{
	char label[LABEL_MOST];
	int n = 0, end = 0;
	struct bound bound;

	if (sscanf(line, "ranks %d machines %d", &n, &s->machines) == 2)
		return n == ranks;
	if (sscanf(line, "bound %511s %lf %*f %lf %lf", label, &bound.each, &bound.first,
	           &bound.least) == 4) {
		for (int c = 0; c < COLLECTIVES; c++)
			if (!strcmp(label, collective_names[c]))
				s->bound[c] = bound;
		return true;
	}
	if (sscanf(line, "pair %511s%n", label, &end) == 1 && end)
		return read_ends(line + end, new_route(s, false, label, 1), ranks);
	if (sscanf(line, "cut %511s %d%n", label, &n, &end) == 2 && end && n > 0 && n <= ranks / 2)
		return read_ends(line + end, new_route(s, true, label, n), ranks);
	return false;
}

bool survey_read(const struct options *o, const struct host *hosts, int ranks, struct survey *s)
{
	char *list = list_hosts(hosts, ranks), *rest, *said = ask(o, list);
	bool good = said;

	free(list);
	for (char *line = good ? strtok_r(said, "\n", &rest) : NULL; line && good;
	     line = strtok_r(NULL, "\n", &rest)) {
		good = read_line(line, s, ranks);
		if (!good)
			fprintf(stderr, "ringbench: %s survey %s: unexpected: %s\n", o->ringgen,
			        o->topology, line);
	}
	if (good && !s->machines) {
		fprintf(stderr, "ringbench: %s survey %s: says nothing\n", o->ringgen, o->topology);
		good = false;
	}
	free(said);
	return good;
}

void survey_default(const struct host *hosts, int ranks, struct survey *s)
{
	const int others[] = {1, ranks / 2, ranks - 1};
	int last = 0;

	s->machines = hosts_machines(hosts, ranks);
	for (int i = 0; i < 3; i++) {
		if (others[i] <= last || others[i] >= ranks)
			continue;
		last = others[i];
		bool same = !strcmp(hosts[0].name, hosts[last].name);
		new_route(s, false, same ? "machine" : "network", 1)->ends[1] = last;
	}
}

void survey_free(struct survey *s)
{
	for (int i = 0; i < s->nroutes; i++)
		free(s->routes[i].ends);
	free(s->routes);
}
