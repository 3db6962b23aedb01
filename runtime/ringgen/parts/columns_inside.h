/* SPDX-License-Identifier: BSD-3-Clause
 * The own machine alone, each of whose processes is a column.
 */
#pragma once
#include "ringgen/parts/columns.h"

static inline struct columns columns_inside(const struct rg *r)
{
	const int *first = r->places->level[RG_ON_MACHINE].first + r->run[RG_ON_MACHINE];
	return (struct columns){1, 0, first, rg_machine(r).n, false, true};
}
