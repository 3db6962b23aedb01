/* SPDX-License-Identifier: BSD-3-Clause
 * edit_distance: row by row, as Wagner and Fischer do.
 */
#include "ringgen/edit_distance.h"

#include <string.h>

enum { LONGEST = 32 };

static int least(int a, int b)
{
	return a < b ? a : b;
}

int rg_edit_distance(const char *a, size_t length, const char *b)
{
	int row[LONGEST + 1], n = (int)strnlen(b, LONGEST);

	for (int k = 0; k <= n; k++)
		row[k] = k;
	for (int i = 0; i < LONGEST && i < (int)length; i++) {
		int before = row[0];
		row[0] = i + 1;
		for (int k = 0; k < n; k++) {
			int replaced = before + (a[i] != b[k]);
			before = row[k + 1];
			row[k + 1] = least(replaced, 1 + least(row[k + 1], row[k]));
		}
	}
	return row[n];
}
