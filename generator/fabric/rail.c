/* SPDX-License-Identifier: BSD-3-Clause
 * rail: the network that one port of each host makes, if hosts have several ports.
 */
#include "fabric/rail.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "fabric/spread.h"

int rg_rail_hosts(const struct rg_topo *t)
{
	int hosts = 0;
	for (int m = 0; m < t->machines; m++)
		hosts += rg_topo_ports(t, m) > 1;
	return hosts;
}

int rg_rail_most(const struct rg_topo *t)
{
	int most = 0;
	for (int m = 0; m < t->machines; m++)
		most = rg_topo_ports(t, m) > most ? rg_topo_ports(t, m) : most;
	return most;
}

/* Is the link, at that end, a machine's that belongs to another rail? */
static bool is_of_another(const struct rg_topo *t, int link, int vertex, int rail)
{
	int machine = t->vertex[vertex].machine;
	return machine >= 0 && rg_topo_port(t, machine, rail) != link;
}

/* Leave in the tables what is for that rail; a machine with one link needs none. */
static void take_tables(struct rg_topo *t, int rail)
{
	for (int v = 0; t->table && v < t->vertices; v++) {
		int *table = t->table[v];
		if (!table)
			continue;
		t->table[v] = NULL;
		if (t->vertex[v].kind == RG_SWITCH) {
			t->table[v] = rg_alloc((size_t)t->machines, sizeof *table);
			for (int m = 0; m < t->machines; m++) {
				int entry = rg_topo_entry(t, m, rail);
				t->table[v][m] = entry < 0 ? -1 : table[entry];
			}
		}
		free(table);
	}
	t->rails = 1;
}

/* Leave out the switches that then lead to no machine, with their links. */
static void drop_idle(struct rg_topo *t)
{
	int *high = rg_heights(t);
	bool *vertex = rg_alloc((size_t)t->vertices, sizeof *vertex);
	bool *link = rg_alloc((size_t)t->links, sizeof *link);
	for (int v = 0; v < t->vertices; v++)
		vertex[v] = high[v] >= 0;
	for (int l = 0; l < t->links; l++)
		link[l] = vertex[t->link[l].a];
	rg_topo_keep(t, vertex, link);
	free(high);
	free(vertex);
	free(link);
}

int rg_rail_take(struct rg_topo *t, int rail, struct rg_diag *d)
{
	int most = rg_rail_most(t);
	rail = rail ? rail : t->rail;
	if (rail > 1 && rail > most) {
		rg_error(d, t->file, t->line,
		         "there is no rail %d: no machine has more than %d link%s", rail, most,
		         most == 1 ? "" : "s");
		return -1;
	}
	t->rail = rail;
	if (!rail || most < 2)
		return 0;
	bool *vertex = rg_alloc((size_t)t->vertices, sizeof *vertex);
	bool *link = rg_alloc((size_t)t->links, sizeof *link);
	for (int v = 0; v < t->vertices; v++)
		vertex[v] = true;
	for (int l = 0; l < t->links; l++)
		link[l] = !is_of_another(t, l, t->link[l].a, rail) &&
		          !is_of_another(t, l, t->link[l].b, rail);
	take_tables(t, rail);
	rg_topo_keep(t, vertex, link);
	drop_idle(t);
	free(vertex);
	free(link);
	return 0;
}
