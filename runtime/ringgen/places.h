/* SPDX-License-Identifier: BSD-3-Clause
 * places.h: where the processes of a communicator are: their order, which is the logical ring, and
 * what neighbours of it have in common.
 */
#ifndef RG_PLACES_H
#define RG_PLACES_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* What neighbours of the ring have in common. Below the machine: processes whose cores share the
 * last of the caches; those on one NUMA node. The processes of a machine are one run of the ring;
 * the machines on one switch; those behind one link of the switch above all; a fast machine and
 * slow ones behind it, whose vectors can pass through it; those behind one link of the tree's root,
 * see rg_find_branches. Each run of a level up to that of machines lies within one of the next. A
 * finer or a coarser level is one more of these. */
enum rg_level {
	RG_NO_LEVEL,
	RG_IN_CACHE,
	RG_IN_NUMA,
	RG_ON_MACHINE,
	RG_ON_SWITCH,
	RG_IN_GROUP,
	RG_AT_GATEWAY,
	RG_IN_BRANCH,
	RG_LEVELS
};

/* The first of them, and whether a level is one below the machine. */
enum { RG_FIRST_LEVEL = RG_NO_LEVEL + 1 };
static inline bool rg_level_below(enum rg_level level)
{
	return level > RG_NO_LEVEL && level < RG_ON_MACHINE;
}

/* What users call a level. */
static inline const char *rg_level_name(enum rg_level level)
{
	static const char *const name[RG_LEVELS] = {"",       "cache", "numa",    "machine",
	                                            "switch", "group", "gateway", "branch"};
	return name[level];
}

#define RG_LEVEL_LIST "cache, numa, machine, switch, group, gateway, branch"

/* Machines have a number on each level above that of machines. What is it? */
enum rg_number {
	RG_SHARED_NUMBER, /* neighbours that have the same one are a run */
	RG_LEADER,        /* it names the machine that leads the run */
	RG_FORK,          /* how many links the root of the tree is from the lowest vertex above
	                     the machine and the one before it: see rg_find_branches */
};

static inline enum rg_number rg_level_number(enum rg_level level)
{
	return level == RG_AT_GATEWAY  ? RG_LEADER
	       : level == RG_IN_BRANCH ? RG_FORK
	                               : RG_SHARED_NUMBER;
}

static inline bool rg_level_leads(enum rg_level level)
{
	return rg_level_number(level) == RG_LEADER;
}

/* The runs of a level, in the order of the ring. Each is made of whole machines, or of one
 * machine's processes. */
struct rg_runs {
	int n;
	const int *first; /* [n + 1] the position at which each begins; then P */
};

/* The runs of a level, the longest first; of those that are as long, the first first. The last of
 * the ring and the first may be one of these. */
struct rg_by_length {
	int n;
	const int *begin;  /* [n] the position at which each begins, */
	const int *number; /* [of the level's runs] which of these each is, */
	const int *before; /* [n + 1] the processes of those before each; then P */
};

/* Where the processes of a communicator are. */
struct rg_places {
	int P;                           /* processes */
	const int *order;                /* [P] the rank at each position of the ring */
	struct rg_runs level[RG_LEVELS]; /* of RG_NO_LEVEL nothing */
	struct rg_by_length by_length[RG_LEVELS];
	bool around; /* the last run of RG_IN_BRANCH and the first, two, are one branch */
};

/* The run that a position is in. */
static inline int rg_run_at(const struct rg_runs *runs, int pos)
{
	int low = 0, high = runs->n; /* first[low] <= pos < first[high] */
	while (high - low > 1) {
		int middle = low + (high - low) / 2;
		if (runs->first[middle] <= pos)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Numbers that rg_sort_runs needs for n runs of P processes. */
static inline size_t rg_sorted_runs(int n, int P)
{
	return 3 * (size_t)n + 1 + (size_t)P + 1;
}

/* Sort runs by their lengths, in memory for so many numbers, whose beginning is `begin` then: by
 * counting, in a time linear in P. `around`: the last one and the first are one. */
static inline struct rg_by_length rg_sort_runs(const struct rg_runs *runs, bool around, int P,
                                               int *room)
{
	const int *first = runs->first;
	int n = runs->n - around, ahead = around ? P - first[n] : 0; /* of run 0, at the end */
	int *begin = room, *number = begin + n, *before = number + runs->n;
	int *next = before + n + 1; /* [P + 1] where the next one of each length goes */

	for (int length = 0; length <= P; length++)
		next[length] = 0;
	for (int i = 0; i < n; i++)
		next[first[i + 1] - first[i] + (i ? 0 : ahead)]++;
	for (int length = P, at = 0; length >= 0; length--) {
		int alike = next[length];
		next[length] = at;
		at += alike;
	}
	for (int i = 0; i < n; i++) {
		int length = first[i + 1] - first[i] + (i ? 0 : ahead);
		number[i] = next[length]++;
		begin[number[i]] = !i && around ? first[n] : first[i];
		before[number[i] + 1] = length;
	}
	if (around)
		number[n] = number[0];
	before[0] = 0;
	for (int k = 0; k < n; k++)
		before[k + 1] += before[k];
	return (struct rg_by_length){n, begin, number, before};
}

/* The fork of two ranks of one machine, see rg_fork: it is below all vertices. */
enum { RG_ONE_MACHINE = INT_MAX };

/* The fork of two machines: how many links the root of the tree is from the lowest vertex above
 * both, where the ways to them part. From the numbers of the machines on RG_IN_BRANCH, which are
 * forks of neighbours: in a depth-first order the way from one machine to the other goes up to the
 * least of these. */
static inline int rg_fork(const int *number, int a, int b)
{
	int least = RG_ONE_MACHINE;

	for (int i = (a < b ? a : b) + 1; i <= (a < b ? b : a); i++)
		least = number[i] < least ? number[i] : least;
	return least;
}

/* The least fork of the positions low + 1 ... high - 1. */
static inline int rg_least_fork(const int *fork, int low, int high)
{
	int least = RG_ONE_MACHINE;

	for (int i = low + 1; i < high; i++)
		least = fork[i] < least ? fork[i] : least;
	return least;
}

/* Of the parts into which those that fork at `least` divide the positions from *low to *high go to
 * the one with more than half of all P. False: there is none. */
static inline bool rg_go_below(const int *fork, int least, int P, int *low, int *high)
{
	for (int begin = *low, i = begin + 1; i <= *high; i++) {
		if (i < *high && fork[i] != least)
			continue;
		if (2 * (i - begin) > P) {
			*low = begin;
			*high = i;
			return true;
		}
		begin = i;
	}
	return false;
}

/* The branches of a tree at a vertex that has none with more than half of the processes: where
 * messages between branches are the most, see ringgen/parts/tree_phases.h. fork[i], for i of
 * 1 ... P - 1, is the fork of the machines at position i and before it; RG_ONE_MACHINE: they are
 * one. The runs of positions go into first[P + 1]. What is not below that vertex is one branch, but
 * two runs if it is at both ends of the ring: *around. If a machine has more than half of the
 * processes, it is the longest of the runs. O(P) for each link on the way to that vertex. */
static inline struct rg_runs rg_find_branches(const int *fork, int P, int *first, bool *around)
{
	int low = 0, high = P, n = 0, least = rg_least_fork(fork, low, high);

	while (least != RG_ONE_MACHINE && rg_go_below(fork, least, P, &low, &high))
		least = rg_least_fork(fork, low, high);
	if (low > 0)
		first[n++] = 0;
	for (int i = low; i < high; i++)
		if (i == low || (fork[i] == least && least != RG_ONE_MACHINE))
			first[n++] = i;
	if (high < P)
		first[n++] = high;
	first[n] = P;
	*around = low > 0 && high < P;
	return (struct rg_runs){n, first};
}

#endif
