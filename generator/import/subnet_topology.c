/* SPDX-License-Identifier: BSD-3-Clause
 * subnet_topology: the topology that an InfiniBand subnet is: names, ports, links, tables.
 */
#include "import/subnet_topology.h"

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "fabric/check.h"
#include "fabric/rail.h"
#include "import/joining.h"
#include "import/lids.h"

enum {
	SHOWN = 8, /* of what is left out, so many are named */
	LONGEST_NAME = 255,
};

/* Seconds of each link: a switch forwards in 0.1 to 0.2 us, and a message of two links takes about
 * 1 us from end to end. Assumed; calibrate measures it. */
#define LATENCY 0.5e-6

/* ---- Cables, of which both ends may have told */

static int compare_cables(const void *pa, const void *pb)
{
	const struct rg_cable *a = pa, *b = pb;
	if (a->a != b->a)
		return a->a < b->a ? -1 : 1;
	if (a->port_a != b->port_a)
		return a->port_a < b->port_a ? -1 : 1;
	if (a->b != b->b)
		return a->b < b->b ? -1 : 1;
	return a->port_b < b->port_b ? -1 : a->port_b > b->port_b;
}

static void drop_twins(struct rg_subnet *f)
{
	int n = 0;
	qsort(f->cable, (size_t)f->cables, sizeof *f->cable, compare_cables);
	for (int i = 0; i < f->cables; i++) {
		struct rg_cable *last = n ? &f->cable[n - 1] : NULL, *c = &f->cable[i];
		if (!last || compare_cables(last, c))
			f->cable[n++] = *c;
		else if (c->bandwidth > 0 &&
		         (last->bandwidth <= 0 || c->bandwidth < last->bandwidth))
			last->bandwidth = c->bandwidth;
	}
	f->cables = n;
	for (int i = 0; i < n; i++)
		f->unknown += f->cable[i].bandwidth <= 0;
}

/* ---- Names */

/* A name as topology files take it: characters that they do not take become _. */
static char *clean(const char *s, size_t n)
{
	struct rg_text out = {0};
	for (size_t i = 0; i < n && out.len < LONGEST_NAME; i++) {
		bool fits = isalnum((unsigned char)s[i]) || (s[i] && strchr("._-", s[i]));
		if (fits || (out.len && out.s[out.len - 1] != '_'))
			rg_text_addn(&out, fits ? &s[i] : "_", 1);
	}
	if (!out.s)
		rg_text_add(&out, "");
	return out.s;
}

/* Does a host's description name no host? Such are the descriptions of adapters before anybody gave
 * them a name ("MT4115 ConnectX4 Mellanox Technologies"), and those of hosts before they have
 * one. */
static bool is_nameless(const char *words)
{
	static const char *const begins[] = {"localhost", "(none)", "Mellanox",  "ConnectX",
	                                     "Voltaire",  "QLogic", "InfiniHost"};
	if (words[0] == 'M' && words[1] == 'T' && isdigit((unsigned char)words[2])) {
		size_t digits = strspn(words + 2, "0123456789");
		return !words[2 + digits] || words[2 + digits] == ' ';
	}
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strncmp(words, begins[i], strlen(begins[i])) == 0)
			return true;
	return strncmp(words, "mlx", 3) == 0 &&
	       strspn(words + 3, "0123456789_") == strlen(words + 3);
}

/* A part of a switch that combines what passes, which looks like an adapter. */
static bool is_aggregation_node(const struct rg_station *s)
{
	return !s->is_switch && s->description && strstr(s->description, "Aggregation Node");
}

/* How much of a host's description is its name: the first word, up to what no host name has and
 * what sites put between a name and that of the adapter ("n1:mlx5_0", "n1(mlx5_0)"). */
static size_t length_of_host(const char *words)
{
	size_t word = strcspn(words, " "), n = strcspn(words, " :;,/|()[]{}<>@");
	return n ? n : word;
}

/* The lowest GUID of the ports of the station's adapter. Few are nameless, so nobody keeps it. */
static uint64_t first_port(const struct rg_subnet *f, const struct rg_station *s)
{
	uint64_t guid = s->guid;
	for (int i = 0; i < f->stations && s->adapter && !s->is_switch; i++) {
		const struct rg_station *x = &f->station[i];
		if (!x->is_switch && x->adapter == s->adapter && x->guid < guid)
			guid = x->guid;
	}
	return guid;
}

/* The name of a switch is all of its description, that of a host the first word, if it is one. */
static char *name_of(struct rg_subnet *f, const struct rg_station *s)
{
	const char *words = s->description ? s->description : "";
	bool nameless = !s->is_switch && is_nameless(words);
	size_t n = s->is_switch ? strlen(words) : length_of_host(words);
	char *name = nameless ? rg_strdup("") : clean(words, n);
	f->nameless += !s->is_switch && !*name;
	f->renamed += !s->is_switch && *name && (strlen(name) != n || memcmp(name, words, n) != 0);
	if (*name)
		return name;
	free(name);
	struct rg_text guid = {0};
	rg_textf(&guid, "%s-%016" PRIx64, s->is_switch ? "switch" : "host", first_port(f, s));
	return guid.s;
}

struct named {
	char *name;
	const char *description; /* borrowed, of the station; "": there is none */
	uint64_t adapter, guid;
	int number;
	int station;
};

static int compare_named(const void *pa, const void *pb)
{
	const struct named *a = pa, *b = pb;
	int order = strverscmp(a->name, b->name);
	if (order)
		return order;
	order = strverscmp(a->description, b->description);
	if (order)
		return order;
	if (a->adapter != b->adapter)
		return a->adapter < b->adapter ? -1 : 1;
	return a->guid < b->guid ? -1 : a->guid > b->guid;
}

/* ---- Building */

struct builder {
	struct rg_subnet *f;
	struct rg_topo *t;
	struct rg_text left_out; /* names of hosts whose further ports are */
	int twins;
};

/* The switches, or the ports of hosts, in the order of their names. Free it with free_list. */
struct list {
	struct named *named; /* [n] */
	size_t n;
};

/* List the switches, or the ports of hosts, to which a cable leads. */
static struct list list_named(struct rg_subnet *f, bool switches, const bool *cabled)
{
	struct list l = {rg_alloc((size_t)f->stations, sizeof *l.named), 0};
	for (int i = 0; i < f->stations; i++) {
		const struct rg_station *s = &f->station[i];
		if (s->is_switch != switches)
			continue;
		if (is_aggregation_node(s))
			f->others++;
		else if (!cabled[i])
			f->apart += s->entries >= 0;
		else
			l.named[l.n++] =
				(struct named){name_of(f, s), s->description ? s->description : "",
			                       s->adapter,    s->guid,
			                       s->number,     i};
	}
	if (l.n)
		qsort(l.named, l.n, sizeof *l.named, compare_named);
	return l;
}

static void free_list(struct list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->named[i].name);
	free(l->named);
}

/* Two of what is called alike: a description that names the adapter, too, is of one adapter, of
 * which each number is one port. Else they are two hosts, and one has no name of its own. */
static bool are_two_hosts(const struct named *a, const struct named *b)
{
	if (strlen(a->description) <= strlen(a->name) ||
	    strcmp(a->description, b->description) != 0)
		return false;
	return a->adapter && b->adapter ? a->adapter != b->adapter : a->number == b->number;
}

/* The next vertex; if others are called so, too, with its GUID behind the name. */
static void add_vertex(struct builder *b, const struct named *x, bool again)
{
	struct rg_station *s = &b->f->station[x->station];
	struct rg_text name = {0};
	rg_text_add(&name, x->name);
	if (again)
		rg_textf(&name, "-%016" PRIx64, s->guid);
	s->vertex = rg_topo_vertex(b->t, s->is_switch ? RG_SWITCH : RG_MACHINE, name.s, s->line);
	rg_text_free(&name);
}

/* Two that are called alike, in a list? */
static bool is_same_name(const struct list *l, size_t i)
{
	return i && strcmp(l->named[i - 1].name, l->named[i].name) == 0;
}

static int compare_name(const void *name, const void *named)
{
	return strverscmp(name, ((const struct named *)named)->name);
}

static void add_switches(struct builder *b, const struct list *switches, const struct list *hosts)
{
	for (size_t i = 0; i < switches->n; i++) {
		const struct named *x = &switches->named[i];
		bool of_host = hosts->n && bsearch(x->name, hosts->named, hosts->n,
		                                   sizeof *hosts->named, compare_name);
		b->f->station[x->station].turn = (int)i;
		add_vertex(b, x, of_host || is_same_name(switches, i));
	}
}

/* Their ports are in the order of their adapters' names and GUIDs. */
static void add_hosts(struct builder *b, const struct list *l)
{
	struct rg_subnet *f = b->f;
	for (size_t i = 0, first = 0; i < l->n; i++) { /* first: port of the last host */
		struct rg_station *s = &f->station[l->named[i].station];
		bool again = is_same_name(l, i), other = false;
		for (size_t k = first; again && k < i && k < first + RG_RAILS; k++)
			other |= are_two_hosts(&l->named[k], &l->named[i]);
		f->alike += other;
		s->turn = (int)i;
		if (!again || other) {
			first = i;
			add_vertex(b, &l->named[i], again);
		} else if (i - first < RG_RAILS) {
			s->vertex = f->station[l->named[first].station].vertex;
		} else if (b->twins++ < SHOWN) {
			rg_textf(&b->left_out, "%s%s", b->left_out.len ? ", " : "",
			         l->named[i].name);
		}
	}
}

static void add_vertices(struct builder *b)
{
	bool *cabled = rg_alloc((size_t)b->f->stations, sizeof *cabled);
	for (int i = 0; i < b->f->cables; i++)
		if (b->f->cable[i].a != b->f->cable[i].b)
			cabled[b->f->cable[i].a] = cabled[b->f->cable[i].b] = true;
	struct list switches = list_named(b->f, true, cabled),
		    hosts = list_named(b->f, false, cabled);
	add_switches(b, &switches, &hosts);
	add_hosts(b, &hosts);
	free_list(&switches);
	free_list(&hosts);
	free(cabled);
}

/* Compare by the vertices and the ports there, whatever the order of the lines; then those of hosts
 * with several ports, in the order of these. */
static int compare_ends(const void *pa, const void *pb, void *fabric)
{
	const struct rg_cable *a = pa, *b = pb;
	const struct rg_station *s = ((const struct rg_subnet *)fabric)->station;
	if (a->turn != b->turn)
		return a->turn < b->turn ? -1 : 1;
	if (s[a->a].vertex != s[b->a].vertex)
		return s[a->a].vertex < s[b->a].vertex ? -1 : 1;
	if (s[a->b].vertex != s[b->b].vertex)
		return s[a->b].vertex < s[b->b].vertex ? -1 : 1;
	return a->port_a < b->port_a ? -1 : a->port_a > b->port_a;
}

static void sort_cables(struct builder *b)
{
	struct rg_subnet *f = b->f;
	int *ports = rg_alloc((size_t)b->t->vertices, sizeof *ports);
	for (int i = 0; i < f->stations; i++)
		if (!f->station[i].is_switch && f->station[i].vertex >= 0)
			ports[f->station[i].vertex]++;
	for (int i = 0; i < f->cables; i++) {
		struct rg_cable *c = &f->cable[i];
		if (f->station[c->a].vertex > f->station[c->b].vertex)
			*c = (struct rg_cable){c->b,         c->a, c->port_b, c->port_a,
			                       c->bandwidth, -1,   c->line};
		const struct rg_station *host = &f->station[c->b]; /* hosts come after switches */
		if (host->vertex >= 0 && ports[host->vertex] > 1)
			c->turn = host->turn;
	}
	free(ports);
	qsort_r(f->cable, (size_t)f->cables, sizeof *f->cable, compare_ends, f);
}

/* Add the links; a port of a host has one. number[cable]: its link, -1: none. */
static void add_links(struct builder *b, int *number)
{
	struct rg_subnet *f = b->f;
	int *ports = rg_alloc((size_t)b->t->vertices, sizeof *ports);
	sort_cables(b);
	for (int i = 0; i < f->cables; i++) {
		const struct rg_cable *c = &f->cable[i];
		struct rg_station *x = &f->station[c->a], *y = &f->station[c->b];
		number[i] = -1;
		f->loops += x == y || (x->vertex >= 0 && x->vertex == y->vertex);
		if (x->vertex == y->vertex || x->vertex < 0 || y->vertex < 0 ||
		    (!x->is_switch && x->port) || (!y->is_switch && y->port))
			continue;
		x->port = ++ports[x->vertex];
		y->port = ++ports[y->vertex];
		number[i] = rg_topo_link(
			b->t, (struct rg_link){.a = x->vertex,
		                               .b = y->vertex,
		                               .bandwidth = c->bandwidth > 0 ? c->bandwidth : 1e9,
		                               .latency = LATENCY,
		                               .line = c->line});
	}
	free(ports);
}

/* The link at each port of each switch, port[256 * station + port], -1: none. */
static int *index_ports(const struct rg_subnet *f, const int *number)
{
	int *port = rg_alloc(256 * (size_t)f->stations, sizeof *port);
	for (size_t i = 0; i < 256 * (size_t)f->stations; i++)
		port[i] = -1;
	for (int i = 0; i < f->cables; i++) {
		const struct rg_cable *c = &f->cable[i];
		if (c->port_a >= 0 && c->port_a < 256)
			port[256 * c->a + c->port_a] = number[i];
		if (c->port_b >= 0 && c->port_b < 256)
			port[256 * c->b + c->port_b] = number[i];
	}
	return port;
}

static void add_tables(struct builder *b, const int *port)
{
	struct rg_subnet *f = b->f;
	struct rg_topo *t = b->t;
	struct rg_lids *lids = rg_lids_new(f, &f->twice);
	t->rails = rg_rail_most(t) ? rg_rail_most(t) : 1;
	for (int i = 0; i < f->stations; i++) {
		const struct rg_station *s = &f->station[i];
		bool there = s->entries >= 0 && s->vertex >= 0;
		f->tables += s->entries >= 0;
		int *table = there ? rg_topo_table(t, s->vertex) : NULL;
		for (int k = 0; there && k < s->entries; k++) {
			int host = rg_lids_find(lids, i, s->lids[k]);
			const struct rg_station *to = host < 0 ? NULL : &f->station[host];
			f->applied += to != NULL;
			if (to)
				table[rg_topo_entry(t, t->vertex[to->vertex].machine, to->port)] =
					port[256 * (size_t)i + s->out[k]];
		}
	}
	rg_lids_free(lids);
}

/* The links by which each vertex of a tree reaches `goal`, into next[vertices]; -1: itself. */
static void find_next(const struct rg_topo *t, int goal, int *next, int *queue)
{
	int n = 0;
	next[goal] = -1;
	queue[n++] = goal;
	for (int i = 0; i < n; i++)
		for (int k = t->first[queue[i]]; k < t->first[queue[i] + 1]; k++) {
			int l = t->incident[k], w = rg_topo_other(t, l, queue[i]);
			if (l == next[queue[i]])
				continue;
			next[w] = l;
			queue[n++] = w;
		}
}

/* In a tree a message has one way. Do the tables say the same, all of it? */
static bool tables_are_idle(const struct rg_topo *t)
{
	int *next = rg_alloc((size_t)t->vertices, sizeof *next);
	int *queue = rg_alloc((size_t)t->vertices, sizeof *queue);
	bool idle = true;
	for (int m = 0; m < t->machines && idle; m++) {
		find_next(t, t->machine[m], next, queue);
		for (int v = 0; v < t->vertices && idle; v++)
			idle = t->vertex[v].kind == RG_MACHINE ||
			       (t->table[v] && t->table[v][m] == next[v]);
	}
	free(next);
	free(queue);
	return idle;
}

static void drop_idle_tables(struct rg_topo *t)
{
	int **table = t->table;
	if (!table) /* they are all of switches without a cable */
		return;
	t->table = NULL;
	bool tree = rg_is_tree(t);
	t->table = table;
	if (!tree || !tables_are_idle(t))
		return;
	for (int v = 0; v < t->vertices; v++)
		free(table[v]);
	free(table);
	t->table = NULL;
}

/* The warning about each count of the subnet that is not 0: for one, and for several. */
static const struct telling {
	size_t at;
	const char *one, *many;
} tellings[] = {
	{offsetof(struct rg_subnet, others), "left out: %d line of what is neither host nor switch",
         "left out: %d lines of what is neither host nor switch"},
	{offsetof(struct rg_subnet, apart),
         "left out: the table of %d switch to which no cable leads",
         "left out: the tables of %d switches to which no cable leads"},
	{offsetof(struct rg_subnet, unknown),
         "the speed of %d cable is not known: 8 Gbit/s is assumed",
         "the speed of %d cables is not known: 8 Gbit/s is assumed"},
	{offsetof(struct rg_subnet, nameless),
         "the description of %d port names no host: the adapter is one, called by the GUID of its "
         "first port",
         "the descriptions of %d ports name no host: the adapter is one, called by the GUID of its "
         "first port"},
	{offsetof(struct rg_subnet, renamed),
         "%d port's host has a name with characters that no host has, which become _",
         "%d ports' hosts have names with characters that no host has, which become _"},
	{offsetof(struct rg_subnet, loops),
         "left out: %d cable that leads back to where it begins, as a plug for tests does",
         "left out: %d cables that lead back to where they begin, as plugs for tests do"},
	{offsetof(struct rg_subnet, alike),
         "%d host is called as another one, with the same adapter and port: its GUID is added to "
         "the name",
         "%d hosts are called as another one, with the same adapter and port: their GUIDs are "
         "added to the names"},
	{offsetof(struct rg_subnet, twice),
         "%d lid is of two ports of one subnet, so what is for it is not known",
         "%d lids are of two ports of one subnet, so what is for them is not known"},
};

static void tell(const struct builder *b)
{
	const char *file = b->t->file;
	if (b->twins)
		rg_warning(file, 0, "left out: %d further port%s of hosts: %s%s", b->twins,
		           b->twins == 1 ? "" : "s", b->left_out.s,
		           b->twins > SHOWN ? ", ..." : "");
	if (b->f->failures > 1)
		rg_warning(file, 0, "the tool failed in %d more place%s", b->f->failures - 1,
		           b->f->failures == 2 ? "" : "s");
	for (size_t i = 0; i < sizeof tellings / sizeof *tellings; i++) {
		const struct telling *t = &tellings[i];
		int n = *(const int *)((const char *)b->f + t->at);
		if (n)
			rg_warning(file, 0, n == 1 ? t->one : t->many, n);
	}
	if (b->f->lmc)
		rg_warning(file, 0,
		           "ports have up to %d lids: the routes are those to the first of each",
		           1 << b->f->lmc);
}

struct rg_topo *rg_subnet_build(struct rg_subnet *f, const char *file, const char *name)
{
	struct builder b = {.f = f, .t = rg_topo_new(file)};
	drop_twins(f);
	b.t->name = rg_strdup(name);
	add_vertices(&b);
	int *number = rg_alloc((size_t)f->cables, sizeof *number);
	add_links(&b, number);
	rg_topo_close(b.t);
	int *port = index_ports(f, number);
	bool any = false;
	for (int i = 0; i < f->stations; i++)
		any |= f->station[i].entries >= 0;
	if (any) {
		add_tables(&b, port);
		drop_idle_tables(b.t);
	}
	tell(&b);
	rg_tell_parts(b.t, " (where these are several subnets, import the files of each alone)");
	free(port);
	free(number);
	rg_text_free(&b.left_out);
	return b.t;
}
