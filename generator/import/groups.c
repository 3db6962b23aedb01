/* SPDX-License-Identifier: BSD-3-Clause
 * groups: trees that are told by which switch or group holds which.
 */
#include "import/groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fabric/check.h"
#include "import/grid.h"
#include "import/joining.h"
#include "import/text_lines.h"

/* As many machines as a topology file may have, and as many switches: groups can name the same
 * again, a few bytes each time. */
enum { NAMES_MOST = 1 << 19 };

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
	g->group[g->n] = (struct rg_listed_group){
		.name = rg_strdup(name), .line = g->line, .file = g->file, .outer = -1};
	return g->n++;
}

void rg_groups_list(struct rg_groups *g, struct rg_hosts *to, const char *list)
{
	int before = to->n;
	if (g->full)
		return;
	const char *wrong = rg_hosts_expand(to, list);
	g->names += to->n - before;
	if (wrong) {
		rg_groups_refuse(g, list, wrong);
	} else if (g->names > NAMES_MOST) {
		g->names -= to->n - before;
		rg_hosts_cut(to, before);
		g->full = true;
		rg_groups_refuse(g, list, "and what is named before are too many names");
	}
}

void rg_groups_lines(struct rg_groups *g, int n, void line(char *s, int number, void *data),
                     void *data)
{
	for (g->file = 0; g->file < n; g->file++)
		rg_text_lines(g->files[g->file], '#', line, data, g->d);
	g->file = 0;
}

bool rg_groups_are(struct rg_groups *g, enum rg_grouping kind)
{
	static const char *const words[] = {
		[RG_SWITCHES] = "switches", [RG_BLOCKS] = "blocks", [RG_RINGS] = "rings"};
	if (g->kind == RG_NO_GROUPS)
		g->kind_line = g->line;
	else if (g->kind != kind)
		rg_error(g->d, file_of(g, g->file), g->line,
		         "has %s, and %s on line %d: Slurm takes one kind in a topology",
		         words[kind], words[g->kind], g->kind_line);
	if (g->kind == RG_NO_GROUPS)
		g->kind = kind;
	return g->kind == kind;
}

/* ---- Building */

/* The vertex of a host: the same one, wherever it is named. */
struct seen {
	char **name; /* [n] sorted */
	int *vertex; /* [n] */
	int *group;  /* [n] the one that named it last */
	int n;
	int several; /* hosts that groups name once more; the first of them, and two of its groups
	              */
	const char *host;
	int a, b;
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
	seen.group = rg_alloc((size_t)n, sizeof *seen.group);
	for (int i = 0; i < n; i++)
		seen.vertex[i] = -1;
	return seen;
}

/* Group `number` names a host that another one has named, or it itself. */
static void note_again(struct rg_groups *g, struct seen *seen, const char *host, int before,
                       int number)
{
	if (before == number) {
		g->line = g->group[number].line;
		g->file = g->group[number].file;
		rg_groups_refuse(g, host, "is named twice there");
	} else if (!seen->several++) {
		seen->host = host;
		seen->a = before;
		seen->b = number;
	}
}

static void add_hosts(struct rg_groups *g, struct rg_topo *t, struct seen *seen, int number)
{
	const struct rg_listed_group *in = &g->group[number];
	for (int k = 0; k < in->hosts.n; k++) {
		char *name = in->hosts.host[k].name;
		char **found =
			bsearch(&name, seen->name, (size_t)seen->n, sizeof name, compare_text);
		int *vertex = &seen->vertex[found - seen->name];
		int *group = &seen->group[found - seen->name];
		if (*vertex < 0)
			*vertex = rg_topo_vertex(t, RG_MACHINE, name, in->line);
		else
			note_again(g, seen, name, *group, number);
		*group = number;
		rg_join_two(t, in->vertex, *vertex, in->line);
	}
}

/* Groups that are in several: how many, and the first with two of them. */
struct shared {
	int n, inner, a, b;
};

/* Put the groups that group `number` names into it; above[groups] is the one around each, -1:
 * none yet. */
static void add_inner(struct rg_groups *g, struct rg_topo *t, int number, int *above,
                      struct shared *shared)
{
	const struct rg_listed_group *in = &g->group[number];
	for (int k = 0; k < in->groups.n; k++) {
		int inner = rg_group_find(g, in->groups.host[k].name);
		const char *wrong = inner < 0                ? "is no switch of this topology"
		                    : above[inner] == number ? "is named twice there"
		                                             : NULL;
		g->file = in->file;
		g->line = in->line;
		if (wrong) {
			rg_groups_refuse(g, in->groups.host[k].name, wrong);
			continue;
		}
		if (above[inner] >= 0 && !shared->n++) {
			shared->inner = inner;
			shared->a = above[inner];
			shared->b = number;
		}
		above[inner] = g->group[inner].outer = number;
		rg_join_two(t, in->vertex, g->group[inner].vertex, in->line);
	}
}

static void add_all_inner(struct rg_groups *g, struct rg_topo *t, struct shared *shared)
{
	int *above = rg_alloc((size_t)g->n, sizeof *above);
	for (int i = 0; i < g->n; i++)
		above[i] = -1;
	for (int i = 0; i < g->n; i++)
		add_inner(g, t, i, above, shared);
	free(above);
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

/* One switch above groups that are in none. */
static void join_tops(struct rg_groups *g, struct rg_topo *t, bool joined)
{
	int *top = rg_alloc((size_t)g->n, sizeof *top), tops = 0;
	for (int i = 0; i < g->n; i++)
		if (g->group[i].vertex >= 0 && g->group[i].outer < 0)
			top[tops++] = g->group[i].vertex;
	bool blocks = g->kind == RG_BLOCKS;
	const char *usual = blocks ? "above_blocks" : joined ? "above_groups" : NULL;
	rg_join_parts(t, top, tops, &g->join, usual, blocks ? "blocks" : "groups", g->d);
	free(top);
}

/* Warn of what a user may not have meant. */
static void tell_several(const struct rg_groups *g, const struct rg_topo *t, const struct seen *s)
{
	if (s->several)
		rg_warning(
			t->file, g->group[s->b].line,
			"%d host%s named more than once, as '%s' in '%s' and '%s': it is taken to "
			"have a port at each",
			s->several, s->several == 1 ? " is" : "s are", s->host, g->group[s->a].name,
			g->group[s->b].name);
}

static void tell_shared(const struct rg_groups *g, const struct rg_topo *t, const struct shared *s)
{
	if (s->n)
		rg_warning(t->file, g->group[s->b].line,
		           "%d switch%s below more than one, as '%s' below '%s' and '%s': it is "
		           "taken to have a link to each, so that the network is no tree",
		           s->n, s->n == 1 ? " is" : "es are", g->group[s->inner].name,
		           g->group[s->a].name, g->group[s->b].name);
}

/* Blocks that are there to be filled later have no hosts, and are no switches. */
static void tell_gaps(const struct rg_groups *g, const struct rg_topo *t)
{
	int gaps = 0, first = -1;
	for (int i = 0; i < g->n; i++)
		if (g->group[i].vertex < 0 && !gaps++)
			first = i;
	if (gaps)
		rg_warning(t->file, g->group[first].line,
		           "left out: %d block%s without nodes: %s%s", gaps, gaps == 1 ? "" : "s",
		           g->group[first].name, gaps > 1 ? ", ..." : "");
}

/* Each group is a ring of its hosts. */
static struct rg_topo *build_rings(struct rg_groups *g, const char *name)
{
	struct rg_topo *t = rg_topo_new(file_of(g, 0));
	t->name = rg_strdup(name);
	for (int i = 0; i < g->n; i++) {
		const struct rg_listed_group *ring = &g->group[i];
		struct rg_grid grid = {.name = ring->name,
		                       .dimensions = 1,
		                       .size = {ring->hosts.n},
		                       .host = rg_alloc((size_t)ring->hosts.n, sizeof *grid.host),
		                       .number = g->n > 1 ? i : -1,
		                       .line = ring->line};
		for (int k = 0; k < ring->hosts.n; k++)
			grid.host[k] = ring->hosts.host[k].name;
		g->line = ring->line;
		g->file = ring->file;
		if (!ring->hosts.n || rg_grid_places(&grid) < 0)
			rg_groups_refuse(g, ring->name,
			                 ring->hosts.n ? "has too many nodes" : "has no nodes");
		else
			rg_grid_add(t, &grid);
		free(grid.host);
	}
	if (!g->d->errors)
		rg_tell_wires(t, RG_GRID_WIRES);
	rg_topo_close(t);
	return t;
}

static struct rg_topo *build(struct rg_groups *g, const char *name, bool joined)
{
	if (g->kind == RG_RINGS)
		return build_rings(g, name);
	struct rg_topo *t = rg_topo_new(file_of(g, 0));
	struct seen seen = list_hosts(g);
	struct shared shared = {0};
	t->name = rg_strdup(name);
	for (int i = 0; i < g->n; i++) {
		struct rg_listed_group *in = &g->group[i];
		bool gap = g->kind == RG_BLOCKS && !in->hosts.n;
		in->vertex = gap ? -1 : rg_topo_vertex(t, RG_SWITCH, in->name, in->line);
	}
	for (int i = 0; i < g->n; i++)
		add_hosts(g, t, &seen, i);
	add_all_inner(g, t, &shared);
	check_nesting(g);
	if (!g->d->errors) {
		tell_gaps(g, t);
		tell_shared(g, t, &shared);
		join_tops(g, t, joined);
		tell_several(g, t, &seen);
	}
	if (!g->d->errors)
		rg_tell_wires(t, RG_JOINED_WIRES);
	rg_topo_close(t);
	free(seen.name);
	free(seen.vertex);
	free(seen.group);
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
	if (g->n && !g->full)
		t = build(g, name, joined);
	if (g->d->errors && t) /* what does not follow from these */
		rg_check_rest(t, false, g->d);
	if (g->d->errors) {
		rg_topo_free(t);
		t = NULL;
	}
	forget(g);
	return t;
}
