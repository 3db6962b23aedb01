/* SPDX-License-Identifier: BSD-3-Clause
 * Copies of vectors' bytes.
 */
#ifndef RG_MOVE_H
#define RG_MOVE_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* memcpy, but as fast wherever the two places are to each other: n bytes, which do not overlap. */
void rg_move_bytes(void *to, const void *from, size_t n);

#pragma GCC visibility pop
#endif
