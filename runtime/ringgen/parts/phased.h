/* SPDX-License-Identifier: BSD-3-Clause
 * The branches of tree_phases.h are the runs of a level, the longest first; of level branch those
 * of the tree at a vertex where no branch has more than half of the processes. If one of these has
 * more than half of the processes, the tree's root is in it: all others are one branch then, and
 * each of its processes is one. Members are numbered by branches.
 */
#pragma once
#include "ringgen/parts/each.h"
#include "ringgen/parts/tree_turns.h"

struct phases_alltoall {
	int at;
	bool begun;
	struct rg_branches branches;
	enum rg_level level;
	struct rg_tree_turns turns;
	struct rg_tree_step step;
};

static inline struct rg_branches phased_branches(const struct rg *r, enum rg_level level)
{
	const struct rg_by_length *sorted = &r->places->by_length[level];
	int others = r->P - sorted->before[1];

	if (2 * sorted->before[1] <= r->P)
		return (struct rg_branches){sorted->n, sorted->before, 0};
	/* Where there are no others, one of its own is in their place. */
	others = others ? others : 1;
	return (struct rg_branches){r->P - others + 1, NULL, others};
}

/* The number of the process at a position as a member of the branches. */
static inline int phased_member(const struct rg *r, const struct phases_alltoall *s, int pos)
{
	const struct rg_by_length *sorted = &r->places->by_length[s->level];

	if (!s->branches.first) /* those behind the longest run, those before it, its own */
		return rg_at(r, rg_at(r, pos - sorted->begin[0]) - sorted->before[1]);
	int branch = sorted->number[rg_run_at(&r->places->level[s->level], pos)];
	return sorted->before[branch] + rg_at(r, pos - sorted->begin[branch]);
}

/* The position of a member. */
static inline int phased_position(const struct rg *r, const struct phases_alltoall *s, int member)
{
	const struct rg_by_length *sorted = &r->places->by_length[s->level];

	if (!s->branches.first)
		return rg_at(r, rg_at(r, member + sorted->begin[0]) + sorted->before[1]);
	int branch = rg_branch_at(&s->branches, member);
	return rg_at(r, sorted->begin[branch] + member - sorted->before[branch]);
}

static inline void phased_begin(const struct rg *r, struct phases_alltoall *s)
{
	s->level = rg_level_of(r->parameters, RG_ON_MACHINE);
	s->branches = phased_branches(r, s->level);
	s->turns = rg_tree_begin_turns(&s->branches, phased_member(r, s, r->pos));
}

/* Go to the next phase of this process. False: there is none. */
static inline bool phased_next(const struct rg *r, struct phases_alltoall *s)
{
	if (r->P == 1)
		return false;
	s->step = rg_tree_next(&s->branches, &s->turns);
	return s->step.phase < rg_tree_phases(&s->branches);
}

/* Post what it has to do there. */
static inline void phased_post(struct rg *r, const struct phases_alltoall *s)
{
	if (s->step.to >= 0) {
		int to = phased_position(r, s, s->step.to);
		rg_send(r, r->order[to], each_given(r, to));
	}
	if (s->step.from >= 0) {
		int from = phased_position(r, s, s->step.from);
		rg_recv(r, r->order[from], each_taken(r, from));
	}
}
