/* SPDX-License-Identifier: BSD-3-Clause
 * lists: what serves a collective at several sites, by a few lists that they share: each is rows to
 * read in the emitted file.
 */
#ifndef RG_LISTS_H
#define RG_LISTS_H

#include "plan/picks.h"
#include "plan/prune.h"

/* What serves each of n contests, of one collective at n sites: picks[n], which the caller has.
 * Each has what is best for it; or with `shares` a list of one of them that loses no more there
 * than may be lost (RG_LOST_WHOLE, RG_LOST_ELSEWHERE). */
void rg_lists(const struct rg_sample *sample, size_t n, bool shares, struct rg_picks *picks);

#endif
