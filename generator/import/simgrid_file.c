/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid_file: a platform file of the simulator SimGrid (its XML reference, versions 4 and 4.1 of
 * the format: there a zone is called AS, too).
 */
#include "import/simgrid_file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/input.h"
#include "base/units.h"
#include "fabric/naming.h"
#include "import/host_names.h"
#include "import/regular.h"
#include "import/text_lines.h"
#include "import/xml.h"

enum { LARGEST_FILE = 1 << 30, HOSTS_MOST = 1 << 18 };

/* A <link>, and the two vertices that a route of it alone joins. */
struct wire {
	const xmlNode *element;
	struct rg_link speed;
	int a, b;   /* -1: no route of one hop has it */
	bool fat;   /* messages do not share it */
	bool loop;  /* it is a host's way to itself */
	bool twice; /* routes of other vertices have it, too: said */
	bool both;  /* some route takes it from b to a, or is symmetrical */
	bool other; /* it is the way back of another one, which stands for both */
	bool used;  /* a route of several links has it */
};

struct reader {
	struct rg_topo *t;
	struct rg_diag *d;
	const char *file;
	struct wire *wire; /* [wires] */
	int wires;
	size_t wire_cap;
	struct rg_regular cluster; /* the last one, */
	int *host;                 /* its hosts, */
	int clusters;              /* and how many there are */
	int alone;                 /* hosts that are in no cluster */
	int longer;                /* routes of several links */
	bool gaps;                 /* hosts or links are missing, after an error */
};

static void refuse(struct reader *r, const xmlNode *e, const char *name, const char *wrong)
{
	const char *value = rg_xml_attribute(e, name);
	rg_xml_refuse(r->file, e, name, value ? value : "", wrong, r->d);
}

static const char *text_of(const xmlNode *e, const char *name, const char *usual)
{
	const char *value = rg_xml_attribute(e, name);
	return value ? value : usual;
}

/* ---- Quantities: as ours, but the unit may be missing, for bytes a second and seconds */

static const char *parse(const char *s, const char *unit, const char *as(const char *, double *),
                         double *value)
{
	struct rg_text whole = {0};
	char last = *s ? s[strlen(s) - 1] : '\0';
	rg_textf(&whole, "%s%s", s, last == '.' || (last >= '0' && last <= '9') ? unit : "");
	const char *wrong = as(whole.s, value);
	rg_text_free(&whole);
	return wrong;
}

static void read_speed(struct reader *r, const xmlNode *e, const char *bandwidth,
                       const char *latency, struct rg_link *link)
{
	const char *b = rg_xml_attribute(e, bandwidth), *l = rg_xml_attribute(e, latency);
	const char *wrong = NULL;
	link->bandwidth = 1;
	if (!b)
		rg_error(r->d, r->file, rg_xml_line(e), "<%s> has no %s", (const char *)e->name,
		         bandwidth);
	else
		wrong = parse(b, "B/s", rg_parse_bandwidth, &link->bandwidth);
	if (wrong)
		refuse(r, e, bandwidth, wrong);
	wrong = NULL;
	if (l)
		wrong = parse(l, "s", rg_parse_time, &link->latency);
	if (wrong)
		refuse(r, e, latency, wrong);
	link->line = rg_xml_line(e);
}

/* ---- Vertices */

static int add_vertex(struct reader *r, const xmlNode *e, enum rg_kind kind, const char *name)
{
	const char *wrong = kind == RG_MACHINE ? rg_host_fault(name) : rg_name_fault(name);
	if (wrong)
		rg_error(r->d, r->file, rg_xml_line(e), "\"%.80s\" %s", name, wrong);
	return rg_topo_vertex(r->t, kind, name, rg_xml_line(e));
}

static void read_vertex(struct reader *r, const xmlNode *e, enum rg_kind kind)
{
	const char *id = rg_xml_attribute(e, "id");
	r->gaps |= !id;
	if (!id)
		rg_error(r->d, r->file, rg_xml_line(e), "<%s> has no id", (const char *)e->name);
	else
		add_vertex(r, e, kind, id);
	r->alone += kind == RG_MACHINE;
}

/* ---- Clusters */

/* The hosts of a cluster: "0-7,9" are the numbers in their names. Returns how many. */
static int read_radical(struct reader *r, const xmlNode *e)
{
	const char *s = text_of(e, "radical", ""), *prefix = text_of(e, "prefix", "");
	const char *suffix = text_of(e, "suffix", "");
	size_t cap = 0;
	int n = 0;
	free(r->host);
	r->host = NULL;
	while (*s) {
		char *end;
		long from = strtol(s, &end, 10), to = from;
		if (end != s && *end == '-')
			to = strtol(s = end + 1, &end, 10);
		if (end == s || (*end && *end != ',') || from < 0 || to < from || to > INT_MAX ||
		    to - from >= HOSTS_MOST - n) {
			refuse(r, e, "radical", "is no list of numbers, or of too many");
			return 0;
		}
		for (long i = from; i <= to; i++) {
			struct rg_text name = {0};
			rg_textf(&name, "%s%ld%s", prefix, i, suffix);
			r->host = rg_grow(r->host, (size_t)n, &cap, sizeof *r->host);
			r->host[n++] = add_vertex(r, e, RG_MACHINE, name.s);
			rg_text_free(&name);
		}
		s = end + (*end == ',');
	}
	if (!n)
		refuse(r, e, "radical", "names no host");
	return n;
}

/* The numbers of a list, "4,2,1", up to a semicolon or the end, into out[]; returns how many, -1:
 * it is no such list. */
static int read_numbers(const char **at, int *out)
{
	int n = 0;
	for (;;) {
		char *end;
		long x = strtol(*at, &end, 10);
		if (end == *at || x < 1 || x > HOSTS_MOST || n == RG_FAMILY_LEVELS)
			return -1;
		out[n++] = (int)x;
		*at = end;
		if (**at != ',')
			break;
		++*at;
	}
	if (**at && **at != ';')
		return -1;
	*at += **at == ';';
	return n;
}

static bool read_fat_tree(struct rg_regular *g, const char *s)
{
	int levels[RG_FAMILY_LEVELS];
	if (read_numbers(&s, levels) != 1)
		return false;
	g->n = levels[0];
	return g->n <= RG_FAMILY_LEVELS && read_numbers(&s, g->down) == g->n &&
	       read_numbers(&s, g->up) == g->n && read_numbers(&s, g->wide) == g->n && !*s;
}

static bool read_torus(struct rg_regular *g, const char *s)
{
	g->n = read_numbers(&s, g->down);
	return g->n > 0 && !*s;
}

static bool read_dragonfly(struct rg_regular *g, const char *s)
{
	int part[3][RG_FAMILY_LEVELS], nodes[RG_FAMILY_LEVELS];
	for (int i = 0; i < 3; i++) {
		if (read_numbers(&s, part[i]) != 2)
			return false;
		g->wide[i] = part[i][1];
	}
	g->group = part[0][0];
	g->chassis = part[1][0];
	g->blade = part[2][0];
	if (read_numbers(&s, nodes) != 1)
		return false;
	g->node = nodes[0];
	return !*s;
}

static const struct {
	const char *name;
	enum rg_family family;
	bool (*read)(struct rg_regular *g, const char *parameters);
} topologies[] = {
	{"FLAT", RG_FAMILY_SWITCH, NULL},
	{"FAT_TREE", RG_FAMILY_FAT_TREE, read_fat_tree},
	{"TORUS", RG_FAMILY_TORUS, read_torus},
	{"DRAGONFLY", RG_FAMILY_DRAGONFLY, read_dragonfly},
};
enum { TOPOLOGIES = sizeof topologies / sizeof *topologies };

/* Read the cluster's shape from the attributes into *g. False after an error. */
static bool read_shape(struct reader *r, const xmlNode *e, struct rg_regular *g)
{
	const char *topology = text_of(e, "topology", "FLAT"), *why = NULL;
	int i = 0;
	while (i < TOPOLOGIES && strcasecmp(topologies[i].name, topology) != 0)
		i++;
	if (i == TOPOLOGIES) {
		refuse(r, e, "topology", "is none of FLAT, FAT_TREE, TORUS, DRAGONFLY");
		return false;
	}
	g->family = topologies[i].family;
	if (topologies[i].read && !topologies[i].read(g, text_of(e, "topo_parameters", ""))) {
		refuse(r, e, "topo_parameters", "is not what that topology has");
		return false;
	}
	if (rg_regular_machines(g, &why) < 0) {
		refuse(r, e, "topo_parameters", why);
		return false;
	}
	return true;
}

/* Full duplex unless the policy says that both directions share. True: nothing shares at all. */
static bool read_policy(const xmlNode *e, const char *usual, struct rg_link *link)
{
	const char *policy = text_of(e, "sharing_policy", usual);
	link->half = strcasecmp(policy, "SHARED") == 0;
	return strcasecmp(policy, "FATPIPE") == 0;
}

static char *router_name(const xmlNode *e)
{
	struct rg_text name = {0};
	if (rg_xml_attribute(e, "router_id"))
		rg_text_add(&name, rg_xml_attribute(e, "router_id"));
	else
		rg_textf(&name, "%s%s_router%s", text_of(e, "prefix", ""), text_of(e, "id", ""),
		         text_of(e, "suffix", ""));
	return name.s;
}

static void read_cluster(struct reader *r, const xmlNode *e)
{
	struct rg_regular *g = &r->cluster;
	const char *why;
	int before = r->d->errors;
	*g = (struct rg_regular){.name = text_of(e, "id", "cluster")};
	r->clusters++;
	if (rg_name_fault(g->name))
		refuse(r, e, "id", rg_name_fault(g->name));
	read_speed(r, e, "bw", "lat", &g->speed);
	if (read_policy(e, "SPLITDUPLEX", &g->speed))
		refuse(r, e, "sharing_policy", "has no contention: there is nothing to prove");
	if (rg_xml_attribute(e, "bb_bw"))
		refuse(r, e, "bb_bw",
		       "is a backbone that all hosts share, which is no link between two: without "
		       "it the rest can be imported");
	if (rg_xml_attribute(e, "limiter_link"))
		rg_warning(r->file, rg_xml_line(e), "left out: limiter_link");
	bool shaped = read_shape(r, e, g);
	int wanted = shaped ? rg_regular_machines(g, &why) : 0, n = read_radical(r, e);
	if (n && wanted && n != wanted)
		refuse(r, e, "radical", "does not name as many hosts as the topology has");
	if (r->d->errors != before) {
		r->gaps = true;
		return;
	}
	char *router = router_name(e);
	g->router = router;
	rg_regular_build(g, r->t, r->host, n);
	g->router = NULL;
	free(router);
}

/* ---- Links and routes */

static void read_link(struct reader *r, const xmlNode *e)
{
	struct wire w = {.element = e, .a = -1, .b = -1};
	if (!rg_xml_attribute(e, "id")) {
		rg_error(r->d, r->file, rg_xml_line(e), "<link> has no id");
		r->gaps = true;
	}
	read_speed(r, e, "bandwidth", "latency", &w.speed);
	w.fat = read_policy(e, "SHARED", &w.speed);
	r->wire = rg_grow(r->wire, (size_t)r->wires, &r->wire_cap, sizeof *r->wire);
	r->wire[r->wires++] = w;
}

static int compare_wires(const void *pa, const void *pb)
{
	const struct wire *a = pa, *b = pb;
	int order = strcmp(text_of(a->element, "id", ""), text_of(b->element, "id", ""));
	return order ? order : rg_xml_line(a->element) - rg_xml_line(b->element);
}

/* Sort the links by their names, for find_wire; a name stands for one of them. */
static void sort_wires(struct reader *r)
{
	if (r->wires)
		qsort(r->wire, (size_t)r->wires, sizeof *r->wire, compare_wires);
	for (int i = 1; i < r->wires; i++) {
		const xmlNode *before = r->wire[i - 1].element, *e = r->wire[i].element;
		const char *id = rg_xml_attribute(e, "id");
		if (id && !strcmp(text_of(before, "id", ""), id))
			rg_error(r->d, r->file, rg_xml_line(e),
			         "link \"%.80s\" exists already, see line %d", id,
			         rg_xml_line(before));
	}
}

/* The link of that name; NULL: there is none. */
static struct wire *find_wire(const struct reader *r, const char *id)
{
	int low = 0, high = r->wires;
	while (low < high) {
		int mid = low + (high - low) / 2;
		int order = strcmp(text_of(r->wire[mid].element, "id", ""), id);
		if (order == 0)
			return &r->wire[mid];
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

static int compare_vertices(const void *pa, const void *pb)
{
	const struct rg_vertex *const *a = pa, *const *b = pb;
	return strcmp((*a)->name, (*b)->name);
}

static int compare_name(const void *name, const void *vertex)
{
	const struct rg_vertex *const *v = vertex;
	return strcmp(name, (*v)->name);
}

static struct rg_vertex **sort_vertices(const struct rg_topo *t)
{
	struct rg_vertex **sorted = rg_alloc((size_t)t->vertices, sizeof *sorted);
	for (int v = 0; v < t->vertices; v++)
		sorted[v] = &t->vertex[v];
	if (t->vertices)
		qsort(sorted, (size_t)t->vertices, sizeof *sorted, compare_vertices);
	return sorted;
}

/* The vertex that an attribute of a route names; -1 after an error, which may be that of a cluster
 * whose host it is. */
static int end_of(struct reader *r, const xmlNode *e, const char *name, struct rg_vertex **sorted)
{
	const char *id = text_of(e, name, "");
	struct rg_vertex **found =
		bsearch(id, sorted, (size_t)r->t->vertices, sizeof *sorted, compare_name);
	if (found)
		return (int)(*found - r->t->vertex);
	if (!r->gaps)
		refuse(r, e, name, "is no host or router");
	return -1;
}

/* A route of one link: that is between its ends. */
static void read_hop(struct reader *r, const xmlNode *e, const xmlNode *leg, int a, int b)
{
	struct wire *w = find_wire(r, text_of(leg, "id", ""));
	if (!w && !r->gaps)
		refuse(r, leg, "id", "is no link");
	if (!w)
		return;
	if (w->fat) {
		refuse(r, leg, "id", "has no contention: there is nothing to prove");
		return;
	}
	if (w->a < 0) {
		w->a = a;
		w->b = b;
		w->speed.line = rg_xml_line(e);
	}
	bool same = (w->a == a && w->b == b) || (w->a == b && w->b == a);
	if (!same && !w->twice)
		refuse(r, leg, "id",
		       "is in routes between others, too: what several pairs share is no link "
		       "between two");
	w->twice |= !same;
	w->both |= w->a != a || strcasecmp(text_of(e, "symmetrical", "YES"), "NO") != 0;
}

/* A route of several links, which one of their own tells where they are. */
static void read_longer(struct reader *r, const xmlNode *e)
{
	r->longer++;
	for (const xmlNode *c = e->children; c; c = c->next) {
		struct wire *w =
			rg_xml_is(c, "link_ctn") ? find_wire(r, text_of(c, "id", "")) : NULL;
		if (w)
			w->used = true;
	}
}

static void read_route(struct reader *r, const xmlNode *e, bool zones, struct rg_vertex **sorted)
{
	const xmlNode *leg = NULL;
	int legs = 0, a = end_of(r, e, zones ? "gw_src" : "src", sorted);
	int b = end_of(r, e, zones ? "gw_dst" : "dst", sorted);
	for (const xmlNode *c = e->children; c; c = c->next)
		if (rg_xml_is(c, "link_ctn")) {
			leg = c;
			legs++;
		}
	if (a < 0 || b < 0)
		return;
	struct wire *w = a == b && leg ? find_wire(r, text_of(leg, "id", "")) : NULL;
	if (w)
		w->loop = true;
	if (a == b)
		return;
	if (legs == 1)
		read_hop(r, e, leg, a, b);
	else
		read_longer(r, e);
}

/* ---- All */

static bool is_zone(const xmlNode *e)
{
	return rg_xml_is(e, "zone") || rg_xml_is(e, "AS") || rg_xml_is(e, "platform");
}

/* Read all that has a place in the file, zones within zones. */
static void read_places(struct reader *r, const xmlNode *zone)
{
	for (const xmlNode *e = zone->children; e; e = e->next) {
		if (is_zone(e))
			read_places(r, e);
		else if (rg_xml_is(e, "host"))
			read_vertex(r, e, RG_MACHINE);
		else if (rg_xml_is(e, "router"))
			read_vertex(r, e, RG_SWITCH);
		else if (rg_xml_is(e, "cluster"))
			read_cluster(r, e);
		else if (rg_xml_is(e, "link"))
			read_link(r, e);
		else if (rg_xml_is(e, "peer") || rg_xml_is(e, "cabinet") ||
		         rg_xml_is(e, "backbone") || rg_xml_is(e, "host_link"))
			rg_error(r->d, r->file, rg_xml_line(e), "<%s> is not known here",
			         (const char *)e->name);
	}
}

static void read_routes(struct reader *r, const xmlNode *zone, struct rg_vertex **sorted)
{
	for (const xmlNode *e = zone->children; e; e = e->next) {
		if (is_zone(e))
			read_routes(r, e, sorted);
		else if (rg_xml_is(e, "route"))
			read_route(r, e, false, sorted);
		else if (rg_xml_is(e, "zoneRoute") || rg_xml_is(e, "ASroute"))
			read_route(r, e, true, sorted);
	}
}

/* Compare by the two ends, whichever is first, then by speed, then by which end is first. */
static int compare_ways(const void *pa, const void *pb)
{
	const struct wire *x = *(struct wire *const *)pa, *y = *(struct wire *const *)pb;
	int low[] = {x->a < x->b ? x->a : x->b, y->a < y->b ? y->a : y->b};
	int high[] = {x->a < x->b ? x->b : x->a, y->a < y->b ? y->b : y->a};
	if (low[0] != low[1])
		return low[0] < low[1] ? -1 : 1;
	if (high[0] != high[1])
		return high[0] < high[1] ? -1 : 1;
	if (x->speed.bandwidth != y->speed.bandwidth)
		return x->speed.bandwidth < y->speed.bandwidth ? -1 : 1;
	if (x->speed.latency != y->speed.latency)
		return x->speed.latency < y->speed.latency ? -1 : 1;
	return (x->a > y->a) - (x->a < y->a);
}

/* Two links of one speed, of which one leads there and one leads back. */
static bool are_opposite(const struct wire *x, const struct wire *y)
{
	return x->a == y->b && x->b == y->a && x->speed.bandwidth == y->speed.bandwidth &&
	       x->speed.latency == y->speed.latency;
}

/* Links that routes take one way only: two of them are the two directions of one link. Among n in a
 * row that differ in that at most, the first ones lead one way, the last ones the other. Returns
 * how many are without another one. */
static int pair_ways(struct wire **way, int n)
{
	int left = n;
	for (int i = 0, k = n - 1; i < k && are_opposite(way[i], way[k]); i++, k--) {
		way[k]->other = true;
		way[i]->speed.half = false;
		left -= 2;
	}
	return left;
}

static void join_ways(struct reader *r)
{
	struct wire **way = rg_alloc((size_t)r->wires, sizeof(struct wire *));
	int n = 0, left = 0;
	for (int i = 0; i < r->wires; i++)
		if (r->wire[i].a >= 0 && !r->wire[i].both)
			way[n++] = &r->wire[i];
	if (n)
		qsort(way, (size_t)n, sizeof(struct wire *), compare_ways);
	for (int i = 0, k; i < n; i = k) {
		for (k = i + 1; k < n && (are_opposite(way[i], way[k]) ||
		                          compare_ways(&way[i], &way[k]) == 0);)
			k++;
		left += pair_ways(way + i, k - i);
	}
	if (left)
		rg_warning(r->file, 0,
		           "%d link%s one way only, and none of that speed back: taken to lead "
		           "both ways",
		           left, left == 1 ? " leads" : "s lead");
	free(way);
}

static void add_wires(struct reader *r)
{
	int unplaced = 0;
	join_ways(r);
	for (int i = 0; i < r->wires; i++) {
		struct wire *w = &r->wire[i];
		w->speed.a = w->a;
		w->speed.b = w->b;
		if (w->a >= 0 && !w->other)
			rg_topo_link(r->t, w->speed);
		unplaced += w->a < 0 && !w->fat && !w->loop && w->used;
	}
	if (unplaced)
		rg_error(r->d, r->file, 0,
		         "%d link%s in no route of one link alone, so that nothing says what %s",
		         unplaced, unplaced == 1 ? " is" : "s are",
		         unplaced == 1 ? "it joins" : "they join");
}

/* Parallel links of a fat tree: SimGrid's choice on the way down is by the sender. */
static bool has_wide_links(const struct rg_regular *g)
{
	bool wide = false;
	for (int i = 0; i < g->n && g->family == RG_FAMILY_FAT_TREE; i++)
		wide |= g->wide[i] > 1;
	return wide;
}

static void settle(struct reader *r)
{
	const struct rg_regular *g = &r->cluster;
	bool regular = r->clusters == 1 && !r->alone && g->family != RG_FAMILY_SWITCH;
	if (regular)
		rg_regular_tables(g, r->t);
	if (regular && has_wide_links(g))
		rg_warning(r->file, 0,
		           "of several links down to the same switch the receiver's number takes "
		           "one, where SimGrid goes by the sender's");
	if (regular && g->family == RG_FAMILY_DRAGONFLY && g->chassis > 1 && g->blade > 1)
		rg_warning(r->file, 0,
		           "from blade to blade and then from chassis to chassis SimGrid takes the "
		           "links of the first chassis, wherever a message is, which are no way; "
		           "here it takes those of its own");
	if (!regular && r->longer)
		rg_warning(r->file, 0, "left out: %d route%s of several links", r->longer,
		           r->longer == 1 ? "" : "s");
}

static struct rg_topo *build(struct reader *r, const xmlNode *root, const char *name)
{
	int before = r->d->errors;
	r->t = rg_topo_new(r->file);
	r->t->name = rg_strdup(name);
	read_places(r, root);
	sort_wires(r);
	struct rg_vertex **sorted = sort_vertices(r->t);
	read_routes(r, root, sorted);
	free(sorted);
	if (r->d->errors == before)
		add_wires(r);
	rg_topo_close(r->t);
	if (r->d->errors == before)
		settle(r);
	if (r->d->errors == before)
		return r->t;
	rg_check_names(r->t, r->d); /* else whoever has the topology does that */
	rg_topo_free(r->t);
	return NULL;
}

/* The declaration of the document type, which every platform file has, is blanked out: it names a
 * file elsewhere. One with entities of its own stays, and is refused like any. */
static void blank_doctype(char *s)
{
	char *begin = strstr(s, "<!DOCTYPE"), *end = begin ? strchr(begin, '>') : NULL;
	if (!end || memchr(begin, '[', (size_t)(end - begin)))
		return;
	for (; begin <= end; begin++)
		*begin = *begin == '\n' ? '\n' : ' ';
}

static xmlDoc *read_document(const char *path, struct rg_diag *d)
{
	struct rg_text text = {0};
	const char *why, *file = rg_text_name(path);
	FILE *from = rg_input_open(path, RG_GIVEN, &why);
	xmlDoc *doc = NULL;
	if (!from || rg_input_read(from, LARGEST_FILE, &text) < 0) {
		rg_error(d, file, 0, "cannot read: %s", from ? strerror(errno) : why);
	} else if (!text.len) {
		rg_error(d, file, 0, "is empty");
	} else {
		if (strlen(text.s) == text.len)
			blank_doctype(text.s);
		doc = rg_xml_parse(text.s, text.len, file, RG_XML_ITEMS, d);
	}
	if (from)
		rg_input_close(from);
	rg_text_free(&text);
	return doc;
}

struct rg_topo *rg_simgrid_read(char *const *paths, int n, const char *name, struct rg_diag *d)
{
	struct rg_xml_handlers handlers = rg_xml_silence();
	struct reader r = {.d = d, .file = rg_text_name(paths[0])};
	struct rg_topo *t = NULL;
	(void)n;
	xmlDoc *doc = read_document(paths[0], d);
	const xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
	if (root && rg_xml_is(root, "platform"))
		t = build(&r, root, name);
	else if (root)
		rg_error(d, r.file, rg_xml_line(root), "is no platform file: <%s>",
		         (const char *)root->name);
	xmlFreeDoc(doc);
	rg_xml_restore(handlers);
	free(r.wire);
	free(r.host);
	return t;
}
