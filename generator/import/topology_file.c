/* SPDX-License-Identifier: BSD-3-Clause
 * topology_file: builds the model from the elements of a valid topology file, and reports the
 * values in them that mean nothing.
 */
#include "import/topology_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/text.h"
#include "base/units.h"
#include "fabric/check.h"
#include "fabric/rules.h"
#include "import/host_names.h"
#include "import/insides.h"
#include "import/schema.h"
#include "import/xml.h"

/* Short files can stand for much: limits on what ranges and counts expand to. */
enum {
	MOST_NAMES = RG_HOSTS_MOST, /* ids and aliases */
	MOST_MACHINES = 1 << 18,    /* more than twice as many as the largest clusters have */
	MOST_BOUNDARIES = 1 << 22,  /* packages and NUMA nodes of all machines: 16 of each */
	LONGEST_NAME = 255,
};

/* A <link> whose ends are looked up when all vertices are known. */
struct pending {
	const xmlNode *element;
	int link;
};

struct reader {
	struct rg_topo *t;
	struct rg_diag *d;
	struct rg_link defaults;
	struct rg_insides insides;
	struct pending *pending;
	size_t pendings, pending_cap;
	int names, boundaries; /* so far, against the limits */
	bool full;             /* one of these was reached, and that was reported */
	/* After a mistake that leaves a vertex or link out the others are still sought, but not
	 * what follows from it. */
	bool lost;             /* something is left out */
	struct rg_text doubts; /* what it may be called, each name with a NUL behind it */
};

/* The characters that may stand between the words of a list. */
static const char blanks[] = " \t\n\r";

static void refuse(const struct reader *r, const xmlNode *e, const char *name, const char *value,
                   const char *wrong)
{
	rg_xml_refuse(r->t->file, e, name, value, wrong, r->d);
}

/* ---- What is left out ---- */

/* Something is left out that may be called so; NULL: it says nothing of that. */
static void doubt(struct reader *r, const char *name)
{
	r->lost = true;
	if (name)
		rg_text_addn(&r->doubts, name, strlen(name) + 1);
}

/* The element's vertices are left out: any of its attributes may be their name, misspelt. */
static void doubt_all(struct reader *r, const xmlNode *e)
{
	r->lost = true;
	for (const xmlAttr *a = e->properties; a; a = a->next)
		if (a->children)
			doubt(r, (const char *)a->children->content);
}

/* May it be the name of what is left out, or be in a range that is? */
static bool is_doubtful(const struct reader *r, const char *name)
{
	for (size_t i = 0; i < r->doubts.len; i += strlen(r->doubts.s + i) + 1) {
		const char *s = r->doubts.s + i;
		size_t n = strcspn(s, "[");
		if (strcmp(s, name) == 0 || (s[n] && strncmp(s, name, n) == 0))
			return true;
	}
	return false;
}

/* ---- Links ---- */

/* The speed that e gives to its link; the rest is as in <defaults>. */
static struct rg_link read_speed(const struct reader *r, const xmlNode *e)
{
	struct rg_link link = r->defaults;
	const char *bandwidth = rg_xml_attribute(e, "bandwidth");
	const char *latency = rg_xml_attribute(e, "latency");
	const char *duplex = rg_xml_attribute(e, "duplex");
	const char *wrong;

	link.line = rg_xml_line(e);
	wrong = bandwidth ? rg_parse_bandwidth(bandwidth, &link.bandwidth) : NULL;
	if (wrong)
		refuse(r, e, "bandwidth", bandwidth, wrong);
	wrong = latency ? rg_parse_time(latency, &link.latency) : NULL;
	if (wrong)
		refuse(r, e, "latency", latency, wrong);
	if (duplex)
		link.half = strcmp(duplex, "half") == 0;
	return link;
}

/* The link of a nested vertex to the one around it; outer -1: there is none. */
static void link_to_outer(struct reader *r, int outer, int inner, struct rg_link speed)
{
	if (outer < 0)
		return;
	speed.a = outer;
	speed.b = inner;
	rg_topo_link(r->t, speed);
}

static void read_link(struct reader *r, const xmlNode *e)
{
	struct rg_link link = read_speed(r, e);

	if (!rg_xml_attribute(e, "a") || !rg_xml_attribute(e, "b")) {
		doubt_all(r, e); /* its ends, so that nobody misses the link */
		return;
	}
	r->pending = rg_grow(r->pending, r->pendings, &r->pending_cap, sizeof(*r->pending));
	r->pending[r->pendings++] = (struct pending){e, rg_topo_link(r->t, link)};
}

static int compare_names(const void *a, const void *b)
{
	const struct rg_vertex *const *v = a, *const *w = b;
	int order = strcmp((*v)->name, (*w)->name);

	return order ? order : (*v > *w) - (*v < *w);
}

static int compare_key(const void *name, const void *vertex)
{
	const struct rg_vertex *const *v = vertex;

	return strcmp(name, (*v)->name);
}

/* The vertex that attribute `end` of a <link> names, among the sorted ones; -1 after an error. */
static int find_end(const struct reader *r, const xmlNode *e, const char *end,
                    struct rg_vertex **sorted)
{
	const char *id = rg_xml_attribute(e, end);
	struct rg_vertex **found =
		bsearch(id, sorted, (size_t)r->t->vertices, sizeof(*sorted), compare_key);

	/* If several are called so, which is reported, take the first. */
	while (found && found > sorted && strcmp(found[-1]->name, id) == 0)
		found--;
	if (found)
		return (int)(*found - r->t->vertex);
	if (!is_doubtful(r, id))
		refuse(r, e, end, id, "is not the id of a switch or node");
	return -1;
}

/* Give the <link>s their ends. One that lacks an end is left out; the vertices that it was to join
 * are in doubt. */
static void resolve_links(struct reader *r)
{
	struct rg_topo *t = r->t;
	struct rg_vertex **sorted = rg_alloc((size_t)t->vertices, sizeof(*sorted));

	for (int v = 0; v < t->vertices; v++)
		sorted[v] = &t->vertex[v];
	qsort(sorted, (size_t)t->vertices, sizeof(*sorted), compare_names);
	for (size_t i = 0; i < r->pendings; i++) {
		const struct pending *p = &r->pending[i];

		t->link[p->link].a = find_end(r, p->element, "a", sorted);
		t->link[p->link].b = find_end(r, p->element, "b", sorted);
	}
	for (size_t i = 0; i < r->pendings; i++) {
		const struct pending *p = &r->pending[i];

		if (t->link[p->link].a >= 0 && t->link[p->link].b >= 0)
			continue;
		doubt(r, rg_xml_attribute(p->element, "a"));
		doubt(r, rg_xml_attribute(p->element, "b"));
	}
	rg_topo_drop_loose(t);
	free(sorted);
}

/* ---- Forwarding tables ---- */

/* The vertex that attribute `name` of a <forward> names; -1 after an error. */
static int find_vertex(const struct reader *r, const xmlNode *e, const char *name)
{
	const char *id = rg_xml_attribute(e, name);
	int v = rg_topo_find(r->t, id);

	if (v < 0 && !is_doubtful(r, id))
		refuse(r, e, name, id, "is not the id of a switch or node");
	return v;
}

/* The link on which it sends, at switch v; -1 after an error. */
static int find_link(const struct reader *r, const xmlNode *e, int v)
{
	int via = find_vertex(r, e, "via"), number = 1;
	const char *which = rg_xml_attribute(e, "link");
	const char *wrong = which ? rg_parse_count(which, r->t->links, &number) : NULL;

	if (wrong)
		refuse(r, e, "link", which, wrong);
	if (wrong || v < 0 || via < 0)
		return -1;
	int l = rg_topo_link_to(r->t, v, via, number);
	bool doubtful =
		is_doubtful(r, r->t->vertex[v].name) || is_doubtful(r, r->t->vertex[via].name);
	if (l < 0 && !doubtful)
		rg_error(r->d, r->t->file, rg_xml_line(e), "there %s between '%s' and '%s'",
		         number > 1 ? "are not so many links" : "is no link", r->t->vertex[v].name,
		         r->t->vertex[via].name);
	return l;
}

/* The rail of what is forwarded; 0 after an error. */
static int find_rail(const struct reader *r, const xmlNode *e)
{
	const char *s = rg_xml_attribute(e, "rail");
	int rail = 1;
	const char *wrong = s ? rg_parse_count(s, RG_RAILS, &rail) : NULL;

	if (wrong)
		refuse(r, e, "rail", s, wrong);
	return wrong ? 0 : rail;
}

/* Messages for one machine, on a rail, leave vertex v on link l. */
static void forward(const struct reader *r, const xmlNode *e, int v, int l, int rail,
                    const char *name)
{
	struct rg_topo *t = r->t;
	int to = rg_topo_find(t, name);

	if (to < 0 || t->vertex[to].kind != RG_MACHINE) {
		if (to >= 0 || !is_doubtful(r, name))
			refuse(r, e, "to", name, "is not the id of a node");
		return;
	}
	int machine = t->vertex[to].machine, ports = rg_topo_ports(t, machine);
	if (rail > ports && is_doubtful(r, t->vertex[to].name))
		return;
	if (rail > ports) {
		rg_error(r->d, t->file, rg_xml_line(e), "'%s' has no rail %d: it has %d link%s",
		         name, rail, ports, ports == 1 ? "" : "s");
		return;
	}
	int *entry = &rg_topo_table(t, v)[rg_topo_entry(t, machine, rail)];
	if (*entry >= 0 && *entry != l)
		rg_error(r->d, t->file, rg_xml_line(e),
		         "'%s' sends what is for '%s' on another link already", t->vertex[v].name,
		         name);
	*entry = l;
}

static void read_forward(const struct reader *r, const xmlNode *e)
{
	int v = find_vertex(r, e, "at"), l = find_link(r, e, v), rail = find_rail(r, e);
	const char *to = rg_xml_attribute(e, "to");
	struct rg_hosts names = {0};
	const char *wrong = rg_hosts_expand(&names, to);

	if (wrong)
		refuse(r, e, "to", to, wrong);
	wrong = wrong ? wrong : l < 0 || !rail ? "" : NULL; /* that was reported, if it is one */
	if (v >= 0 && r->t->rails > 1 && r->t->vertex[v].kind == RG_MACHINE)
		rg_error(r->d, r->t->file, rg_xml_line(e),
		         "'%s' has no table: with rails a machine sends on the link of the rail",
		         r->t->vertex[v].name);
	else
		for (int i = 0; v >= 0 && !wrong && i < names.n; i++)
			forward(r, e, v, l, rail, names.host[i].name);
	rg_hosts_free(&names);
}

/* One that has what it must have. */
static bool is_forward(const xmlNode *e)
{
	return rg_xml_is(e, "forward") && !rg_xml_is_marked(e) && rg_xml_attribute(e, "at") &&
	       rg_xml_attribute(e, "to") && rg_xml_attribute(e, "via");
}

/* Read the forwarding tables of a closed topology. */
static void read_tables(const struct reader *r, const xmlNode *root)
{
	for (const xmlNode *e = root->children; e; e = e->next) {
		const char *s = is_forward(e) ? rg_xml_attribute(e, "rail") : NULL;
		int rail = 1;
		if (s && !rg_parse_count(s, RG_RAILS, &rail) && rail > r->t->rails)
			r->t->rails = rail;
	}
	for (const xmlNode *e = root->children; e; e = e->next)
		if (is_forward(e))
			read_forward(r, e);
}

/* ---- Names ---- */

/* Report, once, that e goes beyond a limit: after that nothing is expanded. */
static bool overfill(struct reader *r, const xmlNode *e, int most, const char *what)
{
	if (!r->full)
		rg_error(r->d, r->t->file, rg_xml_line(e), "more than %d %s in the file", most,
		         what);
	r->full = true;
	return false;
}

/* Count n more names; false when there are too many. */
static bool count_names(struct reader *r, const xmlNode *e, int n)
{
	if (n > MOST_NAMES - r->names)
		return overfill(r, e, MOST_NAMES, "names");
	r->names += n;
	return true;
}

/* Is there room for n more machines with that inside? */
static bool count_machines(struct reader *r, const xmlNode *e, int n, const struct rg_inside *in)
{
	int parts = in ? in->packages + in->numas : 0;

	if (n > MOST_MACHINES - r->t->machines)
		return overfill(r, e, MOST_MACHINES, "machines");
	if (parts && n > (MOST_BOUNDARIES - r->boundaries) / parts)
		return overfill(r, e, MOST_BOUNDARIES,
		                "packages and NUMA nodes of all machines together");
	r->boundaries += n * parts;
	return true;
}

/* Count the names that a range expression of attribute `name` stands for, unless it is `wrong`;
 * false after an error. */
static bool expanded(struct reader *r, const xmlNode *e, const char *name, const char *expr,
                     const struct rg_hosts *hosts, const char *wrong)
{
	if (wrong)
		refuse(r, e, name, expr, wrong);
	return !wrong && count_names(r, e, hosts->n);
}

/* ---- Elements ---- */

/* Give the n machines from `first` on the aliases that one word of the attribute stands for. */
static void add_aliases(struct reader *r, const xmlNode *e, const char *word, int first, int n)
{
	struct rg_hosts aliases = {0};

	if (!r->full &&
	    expanded(r, e, "aliases", word, &aliases, rg_hosts_accept(&aliases, word))) {
		if (aliases.n != n)
			rg_error(r->d, r->t->file, rg_xml_line(e),
			         "aliases '%.80s' of <node> stand for %d names, but id '%.80s' for "
			         "%d",
			         word, aliases.n, rg_xml_attribute(e, "id"), n);
		for (int i = 0; aliases.n == n && i < n; i++)
			rg_topo_alias(r->t, first + i, aliases.host[i].name);
	}
	rg_hosts_free(&aliases);
}

static void read_aliases(struct reader *r, const xmlNode *e, int first, int n)
{
	const char *list = rg_xml_attribute(e, "aliases");

	while (list && *(list += strspn(list, blanks))) {
		size_t len = strcspn(list, blanks);
		char *word = rg_strndup(list, len);

		add_aliases(r, e, word, first, n);
		free(word);
		list += len;
	}
}

/* Expand the id of a <node>: NULL, or what is wrong with it. */
static const char *fault_of(const char *id, struct rg_hosts *names)
{
	return rg_address_length(id) ? "is an address: give the node a name, and that as an alias"
	                             : rg_hosts_expand(names, id);
}

/* A <node>: one machine for each name that its id stands for. */
static void read_node(struct reader *r, const xmlNode *e, int outer)
{
	const struct rg_inside *inside = rg_insides_read(&r->insides, e);
	struct rg_link speed = outer < 0 ? r->defaults : read_speed(r, e);
	const char *id = rg_xml_attribute(e, "id");
	struct rg_hosts names = {0};
	int first = r->t->vertices;

	if (!id) {
		doubt_all(r, e);
		return;
	}
	if (!r->full && expanded(r, e, "id", id, &names, fault_of(id, &names)) &&
	    count_machines(r, e, names.n, inside)) {
		for (int i = 0; i < names.n; i++) {
			int v = rg_topo_vertex(r->t, RG_MACHINE, names.host[i].name,
			                       rg_xml_line(e));

			r->t->vertex[v].inside = inside;
			link_to_outer(r, outer, v, speed);
		}
		read_aliases(r, e, first, names.n);
	} else {
		doubt(r, id);
	}
	rg_hosts_free(&names);
}

/* "0,3": where a switch is. */
static void read_position(const struct reader *r, const xmlNode *e, int v)
{
	const char *s = rg_xml_attribute(e, "position"), *end = s;
	int position[RG_POSITIONS], n = 0;

	for (bool more = s; more; end++) {
		char *after;
		long number = strtol(end, &after, 10);
		more = isdigit((unsigned char)*end) && number < RG_HOSTS_MOST && n < RG_POSITIONS;
		if (more)
			position[n++] = (int)number;
		end = more ? after : end;
		if (!more || *end != ',')
			break;
	}
	if (s && (*end || !n || end[-1] == ',')) {
		refuse(r, e, "position", s,
		       "is no list of at most 8 numbers below 1048576, as 0,3");
		r->t->vertex[v].positions = -1;
	} else if (s)
		rg_topo_put(r->t, v, position, n);
}

/* A <switch> and all within; as deep as the XML reader allows. One without an id is there, since
 * what is within has its mistakes, too. */
static void read_switch(struct reader *r, const xmlNode *e, int outer)
{
	char stand_in[40];
	const char *id = rg_xml_attribute(e, "id"), *wrong = id ? rg_name_fault(id) : NULL;

	snprintf(stand_in, sizeof stand_in, "(number %d)", r->t->vertices + 1);
	if (!id)
		doubt_all(r, e);
	int v = rg_topo_vertex(r->t, RG_SWITCH, id ? id : stand_in, rg_xml_line(e));
	if (wrong)
		refuse(r, e, "id", id, wrong);
	read_position(r, e, v);
	if (outer >= 0)
		link_to_outer(r, outer, v, read_speed(r, e));
	for (e = e->children; e; e = e->next) {
		if (rg_xml_is_marked(e))
			continue;
		if (rg_xml_is(e, "switch"))
			read_switch(r, e, v);
		else
			read_node(r, e, v);
	}
}

static const char *parse_told(enum rg_quantity is, const char *s, double *to)
{
	int64_t bytes = 0;
	if (is == RG_TIME)
		return rg_parse_time(s, to);
	if (is == RG_RATE)
		return rg_parse_bandwidth(s, to);
	const char *wrong = rg_parse_size(s, &bytes);
	*to = wrong ? *to : (double)bytes;
	return wrong;
}

/* Read the measured costs of messages and memory. */
static void read_told(struct reader *r, const xmlNode *root)
{
	for (int k = 0; k < RG_TOLDS; k++) {
		const char *name = rg_tellings[k].name, *s = rg_xml_attribute(root, name);
		const char *wrong = s ? parse_told(rg_tellings[k].is, s, &r->t->told[k]) : NULL;
		if (wrong)
			refuse(r, root, name, s, wrong);
	}
}

/* How messages find their way where no table says it: words, of which each may stand once. */
static void read_routes(struct reader *r, const xmlNode *root)
{
	const char *s = rg_xml_attribute(root, "routes"), *rail = rg_xml_attribute(root, "rail");
	const char *wrong = s ? rg_routing_read(s, &r->t->rule, &r->t->by_receiver) : NULL;

	if (wrong)
		refuse(r, root, "routes", s, wrong);
	wrong = rail ? rg_parse_count(rail, RG_RAILS, &r->t->rail) : NULL;
	if (wrong)
		refuse(r, root, "rail", rail, wrong);
}

/* "double:max=4GB/s,float:sum=3GB/s": how fast others than int:sum are combined. */
static void read_combining(struct reader *r, const xmlNode *root)
{
	const char *s = rg_xml_attribute(root, "combines");
	while (s && *s) {
		size_t n = strcspn(s, ","), of = strcspn(s, "=,");
		char *what = rg_strndup(s, of);
		char *value = rg_strndup(s + of + (s[of] == '='), n - of - (s[of] == '='));
		double rate;
		const char *wrong = rg_combining_fault(what);
		if (wrong)
			refuse(r, root, "combines", what, wrong);
		else if ((wrong = rg_parse_bandwidth(value, &rate)))
			refuse(r, root, "combines", value, wrong);
		else
			rg_topo_combines(r->t, what, rate);
		free(what);
		free(value);
		s += n + (s[n] == ',');
	}
}

static void read_topology(struct reader *r, const xmlNode *root)
{
	const char *name = rg_xml_attribute(root, "name");
	const char *wrong = name ? rg_topology_fault(name) : NULL;

	r->t->name = rg_strdup(name ? name : "");
	r->t->line = rg_xml_line(root);
	if (wrong)
		refuse(r, root, "name", name, wrong);
	read_routes(r, root);
	read_told(r, root);
	read_combining(r, root);
	for (const xmlNode *e = root->children; e; e = e->next) {
		if (rg_xml_is_marked(e))
			continue;
		if (rg_xml_is(e, "defaults"))
			r->defaults = read_speed(r, e);
		else if (rg_xml_is(e, "switch"))
			read_switch(r, e, -1);
		else if (rg_xml_is(e, "node"))
			read_node(r, e, -1);
		else if (rg_xml_is(e, "link"))
			read_link(r, e);
	}
	resolve_links(r);
}

/* The model of a document of which there were `before` errors before it was read; NULL: there are
 * more. All are reported that do not follow from others. */
static struct rg_topo *build(const xmlNode *root, const char *file, int before, struct rg_diag *d)
{
	struct reader r = {
		.t = rg_topo_new(file),
		.d = d,
		.defaults = {.bandwidth = 1e9 / 8, .latency = 50e-6}, /* 1 Gbit/s, full duplex */
	};

	r.insides = (struct rg_insides){.t = r.t, .d = d};
	read_topology(&r, root);
	rg_insides_free(&r.insides);
	free(r.pending);
	if (!r.full) {
		rg_topo_close(r.t);
		read_tables(&r, root);
	}
	if (!r.full && d->errors != before)
		rg_check_rest(r.t, !r.lost, d);
	rg_text_free(&r.doubts);
	if (d->errors == before)
		return r.t;
	rg_topo_free(r.t);
	return NULL;
}

/* The model of a document that was read from `file` when there were `before` errors. */
static struct rg_topo *build_valid(xmlDoc *doc, const char *file, int before, struct rg_diag *d)
{
	struct rg_topo *t = NULL;
	const xmlNode *root = xmlDocGetRootElement(doc);

	rg_schema_check(doc, file, d);
	if (!rg_xml_is_marked(root))
		t = build(root, file, before, d);
	xmlFreeDoc(doc);
	return t;
}

static const char *name_of(const char *path, enum rg_source source)
{
	return source == RG_GIVEN && strcmp(path, "-") == 0 ? "<stdin>" : path;
}

struct rg_topo *rg_read(const char *path, enum rg_source source, struct rg_diag *d)
{
	int before = d->errors;
	const char *file = name_of(path, source);
	xmlDoc *doc = rg_xml_read(path, source, file, RG_READ_BYTES, d);

	return doc ? build_valid(doc, file, before, d) : NULL;
}

struct rg_topo *rg_read_document(const char *path, xmlDoc **doc, struct rg_diag *d)
{
	int before = d->errors;
	const char *file = name_of(path, RG_GIVEN);
	xmlDoc *own = rg_xml_read_whole(path, file, RG_READ_BYTES, d);
	struct rg_topo *t;

	*doc = own ? xmlCopyDoc(own, 1) : NULL;
	if (!own)
		return NULL;
	rg_xml_strip(own);
	t = build_valid(own, file, before, d);
	if (t)
		return t;
	xmlFreeDoc(*doc);
	*doc = NULL;
	return NULL;
}
