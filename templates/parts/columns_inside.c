/* The own machine alone, each of whose processes is a column.
 */
#pragma once
#include "parts/columns.c"

static struct columns columns_inside(const struct rg *r)
{
	return (struct columns){1, 0, r->first + r->node, rg_machine(r).n, false, true};
}
