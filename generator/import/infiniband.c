/* SPDX-License-Identifier: BSD-3-Clause
 * infiniband: a fabric as the tools of InfiniBand print it.
 *
 * Switches are known by their GUID, hosts by the GUID of the port; tables know ports by their lid.
 */
#include "import/infiniband.h"

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "base/text.h"
#include "fabric/check.h"
#include "import/text_lines.h"

enum {
	LIDS = 1 << 16, /* that there can be */
	SHOWN = 8,      /* of what is left out, so many are named */
	LONGEST_NAME = 255,
};

/* Seconds of each link: a switch forwards in 0.1 to 0.2 us, and a message of two links takes about
 * 1 us from end to end. Assumed; calibrate measures it. */
#define LATENCY 0.5e-6

/* What has a GUID: a switch, or a port of a host. */
struct station {
	bool is_switch;
	uint64_t guid;
	int lid, line;
	char *description;
	int vertex;     /* once there is one; -1: it is left out */
	int entries;    /* of a switch, in its table; -1: there is none */
	uint16_t *lids; /* [entries] */
	uint8_t *out;   /* [entries] the port */
	size_t lid_cap, out_cap;
};

struct cable {
	int a, b;           /* stations */
	int port_a, port_b; /* of a switch */
	double bandwidth;
	int line;
};

struct fabric {
	struct rg_diag *d;
	const char *file; /* that is read */
	int line;
	struct station *station; /* [stations] */
	int stations;
	int *slot; /* [slots] a hash table of stations by GUID, 1 + its number */
	size_t slots, station_cap;
	struct cable *cable; /* [cables] each once */
	int cables;
	size_t cable_cap;
	int here;     /* the station whose lines follow, in ibnetdiscover's own form; -1: none */
	char *own;    /* its description, of a host */
	int table;    /* the switch whose table follows; -1: none */
	int failures; /* lines in which a tool says that it failed */
	int unknown, others; /* ports whose speed is not known; what is neither host nor switch */
};

static void refuse(struct fabric *f, const char *wrong)
{
	rg_error(f->d, f->file, f->line, "%s", wrong);
}

/* ---- Stations */

static size_t slot_of(const struct fabric *f, bool is_switch, uint64_t guid)
{
	size_t i = rg_mix(guid, is_switch) & (f->slots - 1);
	while (f->slot[i] && (f->station[f->slot[i] - 1].guid != guid ||
	                      f->station[f->slot[i] - 1].is_switch != is_switch))
		i = (i + 1) & (f->slots - 1);
	return i;
}

static void grow_slots(struct fabric *f)
{
	if (2 * ((size_t)f->stations + 1) <= f->slots)
		return;
	f->slots = f->slots ? 2 * f->slots : 64;
	free(f->slot);
	f->slot = rg_alloc(f->slots, sizeof *f->slot);
	for (int i = 0; i < f->stations; i++)
		f->slot[slot_of(f, f->station[i].is_switch, f->station[i].guid)] = i + 1;
}

/* The station, new or known; what is said of it for the first time is kept. */
static int find_station(struct fabric *f, bool is_switch, uint64_t guid, int lid,
                        const char *description)
{
	grow_slots(f);
	size_t at = slot_of(f, is_switch, guid);
	if (!f->slot[at]) {
		f->station = rg_grow(f->station, (size_t)f->stations, &f->station_cap,
		                     sizeof *f->station);
		f->station[f->stations] = (struct station){.is_switch = is_switch,
		                                           .guid = guid,
		                                           .line = f->line,
		                                           .vertex = -1,
		                                           .entries = -1};
		f->slot[at] = ++f->stations;
	}
	struct station *s = &f->station[f->slot[at] - 1];
	s->lid = s->lid ? s->lid : lid;
	if (!s->description && description && *description)
		s->description = rg_strdup(description);
	return f->slot[at] - 1;
}

/* ---- Cables */

/* Bits per second that one lane carries of data, by the names of the tools. */
static const struct {
	const char *name;
	double rate;
} lanes[] = {
	{"SDR", 2e9},  {"DDR", 4e9},  {"QDR", 8e9},   {"FDR10", 10e9}, {"FDR", 13.64e9},
	{"EDR", 25e9}, {"HDR", 50e9}, {"NDR", 100e9}, {"XDR", 200e9},
};

/* "4x QDR" or "4xQDR"; 0: it is not that. */
static double read_speed(const char *s)
{
	char *name;
	long width = strtol(s, &name, 10);
	if (name == s || *name++ != 'x' || width < 1 || width > 12)
		return 0;
	name += strspn(name, " ");
	size_t n = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
	for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++)
		if (strlen(lanes[i].name) == n && strncmp(lanes[i].name, name, n) == 0)
			return (double)width * lanes[i].rate / 8;
	return 0;
}

/* Both ends print it: it is known if the first end has that port already. */
static void add_cable(struct fabric *f, int a, int port_a, int b, int port_b, double bandwidth)
{
	if (bandwidth <= 0)
		f->unknown++;
	f->cable = rg_grow(f->cable, (size_t)f->cables, &f->cable_cap, sizeof *f->cable);
	bool first = a < b || (a == b && port_a <= port_b);
	f->cable[f->cables++] = (struct cable){.a = first ? a : b,
	                                       .b = first ? b : a,
	                                       .port_a = first ? port_a : port_b,
	                                       .port_b = first ? port_b : port_a,
	                                       .bandwidth = bandwidth,
	                                       .line = f->line};
}

static int compare_cables(const void *pa, const void *pb)
{
	const struct cable *a = pa, *b = pb;
	if (a->a != b->a)
		return a->a < b->a ? -1 : 1;
	if (a->port_a != b->port_a)
		return a->port_a < b->port_a ? -1 : 1;
	if (a->b != b->b)
		return a->b < b->b ? -1 : 1;
	return a->port_b < b->port_b ? -1 : a->port_b > b->port_b;
}

static void drop_twins(struct fabric *f)
{
	int n = 0;
	qsort(f->cable, (size_t)f->cables, sizeof *f->cable, compare_cables);
	for (int i = 0; i < f->cables; i++)
		if (!n || compare_cables(&f->cable[n - 1], &f->cable[i]))
			f->cable[n++] = f->cable[i];
	f->cables = n;
}

/* ---- Lines */

/* What stands between two of these characters, after `s`, into out; where it ends, NULL: there are
 * none. */
static const char *between(const char *s, char open, char close, struct rg_text *out)
{
	const char *begin = strchr(s, open), *end = begin ? strchr(begin + 1, close) : NULL;
	out->len = 0;
	rg_text_addn(out, begin ? begin + 1 : "", end ? (size_t)(end - begin - 1) : 0);
	return end ? end + 1 : NULL;
}

/* CA   182  1 0x0011... 4x QDR - SW    18 18 0x0006... ( 'node179 HCA-1' - 'QLogic ...' ) */
static void read_port(struct fabric *f, const char *s)
{
	char type[2][3];
	int lid[2], port[2], end = 0;
	uint64_t guid[2];
	struct rg_text name[2] = {{0}, {0}};
	if (sscanf(s, "%2s %d %d %" SCNx64 " %n", type[0], &lid[0], &port[0], &guid[0], &end) < 4 ||
	    !end) {
		refuse(f, "not a port as 'ibnetdiscover -p' prints it");
		return;
	}
	const char *to = strstr(s + end, " - ");
	int n = to ? sscanf(to + 3, "%2s %d %d %" SCNx64, type[1], &lid[1], &port[1], &guid[1]) : 0;
	const char *names = to ? strchr(to, '(') : NULL;
	const char *next = names ? between(names, '\'', '\'', &name[0]) : NULL;
	if (n == 4 && next && between(next, '\'', '\'', &name[1])) {
		int at[2];
		for (int i = 0; i < 2; i++)
			at[i] = find_station(f, strcmp(type[i], "SW") == 0, guid[i], lid[i],
			                     name[i].s);
		add_cable(f, at[0], port[0], at[1], port[1], read_speed(s + end));
	} else if (to && n > 0) {
		refuse(f, "not a port as 'ibnetdiscover -p' prints it");
	} /* else nothing is connected to it */
	rg_text_free(&name[0]);
	rg_text_free(&name[1]);
}

/* Switch	36 "S-0002..."	# "name" base port 0 lid 4 lmc 0; Ca	1 "H-0002..."	# "name" */
static void read_node(struct fabric *f, const char *s)
{
	struct rg_text id = {0}, name = {0};
	const char *rest = between(s, '"', '"', &id), *lid;
	f->here = -1;
	free(f->own);
	f->own = NULL;
	if (!rest || !between(rest, '"', '"', &name) || strlen(id.s) < 3) {
		refuse(f, "not a node as ibnetdiscover prints it");
	} else if (*s == 'S') {
		lid = strstr(rest, " lid ");
		f->here = find_station(f, true, strtoull(id.s + 2, NULL, 16),
		                       lid ? atoi(lid + 5) : 0, name.s);
	} else if (*s == 'C') {
		f->own = rg_strdup(name.s);
	} else {
		f->others++;
	}
	rg_text_free(&id);
	rg_text_free(&name);
}

/* The other end of a line of a node: "S-0002..."[2] or "H-0002..."[1](2c903...), and the comment
 * behind it, from which its name and lid are. Returns the station, -1: it is neither. */
static int read_peer(struct fabric *f, const char *s, int *port, struct rg_text *text)
{
	const char *rest = between(s, '"', '"', text);
	if (!rest || text->len < 3 || *rest != '[' || (text->s[0] != 'S' && text->s[0] != 'H'))
		return -1;
	bool is_switch = text->s[0] == 'S';
	uint64_t guid = strtoull(text->s + 2, NULL, 16);
	*port = atoi(rest + 1);
	const char *own = strchr(rest, '('), *comment = strchr(rest, '#');
	if (!comment || (!is_switch && (!own || own > comment)))
		return -1;
	if (!is_switch)
		guid = strtoull(own + 1, NULL, 16);
	rest = between(comment, '"', '"', text);
	const char *lid = rest ? strstr(rest, "lid ") : NULL;
	return rest ? find_station(f, is_switch, guid, lid ? atoi(lid + 4) : 0, text->s) : -1;
}

/* [1]	"H-..."[1](100019)	# "n012" lid 19 4xSDR; [1](100003)	"S-..."[2]	# lid 5 lmc
 * 0 "leaf0" lid 2 4xSDR */
static void read_edge(struct fabric *f, const char *s)
{
	struct rg_text text = {0};
	int port = atoi(s + 1), other = 0, here = f->here;
	const char *guid = strchr(s, '('), *quote = strchr(s, '"'), *comment = strchr(s, '#');
	if (f->own && guid && quote && guid < quote && comment) {
		const char *lid = strstr(comment, "lid ");
		here = find_station(f, false, strtoull(guid + 1, NULL, 16), lid ? atoi(lid + 4) : 0,
		                    f->own);
	}
	int peer = here < 0 ? -1 : read_peer(f, s, &other, &text);
	const char *speed = comment ? strrchr(comment, ' ') : NULL;
	if (peer < 0 && (f->here >= 0 || f->own))
		refuse(f, "not a port as ibnetdiscover prints it");
	else if (peer >= 0)
		add_cable(f, here, port, peer, other, speed ? read_speed(speed + 1) : 0);
	rg_text_free(&text);
}

/* Unicast lids [0x0-0x132] of switch Lid 5 guid 0x0006... (name): */
static void read_head(struct fabric *f, const char *s)
{
	const char *guid = strstr(s, " guid "), *name = guid ? strchr(guid, '(') : NULL;
	struct rg_text text = {0};
	if (!name) {
		refuse(f, "not the head of a table as dump_fts and ibroute print it");
		return;
	}
	rg_text_addn(&text, name + 1, strcspn(name + 1, ")"));
	f->table = find_station(f, true, strtoull(guid + 6, NULL, 16), 0, text.s ? text.s : "");
	if (f->station[f->table].entries < 0)
		f->station[f->table].entries = 0;
	rg_text_free(&text);
}

/* 0x0002 019 : (Switch portguid 0x...: 'name') */
static void read_entry(struct fabric *f, const char *s)
{
	unsigned lid, port;
	if (f->table < 0 || sscanf(s, "0x%x %u :", &lid, &port) != 2 || lid >= LIDS || port > 255) {
		refuse(f, "not an entry of a table as dump_fts and ibroute print it");
		return;
	}
	struct station *t = &f->station[f->table];
	size_t n = (size_t)t->entries++;
	t->lids = rg_grow(t->lids, n, &t->lid_cap, sizeof *t->lids);
	t->out = rg_grow(t->out, n, &t->out_cap, sizeof *t->out);
	t->lids[n] = (uint16_t)lid;
	t->out[n] = (uint8_t)port;
}

static bool begins(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

/* What the tools say beside. */
static bool is_idle(const char *s)
{
	static const char *const words[] = {"#",           "vendid=", "devid=",  "sysimgguid=",
	                                    "switchguid=", "caguid=", "rtguid=", "DR path",
	                                    "Lid ",        "Port ",   "Rt",      "@ "};
	bool idle = !*s || strstr(s, " lids dumped") || strstr(s, " lids valid");
	for (size_t i = 0; i < sizeof words / sizeof *words && !idle; i++)
		idle = begins(s, words[i]);
	return idle;
}

/* A tool says that it failed: what it did not print is missing. */
static void note_failure(struct fabric *f)
{
	if (!f->failures++)
		rg_warning(f->file, f->line, "the tool failed here: the table may lack entries");
}

static void read_line(char *s, int number, void *fabric)
{
	struct fabric *f = fabric;
	f->line = number;
	s += strspn(s, " \t");
	if (begins(s, "CA ") || begins(s, "SW "))
		read_port(f, s);
	else if (begins(s, "RT "))
		f->others++;
	else if (begins(s, "Switch") || begins(s, "Ca") || begins(s, "Rt"))
		read_node(f, s);
	else if (*s == '[')
		read_edge(f, s);
	else if (begins(s, "Unicast lids"))
		read_head(f, s);
	else if (begins(s, "0x"))
		read_entry(f, s);
	else if (strstr(s, "iberror:") || strstr(s, "ibwarn:"))
		note_failure(f);
	else if (!is_idle(s))
		refuse(f, "not a line of ibnetdiscover, dump_fts or ibroute");
}

static void read_file(struct fabric *f, const char *path)
{
	f->file = rg_text_name(path);
	f->here = f->table = -1;
	rg_text_lines(path, '\0', read_line, f, f->d);
}

/* ---- Names */

/* As topology files take them: what they do not take becomes _. */
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

static char *name_of(const struct station *s)
{
	const char *words = s->description ? s->description : "";
	char *name = clean(words, s->is_switch ? strlen(words) : strcspn(words, " "));
	if (*name)
		return name;
	free(name);
	struct rg_text guid = {0};
	rg_textf(&guid, "%s-%016" PRIx64, s->is_switch ? "switch" : "host", s->guid);
	return guid.s;
}

struct named {
	char *name;
	int station;
};

static int compare_named(const void *pa, const void *pb)
{
	const struct named *a = pa, *b = pb;
	int order = strverscmp(a->name, b->name);
	return order ? order : a->station - b->station;
}

/* ---- Building */

struct builder {
	struct fabric *f;
	struct rg_topo *t;
	struct rg_text left_out; /* names of hosts whose further ports are */
	int twins;
};

/* Vertices of the switches, or of the hosts, in the order of their names. Of two switches that are
 * called alike the later one has its GUID behind the name; of two hosts it is another port of one.
 */
static void add_vertices(struct builder *b, bool switches)
{
	struct fabric *f = b->f;
	struct named *named = rg_alloc((size_t)f->stations, sizeof *named);
	size_t n = 0;
	for (int i = 0; i < f->stations; i++)
		if (f->station[i].is_switch == switches)
			named[n++] = (struct named){name_of(&f->station[i]), i};
	qsort(named, n, sizeof *named, compare_named);
	for (size_t i = 0; i < n; i++) {
		struct station *s = &f->station[named[i].station];
		bool again = i && strcmp(named[i - 1].name, named[i].name) == 0;
		struct rg_text name = {0};
		rg_text_add(&name, named[i].name);
		if (again && switches)
			rg_textf(&name, "-%016" PRIx64, s->guid);
		if (!again || switches)
			s->vertex = rg_topo_vertex(b->t, switches ? RG_SWITCH : RG_MACHINE, name.s,
			                           s->line);
		else if (b->twins++ < SHOWN)
			rg_textf(&b->left_out, "%s%s", b->left_out.len ? ", " : "", name.s);
		rg_text_free(&name);
	}
	for (size_t i = 0; i < n; i++)
		free(named[i].name);
	free(named);
}

/* By the vertices and the ports there, whatever the order of the lines. */
static int compare_ends(const void *pa, const void *pb, void *fabric)
{
	const struct cable *a = pa, *b = pb;
	const struct station *s = ((const struct fabric *)fabric)->station;
	if (s[a->a].vertex != s[b->a].vertex)
		return s[a->a].vertex < s[b->a].vertex ? -1 : 1;
	if (s[a->b].vertex != s[b->b].vertex)
		return s[a->b].vertex < s[b->b].vertex ? -1 : 1;
	return a->port_a < b->port_a ? -1 : a->port_a > b->port_a;
}

static void sort_cables(struct fabric *f)
{
	for (int i = 0; i < f->cables; i++) {
		struct cable *c = &f->cable[i];
		if (f->station[c->a].vertex <= f->station[c->b].vertex)
			continue;
		*c = (struct cable){c->b, c->a, c->port_b, c->port_a, c->bandwidth, c->line};
	}
	qsort_r(f->cable, (size_t)f->cables, sizeof *f->cable, compare_ends, f);
}

/* The links; of a host the first one only. number[cable]: its link, -1: none. */
static void add_links(struct builder *b, int *number)
{
	struct fabric *f = b->f;
	bool *linked = rg_alloc((size_t)f->stations, sizeof *linked);
	sort_cables(f);
	for (int i = 0; i < f->cables; i++) {
		const struct cable *c = &f->cable[i];
		const struct station *x = &f->station[c->a], *y = &f->station[c->b];
		number[i] = -1;
		if (x->vertex < 0 || y->vertex < 0 || (!x->is_switch && linked[c->a]) ||
		    (!y->is_switch && linked[c->b]))
			continue;
		linked[c->a] = linked[c->b] = true;
		number[i] = rg_topo_link(
			b->t, (struct rg_link){.a = x->vertex,
		                               .b = y->vertex,
		                               .bandwidth = c->bandwidth > 0 ? c->bandwidth : 1e9,
		                               .latency = LATENCY,
		                               .line = c->line});
	}
	free(linked);
}

/* The link at each port of each switch, port[256 * station + port], -1: none. */
static int *index_ports(const struct fabric *f, const int *number)
{
	int *port = rg_alloc(256 * (size_t)f->stations, sizeof *port);
	for (size_t i = 0; i < 256 * (size_t)f->stations; i++)
		port[i] = -1;
	for (int i = 0; i < f->cables; i++) {
		const struct cable *c = &f->cable[i];
		if (c->port_a >= 0 && c->port_a < 256)
			port[256 * c->a + c->port_a] = number[i];
		if (c->port_b >= 0 && c->port_b < 256)
			port[256 * c->b + c->port_b] = number[i];
	}
	return port;
}

static void add_tables(struct builder *b, const int *port)
{
	struct fabric *f = b->f;
	int *machine = rg_alloc(LIDS, sizeof *machine); /* by lid, 1 + its number */
	for (int i = 0; i < f->stations; i++) {
		const struct station *s = &f->station[i];
		if (!s->is_switch && s->vertex >= 0 && s->lid > 0 && s->lid < LIDS)
			machine[s->lid] = 1 + b->t->vertex[s->vertex].machine;
	}
	for (int i = 0; i < f->stations; i++) {
		const struct station *s = &f->station[i];
		int *table = s->entries >= 0 ? rg_topo_table(b->t, s->vertex) : NULL;
		for (int k = 0; k < s->entries; k++)
			if (machine[s->lids[k]])
				table[machine[s->lids[k]] - 1] = port[256 * (size_t)i + s->out[k]];
	}
	free(machine);
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

static void tell_left_out(const struct builder *b)
{
	const char *file = b->t->file;
	if (b->twins)
		rg_warning(file, 0, "left out: %d further port%s of hosts: %s%s", b->twins,
		           b->twins == 1 ? "" : "s", b->left_out.s,
		           b->twins > SHOWN ? ", ..." : "");
	if (b->f->failures > 1)
		rg_warning(file, 0, "so it did in %d more places", b->f->failures - 1);
	if (b->f->others)
		rg_warning(file, 0, "left out: %d line%s of what is neither host nor switch",
		           b->f->others, b->f->others == 1 ? "" : "s");
	if (b->f->unknown)
		rg_warning(file, 0, "the speed of %d port%s is not known: 8 Gbit/s is assumed",
		           b->f->unknown, b->f->unknown == 1 ? "" : "s");
}

static struct rg_topo *build(struct fabric *f, const char *file, const char *name)
{
	struct builder b = {.f = f, .t = rg_topo_new(file)};
	drop_twins(f);
	b.t->name = rg_strdup(name);
	add_vertices(&b, true);
	add_vertices(&b, false);
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
	tell_left_out(&b);
	free(port);
	free(number);
	rg_text_free(&b.left_out);
	return b.t;
}

static void free_fabric(struct fabric *f)
{
	for (int i = 0; i < f->stations; i++) {
		free(f->station[i].description);
		free(f->station[i].lids);
		free(f->station[i].out);
	}
	free(f->station);
	free(f->slot);
	free(f->cable);
	free(f->own);
}

struct rg_topo *rg_infiniband_read(char *const *files, int n, const char *name, struct rg_diag *d)
{
	struct fabric f = {.d = d};
	int before = d->errors;
	for (int i = 0; i < n; i++)
		read_file(&f, files[i]);
	if (d->errors == before && !f.cables)
		rg_error(d, files[0], 0, "has no port that is connected");
	struct rg_topo *t = d->errors == before ? build(&f, files[0], name) : NULL;
	free_fabric(&f);
	return t;
}

/* ---- The folder of netloc */

struct files {
	char **path; /* [n] */
	int n;
	size_t cap;
};

/* The entries of a folder whose names begin so, with its path before them, in order. */
static void list_files(struct files *to, const char *folder, const char *with)
{
	struct dirent **entry = NULL;
	int n = scandir(folder, &entry, NULL, versionsort);
	for (int i = 0; i < n; i++) {
		struct rg_text path = {0};
		rg_textf(&path, "%s/%s", folder, entry[i]->d_name);
		if (begins(entry[i]->d_name, with)) {
			to->path = rg_grow(to->path, (size_t)to->n, &to->cap, sizeof *to->path);
			to->path[to->n++] = path.s;
		} else {
			rg_text_free(&path);
		}
		free(entry[i]);
	}
	free(entry);
}

static void free_files(struct files *f)
{
	for (int i = 0; i < f->n; i++)
		free(f->path[i]);
	free(f->path);
	*f = (struct files){0};
}

struct rg_topo *rg_netloc_read(const char *folder, const char *name, struct rg_diag *d)
{
	struct files files = {0}, tables = {0};
	struct rg_topo *t = NULL;
	struct rg_text raw = {0};
	rg_textf(&raw, "%s/ib-raw", folder);
	list_files(&files, folder, "ib-subnet-");
	const char *in = files.n ? folder : raw.s;
	if (!files.n)
		list_files(&files, in, "ib-subnet-");
	list_files(&tables, in, "ibroutes-");
	int subnets = files.n;
	for (int i = 0; i < tables.n; i++)
		list_files(&files, tables.path[i], "ibroute-");
	if (subnets == 1)
		t = rg_infiniband_read(files.path, files.n, name, d);
	else
		rg_error(d, folder, 0,
		         subnets ? "has several subnets: give one of them"
		                 : "has no ib-subnet-*.txt, nor ib-raw with one");
	free_files(&files);
	free_files(&tables);
	rg_text_free(&raw);
	return t;
}
