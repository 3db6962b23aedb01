/* SPDX-License-Identifier: BSD-3-Clause
 * assumptions: what a verdict rests on that nobody has told.
 */
#include "certify/assumptions.h"

#include <stdlib.h>

#include "base/sets.h"

/* Are switches joined in a circle, so that a message could take another way than a shortest one?
 * (Machines pass nothing on.) */
static bool has_circle(const struct rg_topo *t)
{
	int *set = rg_sets_new(t->vertices);
	bool circle = false;
	for (int l = 0; l < t->links && !circle; l++) {
		int a = t->link[l].a, b = t->link[l].b;
		if (t->vertex[a].machine >= 0 || t->vertex[b].machine >= 0)
			continue;
		circle = !rg_sets_join(set, a, b);
	}
	free(set);
	return circle;
}

/* Is a link of that switch taken? */
static bool passes(const struct rg_topo *t, const bool *taken, int v)
{
	for (int k = t->first[v]; k < t->first[v + 1]; k++)
		if (taken[2 * t->incident[k]] || taken[2 * t->incident[k] + 1])
			return true;
	return false;
}

struct rg_assumptions rg_assumptions_of(const struct rg_routes *routes, const bool *taken)
{
	const struct rg_topo *t = routes->topo;
	struct rg_assumptions a = {.ways = !t->table && !t->rule_told && has_circle(t)};
	int passed = 0, first = -1;
	for (int v = 0; v < t->vertices; v++)
		if (t->vertex[v].assumed && passes(t, taken, v) && !passed++)
			first = v;
	if (a.ways)
		rg_text_add(&a.text, "messages go by shortest ways, which no table confirms");
	if (passed)
		rg_textf(&a.text, "%sthere is one switch '%s', which nobody has told",
		         a.ways ? "; " : "", t->vertex[first].name);
	if (passed > 1)
		rg_textf(&a.text, ", and %d more such", passed - 1);
	return a;
}
