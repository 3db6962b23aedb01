/* SPDX-License-Identifier: BSD-3-Clause
 * groups: trees that are told by which switch or group holds which.
 */
#include "import/groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "import/text_lines.h"

static const char *file_of(const struct rg_groups *g, int file)
{
	return rg_text_name(g->files[file]);
}

void rg_groups_refuse(struct rg_groups *g, const char *what, const char *wrong)
{
	rg_error(g->d, file_of(g, g->file), g->line, "\"%.80s\" %s", what, wrong);
}

int rg_group_find(const struct rg_groups *g, const char *name)
{
	int i = g->n - 1; /* mostly one of the last */
	while (i >= 0 && strcmp(g->group[i].name, name) != 0)
		i--;
	return i;
}

int rg_group_add(struct rg_groups *g, const char *name)
{
	const char *wrong = rg_name_fault(name);
	if (wrong)
		rg_groups_refuse(g, name, wrong);
	g->group = rg_grow(g->group, (size_t)g->n, &g->cap, sizeof *g->group);
	g->group[g->n] = (struct rg_group){
		.name = rg_strdup(name), .line = g->line, .file = g->file, .outer = -1};
	return g->n++;
}

void rg_groups_list(struct rg_groups *g, struct rg_hosts *to, const char *list)
{
	const char *wrong = rg_hosts_expand(to, list);
	if (wrong)
		rg_groups_refuse(g, list, wrong);
}

void rg_groups_lines(struct rg_groups *g, int n, void line(char *s, int number, void *data),
                     void *data)
{
	for (g->file = 0; g->file < n; g->file++)
		rg_text_lines(g->files[g->file], '#', line, data, g->d);
	g->file = 0;
}

/* ---- Building */

/* The vertex of a host: the same one, wherever it is named. */
struct seen {
	char **name; /* [n] sorted */
	int *vertex;
	int n;
};

static int compare_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All hosts, once each. */
static struct seen list_hosts(const struct rg_groups *g)
{
	struct seen seen = {0};
	size_t all = 0;
	for (int i = 0; i < g->n; i++)
		all += (size_t)g->group[i].hosts.n;
	seen.name = rg_alloc(all, sizeof *seen.name);
	for (int i = 0; i < g->n; i++)
		for (int k = 0; k < g->group[i].hosts.n; k++)
			seen.name[seen.n++] = g->group[i].hosts.host[k].name;
	qsort(seen.name, (size_t)seen.n, sizeof *seen.name, compare_text);
	int n = 0;
	for (int i = 0; i < seen.n; i++)
		if (!n || strcmp(seen.name[n - 1], seen.name[i]) != 0)
			seen.name[n++] = seen.name[i];
	seen.n = n;
	seen.vertex = rg_alloc((size_t)n, sizeof *seen.vertex);
	for (int i = 0; i < n; i++)
		seen.vertex[i] = -1;
	return seen;
}

static void join(struct rg_topo *t, int outer, int inner, int line)
{
	rg_topo_link(t, (struct rg_link){.a = outer,
	                                 .b = inner,
	                                 .bandwidth = 1e9 / 8,
	                                 .latency = 50e-6,
	                                 .line = line});
}

static void add_hosts(struct rg_topo *t, const struct seen *seen, const struct rg_group *in)
{
	for (int k = 0; k < in->hosts.n; k++) {
		char *name = in->hosts.host[k].name;
		char **found =
			bsearch(&name, seen->name, (size_t)seen->n, sizeof name, compare_text);
		int *vertex = &seen->vertex[found - seen->name];
		if (*vertex < 0)
			*vertex = rg_topo_vertex(t, RG_MACHINE, name, in->line);
		join(t, in->vertex, *vertex, in->line);
	}
}

static void add_inner(struct rg_groups *g, struct rg_topo *t, struct rg_group *in)
{
	for (int k = 0; k < in->groups.n; k++) {
		int inner = rg_group_find(g, in->groups.host[k].name);
		g->file = in->file;
		g->line = in->line;
		if (inner < 0) {
			rg_groups_refuse(g, in->groups.host[k].name,
			                 "is no switch of this topology");
			continue;
		}
		g->group[inner].outer = (int)(in - g->group);
		join(t, in->vertex, g->group[inner].vertex, in->line);
	}
}

/* Is a group within itself, by others or at once? */
static void check_nesting(struct rg_groups *g)
{
	for (int i = 0; i < g->n; i++) {
		int out = g->group[i].outer, steps = 0;
		while (out >= 0 && out != i && steps++ < g->n)
			out = g->group[out].outer;
		g->file = g->group[i].file;
		g->line = g->group[i].line;
		if (out == i)
			rg_groups_refuse(g, g->group[i].name, "is within itself");
	}
}

/* One switch above those that have none, if there are several. */
static void join_tops(struct rg_groups *g, struct rg_topo *t, bool wanted)
{
	int tops = 0, top = -1;
	for (int i = 0; i < g->n; i++)
		tops += g->group[i].outer < 0;
	if (tops < 2 || !wanted)
		return;
	top = rg_topo_vertex(t, RG_SWITCH, g->blocks ? "above_blocks" : "above_groups", 1);
	for (int i = 0; i < g->n; i++)
		if (g->group[i].outer < 0)
			join(t, top, g->group[i].vertex, g->group[i].line);
	rg_warning(t->file, 0, "%d %s are taken to hang at one switch, '%s'", tops,
	           g->blocks ? "blocks" : "groups", t->vertex[top].name);
}

static struct rg_topo *build(struct rg_groups *g, const char *name, bool joined)
{
	struct rg_topo *t = rg_topo_new(file_of(g, 0));
	struct seen seen = list_hosts(g);
	int before = g->d->errors;
	t->name = rg_strdup(name);
	for (int i = 0; i < g->n; i++)
		g->group[i].vertex =
			rg_topo_vertex(t, RG_SWITCH, g->group[i].name, g->group[i].line);
	for (int i = 0; i < g->n; i++)
		add_hosts(t, &seen, &g->group[i]);
	for (int i = 0; i < g->n; i++)
		add_inner(g, t, &g->group[i]);
	check_nesting(g);
	if (g->d->errors == before) {
		join_tops(g, t, joined || g->blocks);
		rg_warning(t->file, 0, "says no speeds: each link is taken to have 1 Gbit/s");
	}
	rg_topo_close(t);
	free(seen.name);
	free(seen.vertex);
	return t;
}

static void forget(struct rg_groups *g)
{
	for (int i = 0; i < g->n; i++) {
		free(g->group[i].name);
		rg_hosts_free(&g->group[i].hosts);
		rg_hosts_free(&g->group[i].groups);
	}
	free(g->group);
	g->group = NULL;
	g->n = 0;
}

struct rg_topo *rg_groups_build(struct rg_groups *g, const char *name, bool joined, const char *of)
{
	struct rg_topo *t = NULL;
	if (!g->d->errors && !g->n)
		rg_error(g->d, file_of(g, 0), 0, "has no %s", of);
	if (!g->d->errors)
		t = build(g, name, joined);
	if (g->d->errors) {
		rg_topo_free(t);
		t = NULL;
	}
	forget(g);
	return t;
}
