/* SPDX-License-Identifier: BSD-3-Clause
 * sets: which things are joined, by union-find. The lowest number of a set stands for it; path
 * halving keeps that near linear where things are joined about in their order.
 */
#ifndef RG_SETS_H
#define RG_SETS_H

#include <stdbool.h>

/* n things that are apart. Free it. */
int *rg_sets_new(int n);

/* What stands for the set of thing i. */
int rg_sets_find(int *set, int i);

/* Join the sets of two things; false: they are one already. */
bool rg_sets_join(int *set, int a, int b);

#endif
