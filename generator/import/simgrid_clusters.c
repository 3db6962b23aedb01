/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid_clusters: the clusters of a platform file.
 */
#include "import/simgrid_clusters.h"

#include <limits.h>
#include <stdlib.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/host_names.h"

/* The hosts of a cluster: "0-7,9" are the numbers in their names. Returns how many. */
static int read_radical(struct rg_simgrid *r, const xmlNode *e)
{
	const char *s = rg_simgrid_text(e, "radical", ""),
		   *prefix = rg_simgrid_text(e, "prefix", "");
	const char *suffix = rg_simgrid_text(e, "suffix", "");
	size_t cap = 0;
	int n = 0;
	free(r->host);
	r->host = NULL;
	while (*s) {
		char *end;
		long from = strtol(s, &end, 10), to = from;
		if (end != s && *end == '-')
			to = strtol(s = end + 1, &end, 10);
		if (end == s || (*end && *end != ',') || from < 0 || to < from || to > INT_MAX ||
		    to - from >= RG_SIMGRID_HOSTS_MOST - n) {
			rg_simgrid_refuse(r, e, "radical", "is no list of numbers, or of too many");
			return 0;
		}
		for (long i = from; i <= to; i++) {
			struct rg_text name = {0};
			rg_textf(&name, "%s%ld%s", prefix, i, suffix);
			r->host = rg_grow(r->host, (size_t)n, &cap, sizeof *r->host);
			r->host[n++] = rg_simgrid_vertex(r, e, RG_MACHINE, name.s);
			rg_text_free(&name);
		}
		s = end + (*end == ',');
	}
	if (!n)
		rg_simgrid_refuse(r, e, "radical", "names no host");
	return n;
}

/* The numbers of a list, "4,2,1", up to a semicolon or the end, into out[]; returns how many, -1:
 * it is no such list. */
static int read_numbers(const char **at, int *out)
{
	int n = 0;
	for (;;) {
		char *end;
		long x = strtol(*at, &end, 10);
		if (end == *at || x < 1 || x > RG_SIMGRID_HOSTS_MOST || n == RG_FAMILY_LEVELS)
			return -1;
		out[n++] = (int)x;
		*at = end;
		if (**at != ',')
			break;
		++*at;
	}
	if (**at && **at != ';')
		return -1;
	*at += **at == ';';
	return n;
}

static bool read_fat_tree(struct rg_regular *g, const char *s)
{
	int levels[RG_FAMILY_LEVELS];
	if (read_numbers(&s, levels) != 1)
		return false;
	g->n = levels[0];
	return g->n <= RG_FAMILY_LEVELS && read_numbers(&s, g->down) == g->n &&
	       read_numbers(&s, g->up) == g->n && read_numbers(&s, g->wide) == g->n && !*s;
}

static bool read_torus(struct rg_regular *g, const char *s)
{
	g->n = read_numbers(&s, g->down);
	return g->n > 0 && !*s;
}

static bool read_dragonfly(struct rg_regular *g, const char *s)
{
	int part[3][RG_FAMILY_LEVELS], nodes[RG_FAMILY_LEVELS];
	for (int i = 0; i < 3; i++) {
		if (read_numbers(&s, part[i]) != 2)
			return false;
		g->wide[i] = part[i][1];
	}
	g->group = part[0][0];
	g->chassis = part[1][0];
	g->blade = part[2][0];
	if (read_numbers(&s, nodes) != 1)
		return false;
	g->node = nodes[0];
	return !*s;
}

static const struct {
	const char *name;
	enum rg_family family;
	bool (*read)(struct rg_regular *g, const char *parameters);
} topologies[] = {
	{"FLAT", RG_FAMILY_SWITCH, NULL},
	{"FAT_TREE", RG_FAMILY_FAT_TREE, read_fat_tree},
	{"TORUS", RG_FAMILY_TORUS, read_torus},
	{"DRAGONFLY", RG_FAMILY_DRAGONFLY, read_dragonfly},
};
enum { TOPOLOGIES = sizeof topologies / sizeof *topologies };

/* Read the cluster's shape from the attributes into *g. False after an error. */
static bool read_shape(struct rg_simgrid *r, const xmlNode *e, struct rg_regular *g)
{
	const char *topology = rg_simgrid_text(e, "topology", "FLAT"), *why = NULL;
	int i = 0;
	while (i < TOPOLOGIES && strcasecmp(topologies[i].name, topology) != 0)
		i++;
	if (i == TOPOLOGIES) {
		rg_simgrid_refuse(r, e, "topology", "is none of FLAT, FAT_TREE, TORUS, DRAGONFLY");
		return false;
	}
	g->family = topologies[i].family;
	if (topologies[i].read &&
	    !topologies[i].read(g, rg_simgrid_text(e, "topo_parameters", ""))) {
		rg_simgrid_refuse(r, e, "topo_parameters", "is not what that topology has");
		return false;
	}
	if (rg_regular_machines(g, &why) < 0) {
		rg_simgrid_refuse(r, e, "topo_parameters", why);
		return false;
	}
	return true;
}

static char *router_name(const xmlNode *e)
{
	struct rg_text name = {0};
	if (rg_xml_attribute(e, "router_id"))
		rg_text_add(&name, rg_xml_attribute(e, "router_id"));
	else
		rg_textf(&name, "%s%s_router%s", rg_simgrid_text(e, "prefix", ""),
		         rg_simgrid_text(e, "id", ""), rg_simgrid_text(e, "suffix", ""));
	return name.s;
}

void rg_simgrid_cluster(struct rg_simgrid *r, const xmlNode *e)
{
	struct rg_regular *g = &r->cluster;
	const char *why;
	int before = r->d->errors;
	*g = (struct rg_regular){.name = rg_simgrid_text(e, "id", "cluster")};
	r->clusters++;
	if (rg_name_fault(g->name))
		rg_simgrid_refuse(r, e, "id", rg_name_fault(g->name));
	rg_simgrid_speed(r, e, "bw", "lat", &g->speed);
	if (rg_simgrid_policy(e, "SPLITDUPLEX", &g->speed))
		rg_simgrid_refuse(r, e, "sharing_policy",
		                  "has no contention: there is nothing to prove");
	if (rg_xml_attribute(e, "bb_bw"))
		rg_simgrid_refuse(
			r, e, "bb_bw",
			"is a backbone that all hosts share, which is no link between two: without "
			"it the rest can be imported");
	if (rg_xml_attribute(e, "limiter_link"))
		rg_warning(r->file, rg_xml_line(e), "left out: limiter_link");
	bool shaped = read_shape(r, e, g);
	int wanted = shaped ? rg_regular_machines(g, &why) : 0, n = read_radical(r, e);
	if (n && wanted && n != wanted)
		rg_simgrid_refuse(r, e, "radical",
		                  "does not name as many hosts as the topology has");
	if (r->d->errors != before) {
		r->gaps = true;
		return;
	}
	char *router = router_name(e);
	g->router = router;
	rg_regular_build(g, r->t, r->host, n);
	g->router = NULL;
	free(router);
}
