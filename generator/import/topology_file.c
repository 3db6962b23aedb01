/* SPDX-License-Identifier: BSD-3-Clause
 * topology_file: builds the model from the elements of a valid topology file, and reports the
 * values in them that mean nothing.
 */
#include "import/topology_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "base/units.h"
#include "fabric/check.h"
#include "fabric/rules.h"
#include "base/host_names.h"
#include "import/insides.h"
#include "import/reading.h"
#include "import/schema.h"
#include "import/topology_tables.h"
#include "import/topology_vertices.h"
#include "import/xml.h"

/* ---- Links ---- */

static void read_link(struct rg_reading *r, const xmlNode *e)
{
	struct rg_link link = rg_reading_speed(r, e);
	const char *blocked = rg_xml_attribute(e, "blocked");

	link.blocked = blocked && strcmp(blocked, "yes") == 0;
	if (!rg_xml_attribute(e, "a") || !rg_xml_attribute(e, "b")) {
		rg_reading_doubt_all(r, e); /* its ends, so that nobody misses the link */
		return;
	}
	r->pending = rg_grow(r->pending, r->pendings, &r->pending_cap, sizeof(*r->pending));
	r->pending[r->pendings++] = (struct rg_pending_link){e, rg_topo_link(r->t, link)};
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
static int find_end(const struct rg_reading *r, const xmlNode *e, const char *end,
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
	if (!rg_reading_doubtful(r, id))
		rg_reading_refuse(r, e, end, id, "is not the id of a switch or node");
	return -1;
}

/* Give the <link>s their ends. One that lacks an end is left out; the vertices that it was to join
 * are in doubt. */
static void resolve_links(struct rg_reading *r)
{
	struct rg_topo *t = r->t;
	struct rg_vertex **sorted = rg_alloc((size_t)t->vertices, sizeof(*sorted));

	for (int v = 0; v < t->vertices; v++)
		sorted[v] = &t->vertex[v];
	qsort(sorted, (size_t)t->vertices, sizeof(*sorted), compare_names);
	for (size_t i = 0; i < r->pendings; i++) {
		const struct rg_pending_link *p = &r->pending[i];

		t->link[p->link].a = find_end(r, p->element, "a", sorted);
		t->link[p->link].b = find_end(r, p->element, "b", sorted);
	}
	for (size_t i = 0; i < r->pendings; i++) {
		const struct rg_pending_link *p = &r->pending[i];

		if (t->link[p->link].a >= 0 && t->link[p->link].b >= 0)
			continue;
		rg_reading_doubt(r, rg_xml_attribute(p->element, "a"));
		rg_reading_doubt(r, rg_xml_attribute(p->element, "b"));
	}
	rg_topo_drop_loose(t);
	free(sorted);
}

/* ---- The cluster ---- */

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
static void read_told(struct rg_reading *r, const xmlNode *root)
{
	for (int k = 0; k < RG_TOLDS; k++) {
		const char *name = rg_tellings[k].name, *s = rg_xml_attribute(root, name);
		const char *wrong = s ? parse_told(rg_tellings[k].is, s, &r->t->told[k]) : NULL;
		if (wrong)
			rg_reading_refuse(r, root, name, s, wrong);
	}
}

/* How messages find their way where no table says it: words, of which each may stand once. */
static void read_routes(struct rg_reading *r, const xmlNode *root)
{
	const char *s = rg_xml_attribute(root, "routes"), *rail = rg_xml_attribute(root, "rail");
	const char *wrong = s ? rg_routing_read(s, &r->t->rule, &r->t->by_receiver) : NULL;

	r->t->rule_told = s;
	if (wrong)
		rg_reading_refuse(r, root, "routes", s, wrong);
	wrong = rail ? rg_parse_count(rail, RG_RAILS, &r->t->rail) : NULL;
	if (wrong)
		rg_reading_refuse(r, root, "rail", rail, wrong);
}

/* "double:max=4GB/s,float:sum=3GB/s": how fast others than int:sum are combined. */
static void read_combining(struct rg_reading *r, const xmlNode *root)
{
	const char *s = rg_xml_attribute(root, "combines");
	while (s && *s) {
		size_t n = strcspn(s, ","), of = strcspn(s, "=,");
		char *what = rg_strndup(s, of);
		char *value = rg_strndup(s + of + (s[of] == '='), n - of - (s[of] == '='));
		double rate;
		const char *wrong = rg_combining_fault(what);
		if (wrong)
			rg_reading_refuse(r, root, "combines", what, wrong);
		else if ((wrong = rg_parse_bandwidth(value, &rate)))
			rg_reading_refuse(r, root, "combines", value, wrong);
		else
			rg_topo_combines(r->t, what, rate);
		free(what);
		free(value);
		s += n + (s[n] == ',');
	}
}

static void read_topology(struct rg_reading *r, const xmlNode *root)
{
	const char *name = rg_xml_attribute(root, "name");
	const char *wrong = name ? rg_topology_fault(name) : NULL;

	r->t->name = rg_strdup(name ? name : "");
	r->t->line = rg_xml_line(root);
	if (wrong)
		rg_reading_refuse(r, root, "name", name, wrong);
	read_routes(r, root);
	read_told(r, root);
	read_combining(r, root);
	for (const xmlNode *e = root->children; e; e = e->next) {
		if (rg_xml_is_marked(e))
			continue;
		if (rg_xml_is(e, "defaults"))
			r->defaults = rg_reading_speed(r, e);
		else if (rg_xml_is(e, "switch"))
			rg_topology_switch(r, e, -1);
		else if (rg_xml_is(e, "node"))
			rg_topology_node(r, e, -1);
		else if (rg_xml_is(e, "link"))
			read_link(r, e);
	}
	resolve_links(r);
}

/* The model of a document of which there were `before` errors before it was read; NULL: there are
 * more. All are reported that do not follow from others. */
static struct rg_topo *build(const xmlNode *root, const char *file, int before, struct rg_diag *d)
{
	struct rg_reading r = {
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
		rg_topology_tables(&r, root);
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
