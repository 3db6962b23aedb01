/* SPDX-License-Identifier: BSD-3-Clause
 * insides: what is inside the machines of a topology file.
 */
#include "import/insides.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "base/units.h"
#include "import/probe.h"
#include "import/xml.h"

/* Short files can stand for much: limits on what counts expand to. */
enum {
	MOST_CORES = 1 << 16, /* of a machine */
	MOST_KEPT = 1 << 22,  /* cores of all insides that differ: 32 MB */
};

/* An inside, and the words that describe it: equal words, equal insides. */
struct described {
	char *words;
	const struct rg_inside *inside;
};

static int compare(const void *a, const void *b)
{
	const struct described *x = a, *y = b;

	return strcmp(x->words, y->words);
}

static void free_described(void *described)
{
	struct described *x = described;

	free(x->words);
	free(x);
}

static void refuse(const struct rg_insides *s, const xmlNode *e, const char *name,
                   const char *value, const char *wrong)
{
	rg_xml_refuse(s->t->file, e, name, value, wrong, s->d);
}

/* ---- Packages ---- */

/* How many `e` stands for; its count was checked. */
static int count_of(const xmlNode *e)
{
	const char *count = rg_xml_attribute(e, "count");
	int n = 1;

	if (count)
		rg_parse_count(count, MOST_CORES, &n);
	return n;
}

/* Report what is wrong with the counts of e and of all within. */
static void check_counts(const struct rg_insides *s, const xmlNode *e)
{
	const char *count = rg_xml_attribute(e, "count");
	int n;
	const char *wrong = count ? rg_parse_count(count, MOST_CORES, &n) : NULL;

	if (wrong)
		refuse(s, e, "count", count, wrong);
	for (e = e->children; e; e = e->next)
		check_counts(s, e);
}

/* An inside that grows. Adding stops at MOST_CORES + 1 cores. */
struct growing {
	struct rg_inside *inside;
	size_t cap;
};

static void add_cores(struct growing *g, int n)
{
	struct rg_inside *in = g->inside;

	for (; n > 0 && in->cores <= MOST_CORES; n--) {
		in->core = rg_grow(in->core, (size_t)in->cores, &g->cap, sizeof(*in->core));
		in->core[in->cores++] = (struct rg_core){in->packages - 1, in->numas - 1, -1};
	}
}

/* A NUMA node with the cores of the list that begins with `core`. */
static void add_numa(struct growing *g, const xmlNode *core)
{
	g->inside->numas++;
	for (; core; core = core->next)
		add_cores(g, count_of(core));
}

/* A package without NUMA nodes is one. */
static void add_package(struct growing *g, const xmlNode *e)
{
	g->inside->packages++;
	if (rg_xml_is(e->children, "core")) {
		add_numa(g, e->children);
		return;
	}
	for (e = e->children; e; e = e->next)
		for (int n = count_of(e); n > 0 && g->inside->cores <= MOST_CORES; n--)
			add_numa(g, e->children);
}

static struct rg_inside *read_packages(const struct rg_insides *s, const xmlNode *e)
{
	struct growing g = {rg_alloc(1, sizeof(*g.inside)), 0};

	for (const xmlNode *child = e->children; child; child = child->next) {
		check_counts(s, child);
		for (int n = count_of(child); n > 0 && g.inside->cores <= MOST_CORES; n--)
			add_package(&g, child);
	}
	return g.inside;
}

/* ---- The other ways to say it ---- */

/* cores="8": one package, one NUMA node. */
static struct rg_inside *read_cores(const struct rg_insides *s, const xmlNode *e)
{
	const char *cores = rg_xml_attribute(e, "cores");
	struct growing g = {0};
	int n;
	const char *wrong = rg_parse_count(cores, MOST_CORES, &n);

	if (wrong) {
		refuse(s, e, "cores", cores, wrong);
		return NULL;
	}
	g.inside = rg_alloc(1, sizeof(*g.inside));
	g.inside->packages = g.inside->numas = 1;
	add_cores(&g, n);
	return g.inside;
}

/* `path` as seen from the folder of the topology file. */
static char *beside(const char *file, const char *path)
{
	const char *slash = strrchr(file, '/');
	size_t folder = *path != '/' && slash ? (size_t)(slash + 1 - file) : 0;
	size_t n = strlen(path) + 1;
	char *joined = rg_alloc(folder + n, 1);

	memcpy(joined, file, folder);
	memcpy(joined + folder, path, n);
	return joined;
}

/* hwloc="file.xml". */
static struct rg_inside *read_hwloc(const struct rg_insides *s, const xmlNode *e)
{
	const char *path = rg_xml_attribute(e, "hwloc");
	struct rg_inside *inside;
	char *joined;

	if (!*path) {
		refuse(s, e, "hwloc", path, "is not a file");
		return NULL;
	}
	joined = beside(s->t->file, path);
	inside = rg_probe_inside(joined, RG_REFERRED, NULL, s->t->file, rg_xml_line(e), s->d);
	free(joined);
	return inside;
}

/* ---- All of them ---- */

/* The elements from e on, with their counts and what is in them. */
static void describe(const xmlNode *e, struct rg_text *words)
{
	for (; e; e = e->next) {
		const char *count = rg_xml_attribute(e, "count");

		rg_textf(words, "<%s %s", (const char *)e->name, count ? count : "1");
		describe(e->children, words);
		rg_text_add(words, ">");
	}
}

/* Give an inside to the topology, unless it is too large, or none. */
static const struct rg_inside *keep(struct rg_insides *s, const xmlNode *e,
                                    struct rg_inside *inside)
{
	if (!inside)
		return NULL;
	if (inside->cores <= MOST_CORES && inside->cores <= MOST_KEPT - s->cores) {
		s->cores += inside->cores;
		return rg_topo_inside(s->t, inside);
	}
	rg_error(s->d, s->t->file, rg_xml_line(e), "too many cores (at most %d in a <node>%s)",
	         MOST_CORES, inside->cores <= MOST_CORES ? ", and 4194304 in all that differ" : "");
	free(inside->core);
	free(inside);
	return NULL;
}

/* The inside that `words` describe: that of an earlier machine, else made anew. Takes the words. */
static const struct rg_inside *find(struct rg_insides *s, const xmlNode *e, char *words,
                                    struct rg_inside *(*make)(const struct rg_insides *,
                                                              const xmlNode *))
{
	struct described *own = rg_alloc(1, sizeof(*own));
	struct described **known;
	const struct rg_inside *inside;

	own->words = words;
	known = tsearch(own, &s->described, compare);
	if (known && (*known)->inside) {
		free_described(own);
		return (*known)->inside;
	}
	int errors = s->d->errors;
	inside = keep(s, e, make(s, e));
	own->inside = inside;
	if (known && inside && s->d->errors == errors)
		return inside;
	/* Every one that is wrong is reported. */
	tdelete(own, &s->described, compare);
	free_described(own);
	return inside;
}

/* Is an element at e or after it, or in one of these, marked? */
static bool any_marked(const xmlNode *e)
{
	bool any = false;

	for (; e && !any; e = e->next)
		any = rg_xml_is_marked(e) || any_marked(e->children);
	return any;
}

const struct rg_inside *rg_insides_read(struct rg_insides *s, const xmlNode *node)
{
	const char *cores = rg_xml_attribute(node, "cores");
	const char *hwloc = rg_xml_attribute(node, "hwloc");
	struct rg_text words = {0};

	if (!!cores + !!hwloc + !!node->children > 1) {
		rg_error(s->d, s->t->file, rg_xml_line(node),
		         "<node> says its inside twice (keep one of: cores, hwloc, <package>)");
		return NULL;
	}
	if (any_marked(node->children)) /* which was reported */
		return NULL;
	if (cores || hwloc)
		rg_textf(&words, "%s %s", cores ? "cores" : "hwloc", cores ? cores : hwloc);
	else if (node->children)
		describe(node->children, &words);
	else
		return NULL;
	return find(s, node, words.s, cores ? read_cores : hwloc ? read_hwloc : read_packages);
}

void rg_insides_free(struct rg_insides *s)
{
	tdestroy(s->described, free_described);
}
