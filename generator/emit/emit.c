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
#include "base/excerpts.h"
#include "emit/format.h"
#include "emit/plan_table.h"
#include "order/order.h"

/* One file being emitted. */
struct emitter {
	const struct rg_emission *e;
	struct rg_text *out;
};

/* ---- Names and strings */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
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
		rg_format_string(room, m->e->fact);
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

/* ---- Sections: one function each */

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
	rg_format_comment(m->out, text.s);
	rg_text_add(m->out, " */\n");
	rg_text_free(&text);
}

/* A piece of an algorithm; its objects become static. */
static void add_excerpt(struct emitter *m, const struct rg_excerpt *excerpt)
{
	static const char hidden[] = "/*static*/";
	for (int i = 0; i < excerpt->lines; i++) {
		const char *line = excerpt->line[i];
		bool is_hidden = strncmp(line, hidden, sizeof hidden - 1) == 0;
		if (is_hidden)
			rg_text_add(m->out, "static");
		add_replaced(m, m->out, line + (is_hidden ? sizeof hidden - 1 : 0));
	}
	rg_text_add(m->out, "\n");
}

/* What the routines that are used are made of. */
static struct rg_excerpts excerpts_of(const struct rg_plans *plans)
{
	bool used[RG_ROUTINES];
	struct rg_excerpts p = {0};
	rg_plans_used(plans, used);
	for (int i = 0; i < RG_ROUTINES; i++)
		if (used[i])
			rg_excerpts_add(&p, rg_routines[i].template);
	return p;
}

/* The headers of libringgen: where blocks are and who exchanges them, which waits for nothing. */
static void add_includes(struct emitter *m)
{
	struct rg_excerpts p = excerpts_of(m->e->plans);
	for (size_t i = 0; i < p.n; i++)
		if (!p.excerpt[i].line && strcmp(p.excerpt[i].name, "ringgen/engine.h") != 0)
			rg_textf(m->out, "#include \"%s\"\n", p.excerpt[i].name);
	rg_text_add(m->out, "#include \"ringgen/entries.h\"\n");
	rg_excerpts_free(&p);
}

static void add_algorithms(struct emitter *m)
{
	struct rg_excerpts p = excerpts_of(m->e->plans);
	for (size_t i = 0; i < p.n; i++)
		if (p.excerpt[i].line)
			add_excerpt(m, &p.excerpt[i]);
	rg_excerpts_free(&p);
}

static const struct rg_vertex *machine(const struct emitter *m, int i)
{
	return &m->e->topo->vertex[m->e->topo->machine[m->e->machine[i]]];
}

static void add_machines(struct emitter *m)
{
	char **item = rg_alloc((size_t)m->e->machines, sizeof *item);
	for (int i = 0; i < m->e->machines; i++) {
		struct rg_text name = {0};
		rg_format_string(&name, machine(m, i)->name);
		item[i] = name.s;
	}
	rg_format_items(m->out, item, m->e->machines, "");
}

static void add_aliases(struct emitter *m)
{
	struct rg_text rows = {0};
	for (int i = 0; i < m->e->machines; i++)
		for (int k = 0; k < machine(m, i)->aliases; k++) {
			rg_text_add(&rows, "{");
			rg_format_string(&rows, machine(m, i)->alias[k]);
			rg_textf(&rows, ", %d}, // %s\n", i, machine(m, i)->name);
		}
	if (rows.len) {
		rg_text_add(m->out, "/* Other names of a machine. */\n"
		                    "static const struct rg_alias aliases[] = {\n");
		rg_format_rows(m->out, &rows);
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

static void add_hosts(struct emitter *m)
{
	rg_format_numbers(m->out, m->e->host, m->e->P, "rank ");
}

static void add_order(struct emitter *m)
{
	rg_format_numbers(m->out, m->e->order, m->e->P, "position ");
}

/* Does an algorithm ask for a level, of which the file has to tell? */
static bool asks_for(const struct rg_emission *e, enum rg_level level)
{
	size_t n;
	bool any = false;
	struct rg_variant *variant = rg_plans_variants(e->plans, &n);
	for (size_t i = 0; i < n; i++)
		any |= e->topo && rg_algorithm_level(variant[i].routine->algorithm,
		                                     variant[i].parameters) == level;
	free(variant);
	return any;
}

/* What the numbers of a level above machines are, and the array that has them: "switch_of". */
static const char *const level_comment[RG_LEVELS] = {
	[RG_ON_SWITCH] = "Neighbours with the same number are on one switch.",
	[RG_IN_GROUP] = "Neighbours with the same number are in one group of switches.",
	[RG_AT_GATEWAY] =
		"Of slow machines the faster one that leads them, else the machine itself.",
	[RG_IN_BRANCH] = "Links from the root of the tree to where the ways to a machine and the "
			 "one before it part.",
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

/* The forks of the machines of the file, from those of all. */
static void find_forks(const struct emitter *m, const int *number, int *own)
{
	int all = m->e->topo->machines, at = 0; /* in the order of all, of the machine before */
	int *fork = rg_alloc((size_t)all, sizeof *fork);
	for (int i = 0; i < all; i++)
		fork[i] = number[m->e->all[i]];
	for (int i = 0; i < m->e->machines; i++) {
		int before = at;
		for (at = 0; m->e->all[at] != m->e->machine[i];)
			at++;
		own[i] = i ? rg_fork(fork, before, at) : 0;
	}
	free(fork);
}

/* The numbers of the machines, if an algorithm asks for that level. */
static void add_level(struct emitter *m, enum rg_level level)
{
	if (!asks_for(m->e, level))
		return;
	int *number = rg_order_level(m->e->topo, m->e->all, level);
	int *own = rg_alloc((size_t)m->e->machines, sizeof *own);
	if (rg_level_number(level) == RG_FORK)
		find_forks(m, number, own);
	else
		for (int i = 0; i < m->e->machines; i++)
			own[i] = number_on(m, number, level, i);
	rg_textf(m->out, "/* %s */\nstatic const int %s_of[] = {\n", level_comment[level],
	         rg_level_name(level));
	rg_format_numbers(m->out, own, m->e->machines, "");
	rg_text_add(m->out, "};\n\n");
	free(own);
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
	                                             [RG_AT_GATEWAY] = "RG_AT_GATEWAY",
	                                             [RG_IN_BRANCH] = "RG_IN_BRANCH"};
	for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++)
		if (asks_for(m->e, (enum rg_level)k))
			rg_textf(m->out, "\t.level[%s] = %s_of,\n", index[k],
			         rg_level_name((enum rg_level)k));
	if (m->e->speed > 0)
		rg_textf(m->out, "\t.wires = {%g, %g},\n", m->e->speed, m->e->latency);
	rg_text_add(m->out, "\t.choices = choices,\n"
	                    "\t.plans = plans,\n"
	                    "\t.nplans = sizeof plans / sizeof *plans,\n");
	if (m->e->reproducible)
		rg_text_add(m->out, "\t.reproducible = true,\n");
	if (m->e->whole)
		rg_text_add(m->out, "\t.whole = true,\n");
}

/* The fixed form has plans for one shape. */
static void add_plans(struct emitter *m)
{
	rg_plan_table(m->e->plans, m->e->P > 0, m->out);
}

/* ---- Entries: macros for the source, prototypes for the header */

static bool any_request(const struct emitter *m)
{
	return m->e->forms[RG_FORM_NONBLOCKING] || m->e->forms[RG_FORM_PERSISTENT];
}

static void add_prototypes(struct emitter *m)
{
	bool empty = any_request(m);
	if (empty)
		rg_prototypes_request(m->out, m->e->prefix);
	for (int i = 0; i < RG_COLLECTIVES; i++) {
		if (empty && m->e->wanted[i])
			rg_text_add(m->out, "\n");
		for (int f = 0; f < RG_FORMS && m->e->wanted[i]; f++) {
			if (m->e->forms[f])
				rg_prototypes(m->out, m->e->prefix, i, f);
			empty = true;
		}
	}
	if (any_request(m))
		rg_prototypes_requests(m->out, m->e->prefix);
}

/* The macros that define the entries of a collective: one for all forms, or one for each. */
static void add_entries_of(struct emitter *m, const char *collective)
{
	struct rg_text upper = {0};
	int forms = 0;
	for (int f = 0; f < RG_FORMS; f++)
		forms += m->e->forms[f];
	rg_format_upper(&upper, collective);
	if (forms == RG_FORMS)
		rg_textf(m->out, "RG_ALL_FORMS(%s, %s)\n", upper.s, m->e->prefix);
	for (int f = 0; f < RG_FORMS && forms < RG_FORMS; f++) {
		if (!m->e->forms[f])
			continue;
		rg_text_add(m->out, "RG_ONE_FORM(");
		rg_format_upper(m->out, rg_forms[f]);
		rg_textf(m->out, ", %s, %s)\n", upper.s, m->e->prefix);
	}
	rg_text_free(&upper);
}

static void add_entries(struct emitter *m)
{
	rg_text_add(m->out, "/* What an application calls, as the header has it. */\n");
	for (int i = 0; i < RG_COLLECTIVES; i++)
		if (m->e->wanted[i])
			add_entries_of(m, rg_collectives[i].name);
	if (any_request(m))
		rg_textf(m->out, "RG_REQUESTS(%s)\n", m->e->prefix);
}

static void add_preload(struct emitter *m)
{
	if (m->e->preload)
		rg_text_add(m->out, "/* What libringgen-preload serves programs by. */\n"
		                    "const struct rg_cluster *const rg_preload_generated = "
		                    "&cluster;\n");
}

/* ---- Templates */

static const struct section {
	const char *marker;
	void (*add)(struct emitter *m);
} sections[] = {
	{"/* @banner */", add_banner},     {"/* @algorithms */", add_algorithms},
	{"/* @includes */", add_includes}, {"/* @machines */", add_machines},
	{"/* @aliases */", add_aliases},   {"/* @hosts */", add_hosts},
	{"/* @order */", add_order},       {"/* @plans */", add_plans},
	{"/* @cluster */", add_cluster},   {"/* @levels */", add_levels},
	{"/* @entries */", add_entries},   {"/* @prototypes */", add_prototypes},
	{"/* @preload */", add_preload},
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
