/* SPDX-License-Identifier: BSD-3-Clause
 * Some processes that work for all n of a group (Thakur, Rabenseifner & Gropp 2005): w of them, at
 * least half. The first 2 (n - w) members form pairs of neighbours, of which the first one works.
 * The workers, numbered in the order of the group, stand for contiguous runs of it.
 */
#pragma once
#include "ringgen/engine.h"

/* The member that is worker i, or (second) the other one of its pair, if it has one. */
static inline int pairs_member(int pairs, int i, bool second)
{
	return i < pairs ? 2 * i + second : i + pairs;
}

/* The fold to a power of two: so many of n members work, the largest number of that kind that is
 * not above n. */
static inline int pairs_workers(int n)
{
	int workers = 1;

	while (workers <= n / 2)
		workers *= 2;
	return workers;
}

/* Which worker a member is, where there are so many pairs; -1: it is none. */
static inline int pairs_worker(int pairs, int member)
{
	return member >= 2 * pairs ? member - pairs : member % 2 == 0 ? member / 2 : -1;
}
