/* SPDX-License-Identifier: BSD-3-Clause
 * topology_edit: a topology file with other bandwidths and latencies. It walks the elements in the
 * order in which the reader made links of them.
 */
#include "calibrate/topology_edit.h"

#include <libxml/xmlsave.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/units.h"
#include "base/host_names.h"
#include "import/xml.h"

struct writer {
	const struct rg_estimate *e;
	int link; /* of the next element that has one */
};

/* ---- One element ---- */

static void set(xmlNode *element, const char *name, const char *value)
{
	xmlSetProp(element, (const xmlChar *)name, (const xmlChar *)value);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The median of n > 0 values, which it sorts. */
static double median(double *x, int n)
{
	qsort(x, n, sizeof(*x), compare);
	return (x[(n - 1) / 2] + x[n / 2]) / 2;
}

/* Give an element the speed of links e[n], which are alike. */
static void set_speed(xmlNode *element, const struct rg_estimate *e, int n)
{
	char text[64];
	if (!e->measured)
		return;
	double *x = rg_alloc(n, sizeof(double));
	for (int i = 0; i < n; i++)
		x[i] = e[i].bandwidth;
	set(element, "bandwidth", rg_spell_bandwidth(text, sizeof(text), median(x, n)));
	for (int i = 0; i < n; i++)
		x[i] = e[i].latency;
	set(element, "latency", rg_spell_time(text, sizeof(text), median(x, n)));
	free(x);
}

/* ---- The machines of a range ---- */

/* The span of a quantity in a run of machines. */
struct span {
	double least, most;
};

/* Does the span with x in it still differ by at most `alike`? Then it has it. */
static bool widen(struct span *s, double x, double alike)
{
	struct span wider = {fmin(s->least, x), fmax(s->most, x)};
	if (wider.most - wider.least > alike * wider.most)
		return false;
	*s = wider;
	return true;
}

/* How many of the links e[n], from the first on, are alike. */
static int run_length(const struct rg_estimate *e, int n)
{
	struct span bandwidth = {e[0].bandwidth, e[0].bandwidth};
	struct span latency = {e[0].latency, e[0].latency};
	int k = 1;
	while (k < n && e[k].measured == e[0].measured &&
	       (!e[k].measured || (widen(&bandwidth, e[k].bandwidth, RG_ALIKE_BANDWIDTH) &&
	                           widen(&latency, e[k].latency, RG_ALIKE_LATENCY))))
		k++;
	return k;
}

/* Add the names of a range expression from number `first` on, n of them. */
static void add_part(const char *expr, int first, int n, struct rg_text *out)
{
	struct rg_hosts all = {0};
	rg_hosts_expand(&all, expr);
	rg_hosts_fold(all.host + first, n, out);
	rg_hosts_free(&all);
}

/* Leave a <node> of several machines those from `first` on, n of them. `whole` is as it was. */
static void keep_part(xmlNode *node, const xmlNode *whole, int first, int n)
{
	struct rg_text id = {0}, aliases = {0};
	const char *blanks = " \t\n\r", *list = rg_xml_attribute(whole, "aliases");
	add_part(rg_xml_attribute(whole, "id"), first, n, &id);
	set(node, "id", id.s);
	while (list && *(list += strspn(list, blanks))) {
		size_t len = strcspn(list, blanks);
		char *word = rg_strndup(list, len);
		rg_text_add(&aliases, aliases.len ? " " : "");
		add_part(word, first, n, &aliases);
		free(word);
		list += len;
	}
	if (aliases.len)
		set(node, "aliases", aliases.s);
	rg_text_free(&id);
	rg_text_free(&aliases);
}

/* Put `node` behind `last`, on a line of its own if `model` is on one. */
static void add_behind(xmlNode *last, xmlNode *node, const xmlNode *model)
{
	xmlAddNextSibling(last, node);
	if (model->prev && model->prev->type == XML_TEXT_NODE)
		xmlAddNextSibling(last, xmlCopyNode(model->prev, 1));
}

/* A <node> of n machines, whose links are e[n]. */
static void rewrite_node(xmlNode *node, const struct rg_estimate *e, int n)
{
	int first = run_length(e, n);
	xmlNode *last = node, *whole = first < n ? xmlCopyNode(node, 1) : NULL;
	for (int i = first, k; i < n; i += k) {
		k = run_length(e + i, n - i);
		xmlNode *part = xmlCopyNode(whole, 1);
		keep_part(part, whole, i, k);
		set_speed(part, e + i, k);
		add_behind(last, part, node);
		last = part;
	}
	if (whole)
		keep_part(node, whole, 0, first);
	set_speed(node, e, first);
	xmlFreeNode(whole);
}

static int count_machines(const xmlNode *node)
{
	struct rg_hosts all = {0};
	rg_hosts_expand(&all, rg_xml_attribute(node, "id"));
	int n = all.n;
	rg_hosts_free(&all);
	return n;
}

/* ---- The document ---- */

/* The elements in `outer`; as deep as the reader allows. */
static void rewrite_within(struct writer *w, xmlNode *outer)
{
	bool nested = rg_xml_is(outer, "switch");
	for (xmlNode *e = outer->children, *next; e; e = next) {
		next = e->next;
		if (e->type != XML_ELEMENT_NODE)
			continue;
		if (rg_xml_is(e, "node") && nested) {
			int n = count_machines(e);
			rewrite_node(e, w->e + w->link, n);
			w->link += n;
		} else if (rg_xml_is(e, "link") || (rg_xml_is(e, "switch") && nested)) {
			set_speed(e, w->e + w->link++, 1);
		}
		if (rg_xml_is(e, "switch"))
			rewrite_within(w, e);
	}
}

void rg_topology_edit(xmlDoc *doc, const struct rg_estimate *e)
{
	struct writer w = {.e = e};
	rewrite_within(&w, xmlDocGetRootElement(doc));
}

void rg_topology_edit_told(xmlDoc *doc, enum rg_told which, double value)
{
	char text[64];
	if (rg_tellings[which].is == RG_TIME)
		rg_spell_time(text, sizeof(text), value);
	else if (rg_tellings[which].is == RG_RATE)
		rg_spell_bandwidth(text, sizeof(text), value);
	else
		snprintf(text, sizeof(text), "%.0f", value);
	set(xmlDocGetRootElement(doc), rg_tellings[which].name, text);
}

void rg_topology_edit_combining(xmlDoc *doc, const struct rg_combining *c, int n)
{
	struct rg_text all = {0};
	char rate[64];
	for (int i = 0; i < n; i++)
		rg_textf(&all, "%s%s=%s", i ? "," : "", c[i].of,
		         rg_spell_bandwidth(rate, sizeof rate, c[i].rate));
	if (n)
		set(xmlDocGetRootElement(doc), "combines", all.s);
	rg_text_free(&all);
}

void rg_topology_edit_comment(xmlDoc *doc, const char *kind, const char *text)
{
	struct rg_text clean = {0};
	bool utf8 = xmlCheckUTF8((const xmlChar *)text);
	for (xmlNode *node = doc->children, *next; node; node = next) {
		next = node->next;
		if (node->type == XML_COMMENT_NODE && node->content &&
		    strncmp((const char *)node->content + 1, kind, strlen(kind)) == 0) {
			xmlUnlinkNode(node);
			xmlFreeNode(node);
		}
	}
	rg_text_add(&clean, " ");
	for (const char *s = text; *s; s++) {
		bool bad = (unsigned char)*s < ' ' || (!utf8 && (unsigned char)*s > '~') ||
		           (*s == '-' && clean.s[clean.len - 1] == '-');
		rg_text_addn(&clean, bad ? "?" : s, 1);
	}
	rg_text_add(&clean, " ");
	xmlAddPrevSibling(doc->children, xmlNewDocComment(doc, (const xmlChar *)clean.s));
	rg_text_free(&clean);
}

void rg_topology_edit_print(xmlDoc *doc, struct rg_text *out)
{
	struct rg_xml_handlers before = rg_xml_silence();
	/* -1: the file had no XML declaration. */
	xmlBuffer *buffer = xmlBufferCreate();
	xmlSaveCtxt *save =
		xmlSaveToBuffer(buffer, NULL, doc->standalone == -1 ? XML_SAVE_NO_DECL : 0);
	xmlSaveDoc(save, doc);
	xmlSaveClose(save);
	rg_text_addn(out, (const char *)xmlBufferContent(buffer), (size_t)xmlBufferLength(buffer));
	xmlBufferFree(buffer);
	rg_xml_restore(before);
}
