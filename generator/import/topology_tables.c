/* SPDX-License-Identifier: BSD-3-Clause
 * topology_tables: the forwarding tables of a topology file.
 */
#include "import/topology_tables.h"

#include "base/units.h"
#include "base/host_names.h"

/* The vertex that attribute `name` of a <forward> names; -1 after an error. */
static int find_vertex(const struct rg_reading *r, const xmlNode *e, const char *name)
{
	const char *id = rg_xml_attribute(e, name);
	int v = rg_topo_find(r->t, id);

	if (v < 0 && !rg_reading_doubtful(r, id))
		rg_reading_refuse(r, e, name, id, "is not the id of a switch or node");
	return v;
}

/* The link on which it sends, at switch v; -1 after an error. */
static int find_link(const struct rg_reading *r, const xmlNode *e, int v)
{
	int via = find_vertex(r, e, "via"), number = 1;
	const char *which = rg_xml_attribute(e, "link");
	const char *wrong = which ? rg_parse_count(which, r->t->links, &number) : NULL;

	if (wrong)
		rg_reading_refuse(r, e, "link", which, wrong);
	if (wrong || v < 0 || via < 0)
		return -1;
	int l = rg_topo_link_to(r->t, v, via, number);
	bool doubtful = rg_reading_doubtful(r, r->t->vertex[v].name) ||
	                rg_reading_doubtful(r, r->t->vertex[via].name);
	if (l < 0 && !doubtful)
		rg_error(r->d, r->t->file, rg_xml_line(e), "there %s between '%s' and '%s'",
		         number > 1 ? "are not so many links" : "is no link", r->t->vertex[v].name,
		         r->t->vertex[via].name);
	return l;
}

/* The rail of what is forwarded; 0 after an error. */
static int find_rail(const struct rg_reading *r, const xmlNode *e)
{
	const char *s = rg_xml_attribute(e, "rail");
	int rail = 1;
	const char *wrong = s ? rg_parse_count(s, RG_RAILS, &rail) : NULL;

	if (wrong)
		rg_reading_refuse(r, e, "rail", s, wrong);
	return wrong ? 0 : rail;
}

/* Messages for one machine, on a rail, leave vertex v on link l. */
static void forward(const struct rg_reading *r, const xmlNode *e, int v, int l, int rail,
                    const char *name)
{
	struct rg_topo *t = r->t;
	int to = rg_topo_find(t, name);

	if (to < 0 || t->vertex[to].kind != RG_MACHINE) {
		if (to >= 0 || !rg_reading_doubtful(r, name))
			rg_reading_refuse(r, e, "to", name, "is not the id of a node");
		return;
	}
	int machine = t->vertex[to].machine, ports = rg_topo_ports(t, machine);
	if (rail > ports && rg_reading_doubtful(r, t->vertex[to].name))
		return;
	if (rail > ports) {
		rg_error(r->d, t->file, rg_xml_line(e), "'%s' has no rail %d: it has %d link%s",
		         name, rail, ports, ports == 1 ? "" : "s");
		return;
	}
	int *entry = &rg_topo_table(t, v)[rg_topo_entry(t, machine, rail)];
	if (*entry >= 0 && *entry != l)
		rg_error(r->d, t->file, rg_xml_line(e),
		         "'%s' sends what is for '%s' on another link already", t->vertex[v].name,
		         name);
	*entry = l;
}

static void read_forward(const struct rg_reading *r, const xmlNode *e)
{
	int v = find_vertex(r, e, "at"), l = find_link(r, e, v), rail = find_rail(r, e);
	const char *to = rg_xml_attribute(e, "to");
	struct rg_hosts names = {0};
	const char *wrong = rg_hosts_expand(&names, to);

	if (wrong)
		rg_reading_refuse(r, e, "to", to, wrong);
	wrong = wrong ? wrong : l < 0 || !rail ? "" : NULL; /* that was reported, if it is one */
	if (v >= 0 && r->t->rails > 1 && r->t->vertex[v].kind == RG_MACHINE)
		rg_error(r->d, r->t->file, rg_xml_line(e),
		         "'%s' has no table: with rails a machine sends on the link of the rail",
		         r->t->vertex[v].name);
	else
		for (int i = 0; v >= 0 && !wrong && i < names.n; i++)
			forward(r, e, v, l, rail, names.host[i].name);
	rg_hosts_free(&names);
}

/* One that has what it must have. */
static bool is_forward(const xmlNode *e)
{
	return rg_xml_is(e, "forward") && !rg_xml_is_marked(e) && rg_xml_attribute(e, "at") &&
	       rg_xml_attribute(e, "to") && rg_xml_attribute(e, "via");
}

void rg_topology_tables(const struct rg_reading *r, const xmlNode *root)
{
	for (const xmlNode *e = root->children; e; e = e->next) {
		const char *s = is_forward(e) ? rg_xml_attribute(e, "rail") : NULL;
		int rail = 1;
		if (s && !rg_parse_count(s, RG_RAILS, &rail) && rail > r->t->rails)
			r->t->rails = rail;
	}
	for (const xmlNode *e = root->children; e; e = e->next)
		if (is_forward(e))
			read_forward(r, e);
}
