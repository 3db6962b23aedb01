/* SPDX-License-Identifier: BSD-3-Clause
 * joining: what files of switches and hosts leave open.
 */
#include "import/joining.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/sets.h"

void rg_join_two(struct rg_topo *t, int outer, int inner, int line)
{
	rg_topo_link(t, (struct rg_link){.a = outer,
	                                 .b = inner,
	                                 .bandwidth = 1e9 / 8,
	                                 .latency = 50e-6,
	                                 .line = line});
}

/* How many parts of the network nothing joins; vertices of the first two into example[2]. Parts of
 * switches alone count what machines join twice, for these pass nothing on. */
static int count_parts(const struct rg_topo *t, bool switches, int example[2])
{
	int *set = rg_sets_new(t->vertices), parts = 0;
	for (int l = 0; l < t->links; l++)
		if (!switches || (t->vertex[t->link[l].a].kind == RG_SWITCH &&
		                  t->vertex[t->link[l].b].kind == RG_SWITCH))
			rg_sets_join(set, t->link[l].a, t->link[l].b);
	for (int v = 0; v < t->vertices; v++)
		if (rg_sets_find(set, v) == v && !(switches && t->vertex[v].kind == RG_MACHINE)) {
			if (parts < 2)
				example[parts] = v;
			parts++;
		}
	free(set);
	return parts;
}

/* Nobody else is called so; false after the error that somebody is. */
static bool is_free(const struct rg_topo *t, const char *name, struct rg_diag *d)
{
	int errors = d->errors;
	for (int v = 0; v < t->vertices; v++)
		if (strcmp(t->vertex[v].name, name) == 0)
			rg_error(d, t->file, t->vertex[v].line,
			         "\"%.80s\" is there already: --join wants another name", name);
	return d->errors == errors;
}

void rg_join_parts(struct rg_topo *t, const int *top, int tops, const struct rg_joining *join,
                   const char *usual, const char *what, struct rg_diag *d)
{
	const char *name = join->name ? join->name : usual;
	int example[2];
	if (!name)
		return;
	if (tops < 2 || count_parts(t, true, example) < 2) {
		if (join->name)
			rg_warning(t->file, 0, "--join: nothing is apart that '%s' could join",
			           name);
		return;
	}
	if (!is_free(t, name, d))
		return;
	int above = rg_topo_vertex(t, RG_SWITCH, name, 1);
	t->vertex[above].assumed = true;
	for (int i = 0; i < tops; i++) {
		rg_join_two(t, above, top[i], t->vertex[top[i]].line);
		if (join->bandwidth > 0)
			t->link[t->links - 1].bandwidth = join->bandwidth;
	}
	rg_warning(t->file, 0,
	           "%d %s are taken to hang at one switch, '%s', which the file does not tell: "
	           "verdicts say that they rest on it",
	           tops, what, name);
}

void rg_tell_parts(const struct rg_topo *t, const char *what)
{
	int example[2], parts = count_parts(t, false, example);
	if (parts > 1)
		rg_warning(t->file, t->vertex[example[1]].line,
		           "the network is in %d parts that nothing joins, as at '%s' and '%s': no "
		           "way is known from one to another%s",
		           parts, t->vertex[example[0]].name, t->vertex[example[1]].name, what);
}

void rg_tell_wires(const struct rg_topo *t, enum rg_wiring wires)
{
	rg_tell_parts(
		t, wires == RG_GRID_WIRES ? "" : " (--join NAME takes one switch to be above all)");
	if (wires == RG_GRID_WIRES)
		rg_warning(t->file, 0,
		           "each host of a torus or ring is taken to hang at a switch of its own, "
		           "which neighbours are joined to");
	rg_warning(t->file, 0, "says no speeds: each link is taken to have 1 Gbit/s");
}
