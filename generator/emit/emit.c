/* SPDX-License-Identifier: BSD-3-Clause
 * emit: C text from the templates.
 */
#include "emit/emit.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/embedded.h"
#include "base/units.h"
#include "order/order.h"

enum { COLUMNS = 100, TAB = 8, MOST_INCLUDED = 64 };

/* One file being emitted. */
struct emitter {
	const struct rg_emission *e;
	struct rg_text *out;
	char *included[MOST_INCLUDED]; /* templates whose text is already there */
	int includes;
};

/* ---- Names and strings ---- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A C string literal. */
static void add_string(struct rg_text *out, const char *s)
{
	rg_text_add(out, "\"");
	for (; *s; s++)
		if (*s == '"' || *s == '\\' || *s == '?')
			rg_textf(out, "\\%c", *s);
		else
			rg_textf(out, "%c", *s);
	rg_text_add(out, "\"");
}

/* What the name at s, n characters long, stands for; NULL: itself. NAME also stands for the prefix
 * at the beginning of a longer name. */
static const char *meaning(const struct emitter *m, const char *s, size_t n, struct rg_text *room)
{
	static const char *const names[] = {"FACT", "EMITTED_VERSION", "EMITTED_TEXT", "PROCESSES"};
	size_t i = 0;
	while (i < sizeof names / sizeof *names &&
	       (strlen(names[i]) != n || strncmp(names[i], s, n) != 0))
		i++;
	room->len = 0;
	if (i == 0)
		add_string(room, m->e->fact);
	else if (i == 1)
		rg_textf(room, "%d", RINGGEN_VERSION);
	else if (i == 2)
		rg_text_add(room, RINGGEN_VERSION_TEXT);
	else if (i == 3)
		rg_textf(room, "%d", m->e->P);
	else if (n >= 4 && strncmp(s, "NAME", 4) == 0 && (n == 4 || s[4] == '_'))
		rg_textf(room, "%s%.*s", m->e->prefix, (int)(n - 4), s + 4);
	else
		return NULL;
	return room->s;
}

/* Copy text with the names replaced. In the fixed form the number of processes is the constant P.
 */
static void add_replaced(struct emitter *m, struct rg_text *out, const char *s)
{
	struct rg_text room = {0};
	while (*s) {
		size_t n = 0;
		if (m->e->P && strncmp(s, "r->P", 4) == 0 && !is_word(s[4])) {
			rg_text_add(out, "P");
			s += 4;
			continue;
		}
		while (is_word(s[n]))
			n++;
		const char *to = n ? meaning(m, s, n, &room) : NULL;
		n = n ? n : 1;
		if (to)
			rg_text_add(out, to);
		else
			rg_text_addn(out, s, n);
		s += n;
	}
	rg_text_free(&room);
}

/* ---- Line breaks: names change the length of lines, so calls and prototypes are broken afresh
 * ---- */

/* Add a line that holds a call or prototype "head(a, b, c)tail": broken after commas, the rest
 * aligned behind the parenthesis, as clang-format does. */
static void add_broken(struct rg_text *out, const char *line)
{
	size_t tabs = strspn(line, "\t"), column = tabs * TAB, align = column;
	const char *open = strchr(line, '(');
	align += open ? (size_t)(open - line) - tabs + 1 : 0;
	rg_text_addn(out, line, tabs);
	for (const char *s = line + tabs; *s;) {
		const char *comma = strstr(s, ", ");
		size_t n = comma ? (size_t)(comma - s) + 1 : strcspn(s, "\n");
		if (column > align && column + 1 + n > COLUMNS) {
			rg_textf(out, "\n%.*s%*s", (int)tabs, "\t\t\t\t", (int)(align - tabs * TAB),
			         "");
			column = align;
		} else if (s > line + tabs) {
			rg_text_add(out, " ");
			column++;
		}
		rg_text_addn(out, s, n);
		column += n;
		s += n + (comma ? 1 : s[n] == '\n');
	}
	rg_text_add(out, "\n");
}

/* ---- Sections: one function each ---- */

/* Add text to a comment, broken at spaces; a newline begins a line of the comment. What could end
 * the comment is taken apart. */
static void add_comment(struct rg_text *out, const char *s)
{
	size_t column = 2;
	rg_text_add(out, " *");
	for (; *s; s += *s == ' ') {
		if (*s == '\n') {
			rg_text_add(out, *++s ? "\n *" : "\n");
			column = 2;
			continue;
		}
		size_t n = strcspn(s, " \n");
		if (column > 2 && column + 1 + n > COLUMNS) {
			rg_text_add(out, "\n *");
			column = 2;
		}
		rg_text_add(out, " ");
		for (size_t i = 0; i < n; i++)
			rg_text_addn(out, s[i] == '/' && i && s[i - 1] == '*' ? "|" : s + i, 1);
		column += 1 + n;
		s += n;
	}
}

/* What ringgen writes may be used under any licence; where it comes from; what is proved. */
static void add_banner(struct emitter *m)
{
	struct rg_text text = {0};
	rg_textf(&text,
	         "What ringgen emits may be used under any licence.\n\nMade by ringgen %s: "
	         "%s\n\n%s",
	         RINGGEN_VERSION_TEXT, m->e->command, m->e->proof);
	if (m->e->preload)
		rg_text_add(&text,
		            "\nA library for LD_PRELOAD, as ringgen makes it; MPI is mpich or "
		            "openmpi:\n"
		            "mpicc -O2 -fPIC -shared -o preload.so THIS.c -Wl,--whole-archive "
		            "-lringgen-preload-MPI -Wl,--no-whole-archive -lhwloc -lxml2 -lm "
		            "-pthread\n");
	rg_text_add(m->out, "/* SPDX-License-Identifier: CC0-1.0\n");
	add_comment(m->out, text.s);
	rg_text_add(m->out, " */\n");
	rg_text_free(&text);
}

static bool included(struct emitter *m, const char *name)
{
	for (int i = 0; i < m->includes; i++)
		if (strcmp(m->included[i], name) == 0)
			return true;
	if (m->includes < MOST_INCLUDED)
		m->included[m->includes++] = rg_strdup(name);
	return false;
}

/* The file that the line includes (free it), or NULL. */
static char *included_file(const char *line)
{
	static const char include[] = "#include \"";
	if (strncmp(line, include, sizeof include - 1) != 0)
		return NULL;
	line += sizeof include - 1;
	return rg_strndup(line, strcspn(line, "\""));
}

/* Is the line for the preprocessor alone: which files there are, and how often they are read? */
static bool is_dropped(const char *line)
{
	return strncmp(line, "#include \"", 10) == 0 || strcmp(line, "#pragma once\n") == 0;
}

/* The text of an algorithm, behind the text of what it includes; its objects become static. */
static void add_algorithm(struct emitter *m, const char *name)
{
	static const char hidden[] = "/*static*/";
	const char *const *line = rg_embedded(name);
	if (included(m, name))
		return;
	for (int i = 0; line[i]; i++) {
		char *file = included_file(line[i]);
		if (file && strcmp(file, "ringgen/engine.h") != 0)
			add_algorithm(m, file);
		free(file);
	}
	for (int i = 0; line[i]; i++) {
		bool is_hidden = strncmp(line[i], hidden, sizeof hidden - 1) == 0;
		if (is_hidden)
			rg_text_add(m->out, "static");
		if (!is_dropped(line[i]))
			add_replaced(m, m->out, line[i] + (is_hidden ? sizeof hidden - 1 : 0));
		else if (line[i + 1] && line[i + 1][0] == '\n')
			i++;
	}
	rg_text_add(m->out, "\n");
}

static void add_algorithms(struct emitter *m)
{
	bool used[RG_ROUTINES];
	rg_plans_used(m->e->plans, used);
	for (int i = 0; i < RG_ROUTINES; i++)
		if (used[i])
			add_algorithm(m, rg_routines[i].template);
}

/* Add rows "item // comment\n", the comments in one column. */
static void add_rows(struct rg_text *out, const struct rg_text *rows)
{
	size_t width = 0;
	for (const char *row = rows->s; row && *row; row = strchr(row, '\n') + 1) {
		size_t n = (size_t)(strstr(row, "//") - row);
		width = n > width ? n : width;
	}
	for (const char *row = rows->s; row && *row; row = strchr(row, '\n') + 1) {
		const char *comment = strstr(row, "//");
		rg_textf(out, "\t%-*.*s%.*s", (int)width, (int)(comment - row), row,
		         (int)(strchr(row, '\n') + 1 - comment), comment);
	}
}

static const struct rg_vertex *machine(const struct emitter *m, int i)
{
	return &m->e->topo->vertex[m->e->topo->machine[m->e->machine[i]]];
}

static void add_machines(struct emitter *m)
{
	struct rg_text rows = {0};
	for (int i = 0; i < m->e->machines; i++) {
		add_string(&rows, machine(m, i)->name);
		rg_textf(&rows, ", // %d\n", i);
	}
	add_rows(m->out, &rows);
	rg_text_free(&rows);
}

static void add_aliases(struct emitter *m)
{
	struct rg_text rows = {0};
	for (int i = 0; i < m->e->machines; i++)
		for (int k = 0; k < machine(m, i)->aliases; k++) {
			rg_text_add(&rows, "{");
			add_string(&rows, machine(m, i)->alias[k]);
			rg_textf(&rows, ", %d}, // %s\n", i, machine(m, i)->name);
		}
	if (rows.len) {
		rg_text_add(m->out, "/* Other names of a machine. */\n"
		                    "static const struct rg_alias aliases[] = {\n");
		add_rows(m->out, &rows);
		rg_text_add(m->out, "};\n\n");
	}
	rg_text_free(&rows);
}

static bool any_alias(const struct rg_emission *e)
{
	for (int i = 0; i < e->machines; i++)
		if (e->topo->vertex[e->topo->machine[e->machine[i]]].aliases)
			return true;
	return false;
}

/* The numbers of an array of P, each with its index and what that counts. */
static void add_numbers(struct emitter *m, const int *number, const char *what)
{
	struct rg_text rows = {0};
	for (int i = 0; i < m->e->P; i++)
		rg_textf(&rows, "%d, // %s%d\n", number[i], what, i);
	add_rows(m->out, &rows);
	rg_text_free(&rows);
}

static void add_hosts(struct emitter *m)
{
	add_numbers(m, m->e->host, "rank ");
}

static void add_order(struct emitter *m)
{
	add_numbers(m, m->e->order, "");
}

/* Does an algorithm ask for a level, of which the file has to tell? */
static bool asks_for(const struct rg_emission *e, enum rg_level level)
{
	size_t n;
	bool any = false;
	struct rg_way *way = rg_plans_ways(e->plans, &n);
	for (size_t i = 0; i < n; i++)
		any |= e->topo &&
		       rg_algorithm_level(way[i].routine->algorithm, way[i].parameters) == level;
	free(way);
	return any;
}

/* What the numbers of a level above machines are, and the array that has them: "switch_of". */
static const char *const level_comment[RG_LEVELS] = {
	[RG_ON_SWITCH] = "Neighbours with the same number are on one switch.",
	[RG_IN_GROUP] = "Neighbours with the same number are in one group of switches.",
	[RG_AT_GATEWAY] =
		"Of slow machines the faster one that leads them, else the machine itself.",
};

/* The number of machine i of the file on a level; a leader's is that which it has in the file. */
static int number_on(const struct emitter *m, const int *number, enum rg_level level, int i)
{
	int is = number[m->e->machine[i]], leader = i;
	if (!rg_level_leads(level))
		return is;
	while (leader >= 0 && m->e->machine[leader] != is)
		leader--;
	return leader < 0 ? i : leader;
}

/* The numbers of the machines, if an algorithm asks for that level. */
static void add_level(struct emitter *m, enum rg_level level)
{
	struct rg_text rows = {0};
	if (!asks_for(m->e, level))
		return;
	int *dfs = rg_order(m->e->topo), *number = rg_order_level(m->e->topo, dfs, level);
	for (int i = 0; i < m->e->machines; i++)
		rg_textf(&rows, "%d, // %s\n", number_on(m, number, level, i), machine(m, i)->name);
	rg_textf(m->out, "/* %s */\nstatic const int %s_of[] = {\n", level_comment[level],
	         rg_level_name(level));
	add_rows(m->out, &rows);
	rg_text_add(m->out, "};\n\n");
	rg_text_free(&rows);
	free(dfs);
	free(number);
}

static void add_levels(struct emitter *m)
{
	for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++)
		add_level(m, (enum rg_level)k);
}

/* The rest of the cluster: aliases and algorithms. */
static void add_cluster(struct emitter *m)
{
	if (any_alias(m->e))
		rg_text_add(m->out, "\t.aliases = aliases,\n"
		                    "\t.naliases = sizeof aliases / sizeof *aliases,\n");
	static const char *const index[RG_LEVELS] = {[RG_ON_SWITCH] = "RG_ON_SWITCH",
	                                             [RG_IN_GROUP] = "RG_IN_GROUP",
	                                             [RG_AT_GATEWAY] = "RG_AT_GATEWAY"};
	for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++)
		if (asks_for(m->e, (enum rg_level)k))
			rg_textf(m->out, "\t.level[%s] = %s_of,\n", index[k],
			         rg_level_name((enum rg_level)k));
	rg_text_add(m->out, "\t.plans = plans,\n"
	                    "\t.nplans = sizeof plans / sizeof *plans,\n");
	if (m->e->reproducible)
		rg_text_add(m->out, "\t.reproducible = true,\n");
}

/* ---- Plans: lists of choices, each once; then which of them serve which job ---- */

/* The lists that were emitted; list i is choices_i. */
struct lists {
	const struct rg_picks **list; /* [n] */
	size_t n, cap;
};

/* The number of the list in l, which it joins if need be. */
static size_t number_list(struct lists *l, const struct rg_picks *p)
{
	for (size_t i = 0; i < l->n; i++)
		if (rg_picks_same(l->list[i], p))
			return i;
	l->list = rg_grow(l->list, l->n, &l->cap, sizeof *l->list);
	l->list[l->n] = p;
	return l->n++;
}

/* A list of a plan that is alone says what is predicted, too. */
static void add_list(struct emitter *m, const struct rg_picks *p, size_t number)
{
	struct rg_text rows = {0};
	char size[32], seconds[32];
	rg_textf(m->out, "static const struct rg_choice choices_%zu[] = {\n", number);
	for (int i = 0; i < p->n; i++) {
		const struct rg_pick *k = &p->pick[i];
		rg_textf(&rows, "{%lld, &%s, %lld, ", (long long)k->bytes, k->way.routine->symbol,
		         (long long)k->slice);
		if (k->way.parameters)
			add_string(&rows, k->way.parameters);
		else
			rg_text_add(&rows, "NULL");
		rg_textf(&rows, ", %s}, // from %s", k->drift ? "true" : "false",
		         rg_show_size(size, sizeof size, (double)k->bytes));
		if (m->e->P)
			rg_textf(&rows, ": %s", rg_show_time(seconds, sizeof seconds, k->seconds));
		rg_text_add(&rows, "\n");
	}
	add_rows(m->out, &rows);
	rg_text_free(&rows);
	rg_text_add(m->out, "};\n\n");
}

/* ".any[RG_ALLREDUCE] = {choices_3, 2}," */
static void add_served(struct emitter *m, struct lists *l, int collective, const char *kind,
                       const struct rg_picks *p)
{
	if (!p->n)
		return;
	rg_textf(m->out, "\t\t.%s[RG_", kind);
	for (const char *s = rg_collectives[collective].name; *s; s++)
		rg_textf(m->out, "%c", toupper((unsigned char)*s));
	rg_textf(m->out, "] = {choices_%zu, %d},\n", number_list(l, p), p->n);
}

static void add_plan(struct emitter *m, struct lists *l, const struct rg_shape_plan *plan)
{
	rg_textf(m->out, "\t{\n\t\t.machines = %d,\n\t\t.ranks = %d,\n", plan->machines,
	         plan->ranks);
	if (plan->windows)
		rg_text_add(m->out, "\t\t.windows = true,\n");
	for (int i = 0; i < RG_COLLECTIVES; i++)
		add_served(m, l, i, "any", &plan->any[i]);
	for (int i = 0; i < RG_COLLECTIVES; i++)
		add_served(m, l, i, "ordered", &plan->ordered[i]);
	rg_text_add(m->out, "\t},\n");
}

static void add_plans(struct emitter *m)
{
	const struct rg_plans *plans = m->e->plans;
	struct lists l = {0};
	for (size_t i = 0; i < plans->n; i++)
		for (int k = 0; k < 2 * RG_COLLECTIVES; k++) {
			const struct rg_shape_plan *plan = &plans->plan[i];
			const struct rg_picks *p = k < RG_COLLECTIVES
			                                   ? &plan->any[k]
			                                   : &plan->ordered[k - RG_COLLECTIVES];
			size_t before = l.n;
			if (p->n && number_list(&l, p) == before)
				add_list(m, p, before);
		}
	rg_text_add(m->out, "static const struct rg_plan plans[] = {\n");
	for (size_t i = 0; i < plans->n; i++)
		add_plan(m, &l, &plans->plan[i]);
	rg_text_add(m->out, "};\n\n");
	free(l.list);
}

/* ---- Entries: functions for the source, prototypes for the header ---- */

/* The number of the line behind the marker that begins the entries of a collective, or others. */
static int entries_of(const char *const *line, const char *collective)
{
	char begin[64];
	snprintf(begin, sizeof begin, "/* @begin %s */\n", collective);
	for (int i = 0; line[i]; i++)
		if (strcmp(line[i], begin) == 0)
			return i + 1;
	return -1;
}

/* Join the lines of a statement or a function's head, from line i on, into one; returns the line
 * behind it. */
static int join(const char *const *line, int i, struct rg_text *one)
{
	one->len = 0;
	for (bool more = true; more; i++) {
		const char *s = line[i];
		size_t n = strcspn(s, "\n");
		if (one->len) {
			s += strspn(s, "\t ");
			n = strcspn(s, "\n");
			rg_text_add(one, " ");
		}
		rg_text_addn(one, s, n);
		more = n && s[n - 1] == ',';
	}
	return i;
}

/* The entries of one collective, or others. In a header each head becomes a prototype. */
static void add_entries_of(struct emitter *m, const char *collective, bool header)
{
	const char *const *line = rg_embedded("frame/entries.c");
	struct rg_text one = {0}, replaced = {0};
	bool body = false;
	for (int i = entries_of(line, collective); strcmp(line[i], "/* @end */\n") != 0;) {
		i = join(line, i, &one);
		replaced.len = 0;
		add_replaced(m, &replaced, one.s ? one.s : "");
		bool head = strncmp(one.s, "int NAME_", 9) == 0;
		body = one.s[0] == '{' || (body && one.s[0] != '#' && !head && one.s[0]);
		if (header && head)
			rg_text_add(&replaced, ";");
		if (header && (body || one.len == 0))
			continue;
		if (one.len == 0)
			rg_text_add(m->out, "\n");
		else
			add_broken(m->out, replaced.s);
	}
	rg_text_free(&one);
	rg_text_free(&replaced);
}

static void add_all_entries(struct emitter *m, bool header)
{
	add_entries_of(m, "request", header);
	for (int i = 0; i < RG_COLLECTIVES; i++) {
		if (!m->e->wanted[i])
			continue;
		rg_text_add(m->out, "\n");
		add_entries_of(m, rg_collectives[i].name, header);
	}
	rg_text_add(m->out, "\n");
	add_entries_of(m, "requests", header);
}

static void add_entries(struct emitter *m)
{
	add_all_entries(m, false);
}

static void add_prototypes(struct emitter *m)
{
	add_all_entries(m, true);
}

static void add_preload(struct emitter *m)
{
	if (m->e->preload)
		rg_text_add(m->out, "/* What libringgen-preload serves programs by. */\n"
		                    "const struct rg_cluster *const rg_preload_generated = "
		                    "&cluster;\n");
}

/* ---- Templates ---- */

static const struct section {
	const char *marker;
	void (*add)(struct emitter *m);
} sections[] = {
	{"/* @banner */", add_banner},         {"/* @algorithms */", add_algorithms},
	{"/* @machines */", add_machines},     {"/* @aliases */", add_aliases},
	{"/* @hosts */", add_hosts},           {"/* @order */", add_order},
	{"/* @plans */", add_plans},           {"/* @cluster */", add_cluster},
	{"/* @levels */", add_levels},         {"/* @entries */", add_entries},
	{"/* @prototypes */", add_prototypes}, {"/* @preload */", add_preload},
};

static const struct section *find_section(const char *line)
{
	line += strspn(line, "\t");
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		if (strncmp(line, sections[i].marker, strlen(sections[i].marker)) == 0)
			return &sections[i];
	return NULL;
}

/* Copy a template; a line that is a marker is replaced by its section. After an empty section, or
 * one that ends with an empty line, an empty line of the template is left out. */
static void add_file(struct emitter *m, const char *name)
{
	const char *const *line = rg_embedded(name);
	for (int i = 0; line[i]; i++) {
		const struct section *section = find_section(line[i]);
		size_t before = m->out->len;
		if (!section) {
			add_replaced(m, m->out, line[i]);
			continue;
		}
		section->add(m);
		bool nothing = m->out->len == before;
		if (line[i + 1] && line[i + 1][0] == '\n' && nothing)
			i++;
	}
	while (m->includes)
		free(m->included[--m->includes]);
}

void rg_emit_source(const struct rg_emission *e, struct rg_text *out)
{
	struct emitter m = {.e = e, .out = out};
	add_file(&m, !e->topo ? "frame/cluster_auto.c"
	             : e->P   ? "frame/cluster_fixed.c"
	                      : "frame/cluster_open.c");
}

void rg_emit_header(const struct rg_emission *e, struct rg_text *out)
{
	struct emitter m = {.e = e, .out = out};
	add_file(&m, "frame/cluster.h");
}
