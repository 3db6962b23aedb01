/* SPDX-License-Identifier: BSD-3-Clause
 * rail: of hosts with several ports the network that one port of each makes.
 */
#include "fabric/rail.h"

#include <stdlib.h>

#include "base/alloc.h"

int rg_rail_hosts(const struct rg_topo *t)
{
	int hosts = 0;
	for (int m = 0; m < t->machines; m++)
		hosts += rg_topo_ports(t, m) > 1;
	return hosts;
}

static int most_ports(const struct rg_topo *t)
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

/* The number that each link has then, [links]; -1: it is left out. Free it. */
static int *number_links(const struct rg_topo *t, int rail)
{
	int *number = rg_alloc((size_t)t->links, sizeof *number), n = 0;
	for (int l = 0; l < t->links; l++) {
		bool other = is_of_another(t, l, t->link[l].a, rail) ||
		             is_of_another(t, l, t->link[l].b, rail);
		number[l] = other ? -1 : n++;
	}
	return number;
}

/* Of the table of a vertex what is for that rail, [machines]; NULL: a machine with one link needs
 * none. */
static int *take_table(const struct rg_topo *t, int vertex, int rail, const int *number)
{
	if (!t->table[vertex] || t->vertex[vertex].kind == RG_MACHINE)
		return NULL;
	int *table = rg_alloc((size_t)t->machines, sizeof *table);
	for (int m = 0; m < t->machines; m++) {
		int entry = rg_topo_entry(t, m, rail);
		int link = entry < 0 ? -1 : t->table[vertex][entry];
		table[m] = link < 0 ? -1 : number[link];
	}
	return table;
}

int rg_rail_take(struct rg_topo *t, int rail, struct rg_diag *d)
{
	int most = most_ports(t), links = 0;
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
	int *number = number_links(t, rail);
	for (int v = 0; t->table && v < t->vertices; v++) {
		int *table = take_table(t, v, rail, number);
		free(t->table[v]);
		t->table[v] = table;
	}
	for (int l = 0; l < t->links; l++)
		if (number[l] >= 0)
			t->link[links++] = t->link[l];
	t->links = links;
	t->rails = 1;
	free(number);
	rg_topo_close(t);
	return 0;
}
