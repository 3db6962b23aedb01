/* SPDX-License-Identifier: BSD-3-Clause
 * reading: what is known of a topology file while it is read: mistakes, and what follows from them.
 */
#include "import/reading.h"

#include <string.h>

#include "base/units.h"

void rg_reading_refuse(const struct rg_reading *r, const xmlNode *e, const char *name,
                       const char *value, const char *wrong)
{
	rg_xml_refuse(r->t->file, e, name, value, wrong, r->d);
}

void rg_reading_doubt(struct rg_reading *r, const char *name)
{
	r->lost = true;
	if (name)
		rg_text_addn(&r->doubts, name, strlen(name) + 1);
}

void rg_reading_doubt_all(struct rg_reading *r, const xmlNode *e)
{
	r->lost = true;
	for (const xmlAttr *a = e->properties; a; a = a->next)
		if (a->children)
			rg_reading_doubt(r, (const char *)a->children->content);
}

bool rg_reading_doubtful(const struct rg_reading *r, const char *name)
{
	for (size_t i = 0; i < r->doubts.len; i += strlen(r->doubts.s + i) + 1) {
		const char *s = r->doubts.s + i;
		size_t n = strcspn(s, "[");
		if (strcmp(s, name) == 0 || (s[n] && strncmp(s, name, n) == 0))
			return true;
	}
	return false;
}

struct rg_link rg_reading_speed(const struct rg_reading *r, const xmlNode *e)
{
	struct rg_link link = r->defaults;
	const char *bandwidth = rg_xml_attribute(e, "bandwidth");
	const char *latency = rg_xml_attribute(e, "latency");
	const char *duplex = rg_xml_attribute(e, "duplex");
	const char *wrong;

	link.line = rg_xml_line(e);
	wrong = bandwidth ? rg_parse_bandwidth(bandwidth, &link.bandwidth) : NULL;
	if (wrong)
		rg_reading_refuse(r, e, "bandwidth", bandwidth, wrong);
	wrong = latency ? rg_parse_time(latency, &link.latency) : NULL;
	if (wrong)
		rg_reading_refuse(r, e, "latency", latency, wrong);
	if (duplex)
		link.half = strcmp(duplex, "half") == 0;
	return link;
}
