/* SPDX-License-Identifier: BSD-3-Clause
 * sets: which things are joined.
 */
#include "base/sets.h"

#include <stddef.h>

#include "base/alloc.h"

int *rg_sets_new(int n)
{
	int *set = rg_alloc((size_t)n, sizeof *set);

	for (int i = 0; i < n; i++)
		set[i] = i;
	return set;
}

int rg_sets_find(int *set, int i)
{
	for (; set[i] != i; i = set[i])
		set[i] = set[set[i]];
	return i;
}

bool rg_sets_join(int *set, int a, int b)
{
	a = rg_sets_find(set, a);
	b = rg_sets_find(set, b);
	set[a > b ? a : b] = a > b ? b : a;
	return a != b;
}
