/* SPDX-License-Identifier: BSD-3-Clause
 * slurm_torus: the tori of a topology.yaml of Slurm. Slurm's
 * src/plugins/topology/torus3d/torus3d_record.c tells what its fields mean: nodes are listed x
 * first, then y, then z; each dimension is closed; a region is a part of the torus with a list of
 * its own.
 */
#include "import/slurm_torus.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "base/units.h"
#include "import/grid.h"
#include "import/joining.h"
#include "import/text_lines.h"

/* ---- Tori */

enum { LARGEST = 65535 /* of a dimension: Slurm keeps 16 bits */ };

struct torus {
	struct rg_grid grid;
	struct rg_hosts hosts; /* that grid.host points to, once all are there */
	int *at;               /* [places] 1 + the number of its host; 0: none */
	int empty;             /* places without a host */
};

/* The x, y and z, from `least` on, under a key, into to[3]; false after an error. */
static bool read_three(struct rg_yaml *y, const yaml_node_t *n, const char *key, int least, int *to)
{
	static const char *const axes[] = {"x", "y", "z"};
	const yaml_node_t *three = rg_yaml_under(y, n, key);
	bool good = true;
	if (!three) {
		rg_yaml_look_at(y, n);
		rg_groups_refuse(&y->groups, key, "is missing");
		return false;
	}
	rg_yaml_look_at(y, three);
	for (int i = 0; i < RG_GRID_DIMENSIONS; i++) {
		const char *s = rg_yaml_text(rg_yaml_under(y, three, axes[i]));
		const char *wrong = !s ? "is missing"
		                    : !least && strcmp(s, "0") == 0
		                            ? NULL
		                            : rg_parse_count(s, LARGEST, &to[i]);
		if (s && !least && strcmp(s, "0") == 0)
			to[i] = 0;
		if (wrong)
			rg_error(y->groups.d, rg_text_name(y->groups.files[0]), y->groups.line,
			         "%s of \"%s\" %s (a number up to %d)", axes[i], key, wrong,
			         LARGEST);
		good &= !wrong;
	}
	return good;
}

/* Put a list of nodes, x first, into the box of that size at a place. */
static void put_box(struct rg_yaml *y, struct torus *t, const yaml_node_t *n, const int *place,
                    const int *size)
{
	const char *list = rg_yaml_text(rg_yaml_under(y, n, "nodes"));
	const int *all = t->grid.size;
	int before = t->hosts.n, errors = y->groups.d->errors;
	rg_yaml_look_at(y, n);
	if (!list) {
		rg_groups_refuse(&y->groups, "nodes", "is missing, or no list of names");
		return;
	}
	rg_groups_list(&y->groups, &t->hosts, list);
	if (y->groups.d->errors != errors)
		return;
	long wanted = (long)size[0] * size[1] * size[2];
	if (t->hosts.n - before != wanted) {
		rg_error(y->groups.d, rg_text_name(y->groups.files[0]), y->groups.line,
		         "\"%.80s\" are %d nodes, for %d x %d x %d places", list,
		         t->hosts.n - before, size[0], size[1], size[2]);
		return;
	}
	bool taken = false;
	for (int i = 0; i < wanted; i++) {
		int x = place[0] + i % size[0], v = place[1] + i / size[0] % size[1];
		int z = place[2] + i / size[0] / size[1];
		int *at = &t->at[x + all[0] * (v + all[1] * z)];
		taken |= *at != 0;
		*at = before + i + 1;
	}
	if (taken)
		rg_groups_refuse(&y->groups, list, "are at places of another region");
}

/* A part of a torus, with an anchor, dims and nodes. */
static void read_region(struct rg_yaml *y, struct torus *t, const yaml_node_t *n)
{
	int place[RG_GRID_DIMENSIONS], size[RG_GRID_DIMENSIONS];
	bool good = read_three(y, n, "anchor", 0, place);
	good &= read_three(y, n, "dims", 1, size);
	for (int i = 0; i < RG_GRID_DIMENSIONS && good; i++)
		if (place[i] + size[i] > t->grid.size[i]) {
			rg_yaml_look_at(y, n);
			rg_groups_refuse(&y->groups, t->grid.name,
			                 "has a region that goes beyond its dims");
			return;
		}
	if (good)
		put_box(y, t, n, place, size);
}

/* Fill its places. */
static void read_nodes(struct rg_yaml *y, struct torus *t, const yaml_node_t *n)
{
	const yaml_node_t *regions = rg_yaml_under(y, n, "regions");
	int none[RG_GRID_DIMENSIONS] = {0};
	if (regions && rg_yaml_under(y, n, "nodes"))
		rg_groups_refuse(&y->groups, t->grid.name,
		                 "has nodes and regions: Slurm takes one");
	else if (!regions)
		put_box(y, t, n, none, t->grid.size);
	for (int i = 0; i < rg_yaml_length(regions); i++)
		read_region(y, t, rg_yaml_item(y, regions, i));
}

static void read_torus(struct rg_yaml *y, struct torus *t, const yaml_node_t *n)
{
	t->grid.name = rg_yaml_text(rg_yaml_under(y, n, "name"));
	rg_yaml_look_at(y, n);
	t->grid.line = y->groups.line;
	const char *wrong = t->grid.name ? rg_name_fault(t->grid.name) : "is missing";
	if (wrong)
		rg_groups_refuse(&y->groups, t->grid.name ? t->grid.name : "name", wrong);
	if (!read_three(y, n, "dims", 1, t->grid.size) || wrong)
		return;
	rg_yaml_look_at(y, n);
	int places = rg_grid_places(&t->grid);
	if (places < 0) {
		rg_groups_refuse(&y->groups, t->grid.name, "has too many places");
		return;
	}
	t->at = rg_alloc((size_t)places, sizeof *t->at);
	read_nodes(y, t, n);
	t->grid.host = rg_alloc((size_t)places, sizeof *t->grid.host);
	for (int i = 0; i < places; i++) {
		t->grid.host[i] = t->at[i] ? t->hosts.host[t->at[i] - 1].name : NULL;
		t->empty += !t->at[i];
	}
}

static void forget(struct torus *t, int n)
{
	for (int i = 0; i < n; i++) {
		rg_hosts_free(&t[i].hosts);
		free(t[i].at);
		free(t[i].grid.host);
	}
	free(t);
}

/* Tell what the file leaves open. */
static void tell(const struct rg_topo *t, int empty)
{
	if (empty)
		rg_warning(t->file, 0, "%d place%s without a node %s a switch alone", empty,
		           empty == 1 ? "" : "s", empty == 1 ? "is" : "are");
	rg_warning(t->file, 0,
	           "says no routes: each message is taken to go along x, then y, then z "
	           "(dimension-order)");
	rg_tell_wires(t, RG_GRID_WIRES);
}

struct rg_topo *rg_slurm_tori(struct rg_yaml *y, const yaml_node_t *list, const char *name)
{
	struct rg_groups *g = &y->groups;
	int n = rg_yaml_length(list), before = g->d->errors, empty = 0;
	struct torus *all = rg_alloc((size_t)n, sizeof *all);
	struct rg_topo *t = rg_topo_new(rg_text_name(g->files[0]));
	t->name = rg_strdup(name);
	t->rule = RG_DIMENSIONS;
	if (!n)
		rg_groups_refuse(g, "toruses", "is missing, or empty");
	for (int i = 0; i < n; i++) {
		all[i].grid.dimensions = RG_GRID_DIMENSIONS;
		all[i].grid.number = n > 1 ? i : -1;
		read_torus(y, &all[i], rg_yaml_item(y, list, i));
	}
	for (int i = 0; i < n && g->d->errors == before; i++) {
		rg_grid_add(t, &all[i].grid);
		empty += all[i].empty;
	}
	if (g->d->errors == before)
		tell(t, empty);
	rg_topo_close(t);
	forget(all, n);
	if (g->d->errors == before)
		return t;
	rg_topo_free(t);
	return NULL;
}
