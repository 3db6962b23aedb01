/* SPDX-License-Identifier: BSD-3-Clause
 * schema_text: the table of schema.h as a schema of RELAX NG.
 */
#include "import/schema_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fabric/topo.h"
#include "import/schema.h"

__attribute__((format(printf, 3, 4))) static void line(struct rg_text *out, int depth,
                                                       const char *format, ...)
{
	char *text;
	va_list of;

	va_start(of, format);
	if (vasprintf(&text, format, of) < 0)
		abort();
	va_end(of);
	rg_textf(out, "%*s%s\n", 2 * depth, "", text);
	free(text);
}

static void print_values(struct rg_text *out, int depth, const char *const *value, size_t n)
{
	line(out, depth, "<choice>");
	for (size_t i = 0; i < n; i++)
		line(out, depth + 1, "<value>%s</value>", value[i]);
	line(out, depth, "</choice>");
}

static bool has_values(const char *name)
{
	return strcmp(name, "duplex") == 0 || strcmp(name, "routes") == 0 ||
	       rg_says_yes_or_no(name);
}

/* The values of most attributes are for the reader to check. */
static void print_attribute(struct rg_text *out, int depth, const char *name)
{
	static const char chosen[] = "d-mod-k"; /* fabric/rules.c */

	const char *words[RG_RULES + 1];
	bool list = strcmp(name, "routes") == 0;

	memcpy(words, rg_rule_names, RG_RULES * sizeof *words);
	words[RG_RULES] = chosen;
	if (!has_values(name)) {
		line(out, depth, "<attribute name=\"%s\"/>", name);
		return;
	}
	line(out, depth, "<attribute name=\"%s\">", name);
	if (list)
		line(out, depth + 1, "<list><zeroOrMore>");
	print_values(out, depth + 1 + list,
	             list                          ? words
	             : strcmp(name, "duplex") == 0 ? rg_duplex
	                                           : rg_yes_no,
	             list ? RG_RULES + 1 : 2);
	if (list)
		line(out, depth + 1, "</zeroOrMore></list>");
	line(out, depth, "</attribute>");
}

static void print_optional(struct rg_text *out, int depth, const char *name)
{
	if (!has_values(name)) {
		line(out, depth, "<optional><attribute name=\"%s\"/></optional>", name);
		return;
	}
	line(out, depth, "<optional>");
	print_attribute(out, depth + 1, name);
	line(out, depth, "</optional>");
}

static void print_element(struct rg_text *out, int depth, const struct rg_element *e,
                          const struct rg_element *outer)
{
	bool speedless = outer == rg_elements && e->child[0];

	line(out, depth, "<element name=\"%s\">", e->name);
	for (int i = 0; e->attribute[i]; i++)
		if (i < e->needed)
			print_attribute(out, depth + 1, e->attribute[i]);
		else if (!rg_has_word(rg_speed, e->attribute[i]))
			print_optional(out, depth + 1, e->attribute[i]);
	if (rg_has_word(e->attribute, rg_speed[0]) && !speedless)
		line(out, depth + 1, "<ref name=\"speed\"/>");
	if (e->child[0])
		line(out, depth + 1, "<ref name=\"in-%s\"/>", e->name);
	else if (!e->attribute[0])
		line(out, depth + 1, "<empty/>");
	line(out, depth, "</element>");
}

/* What an element holds. */
static void print_children(struct rg_text *out, const struct rg_element *e)
{
	const char *const *child = e->child;
	bool filled = e->holds == RG_FILLED;

	line(out, 1, "<define name=\"in-%s\">", e->name);
	if (e->holds == RG_OPENED) {
		line(out, 2, "<optional>");
		print_element(out, 3, rg_element(*child++), e);
		line(out, 2, "</optional>");
	}
	line(out, 2, filled ? "<choice>" : "<zeroOrMore>");
	line(out, 3, filled ? "<oneOrMore>" : "<choice>");
	for (; *child; child++) {
		print_element(out, 4, rg_element(*child), e);
		if (filled && child[1]) {
			line(out, 3, "</oneOrMore>");
			line(out, 3, "<oneOrMore>");
		}
	}
	line(out, 3, filled ? "</oneOrMore>" : "</choice>");
	line(out, 2, filled ? "</choice>" : "</zeroOrMore>");
	line(out, 1, "</define>");
}

void rg_schema_print(struct rg_text *out)
{
	rg_text_add(out,
	            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	            "<!-- SPDX-License-Identifier: BSD-3-Clause\n"
	            "     The topology file of ringgen: which elements stand where, with which "
	            "attributes. What values mean\n"
	            "     (units, ranges, names) is in ringgen-topology(5) and checked by the "
	            "reader. Printed from the\n"
	            "     table of schema.c by `make golden`. Attributes and children in one "
	            "<define> would make libxml2\n"
	            "     validate in quadratic time. -->\n"
	            "<grammar xmlns=\"http://relaxng.org/ns/structure/1.0\">\n  <start>\n");
	print_element(out, 2, rg_elements, NULL);
	line(out, 1, "</start>");
	line(out, 1, "<define name=\"speed\">");
	for (int i = 0; rg_speed[i]; i++)
		print_optional(out, 2, rg_speed[i]);
	line(out, 1, "</define>");
	for (const struct rg_element *e = rg_elements; e->name; e++)
		if (e->child[0])
			print_children(out, e);
	line(out, 0, "</grammar>");
}
