/* SPDX-License-Identifier: BSD-3-Clause
 * The table of schema.c and the schema of topology.rng accept the same documents: random ones, most
 * of which are right but for a few mistakes.
 */
#include <libxml/relaxng.h>
#include <stdlib.h>
#include <unistd.h>

#include "import/schema.h"
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

static const char *const names[] = {"topology", "defaults", "switch", "node",
                                    "package",  "numa",     "core",   "link"};
static const char *const attributes[] = {"name",   "startup", "within",    "copy", "id", "aliases",
                                         "cores",  "hwloc",   "count",     "a",    "b",  "ids",
                                         "duplex", "latency", "bandwidth", "x:id"};
/* What an element has when it is right: attributes, which may be left out if they are behind the
 * bar, and children. */
static const struct {
	const char *name, *needed, *children;
} right[] = {{"topology", "name", "switch node link switch"},
             {"defaults", "", ""},
             {"switch", "id", "switch node"},
             {"node", "id", "package"},
             {"package", "", "core"},
             {"numa", "", "core"},
             {"core", "", ""},
             {"link", "a b", ""}};

static char document[ROOM];
static size_t length;

static void add(const char *format, const char *word)
{
	length += (size_t)snprintf(document + length, ROOM - length, format, word);
}

/* A word of the list; NULL if it is empty. */
static const char *word_of(const char *list)
{
	static char word[16];
	int words = *list ? 1 : 0;

	for (const char *s = list; *s; s++)
		words += *s == ' ';
	if (!words)
		return NULL;
	for (int skip = below(words); skip; skip--)
		list = strchr(list, ' ') + 1;
	snprintf(word, sizeof word, "%.*s", (int)strcspn(list, " "), list);
	return word;
}

static void add_attributes(const char *needed)
{
	bool has[sizeof attributes / sizeof *attributes] = {false};

	while (*needed) {
		char name[16];
		int n = (int)strcspn(needed, " ");
		snprintf(name, sizeof name, "%.*s", n, needed);
		for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
			has[i] |= strcmp(attributes[i], name) == 0 && below(40);
		needed += n + (needed[n] == ' ');
	}
	if (below(6) == 0)
		has[below((int)(sizeof attributes / sizeof *attributes))] = true;
	for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
		if (has[i])
			add(strcmp(attributes[i], "duplex") == 0 && below(3) ? " %s=\"half\""
			                                                     : " %s=\"x\"",
			    attributes[i]);
}

static void add_element(const char *name, int depth)
{
	char own[16];
	size_t i = 0;

	snprintf(own, sizeof own, "%s", name);
	while (strcmp(right[i].name, own) != 0)
		i++;
	add("<%s", own);
	if (depth == 0)
		add("%s", " xmlns:x=\"y\"");
	else if (below(300) == 0)
		add("%s", " xmlns=\"z\"");
	const char *list = strcmp(own, "package") == 0 && below(2) ? "numa" : right[i].children;
	add_attributes(right[i].needed);
	add("%s", ">");
	if (depth == 0 && below(2))
		add_element("defaults", 1);
	for (int children = depth < 5 ? below(4) + (strcmp(own, "package") == 0) : 0; children;
	     children--) {
		const char *child = below(25) ? word_of(list) : names[below(8)];
		if (child && length < ROOM / 2)
			add_element(child, depth + 1);
	}
	add("</%s>", own);
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

int main(void)
{
	xmlRelaxNG *schema;
	int valid = 0, said = dup(STDERR_FILENO);

	rg_xml_silence();
	schema = load();
	if (!CHECK(schema != NULL) || !CHECK(said >= 0))
		return TEST_END;
	for (int i = 0; i < DOCUMENTS; i++) {
		struct rg_diag d = {0};
		length = 0;
		add_element(below(50) ? "topology" : "node", 0);
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
