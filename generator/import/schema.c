/* SPDX-License-Identifier: BSD-3-Clause
 * schema: what may stand where in a topology file, as a table.
 */
#include "import/schema.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "import/xml.h"
#include "ringgen/edit_distance.h"

#define SPEED "bandwidth", "latency", "duplex"

const struct rg_element rg_elements[] = {
	{"topology",
         1,
         {"name", "routes", "rail", "startup", "alone", "within", "stream", "notify", "eager",
          "burst", "combine", "copy", "combines"},
         {"defaults", "switch", "node", "link", "forward"},
         RG_OPENED},
	{"defaults", 0, {SPEED}, {NULL}, RG_ANY},
	{"switch", 1, {"id", "position", "assumed", SPEED}, {"switch", "node"}, RG_ANY},
	{"node", 1, {"id", "aliases", "cores", "hwloc", SPEED}, {"package"}, RG_ANY},
	{"package", 0, {"count"}, {"numa", "core"}, RG_FILLED},
	{"numa", 0, {"count"}, {"core"}, RG_FILLED},
	{"core", 0, {"count"}, {NULL}, RG_ANY},
	{"link", 2, {"a", "b", "blocked", SPEED}, {NULL}, RG_ANY},
	{"forward", 3, {"at", "to", "via", "link", "rail"}, {NULL}, RG_ANY},
	{.name = NULL},
};

const char *const rg_speed[] = {SPEED, NULL}, *const rg_duplex[] = {"full", "half", NULL},
		  *const rg_yes_no[] = {"yes", "no", NULL};

struct check {
	const char *file;
	struct rg_diag *d;
};

const struct rg_element *rg_element(const char *name)
{
	const struct rg_element *e = rg_elements;

	while (strcmp(e->name, name) != 0)
		e++;
	return e;
}

bool rg_says_yes_or_no(const char *attribute)
{
	return strcmp(attribute, "blocked") == 0 || strcmp(attribute, "assumed") == 0;
}

bool rg_has_word(const char *const *list, const char *name)
{
	while (*list && strcmp(*list, name) != 0)
		list++;
	return *list;
}

/* The word of the list that `name` is a slip of: at most two letters differ, and not all of them.
 * NULL: there is none. */
static const char *meant(const char *const *list, const char *name)
{
	const char *word = NULL;

	for (int least = 3; *list; list++) {
		int letters = rg_edit_distance(name, strlen(name), *list);
		if (letters >= least || letters >= (int)strlen(*list))
			continue;
		least = letters;
		word = *list;
	}
	return word;
}

/* " (did you mean 'a'?)" or " (expected a, b)"; "" with an empty list. */
static const char *hint_for(struct rg_text *hint, const char *const *list, const char *name)
{
	const char *word = meant(list, name);

	if (word)
		rg_textf(hint, " (did you mean '%s'?)", word);
	for (const char *const *w = list; *w && !word; w++)
		rg_textf(hint, "%s%s%s", w == list ? " (expected " : "", *w, w[1] ? ", " : ")");
	return hint->s ? hint->s : "";
}

#define REFUSE(e, ...) rg_error(c->d, c->file, rg_xml_line(e), __VA_ARGS__)

static void check_attribute(const struct check *c, const xmlNode *e, const struct rg_element *rule,
                            const xmlAttr *a)
{
	const char *name = (const char *)a->name;
	bool outermost = rule->child[0] && e->parent == xmlDocGetRootElement(e->doc);
	struct rg_text hint = {0};

	if (a->ns || !rg_has_word(rule->attribute, name))
		REFUSE(e, "unknown attribute '%s%s%s' of <%s>%s",
		       a->ns && a->ns->prefix ? (const char *)a->ns->prefix : "", a->ns ? ":" : "",
		       name, rule->name, hint_for(&hint, rule->attribute, name));
	else if (outermost && rg_has_word(rg_speed, name))
		REFUSE(e,
		       "attribute '%s' of <%s> is of the link to an outer switch, and there is "
		       "none (use <defaults> or <link>)",
		       name, rule->name);
	else if (strcmp(name, "duplex") == 0 && !rg_has_word(rg_duplex, rg_xml_attribute(e, name)))
		REFUSE(e, "duplex '%.80s' of <%s> is neither 'full' nor 'half'",
		       rg_xml_attribute(e, name), rule->name);
	else if (rg_says_yes_or_no(name) && !rg_has_word(rg_yes_no, rg_xml_attribute(e, name)))
		REFUSE(e, "%s '%.80s' of <%s> is neither 'yes' nor 'no'", name,
		       rg_xml_attribute(e, name), rule->name);
	rg_text_free(&hint);
}

/* Has e an attribute that is a slip of `needed`? Then that was reported, and nothing is missing. */
static bool is_misspelt(const xmlNode *e, const struct rg_element *rule, const char *needed)
{
	for (const xmlAttr *a = e->properties; a; a = a->next)
		if (!rg_has_word(rule->attribute, (const char *)a->name) &&
		    meant((const char *const[]){needed, NULL}, (const char *)a->name))
			return true;
	return false;
}

static void check_attributes(const struct check *c, const xmlNode *e, const struct rg_element *rule)
{
	for (const xmlAttr *a = e->properties; a; a = a->next)
		check_attribute(c, e, rule, a);
	for (int i = 0; i < rule->needed; i++)
		if (!rg_xml_attribute(e, rule->attribute[i]) &&
		    !is_misspelt(e, rule, rule->attribute[i]))
			REFUSE(e, "<%s> has no attribute '%s'", rule->name, rule->attribute[i]);
}

static const char *own_place(struct rg_text *hint, const char *name)
{
	rg_textf(hint, " (a <%s> stands directly in <topology>)", name);
	return hint->s;
}

static void refuse_child(const struct check *c, xmlNode *e, const struct rg_element *outer)
{
	const char *name = (const char *)e->name, *why;
	struct rg_text hint = {0};

	if (rg_xml_is(e, "link") || rg_xml_is(e, "forward"))
		why = own_place(&hint, name);
	else if (!outer->child[0])
		why = " (nothing stands in it)";
	else
		why = hint_for(&hint, outer->child, name);
	REFUSE(e, "unexpected element <%s> in <%s>%s", name, outer->name, why);
	rg_xml_mark(e);
	rg_text_free(&hint);
}

/* What the order of an element among its sisters can have wrong. */
static void check_place(const struct check *c, xmlNode *e, const struct rg_element *outer)
{
	const xmlNode *first = e->parent->children;

	if (outer->holds == RG_OPENED && e != first && rg_xml_is(e, outer->child[0]))
		REFUSE(e, "<%s> is not the first element of <%s>", outer->child[0], outer->name);
	if (outer->holds == RG_FILLED && !rg_xml_is(e, (const char *)first->name)) {
		REFUSE(e, "<package> holds <numa> and <core> (put all cores into NUMA nodes)");
		rg_xml_mark(e);
	}
}

static void check_element(const struct check *c, xmlNode *e, const struct rg_element *rule)
{
	if (e->ns) {
		REFUSE(e, "<%s> is in the namespace '%.80s' (a topology file has none)", rule->name,
		       (const char *)e->ns->href);
		rg_xml_mark(e);
		return;
	}
	check_attributes(c, e, rule);
	if (rule->holds == RG_FILLED && !e->children) {
		REFUSE(e, "<%s> is empty (put <core/> into it)", rule->name);
		rg_xml_mark(e);
	}
	for (xmlNode *child = e->children; child; child = child->next) {
		if (!rg_has_word(rule->child, (const char *)child->name)) {
			refuse_child(c, child, rule);
			continue;
		}
		check_place(c, child, rule);
		check_element(c, child, rg_element((const char *)child->name));
	}
}

int rg_schema_check(xmlDoc *doc, const char *file, struct rg_diag *d)
{
	const struct check whole = {file, d}, *c = &whole;
	xmlNode *root = xmlDocGetRootElement(doc);
	int before = d->errors;

	if (rg_xml_is(root, "topology"))
		check_element(c, root, rg_element("topology"));
	else
		REFUSE(root, "unexpected element <%s> (expected <topology>)",
		       (const char *)root->name);
	if (!rg_xml_is(root, "topology"))
		rg_xml_mark(root);
	return d->errors == before ? 0 : -1;
}
