/* SPDX-License-Identifier: BSD-3-Clause
 * xml: feeds a file to libxml2's push parser in chunks, and lets only elements and attributes reach
 * the tree.
 */
#include "import/xml.h"

#include <errno.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/input.h"
#include "base/text.h"
#include "import/encoding.h"

/* ---- Silence ---- */

/* What libxml2 reports; since 2.12 nobody may change it. */
#if LIBXML_VERSION >= 21200
typedef const xmlError reported;
#else
typedef xmlError reported;
#endif

static void say_nothing(void *unused, reported *e)
{
	(void)unused, (void)e;
}

__attribute__((format(printf, 2, 3))) static void print_nothing(void *unused, const char *format,
                                                                ...)
{
	(void)unused, (void)format;
}

struct rg_xml_handlers rg_xml_silence(void)
{
	struct rg_xml_handlers before = {xmlStructuredError, xmlStructuredErrorContext,
	                                 xmlGenericError, xmlGenericErrorContext};

	xmlSetStructuredErrorFunc(NULL, say_nothing);
	xmlSetGenericErrorFunc(NULL, print_nothing);
	return before;
}

void rg_xml_restore(struct rg_xml_handlers before)
{
	xmlSetStructuredErrorFunc(before.structured_to, before.structured);
	xmlSetGenericErrorFunc(before.generic_to, before.generic);
}

/* ---- Reading ---- */

/* One run of the parser; its context points here. */
struct run {
	const char *file;
	struct rg_diag *d;
	bool whole;       /* keep what stands between the elements */
	long items, most; /* elements, attributes and what else is kept: so far, and allowed */
	int levels;       /* elements that have begun and not ended */
	bool failed;      /* an error was reported that ends the reading */
	struct rg_encoding encoding;
	const xmlNode *text; /* the last element whose text was reported: once is enough */
};

static struct run *run_of(void *ctx)
{
	return ((xmlParserCtxt *)ctx)->_private;
}

/* Report that the reading ends here. Only the first error is reported: the others follow from it.
 */
static void fail(struct run *r, int line, const char *message)
{
	if (!r->failed)
		rg_error(r->d, r->file, line, "%s", message);
	r->failed = true;
}

/* fail, from a callback that libxml2 allows to stop its parser. */
static void refuse(xmlParserCtxt *ctxt, const char *message)
{
	fail(run_of(ctxt), xmlSAX2GetLineNumber(ctxt), message);
	xmlStopParser(ctxt);
}

static void refuse_doctype(void *ctx, const xmlChar *name, const xmlChar *public,
                           const xmlChar *system)
{
	(void)name, (void)public, (void)system;
	refuse(ctx, "a document type declaration is not allowed");
}

/* Are there more items than allowed? Then that is the end. */
static bool too_many(void *ctx)
{
	const struct run *r = run_of(ctx);
	char message[80];

	if (r->items <= r->most)
		return false;
	snprintf(message, sizeof(message),
	         "more than %ld elements and attributes (use ranges: n[0-31])", r->most);
	refuse(ctx, message);
	return true;
}

static void comment(void *ctx, const xmlChar *text)
{
	run_of(ctx)->items++;
	if (!too_many(ctx))
		xmlSAX2Comment(ctx, text);
}

static void instruction(void *ctx, const xmlChar *target, const xmlChar *data)
{
	run_of(ctx)->items++;
	if (!too_many(ctx))
		xmlSAX2ProcessingInstruction(ctx, target, data);
}

static void start_element(void *ctx, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                          int namespaces, const xmlChar **namespace, int attributes, int defaulted,
                          const xmlChar **attribute)
{
	xmlParserCtxt *ctxt = ctx;
	struct run *r = run_of(ctx);
	intptr_t line = xmlSAX2GetLineNumber(ctx);

	r->items += 1 + namespaces + attributes;
	if (r->levels >= RG_XML_LEVELS) {
		refuse(ctx, "elements are nested more than 256 deep");
		return;
	}
	if (attributes + namespaces > RG_XML_ATTRIBUTES) {
		refuse(ctx, "an element has more than 64 attributes");
		return;
	}
	if (too_many(ctx))
		return;
	r->levels++;
	xmlSAX2StartElementNs(ctx, name, prefix, uri, namespaces, namespace, attributes, defaulted,
	                      attribute);
	if (ctxt->node)
		ctxt->node->_private = (void *)line;
}

static void end_element(void *ctx, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	run_of(ctx)->levels--;
	xmlSAX2EndElementNs(ctx, name, prefix, uri);
}

/* How much of the text s[n] to quote: up to a blank, at most 40 bytes, no part of a character. */
static int quotable(const char *s, int n)
{
	int k = 0;

	while (k < n && k <= 40 && !strchr(" \t\r\n", s[k]))
		k++;
	while (k > 40 || (k > 0 && k < n && ((unsigned char)s[k] & 0xc0) == 0x80))
		k--;
	return k;
}

/* Blanks are dropped; other text is an error at the line where it begins. */
static void text(void *ctx, const xmlChar *chars, int n)
{
	const xmlParserCtxt *ctxt = ctx;
	struct run *r = run_of(ctx);
	const char *s = (const char *)chars;
	int line = xmlSAX2GetLineNumber(ctx);

	if (r->whole)
		xmlSAX2Characters(ctx, chars, n);
	while (n > 0 && strchr(" \t\r\n", *s))
		s++, n--;
	if (n == 0 || !ctxt->node || r->text == ctxt->node)
		return;
	for (int i = 0; i < n; i++)
		line -= s[i] == '\n';
	r->text = ctxt->node;
	rg_error(r->d, r->file, line, "unexpected text '%.*s' in <%s>", quotable(s, n), s,
	         (const char *)ctxt->node->name);
}

/* Whether the file ended too early: some versions of libxml2 say what is open, others that there is
 * nothing. */
static bool is_end(const xmlParserCtxt *ctxt, const xmlError *e)
{
	bool nothing_left = !ctxt->input || ctxt->input->cur >= ctxt->input->end;

	return e->code == XML_ERR_DOCUMENT_END || e->code == XML_ERR_TAG_NOT_FINISHED ||
	       (e->code == XML_ERR_DOCUMENT_EMPTY && nothing_left);
}

/* The message of e. Three of libxml2's messages are misleading with a push parser, and are
 * replaced; the others end in a newline, and may have more of them. Free it. */
static char *message_of(const xmlParserCtxt *ctxt, const xmlError *e)
{
	char *message;

	if (is_end(ctxt, e) && ctxt->node) {
		struct rg_text s = {0};

		rg_textf(&s, "the file ends before </%s>", (const char *)ctxt->node->name);
		return s.s;
	}
	if (is_end(ctxt, e) && !xmlDocGetRootElement(ctxt->myDoc))
		return rg_strdup("the file ends before its first element");
	if (e->code == XML_ERR_DOCUMENT_EMPTY)
		return rg_strdup("not XML (it does not begin with <)");
	message = rg_strdup(e->message ? e->message : "not XML");
	for (size_t n = strlen(message); n > 0 && message[n - 1] == '\n'; n--)
		message[n - 1] = 0;
	for (char *s = message; *s; s++)
		*s = *s == '\n' ? ' ' : *s;
	return message;
}

static void parser_error(void *ctx, reported *e)
{
	char *message;

	if (e->level < XML_ERR_ERROR)
		return;
	message = message_of(ctx, e);
	fail(run_of(ctx), e->line, message);
	free(message);
}

static xmlParserCtxt *new_parser(struct run *r)
{
	xmlParserCtxt *ctxt = xmlCreatePushParserCtxt(NULL, NULL, NULL, 0, NULL);

	if (!ctxt)
		return NULL;
	xmlCtxtUseOptions(ctxt, XML_PARSE_NONET | XML_PARSE_COMPACT);
	ctxt->_private = r;
	ctxt->sax->serror = parser_error;
	ctxt->sax->internalSubset = refuse_doctype;
	ctxt->sax->startElementNs = start_element;
	ctxt->sax->endElementNs = end_element;
	ctxt->sax->characters = text;
	ctxt->sax->ignorableWhitespace = text;
	ctxt->sax->cdataBlock = text;
	ctxt->sax->comment = r->whole ? comment : NULL;
	ctxt->sax->processingInstruction = r->whole ? instruction : NULL;
	return ctxt;
}

/* Give the parser the next n bytes of the file, as far as they are UTF-8. The parser keeps what it
 * cannot take yet, and a tag with n attributes costs it n^2 steps: hence the limit on what it
 * keeps. */
static void feed_chunk(xmlParserCtxt *ctxt, const char *chunk, size_t n)
{
	struct run *r = run_of(ctxt);
	size_t good = rg_encoding_check(&r->encoding, chunk, n);

	if (good)
		xmlParseChunk(ctxt, chunk, (int)good, 0);
	if (good < n)
		fail(r, r->encoding.line, r->encoding.wrong);
	else if (ctxt->input && ctxt->input->end - ctxt->input->cur > RG_XML_MARKUP)
		fail(r, xmlSAX2GetLineNumber(ctxt), "a tag or comment is too long");
}

static void feed(xmlParserCtxt *ctxt, FILE *f, long most)
{
	struct run *r = run_of(ctxt);
	char chunk[RG_ENCODING_BEGIN];
	long total = 0;
	size_t n;

	while (!r->failed && (n = fread(chunk, 1, sizeof(chunk), f)) > 0) {
		total += (long)n;
		if (total > most)
			fail(r, 0, "the file is too large");
		else
			feed_chunk(ctxt, chunk, n);
	}
	if (r->failed)
		return;
	if (ferror(f)) {
		rg_error(r->d, r->file, 0, "cannot read the file: %s", strerror(errno));
		r->failed = true;
	} else if (total == 0)
		fail(r, 0, "the file is empty");
	else
		xmlParseChunk(ctxt, chunk, 0, 1);
	if (!ctxt->wellFormed || !xmlDocGetRootElement(ctxt->myDoc))
		fail(r, 0, "not XML");
}

/* Parse all of f; r says how, and is for one run. */
static xmlDoc *parse(FILE *f, long most, struct run *r)
{
	struct rg_xml_handlers before = rg_xml_silence();
	xmlParserCtxt *ctxt = new_parser(r);
	xmlDoc *doc = NULL;

	if (ctxt) {
		feed(ctxt, f, most);
		doc = ctxt->myDoc;
		xmlFreeParserCtxt(ctxt);
	} else {
		fail(r, 0, "out of memory");
	}
	rg_xml_restore(before);
	if (!r->failed)
		return doc;
	xmlFreeDoc(doc);
	return NULL;
}

static xmlDoc *parse_path(const char *path, enum rg_source source, long most, struct run *r)
{
	const char *why;
	FILE *f = rg_input_open(path, source, &why);
	xmlDoc *doc;

	if (!f) {
		rg_error(r->d, r->file, 0, "cannot open the file: %s", why);
		return NULL;
	}
	doc = parse(f, most, r);
	rg_input_close(f);
	return doc;
}

xmlDoc *rg_xml_read(const char *path, enum rg_source source, const char *file, long most,
                    struct rg_diag *d)
{
	struct run r = {.file = file, .d = d, .most = RG_XML_ITEMS};

	return parse_path(path, source, most, &r);
}

xmlDoc *rg_xml_read_whole(const char *path, const char *file, long most, struct rg_diag *d)
{
	struct run r = {.file = file, .d = d, .most = RG_XML_ITEMS, .whole = true};

	return parse_path(path, RG_GIVEN, most, &r);
}

xmlDoc *rg_xml_parse(const char *text, size_t len, const char *file, long items, struct rg_diag *d)
{
	struct run r = {.file = file, .d = d, .most = items};
	FILE *f = fmemopen((void *)(uintptr_t)text, len, "r");
	xmlDoc *doc;

	if (!f) {
		fail(&r, 0, strerror(errno));
		return NULL;
	}
	doc = parse(f, LONG_MAX, &r);
	fclose(f);
	return doc;
}

/* It recurses as deep as the reader allows. */
static void strip(xmlNode *node)
{
	while (node) {
		xmlNode *next = node->next;

		if (node->type == XML_ELEMENT_NODE) {
			strip(node->children);
		} else {
			xmlUnlinkNode(node);
			xmlFreeNode(node);
		}
		node = next;
	}
}

void rg_xml_strip(xmlDoc *doc)
{
	strip(doc->children);
}

int rg_xml_line(const xmlNode *element)
{
	return (int)(intptr_t)element->_private;
}

const char *rg_xml_attribute(const xmlNode *element, const char *name)
{
	const xmlAttr *a = xmlHasNsProp(element, (const xmlChar *)name, NULL);

	if (!a)
		return NULL;
	/* Without entities a value is one text node, or none when it is empty. */
	return a->children ? (const char *)a->children->content : "";
}

void rg_xml_mark(xmlNode *element)
{
	element->psvi = element; /* a field that libxml2 leaves to its users here */
}

bool rg_xml_is_marked(const xmlNode *element)
{
	return element->psvi != NULL;
}

int rg_xml_is(const xmlNode *element, const char *name)
{
	return strcmp((const char *)element->name, name) == 0;
}

void rg_xml_refuse(const char *file, const xmlNode *element, const char *name, const char *value,
                   const char *wrong, struct rg_diag *d)
{
	rg_error(d, file, rg_xml_line(element), "%s '%.80s' of <%s> %s", name, value,
	         (const char *)element->name, wrong);
}
