/* SPDX-License-Identifier: BSD-3-Clause
 * paired: how many times as long one thing takes as another, from times measured in pairs.
 */
#include "compare/paired.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

enum { AVERAGES_MOST = RG_PAIRS_MOST * (RG_PAIRS_MOST + 1) / 2 };

/* Half of what an interval of 95 % leaves out. */
#define TAIL 0.025

/* Wilcoxon's statistic is a sum of ranks 1 to n, each in it or not, all choices alike: how many of
 * the least sums have TAIL of the probability together, at most. *tail is what they have. */
static int count_outer(int n, double *tail)
{
	double *chance = rg_alloc(AVERAGES_MOST + 1, sizeof *chance);
	int outer = 0;
	chance[0] = 1;
	for (int rank = 1; rank <= n; rank++)
		for (int sum = AVERAGES_MOST; sum >= 0; sum--)
			chance[sum] = (chance[sum] + (sum < rank ? 0 : chance[sum - rank])) / 2;
	for (*tail = 0; *tail + chance[outer] <= TAIL; outer++)
		*tail += chance[outer];
	free(chance);
	return outer;
}

static int by_size(const void *pa, const void *pb)
{
	const double a = *(const double *)pa, b = *(const double *)pb;
	return (a > b) - (a < b);
}

struct rg_paired rg_paired_ratio(const double *a, const double *b, int n)
{
	struct rg_paired p = {NAN, NAN, NAN, 0};
	double *walsh = rg_alloc(AVERAGES_MOST, sizeof *walsh), tail;
	int m = 0, outer = count_outer(n, &tail), unknown = 0;
	for (int i = 0; i < n; i++) {
		unknown += !(a[i] > 0 && b[i] > 0);
		for (int j = 0; j <= i && !unknown; j++)
			walsh[m++] = (log(a[i] / b[i]) + log(a[j] / b[j])) / 2;
	}
	if (!unknown) {
		qsort(walsh, (size_t)m, sizeof *walsh, by_size);
		p = (struct rg_paired){exp((walsh[(m - 1) / 2] + walsh[m / 2]) / 2),
		                       exp(walsh[outer - 1]), exp(walsh[m - outer]), 1 - 2 * tail};
	}
	free(walsh);
	return p;
}
