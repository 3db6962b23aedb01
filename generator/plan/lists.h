/* SPDX-License-Identifier: BSD-3-Clause
 * lists: a few lists that several sites share to serve a collective: each list is rows to read in
 * the emitted file.
 */
#ifndef RG_LISTS_H
#define RG_LISTS_H

#include "plan/choices.h"
#include "plan/prune.h"

/* Find the lists that serve n contests, of one collective at n sites: choices[n], which the caller
 * has. Each contest has the list that is best for it; or with `shares` a list of one of them that
 * loses no more there than may be lost (RG_LOST_WHOLE, RG_LOST_ELSEWHERE). */
void rg_lists(const struct rg_sample *sample, size_t n, bool shares,
              struct rg_plan_choices *choices);

#endif
