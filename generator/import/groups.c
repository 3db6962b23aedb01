/* SPDX-License-Identifier: BSD-3-Clause
 * groups: trees that are told by which switch or group holds which.
 */
#include "import/groups.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "import/host_names.h"
#include "import/text_lines.h"

/* What holds others: a switch, a block, a group. */
struct group {
	char *name;
	int line, file;
	struct rg_hosts hosts, groups; /* in it */
	int outer;                     /* the group that it is in; -1: none */
	int vertex;
};

struct reader {
	struct rg_diag *d;
	char *const *files;
	int file, line;
	struct group *group; /* [groups] */
	int groups;
	size_t cap;
	char *before; /* the line before, which goes on in this one */
	bool blocks;  /* there are some */
};

static const char *file_of(const struct reader *r, int file)
{
	return rg_text_name(r->files[file]);
}

static void refuse(struct reader *r, const char *what, const char *wrong)
{
	rg_error(r->d, file_of(r, r->file), r->line, "\"%.80s\" %s", what, wrong);
}

static int find_group(const struct reader *r, const char *name)
{
	int i = r->groups - 1; /* mostly one of the last */
	while (i >= 0 && strcmp(r->group[i].name, name) != 0)
		i--;
	return i;
}

static int add_group(struct reader *r, const char *name)
{
	const char *wrong = rg_name_fault(name);
	if (wrong)
		refuse(r, name, wrong);
	r->group = rg_grow(r->group, (size_t)r->groups, &r->cap, sizeof *r->group);
	r->group[r->groups] = (struct group){
		.name = rg_strdup(name), .line = r->line, .file = r->file, .outer = -1};
	return r->groups++;
}

/* Append what a list stands for. */
static void add_names(struct reader *r, struct rg_hosts *to, const char *list)
{
	const char *wrong = rg_hosts_expand(to, list);
	if (wrong)
		refuse(r, list, wrong);
}

/* ---- Slurm */

/* One KEY=VALUE of a line; `own` is the group of the line, -1 before it was named. */
static int read_pair(struct reader *r, int own, const char *key, const char *value, bool *level)
{
	bool block = strcasecmp(key, "BlockName") == 0;
	if (block || strcasecmp(key, "SwitchName") == 0) {
		r->blocks |= block;
		if (find_group(r, value) >= 0)
			refuse(r, value, "is named twice");
		return add_group(r, value);
	}
	if (own < 0)
		refuse(r, key, "comes before SwitchName or BlockName");
	else if (strcasecmp(key, "Nodes") == 0)
		add_names(r, &r->group[own].hosts, value);
	else if (strcasecmp(key, "Switches") == 0)
		add_names(r, &r->group[own].groups, value);
	else if (strcasecmp(key, "Level") == 0)
		*level = true;
	else if (strcasecmp(key, "LinkSpeed") != 0 && strcasecmp(key, "BlockIndex") != 0 &&
	         strcasecmp(key, "BlockSize") != 0)
		refuse(r, key,
		       "is no parameter of a topology (SwitchName, BlockName, Nodes, Switches)");
	return own;
}

static void read_whole_line(struct reader *r, char *s)
{
	int own = -1;
	bool level = false;
	char *rest;
	for (char *word = strtok_r(s, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
		char *value = strchr(word, '=');
		if (!value) {
			refuse(r, word, "is no NAME=VALUE");
			return;
		}
		*value++ = '\0';
		if (own < 0 && strcasecmp(word, "BlockSizes") == 0)
			return;
		own = read_pair(r, own, word, value, &level);
	}
	/* `scontrol show topology` has the level of a switch, and then all hosts below it. */
	if (own >= 0 && level && r->group[own].groups.n)
		rg_hosts_cut(&r->group[own].hosts, 0);
}

static void read_slurm_line(char *s, int number, void *reader)
{
	struct reader *r = reader;
	size_t n = strlen(s);
	struct rg_text line = {0};
	bool goes_on = n && s[n - 1] == '\\';
	if (goes_on)
		s[n - 1] = '\0';
	rg_textf(&line, "%s%s", r->before ? r->before : "", s);
	free(r->before);
	r->before = NULL;
	r->line = number;
	if (goes_on)
		r->before = rg_strdup(line.s);
	else if (strncasecmp(line.s + strspn(line.s, " \t"), "Include", 7) == 0)
		refuse(r, line.s, "is not followed: give that file, too");
	else
		read_whole_line(r, line.s);
	rg_text_free(&line);
}

/* ---- A table */

/* The next word of a line, which ends at a blank, or at a comma or semicolon outside of brackets;
 * NULL: there is none. */
static char *next_word(char **at)
{
	char *s = *at + strspn(*at, " \t,;"), *end = s;
	for (bool inside = false; *end && (inside || !strchr(" \t,;", *end)); end++)
		inside = *end == '[' || (inside && *end != ']');
	*at = end + (*end != '\0');
	*end = '\0';
	return *s ? s : NULL;
}

/* HOST GROUP [GROUP ...] */
static void read_table_line(char *s, int number, void *reader)
{
	struct reader *r = reader;
	char *host = next_word(&s);
	int inner = -1;
	r->line = number;
	if (!host)
		return;
	for (char *word; (word = next_word(&s));) {
		int own = find_group(r, word);
		if (own < 0)
			own = add_group(r, word);
		if (inner < 0) {
			add_names(r, &r->group[own].hosts, host);
		} else if (r->group[inner].outer < 0) {
			r->group[inner].outer = own;
			add_names(r, &r->group[own].groups, r->group[inner].name);
		} else if (r->group[inner].outer != own) {
			refuse(r, r->group[inner].name, "is in another group already");
		}
		inner = own;
	}
	if (inner < 0)
		refuse(r, host, "is in no group");
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
static struct seen list_hosts(const struct reader *r)
{
	struct seen seen = {0};
	size_t all = 0;
	for (int i = 0; i < r->groups; i++)
		all += (size_t)r->group[i].hosts.n;
	seen.name = rg_alloc(all, sizeof *seen.name);
	for (int i = 0; i < r->groups; i++)
		for (int k = 0; k < r->group[i].hosts.n; k++)
			seen.name[seen.n++] = r->group[i].hosts.host[k].name;
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

static void add_hosts(struct rg_topo *t, const struct seen *seen, const struct group *g)
{
	for (int k = 0; k < g->hosts.n; k++) {
		char *name = g->hosts.host[k].name;
		char **found =
			bsearch(&name, seen->name, (size_t)seen->n, sizeof name, compare_text);
		int *vertex = &seen->vertex[found - seen->name];
		if (*vertex < 0)
			*vertex = rg_topo_vertex(t, RG_MACHINE, name, g->line);
		join(t, g->vertex, *vertex, g->line);
	}
}

static void add_inner(struct reader *r, struct rg_topo *t, struct group *g)
{
	for (int k = 0; k < g->groups.n; k++) {
		int inner = find_group(r, g->groups.host[k].name);
		r->file = g->file;
		r->line = g->line;
		if (inner < 0) {
			refuse(r, g->groups.host[k].name, "is no switch of this topology");
			continue;
		}
		r->group[inner].outer = (int)(g - r->group);
		join(t, g->vertex, r->group[inner].vertex, g->line);
	}
}

/* Is a group within itself, by others or at once? */
static void check_nesting(struct reader *r)
{
	for (int i = 0; i < r->groups; i++) {
		int out = r->group[i].outer, steps = 0;
		while (out >= 0 && out != i && steps++ < r->groups)
			out = r->group[out].outer;
		r->file = r->group[i].file;
		r->line = r->group[i].line;
		if (out == i)
			refuse(r, r->group[i].name, "is within itself");
	}
}

/* One switch above those that have none, if there are several. */
static void join_tops(struct reader *r, struct rg_topo *t, bool wanted)
{
	int tops = 0, top = -1;
	for (int i = 0; i < r->groups; i++)
		tops += r->group[i].outer < 0;
	if (tops < 2 || !wanted)
		return;
	top = rg_topo_vertex(t, RG_SWITCH, r->blocks ? "above_blocks" : "above_groups", 1);
	for (int i = 0; i < r->groups; i++)
		if (r->group[i].outer < 0)
			join(t, top, r->group[i].vertex, r->group[i].line);
	rg_warning(t->file, 0, "%d %s are taken to hang at one switch, '%s'", tops,
	           r->blocks ? "blocks" : "groups", t->vertex[top].name);
}

static struct rg_topo *build(struct reader *r, const char *name, bool joined)
{
	struct rg_topo *t = rg_topo_new(file_of(r, 0));
	struct seen seen = list_hosts(r);
	int before = r->d->errors;
	t->name = rg_strdup(name);
	for (int i = 0; i < r->groups; i++)
		r->group[i].vertex =
			rg_topo_vertex(t, RG_SWITCH, r->group[i].name, r->group[i].line);
	for (int i = 0; i < r->groups; i++)
		add_hosts(t, &seen, &r->group[i]);
	for (int i = 0; i < r->groups; i++)
		add_inner(r, t, &r->group[i]);
	check_nesting(r);
	if (r->d->errors == before) {
		join_tops(r, t, joined || r->blocks);
		rg_warning(t->file, 0, "says no speeds: each link is taken to have 1 Gbit/s");
	}
	rg_topo_close(t);
	free(seen.name);
	free(seen.vertex);
	return t;
}

static void free_reader(struct reader *r)
{
	for (int i = 0; i < r->groups; i++) {
		free(r->group[i].name);
		rg_hosts_free(&r->group[i].hosts);
		rg_hosts_free(&r->group[i].groups);
	}
	free(r->group);
	free(r->before);
}

static struct rg_topo *read(char *const *files, int n, const char *name,
                            void line(char *s, int number, void *reader), bool joined,
                            struct rg_diag *d)
{
	struct reader r = {.d = d, .files = files};
	struct rg_topo *t = NULL;
	int before = d->errors;
	for (r.file = 0; r.file < n; r.file++)
		rg_text_lines(files[r.file], '#', line, &r, d);
	r.file = 0;
	if (d->errors == before && !r.groups)
		rg_error(d, file_of(&r, 0), 0, "has no %s",
		         joined ? "host with its group" : "switch");
	if (d->errors == before)
		t = build(&r, name, joined);
	if (d->errors != before) {
		rg_topo_free(t);
		t = NULL;
	}
	free_reader(&r);
	return t;
}

struct rg_topo *rg_slurm_read(char *const *files, int n, const char *name, struct rg_diag *d)
{
	return read(files, n, name, read_slurm_line, false, d);
}

struct rg_topo *rg_table_read(char *const *files, int n, const char *name, struct rg_diag *d)
{
	return read(files, n, name, read_table_line, true, d);
}
