/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid_file: a platform file of the simulator SimGrid (its XML reference, versions 4 and 4.1 of
 * the format: there a zone is called AS, too).
 */
#include "import/simgrid_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/input.h"
#include "fabric/naming.h"
#include "import/simgrid_clusters.h"
#include "import/simgrid_links.h"
#include "import/simgrid_reader.h"
#include "import/text_lines.h"
#include "import/xml.h"

enum { LARGEST_FILE = 1 << 30 };

static void read_vertex(struct rg_simgrid *r, const xmlNode *e, enum rg_kind kind)
{
	const char *id = rg_xml_attribute(e, "id");
	r->gaps |= !id;
	if (!id)
		rg_error(r->d, r->file, rg_xml_line(e), "<%s> has no id", (const char *)e->name);
	else
		rg_simgrid_vertex(r, e, kind, id);
	r->alone += kind == RG_MACHINE;
}

static bool is_zone(const xmlNode *e)
{
	return rg_xml_is(e, "zone") || rg_xml_is(e, "AS") || rg_xml_is(e, "platform");
}

/* Read all that has a place in the file, zones within zones. */
static void read_places(struct rg_simgrid *r, const xmlNode *zone)
{
	for (const xmlNode *e = zone->children; e; e = e->next) {
		if (is_zone(e))
			read_places(r, e);
		else if (rg_xml_is(e, "host"))
			read_vertex(r, e, RG_MACHINE);
		else if (rg_xml_is(e, "router"))
			read_vertex(r, e, RG_SWITCH);
		else if (rg_xml_is(e, "cluster"))
			rg_simgrid_cluster(r, e);
		else if (rg_xml_is(e, "link"))
			rg_simgrid_link(r, e);
		else if (rg_xml_is(e, "peer") || rg_xml_is(e, "cabinet") ||
		         rg_xml_is(e, "backbone") || rg_xml_is(e, "host_link"))
			rg_error(r->d, r->file, rg_xml_line(e), "<%s> is not known here",
			         (const char *)e->name);
	}
}

static int compare_vertices(const void *pa, const void *pb)
{
	const struct rg_vertex *const *a = pa, *const *b = pb;
	return strcmp((*a)->name, (*b)->name);
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

static void read_routes(struct rg_simgrid *r, const xmlNode *zone, struct rg_vertex **sorted)
{
	for (const xmlNode *e = zone->children; e; e = e->next) {
		if (is_zone(e))
			read_routes(r, e, sorted);
		else if (rg_xml_is(e, "route"))
			rg_simgrid_route(r, e, false, sorted);
		else if (rg_xml_is(e, "zoneRoute") || rg_xml_is(e, "ASroute"))
			rg_simgrid_route(r, e, true, sorted);
	}
}

/* Parallel links of a fat tree: SimGrid's choice on the way down is by the sender. */
static bool has_wide_links(const struct rg_regular *g)
{
	bool wide = false;
	for (int i = 0; i < g->n && g->family == RG_FAMILY_FAT_TREE; i++)
		wide |= g->wide[i] > 1;
	return wide;
}

static void settle(struct rg_simgrid *r)
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
		           "where a message goes from blade to blade and on to another chassis, "
		           "SimGrid takes links of the first chassis, which are no way: here it "
		           "takes those of its own");
	if (!regular && r->longer)
		rg_warning(r->file, 0, "left out: %d route%s of several links", r->longer,
		           r->longer == 1 ? "" : "s");
}

static struct rg_topo *build(struct rg_simgrid *r, const xmlNode *root, const char *name)
{
	int before = r->d->errors;
	r->t = rg_topo_new(r->file);
	r->t->name = rg_strdup(name);
	read_places(r, root);
	rg_simgrid_sort(r);
	struct rg_vertex **sorted = sort_vertices(r->t);
	read_routes(r, root, sorted);
	free(sorted);
	if (r->d->errors == before)
		rg_simgrid_join(r);
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
	struct rg_simgrid r = {.d = d, .file = rg_text_name(paths[0])};
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
