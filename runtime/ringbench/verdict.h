/* SPDX-License-Identifier: BSD-3-Clause
 * Whether a guideline holds: left <= right, by the confidence intervals of both medians.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "base/statistics.h"

/* WRONG_RESULT and LEFT_OUT are not judged here: one of the sides is not right, and has no time; or
 * there was no time to measure both. */
enum verdict { HOLDS, VIOLATED, UNDECIDED, WRONG_RESULT, LEFT_OUT, VERDICTS };

extern const char *const verdict_names[VERDICTS];

/* Violated: all of the left interval is above all of the right one by more than `slack` percent. It
 * holds if all of it is not, or if both medians are known to `steady` percent and one cannot say.
 * Undecided otherwise. */
enum verdict judge(struct rg_interval left, struct rg_interval right, double slack, double steady);

#endif
