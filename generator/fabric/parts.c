/* SPDX-License-Identifier: BSD-3-Clause
 * parts: parts of a topology that nothing joins.
 */
#include "fabric/parts.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/diag.h"
#include "base/sets.h"

/* As many warnings as anybody reads. */
enum { TOLD_MOST = 10 };

/* A part, at the vertex that stands for it. */
struct part {
	int machines, switches;
};

static const char *plural(int n, const char *one, const char *several)
{
	return n == 1 ? one : several;
}

static void warn(const struct rg_topo *t, const struct part *part, int v, int main)
{
	const struct rg_vertex *x = &t->vertex[v], *y = &t->vertex[main];
	rg_warning(t->file, x->line,
	           "nothing joins '%s' and what is with it, %d machine%s and %d switch%s, to '%s' "
	           "and the other %d machine%s: no message gets there (add a <link>)",
	           x->name, part[v].machines, plural(part[v].machines, "", "s"), part[v].switches,
	           plural(part[v].switches, "", "es"), y->name, part[main].machines,
	           plural(part[main].machines, "", "s"));
}

void rg_parts_warn(const struct rg_topo *t)
{
	int *set = rg_sets_new(t->vertices), main = 0, told = 0, more = 0;
	struct part *part = rg_alloc((size_t)t->vertices, sizeof *part);
	for (int l = 0; l < t->links; l++)
		rg_sets_join(set, t->link[l].a, t->link[l].b);
	for (int v = 0; v < t->vertices; v++) {
		struct part *p = &part[rg_sets_find(set, v)];
		p->machines += t->vertex[v].kind == RG_MACHINE;
		p->switches += t->vertex[v].kind == RG_SWITCH;
	}
	for (int v = 0; v < t->vertices; v++)
		main = part[v].machines > part[main].machines ? v : main;
	for (int v = 0; v < t->vertices; v++) {
		bool apart = rg_sets_find(set, v) == v && v != main;
		if (apart && told < TOLD_MOST)
			warn(t, part, v, main);
		more += apart && told == TOLD_MOST;
		told += apart && told < TOLD_MOST;
	}
	if (more)
		rg_warning(t->file, 0, "so it is with %d more part%s", more, plural(more, "", "s"));
	free(part);
	free(set);
}
