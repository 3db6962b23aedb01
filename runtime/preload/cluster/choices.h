/* SPDX-License-Identifier: BSD-3-Clause
 * Plans that were made at run time, as text and as what the runtime takes.
 */
#ifndef RG_CHOICES_H
#define RG_CHOICES_H

#include "ringgen.h"

#pragma GCC visibility push(hidden)

/* The library's algorithms by name, in no order; the last has none. */
extern const struct rg_named {
	const char *name; /* "ring_allreduce" */
	const struct rg_algorithm *algorithm;
} rg_algorithms[];

/* The plans that a text of rg_planner_plan tells, [*n], in one piece of memory with their choices.
 * NULL: there is no memory, or it tells none. */
struct rg_plan *rg_choices_read(const char *text, int *n, const struct rg_choice **choices);

#pragma GCC visibility pop
#endif
