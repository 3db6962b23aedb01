/* SPDX-License-Identifier: BSD-3-Clause
 * topology.rng is printed from the table of schema.c, and what checks by the table accepts the same
 * documents as libxml2 by that: random ones, most of which are right but for a few mistakes.
 */
#include <libxml/relaxng.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "import/schema.h"
#include "import/schema_text.h"
#include "import/xml.h"
#include "test.h"

#define SCHEMA ROOT "/generator/import/topology.rng"

enum { DOCUMENTS = 4000, ROOM = 1 << 16 };

static unsigned state = 1;

static int below(int n)
{
	state = state * 1103515245 + 12345;
	return (int)(state >> 16) % n;
}

/* The attribute that is in the table's i-th place, of all elements; and what nobody knows. */
static const char *attribute(int i)
{
	for (const struct rg_element *e = rg_elements; e->name; e++)
		for (int k = 0; e->attribute[k]; k++)
			if (i-- == 0)
				return e->attribute[k];
	return i == 0 ? "ids" : i == 1 ? "x:id" : NULL;
}

static int count(void)
{
	int n = 0;

	while (attribute(n))
		n++;
	return n;
}

static char document[ROOM];
static size_t length;

static void add(const char *format, const char *word)
{
	length += (size_t)snprintf(document + length, ROOM - length, format, word);
}

static void add_attribute(const char *name)
{
	bool right = below(3);

	if (strcmp(name, "duplex") == 0)
		add(" duplex=\"%s\"", right ? rg_duplex[below(2)] : "x");
	else
		add(strcmp(name, "routes") == 0 ? " %s=\"up-down d-mod-k\"" : " %s=\"x\"", name);
}

/* Add the attributes that it must have, but for a mistake, and now and then one that any element
 * has: each once. */
static void add_attributes(const struct rg_element *e)
{
	const char *more = below(6) ? NULL : attribute(below(count()));

	for (int i = 0; i < e->needed; i++) {
		bool has = below(40);
		if (has)
			add_attribute(e->attribute[i]);
		if (more && strcmp(more, e->attribute[i]) == 0 && has)
			more = NULL;
	}
	if (more)
		add_attribute(more);
}

static const struct rg_element *any(void)
{
	int n = 0;

	while (rg_elements[n].name)
		n++;
	return &rg_elements[below(n)];
}

/* One of its children, of one kind if it is to be so. */
static const struct rg_element *child_of(const struct rg_element *e, int kind)
{
	int n = 0, first = e->holds == RG_OPENED;

	while (e->child[n])
		n++;
	if (below(25) == 0)
		return any();
	if (n == 0)
		return NULL;
	return rg_element(e->child[e->holds == RG_FILLED ? kind % n : first + below(n - first)]);
}

static void add_element(const struct rg_element *e, int depth)
{
	int kind = below(2);

	add("<%s", e->name);
	if (depth == 0)
		add("%s", " xmlns:x=\"y\"");
	else if (below(300) == 0)
		add("%s", " xmlns=\"z\"");
	add_attributes(e);
	add("%s", ">");
	if (e->holds == RG_OPENED && below(2))
		add_element(rg_element(e->child[0]), depth + 1);
	for (int n = depth < 5 ? below(4) + (e->holds == RG_FILLED) : 0; n; n--) {
		const struct rg_element *child = child_of(e, kind);
		if (child && length < ROOM / 2)
			add_element(child, depth + 1);
	}
	add("</%s>", e->name);
}

/* topology.rng is what the table says. */
static void check_file(void)
{
	struct rg_text printed = {0};
	char file[ROOM];
	FILE *f = fopen(SCHEMA, "r");

	if (!CHECK(f != NULL))
		return;
	file[fread(file, 1, sizeof file - 1, f)] = 0;
	fclose(f);
	rg_schema_print(&printed);
	if (!CHECK(strcmp(printed.s, file) == 0))
		fputs("make golden writes " SCHEMA " anew\n", stderr);
	rg_text_free(&printed);
}

/* To be that file: `make golden`. */
static int print(void)
{
	struct rg_text printed = {0};

	rg_schema_print(&printed);
	fputs(printed.s, stdout);
	rg_text_free(&printed);
	return 0;
}

static xmlRelaxNG *load(void)
{
	xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewParserCtxt(SCHEMA);
	xmlRelaxNG *schema = xmlRelaxNGParse(parser);

	xmlRelaxNGFreeParserCtxt(parser);
	return schema;
}

static bool is_valid(xmlRelaxNG *schema, xmlDoc *doc)
{
	xmlRelaxNGValidCtxt *valid = xmlRelaxNGNewValidCtxt(schema);
	int result = xmlRelaxNGValidateDoc(valid, doc);

	xmlRelaxNGFreeValidCtxt(valid);
	return result == 0;
}

int main(int argc, char **argv)
{
	xmlRelaxNG *schema;
	int valid = 0, said = dup(STDERR_FILENO);

	if (argc == 2 && strcmp(argv[1], "print") == 0)
		return print();
	check_file();
	rg_xml_silence();
	schema = load();
	if (!CHECK(schema != NULL) || !CHECK(said >= 0))
		return TEST_END;
	for (int i = 0; i < DOCUMENTS; i++) {
		struct rg_diag d = {0};
		length = 0;
		add_element(below(50) ? rg_elements : any(), 0);
		xmlDoc *doc = rg_xml_parse(document, length, "random.xml", 100000, &d);
		bool ours, theirs;

		if (!CHECK(doc != NULL))
			break;
		theirs = is_valid(schema, doc);
		CHECK(freopen("/dev/null", "w", stderr) != NULL);
		ours = rg_schema_check(doc, "random.xml", &d) == 0;
		fflush(stderr);
		dup2(said, STDERR_FILENO);
		if (!CHECK(ours == theirs))
			fprintf(stderr, "%.*s\n", (int)length, document);
		valid += ours;
		xmlFreeDoc(doc);
	}
	CHECK(valid > DOCUMENTS / 10 && valid < DOCUMENTS - DOCUMENTS / 10);
	printf("%d of %d documents are right\n", valid, DOCUMENTS);
	xmlRelaxNGFree(schema);
	return TEST_END;
}
