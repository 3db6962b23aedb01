/* SPDX-License-Identifier: BSD-3-Clause
 * topology_vertices: the machines and switches of a topology file.
 */
#include "import/topology_vertices.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host_names.h"

/* Short files can stand for much: limits on what ranges and counts expand to. */
enum {
	MOST_NAMES = RG_HOSTS_MOST, /* ids and aliases */
	MOST_MACHINES = 1 << 18,    /* more than twice as many as the largest clusters have */
	MOST_BOUNDARIES = 1 << 22,  /* packages and NUMA nodes of all machines: 16 of each */
	LONGEST_NAME = 255,
};

/* The characters that may stand between the words of a list. */
static const char blanks[] = " \t\n\r";

/* ---- Names ---- */

/* Report, once, that e goes beyond a limit: after that nothing is expanded. */
static bool overfill(struct rg_reading *r, const xmlNode *e, int most, const char *what)
{
	if (!r->full)
		rg_error(r->d, r->t->file, rg_xml_line(e), "more than %d %s in the file", most,
		         what);
	r->full = true;
	return false;
}

/* Count n more names; false when there are too many. */
static bool count_names(struct rg_reading *r, const xmlNode *e, int n)
{
	if (n > MOST_NAMES - r->names)
		return overfill(r, e, MOST_NAMES, "names");
	r->names += n;
	return true;
}

/* Is there room for n more machines with that inside? */
static bool count_machines(struct rg_reading *r, const xmlNode *e, int n,
                           const struct rg_inside *in)
{
	int parts = in ? in->packages + in->numas : 0;

	if (n > MOST_MACHINES - r->t->machines)
		return overfill(r, e, MOST_MACHINES, "machines");
	if (parts && n > (MOST_BOUNDARIES - r->boundaries) / parts)
		return overfill(r, e, MOST_BOUNDARIES,
		                "packages and NUMA nodes of all machines together");
	r->boundaries += n * parts;
	return true;
}

/* Count the names that a range expression of attribute `name` stands for, unless it is `wrong`;
 * false after an error. */
static bool expanded(struct rg_reading *r, const xmlNode *e, const char *name, const char *expr,
                     const struct rg_hosts *hosts, const char *wrong)
{
	if (wrong)
		rg_reading_refuse(r, e, name, expr, wrong);
	return !wrong && count_names(r, e, hosts->n);
}

/* ---- Elements ---- */

/* The link of a nested vertex to the one around it; outer -1: there is none. */
static void link_to_outer(struct rg_reading *r, int outer, int inner, struct rg_link speed)
{
	if (outer < 0)
		return;
	speed.a = outer;
	speed.b = inner;
	rg_topo_link(r->t, speed);
}

/* Give the n machines from `first` on the aliases that one word of the attribute stands for. */
static void add_aliases(struct rg_reading *r, const xmlNode *e, const char *word, int first, int n)
{
	struct rg_hosts aliases = {0};

	if (!r->full &&
	    expanded(r, e, "aliases", word, &aliases, rg_hosts_accept(&aliases, word))) {
		if (aliases.n != n)
			rg_error(r->d, r->t->file, rg_xml_line(e),
			         "aliases '%.80s' of <node> stand for %d names, but id '%.80s' for "
			         "%d",
			         word, aliases.n, rg_xml_attribute(e, "id"), n);
		for (int i = 0; aliases.n == n && i < n; i++)
			rg_topo_alias(r->t, first + i, aliases.host[i].name);
	}
	rg_hosts_free(&aliases);
}

static void read_aliases(struct rg_reading *r, const xmlNode *e, int first, int n)
{
	const char *list = rg_xml_attribute(e, "aliases");

	while (list && *(list += strspn(list, blanks))) {
		size_t len = strcspn(list, blanks);
		char *word = rg_strndup(list, len);

		add_aliases(r, e, word, first, n);
		free(word);
		list += len;
	}
}

/* Expand the id of a <node>: NULL, or what is wrong with it. */
static const char *fault_of(const char *id, struct rg_hosts *names)
{
	return rg_address_length(id) ? "is an address: give the node a name, and that as an alias"
	                             : rg_hosts_expand(names, id);
}

void rg_topology_node(struct rg_reading *r, const xmlNode *e, int outer)
{
	const struct rg_inside *inside = rg_insides_read(&r->insides, e);
	struct rg_link speed = outer < 0 ? r->defaults : rg_reading_speed(r, e);
	const char *id = rg_xml_attribute(e, "id");
	struct rg_hosts names = {0};
	int first = r->t->vertices;

	if (!id) {
		rg_reading_doubt_all(r, e);
		return;
	}
	if (!r->full && expanded(r, e, "id", id, &names, fault_of(id, &names)) &&
	    count_machines(r, e, names.n, inside)) {
		for (int i = 0; i < names.n; i++) {
			int v = rg_topo_vertex(r->t, RG_MACHINE, names.host[i].name,
			                       rg_xml_line(e));

			r->t->vertex[v].inside = inside;
			link_to_outer(r, outer, v, speed);
		}
		read_aliases(r, e, first, names.n);
	} else {
		rg_reading_doubt(r, id);
	}
	rg_hosts_free(&names);
}

/* "0,3": where a switch is. */
static void read_position(const struct rg_reading *r, const xmlNode *e, int v)
{
	const char *s = rg_xml_attribute(e, "position"), *end = s;
	int position[RG_POSITIONS], n = 0;

	for (bool more = s; more; end++) {
		char *after;
		long number = strtol(end, &after, 10);
		more = isdigit((unsigned char)*end) && number < RG_HOSTS_MOST && n < RG_POSITIONS;
		if (more)
			position[n++] = (int)number;
		end = more ? after : end;
		if (!more || *end != ',')
			break;
	}
	if (s && (*end || !n || end[-1] == ',')) {
		rg_reading_refuse(r, e, "position", s,
		                  "is no list of at most 8 numbers below 1048576, as 0,3");
		r->t->vertex[v].positions = -1;
	} else if (s)
		rg_topo_put(r->t, v, position, n);
}

void rg_topology_switch(struct rg_reading *r, const xmlNode *e, int outer)
{
	char stand_in[40];
	const char *id = rg_xml_attribute(e, "id"), *wrong = id ? rg_name_fault(id) : NULL;

	snprintf(stand_in, sizeof stand_in, "(number %d)", r->t->vertices + 1);
	if (!id)
		rg_reading_doubt_all(r, e);
	int v = rg_topo_vertex(r->t, RG_SWITCH, id ? id : stand_in, rg_xml_line(e));
	if (wrong)
		rg_reading_refuse(r, e, "id", id, wrong);
	read_position(r, e, v);
	const char *assumed = rg_xml_attribute(e, "assumed");
	r->t->vertex[v].assumed = assumed && strcmp(assumed, "yes") == 0;
	if (outer >= 0)
		link_to_outer(r, outer, v, rg_reading_speed(r, e));
	for (e = e->children; e; e = e->next) {
		if (rg_xml_is_marked(e))
			continue;
		if (rg_xml_is(e, "switch"))
			rg_topology_switch(r, e, v);
		else
			rg_topology_node(r, e, v);
	}
}
