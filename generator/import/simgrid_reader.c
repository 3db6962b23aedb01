/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid_reader: what is known of a platform file while it is read, and how its attributes are.
 */
#include "import/simgrid_reader.h"

#include <string.h>
#include <strings.h>

#include "base/units.h"
#include "base/host_names.h"

void rg_simgrid_refuse(struct rg_simgrid *r, const xmlNode *e, const char *name, const char *wrong)
{
	const char *value = rg_xml_attribute(e, name);
	rg_xml_refuse(r->file, e, name, value ? value : "", wrong, r->d);
}

const char *rg_simgrid_text(const xmlNode *e, const char *name, const char *usual)
{
	const char *value = rg_xml_attribute(e, name);
	return value ? value : usual;
}

/* ---- Quantities: as ours, but the unit may be missing, for bytes a second and seconds */

static const char *parse(const char *s, const char *unit, const char *as(const char *, double *),
                         double *value)
{
	struct rg_text whole = {0};
	char last = *s ? s[strlen(s) - 1] : '\0';
	rg_textf(&whole, "%s%s", s, last == '.' || (last >= '0' && last <= '9') ? unit : "");
	const char *wrong = as(whole.s, value);
	rg_text_free(&whole);
	return wrong;
}

void rg_simgrid_speed(struct rg_simgrid *r, const xmlNode *e, const char *bandwidth,
                      const char *latency, struct rg_link *link)
{
	const char *b = rg_xml_attribute(e, bandwidth), *l = rg_xml_attribute(e, latency);
	const char *wrong = NULL;
	link->bandwidth = 1;
	if (!b)
		rg_error(r->d, r->file, rg_xml_line(e), "<%s> has no %s", (const char *)e->name,
		         bandwidth);
	else
		wrong = parse(b, "B/s", rg_parse_bandwidth, &link->bandwidth);
	if (wrong)
		rg_simgrid_refuse(r, e, bandwidth, wrong);
	wrong = NULL;
	if (l)
		wrong = parse(l, "s", rg_parse_time, &link->latency);
	if (wrong)
		rg_simgrid_refuse(r, e, latency, wrong);
	link->line = rg_xml_line(e);
}

int rg_simgrid_vertex(struct rg_simgrid *r, const xmlNode *e, enum rg_kind kind, const char *name)
{
	const char *wrong = kind == RG_MACHINE ? rg_host_fault(name) : rg_name_fault(name);
	if (wrong)
		rg_error(r->d, r->file, rg_xml_line(e), "\"%.80s\" %s", name, wrong);
	return rg_topo_vertex(r->t, kind, name, rg_xml_line(e));
}

bool rg_simgrid_policy(const xmlNode *e, const char *usual, struct rg_link *link)
{
	const char *policy = rg_simgrid_text(e, "sharing_policy", usual);
	link->half = strcasecmp(policy, "SHARED") == 0;
	return strcasecmp(policy, "FATPIPE") == 0;
}
