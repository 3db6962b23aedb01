/* SPDX-License-Identifier: BSD-3-Clause
 * schema: validates with libxml2, then explains. libxml2's own messages about RELAX NG name the
 * parent or several guesses, so a table of the same rules says what is wrong; should the table have
 * nothing to say against a file that the schema refuses, libxml2's messages are shown.
 */
#include "import/schema.h"

#include <libxml/relaxng.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/text.h"
#include "import/xml.h"

/* Word lists are separated by one space. */
struct rule {
	const char *element;
	const char *needed;   /* attributes that it must have */
	const char *optional; /* attributes that it may have */
	const char *children; /* elements that it may hold */
	bool filled;          /* it must hold at least one */
};

#define SPEED "bandwidth latency duplex"

static const struct rule rules[] = {
	{"topology", "name", "startup", "defaults switch node link", false},
	{"defaults", "", SPEED, "", false},
	{"switch", "id", SPEED, "switch node", false},
	{"node", "id", "aliases cores hwloc " SPEED, "package", false},
	{"package", "", "count", "numa core", true},
	{"numa", "", "count", "core", true},
	{"core", "", "count", "", false},
	{"link", "a b", SPEED, "", false},
};

struct check {
	const char *file;
	struct rg_diag *d;
};

static const struct rule *rule_of(const char *element)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		if (strcmp(rules[i].element, element) == 0)
			return &rules[i];
	return NULL;
}

/* Copy the next word of *list to word[32] and step over it; false at the end. */
static bool next_word(const char **list, char *word)
{
	int n = (int)strcspn(*list, " ");

	if (n == 0)
		return false;
	snprintf(word, 32, "%.*s", n, *list);
	*list += n + ((*list)[n] == ' ');
	return true;
}

static bool has_word(const char *list, const char *name)
{
	char word[32];

	while (next_word(&list, word))
		if (strcmp(word, name) == 0)
			return true;
	return false;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* Levenshtein distance of two words of fewer than 32 bytes. */
static int distance(const char *a, const char *b)
{
	int row[32];
	int n = (int)strlen(b);

	for (int j = 0; j <= n; j++)
		row[j] = j;
	for (int i = 1; a[i - 1]; i++) {
		int corner = row[0];

		row[0] = i;
		for (int j = 1; j <= n; j++) {
			int same = corner + (a[i - 1] != b[j - 1]);

			corner = row[j];
			row[j] = least(same, 1 + least(row[j], row[j - 1]));
		}
	}
	return row[n];
}

/* The word of list that `name` is a slip of, into word[32]: at most two letters differ, and not all
 * of them. */
static bool find_similar(const char *list, const char *name, char *word)
{
	char candidate[32];
	int best = 3;

	if (strlen(name) >= 32)
		return false;
	while (next_word(&list, candidate)) {
		int k = distance(name, candidate);

		if (k >= best || k >= (int)strlen(candidate))
			continue;
		best = k;
		strcpy(word, candidate);
	}
	return best < 3;
}

/* Put " (did you mean ...?)" or " (expected a, b)" for `name` into hint; "" with an empty list. */
static const char *hint_for(struct rg_text *hint, const char *list, const char *name)
{
	char word[32];
	const char *comma = " (expected ";

	if (find_similar(list, name, word)) {
		rg_textf(hint, " (did you mean '%s'?)", word);
		return hint->s;
	}
	for (; next_word(&list, word); comma = ", ")
		rg_textf(hint, "%s%s", comma, word);
	rg_text_add(hint, hint->s ? ")" : "");
	return hint->s;
}

/* ---- Attributes ---- */

/* At the top there is no link to an outer switch. */
static bool is_outermost(const xmlNode *e)
{
	return (rg_xml_is(e, "switch") || rg_xml_is(e, "node")) && rg_xml_is(e->parent, "topology");
}

static void explain_attribute(const struct check *c, const xmlNode *e, const struct rule *rule,
                              const xmlAttr *a)
{
	const char *name = (const char *)a->name, *element = rule->element;
	bool known = !a->ns && (has_word(rule->needed, name) || has_word(rule->optional, name));
	struct rg_text list = {0}, hint = {0};

	if (known && is_outermost(e) && has_word(SPEED, name))
		rg_error(c->d, c->file, rg_xml_line(e),
		         "attribute '%s' of <%s> is of the link to an outer switch, and there is "
		         "none (use <defaults> or <link>)",
		         name, element);
	if (known)
		return;
	rg_textf(&list, "%s%s%s", rule->needed, *rule->needed && *rule->optional ? " " : "",
	         rule->optional);
	rg_error(c->d, c->file, rg_xml_line(e), "unknown attribute '%s%s%s' of <%s>%s",
	         a->ns && a->ns->prefix ? (const char *)a->ns->prefix : "", a->ns ? ":" : "", name,
	         element, hint_for(&hint, list.s, name));
	rg_text_free(&list);
	rg_text_free(&hint);
}

/* Has e an attribute that is a slip of `needed`? Then that was reported, and nothing is missing. */
static bool is_misspelt(const xmlNode *e, const struct rule *rule, const char *needed)
{
	char word[32];

	for (const xmlAttr *a = e->properties; a; a = a->next) {
		const char *name = (const char *)a->name;

		if (!has_word(rule->needed, name) && !has_word(rule->optional, name) &&
		    find_similar(needed, name, word))
			return true;
	}
	return false;
}

static void explain_attributes(const struct check *c, const xmlNode *e, const struct rule *rule)
{
	const char *needed = rule->needed, *duplex = rg_xml_attribute(e, "duplex");
	char word[32];

	for (const xmlAttr *a = e->properties; a; a = a->next)
		explain_attribute(c, e, rule, a);
	while (next_word(&needed, word))
		if (!rg_xml_attribute(e, word) && !is_misspelt(e, rule, word))
			rg_error(c->d, c->file, rg_xml_line(e), "<%s> has no attribute '%s'",
			         rule->element, word);
	if (duplex && has_word(rule->optional, "duplex") && strcmp(duplex, "full") != 0 &&
	    strcmp(duplex, "half") != 0)
		rg_error(c->d, c->file, rg_xml_line(e),
		         "duplex '%.80s' of <%s> is neither 'full' nor 'half'", duplex,
		         rule->element);
}

/* ---- Elements ---- */

static void explain_unexpected(const struct check *c, const xmlNode *e, const struct rule *outer)
{
	struct rg_text hint = {0};
	const char *name = (const char *)e->name;

	if (rg_xml_is(e, "link"))
		rg_text_add(&hint, " (a <link> stands directly in <topology>)");
	else if (!*outer->children)
		rg_text_add(&hint, " (nothing stands in it)");
	else
		hint_for(&hint, outer->children, name);
	rg_error(c->d, c->file, rg_xml_line(e), "unexpected element <%s> in <%s>%s", name,
	         outer->element, hint.s);
	rg_text_free(&hint);
}

/* What the order of an element among its sisters can have wrong. */
static void explain_place(const struct check *c, const xmlNode *e)
{
	const xmlNode *first = e->parent->children;

	if (e != first && rg_xml_is(e, "defaults"))
		rg_error(c->d, c->file, rg_xml_line(e),
		         "<defaults> is not the first element of <topology>");
	if (rg_xml_is(e->parent, "package") &&
	    strcmp((const char *)e->name, (const char *)first->name) != 0)
		rg_error(c->d, c->file, rg_xml_line(e),
		         "<package> holds <numa> and <core> (put all cores into NUMA nodes)");
}

static void explain(const struct check *c, const xmlNode *e, const struct rule *rule)
{
	if (e->ns) {
		rg_error(c->d, c->file, rg_xml_line(e),
		         "<%s> is in the namespace '%.80s' (a topology file has none)",
		         rule->element, (const char *)e->ns->href);
		return;
	}
	explain_attributes(c, e, rule);
	if (rule->filled && !e->children)
		rg_error(c->d, c->file, rg_xml_line(e), "<%s> is empty (put <core/> into it)",
		         rule->element);
	for (const xmlNode *child = e->children; child; child = child->next) {
		if (!has_word(rule->children, (const char *)child->name)) {
			explain_unexpected(c, child, rule);
			continue;
		}
		explain_place(c, child);
		explain(c, child, rule_of((const char *)child->name));
	}
}

static void explain_root(const struct check *c, const xmlNode *root)
{
	if (!rg_xml_is(root, "topology"))
		rg_error(c->d, c->file, rg_xml_line(root),
		         "unexpected element <%s> (expected <topology>)", (const char *)root->name);
	else
		explain(c, root, rule_of("topology"));
}

/* ---- Validation ---- */

static void say_nothing(void *unused, xmlError *e)
{
	(void)unused, (void)e;
}

static void say_as_libxml2(void *check, xmlError *e)
{
	const struct check *c = check;
	const xmlNode *node = e->node;
	int n = e->message ? (int)strcspn(e->message, "\n") : 0;

	while (node && node->type != XML_ELEMENT_NODE)
		node = node->parent;
	rg_error(c->d, c->file, node ? rg_xml_line(node) : 0, "%.*s", n, e->message);
}

/* NULL: no memory. */
static xmlRelaxNG *load_schema(void)
{
	struct rg_text schema = {0};
	xmlRelaxNGParserCtxt *parser;
	xmlRelaxNG *grammar;

	for (const char *const *line = rg_embedded("schema/topology.rng"); *line; line++)
		rg_text_add(&schema, *line);
	parser = xmlRelaxNGNewMemParserCtxt(schema.s, (int)schema.len);
	xmlRelaxNGSetParserStructuredErrors(parser, say_nothing, NULL);
	grammar = xmlRelaxNGParse(parser);
	xmlRelaxNGFreeParserCtxt(parser);
	rg_text_free(&schema);
	return grammar;
}

static bool is_valid(xmlRelaxNG *grammar, xmlDoc *doc, xmlStructuredErrorFunc say, struct check *c)
{
	xmlRelaxNGValidCtxt *valid = xmlRelaxNGNewValidCtxt(grammar);
	int result;

	xmlRelaxNGSetValidStructuredErrors(valid, say, c);
	result = xmlRelaxNGValidateDoc(valid, doc);
	xmlRelaxNGFreeValidCtxt(valid);
	return result == 0;
}

int rg_schema_check(xmlDoc *doc, const char *file, struct rg_diag *d)
{
	struct check c = {file, d};
	struct rg_xml_voice voice = rg_xml_hush();
	xmlRelaxNG *grammar = load_schema();
	int before = d->errors;
	bool valid = grammar && is_valid(grammar, doc, say_nothing, &c);

	if (!grammar)
		rg_error(d, file, 0, "out of memory");
	else if (!valid)
		explain_root(&c, xmlDocGetRootElement(doc));
	if (!valid && grammar && d->errors == before)
		is_valid(grammar, doc, say_as_libxml2, &c);
	if (!valid && d->errors == before)
		rg_error(d, file, 0, "not a topology file");
	xmlRelaxNGFree(grammar);
	rg_xml_speak(voice);
	return valid ? 0 : -1;
}
