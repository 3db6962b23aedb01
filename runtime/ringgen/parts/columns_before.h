/* SPDX-License-Identifier: BSD-3-Clause
 * A column's part of the vector in one piece: from the blocks of the own machine on, in the order
 * of the ring.
 */
#pragma once
#include "ringgen/parts/columns_length.h"

/* The elements in front of a machine's. */
static inline int64_t columns_before(const struct rg *r, const struct columns *c, int machine)
{
	int64_t length = 0;
	for (int m = c->machine; m != machine; m = (m + 1) % c->machines)
		length += columns_length(r, c, m);
	return length;
}
