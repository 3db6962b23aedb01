/* SPDX-License-Identifier: BSD-3-Clause
 * Whether a guideline holds: left <= right, by the confidence intervals of both medians.
 */
#include "ringbench/verdict.h"

#include <stdbool.h>

const char *const verdict_names[VERDICTS] = {"holds", "violated", "undecided", "wrong", "left out"};

static bool is_known(struct rg_interval i, double steady)
{
	return 100 * (i.high - i.low) <= steady * i.median;
}

enum verdict judge(struct rg_interval left, struct rg_interval right, double slack, double steady)
{
	double tolerance = 1 + slack / 100;

	if (left.low > tolerance * right.high)
		return VIOLATED;
	if (left.high <= tolerance * right.low)
		return HOLDS;
	return is_known(left, steady) && is_known(right, steady) ? HOLDS : UNDECIDED;
}
