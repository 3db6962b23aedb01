/* SPDX-License-Identifier: BSD-3-Clause
 * edit_distance: is a name that is not known a slip of one that is? For the runtime, the generator
 * and the programs beside it.
 */
#ifndef RG_EDIT_DISTANCE_H
#define RG_EDIT_DISTANCE_H

#include <string.h>

/* Only so many letters of each are looked at. */
enum { RG_EDIT_LONGEST = 32 };

/* How many letters have to be put in, left out, replaced, or exchanged with the next one, to make b
 * of a[length]: the distance of optimal string alignment, row by row. Damerau, "A technique for
 * computer detection and correction of spelling errors" (1964); Wagner and Fischer (1974). */
static inline int rg_edit_distance(const char *a, size_t length, const char *b)
{
	int rows[3][RG_EDIT_LONGEST + 1];
	int m = length < RG_EDIT_LONGEST ? (int)length : RG_EDIT_LONGEST;
	int n = (int)strnlen(b, RG_EDIT_LONGEST);

	for (int k = 0; k <= n; k++)
		rows[0][k] = k;
	for (int i = 1; i <= m; i++) {
		const int *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		int *now = rows[i % 3];
		now[0] = i;
		for (int k = 1; k <= n; k++) {
			int steps = last[k - 1] + (a[i - 1] != b[k - 1]);
			if (last[k] + 1 < steps)
				steps = last[k] + 1;
			if (now[k - 1] + 1 < steps)
				steps = now[k - 1] + 1;
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1] &&
			    before[k - 2] + 1 < steps)
				steps = before[k - 2] + 1;
			now[k] = steps;
		}
	}
	return rows[m % 3][n];
}

#endif
