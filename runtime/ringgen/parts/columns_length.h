/* SPDX-License-Identifier: BSD-3-Clause
 * What a column has of the vector.
 */
#pragma once
#include "ringgen/parts/columns.h"

/* The elements of all blocks that this process's column has of a machine. */
static inline int64_t columns_length(const struct rg *r, const struct columns *c, int machine)
{
	int64_t length = 0;
	for (int i = columns_here(r, c).me; i < columns_blocks(c, machine); i += c->k)
		length += columns_block(r, c, RG_TMP, machine, i).len;
	return length;
}

static inline int64_t columns_all(const struct rg *r, const struct columns *c)
{
	int64_t length = 0;
	for (int m = 0; m < c->machines; m++)
		length += columns_length(r, c, m);
	return length;
}
