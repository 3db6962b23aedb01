/* The own machine alone, each of whose processes is a column.
 */
#pragma once
#include "parts/columns.c"

static struct columns columns_inside(const struct rg *r)
{
	const int *first = r->places->level[RG_ON_MACHINE].first + r->run[RG_ON_MACHINE];
	return (struct columns){1, 0, first, rg_machine(r).n, false, true};
}
