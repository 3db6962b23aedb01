/* SPDX-License-Identifier: BSD-3-Clause
 * edit_distance: is a name that is not known a slip of one that is?
 */
#ifndef RG_EDIT_DISTANCE_H
#define RG_EDIT_DISTANCE_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* How many letters have to be put in, left out or replaced to make b of a[length] (Levenshtein's
 * distance). Only the first 32 letters of each are looked at. */
int rg_edit_distance(const char *a, size_t length, const char *b);

#pragma GCC visibility pop
#endif
