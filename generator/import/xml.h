/* SPDX-License-Identifier: BSD-3-Clause
 * xml: an XML file from elsewhere as a tree of elements, within limits, by libxml2.
 */
#ifndef RG_XML_H
#define RG_XML_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <libxml/xmlerror.h>

#include "base/diag.h"
#include "base/input.h"

enum {
	RG_XML_LEVELS = 256,     /* of nested elements */
	RG_XML_ATTRIBUTES = 64,  /* of an element: what looks at all pairs of them stays quick */
	RG_XML_ITEMS = 1 << 20,  /* elements and attributes of a file: a few hundred MB as a tree */
	RG_XML_MARKUP = 1 << 18, /* bytes of one tag, comment or declaration */
};

/* This thread's handlers for what libxml2 reports outside of a parser with handlers of its own; by
 * default it prints that. rg_xml_silence sets handlers that say nothing, and rg_xml_restore those
 * from before: a program that has this library in it may have its own. All that reads or writes XML
 * does so between the two. */
struct rg_xml_handlers {
	xmlStructuredErrorFunc structured;
	void *structured_to;
	xmlGenericErrorFunc generic;
	void *generic_to;
};
struct rg_xml_handlers rg_xml_silence(void);
void rg_xml_restore(struct rg_xml_handlers before);

/* Read `path`, at most `most` bytes of it; messages call it `file`. Refused are other encodings
 * than UTF-8, a document type declaration (hence entities of any kind) and what is beyond the
 * limits; text between elements is an error that does not stop the reading. There is no network
 * access, and nothing is included. Returns a tree of elements and attributes without text and
 * comments (free it with xmlFreeDoc), or NULL after reporting an error. */
xmlDoc *rg_xml_read(const char *path, enum rg_source source, const char *file, long most,
                    struct rg_diag *d);

/* The same for a file named on the command line, with what stands between the elements: comments,
 * processing instructions, blanks. For a file that is to be written again. rg_xml_strip takes them
 * out. */
xmlDoc *rg_xml_read_whole(const char *path, const char *file, long most, struct rg_diag *d);
void rg_xml_strip(xmlDoc *doc);

/* Read what is in memory already, text[len], len > 0; at most `items` elements and attributes. */
xmlDoc *rg_xml_parse(const char *text, size_t len, const char *file, long items, struct rg_diag *d);

/* The line of the end of the element's start tag, also beyond 65535, where libxml2's own stops. */
int rg_xml_line(const xmlNode *element);

/* The value of an attribute; NULL: there is none. Borrowed. */
const char *rg_xml_attribute(const xmlNode *element, const char *name);

/* Report that attribute `name` of the element, which is `value`, is `wrong`. */
void rg_xml_refuse(const char *file, const xmlNode *element, const char *name, const char *value,
                   const char *wrong, struct rg_diag *d);

/* Is the element called `name`? */
/* Mark an element that may not stand where it does, or is not as it must be: it is not read. */
void rg_xml_mark(xmlNode *element);
bool rg_xml_is_marked(const xmlNode *element);

int rg_xml_is(const xmlNode *element, const char *name);

#endif
