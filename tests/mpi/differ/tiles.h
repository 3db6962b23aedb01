/* SPDX-License-Identifier: BSD-3-Clause
 * Places for blocks that lie within each other's gaps, as the tiles of a matrix do in the memory of
 * another one: only where the blocks really are matters, not where others of the type would be.
 */
#ifndef RG_DIFFER_TILES_H
#define RG_DIFFER_TILES_H

#include "types.h"

/* place[i], which may be negative, for block i of len[i] units, each of `per` elements. The type
 * has to be clear in each block alone. False: blocks of this type are not placed so. */
bool tiles_place(struct draw *d, const struct type *t, int per, int blocks, const int64_t *len,
                 int64_t *place);

#endif
