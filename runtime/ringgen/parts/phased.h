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
	int apart;  /* a message waits for those of so many phases before on its branches' links;
	               0: for none */
	int member; /* this process */
	struct rg_tree_turns turns, turns_ahead;
	struct rg_tree_step step, ahead; /* ahead: the next whose signals it has not heeded */
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
	s->apart = rg_number_of(r->parameters, 0);
	s->member = phased_member(r, s, r->pos);
	s->turns = s->turns_ahead = rg_tree_begin_turns(&s->branches, s->member);
	if (r->P > 1)
		s->ahead = rg_tree_next(&s->branches, &s->turns_ahead);
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

/* ---- Kept apart by signals ---- */

/* Must who receives the earlier message tell the sender of the later one? Not if that is itself, or
 * gets a block from it in between. */
static inline bool phased_tells(const struct phases_alltoall *s,
                                const struct rg_tree_message *earlier,
                                const struct rg_tree_message *later)
{
	if (earlier->to < 0 || later->from < 0 || earlier->to == later->from)
		return false;
	int64_t block = rg_tree_phase(&s->branches, earlier->to, later->from);
	return block <= earlier->phase || block >= later->phase;
}

/* The message so many phases after that one on the way out of its branch, or on the way `in`to the
 * other; none if it is on both, and `in`. */
static inline struct rg_tree_message
phased_beside(const struct phases_alltoall *s, const struct rg_tree_message *m, bool in, int after)
{
	const struct rg_branches *b = &s->branches;
	int i = rg_branch_at(b, m->from), j = rg_branch_at(b, m->to);
	struct rg_tree_message next = rg_tree_on_link(b, in ? j : i, in, m->phase + after);

	if (in && next.from >= 0 && rg_branch_at(b, next.from) == i)
		next.from = next.to = -1;
	return next;
}

/* Is it from one branch to another? */
static inline bool phased_is_outward(const struct phases_alltoall *s,
                                     const struct rg_tree_message *m)
{
	return m->from >= 0 && m->to >= 0 &&
	       rg_branch_at(&s->branches, m->from) != rg_branch_at(&s->branches, m->to);
}

/* Heed who received what went `apart` phases before, of a message that this process sends. */
static inline void phased_heed_for(struct rg *r, const struct phases_alltoall *s,
                                   const struct rg_tree_step *step)
{
	struct rg_tree_message own = {step->phase, s->member, step->to};

	for (int in = 0; in < 2 && phased_is_outward(s, &own); in++) {
		struct rg_tree_message earlier = phased_beside(s, &own, in, -s->apart);
		if (phased_tells(s, &earlier, &own))
			rg_heed(r, r->order[phased_position(r, s, earlier.to)]);
	}
}

/* Before a phase: heed whoever is done with an earlier one. That is soon enough for what it sends
 * in this phase, and not too late for them, who may wait until their signals are heard: all wait
 * for earlier phases only. */
static inline void phased_heed(struct rg *r, struct phases_alltoall *s)
{
	while (s->apart && s->ahead.phase < rg_tree_phases(&s->branches) &&
	       s->ahead.phase - s->apart < s->step.phase) {
		phased_heed_for(r, s, &s->ahead);
		s->ahead = rg_tree_next(&s->branches, &s->turns_ahead);
	}
}

/* After a phase: tell who sends `apart` phases later on the links of what came. */
static inline void phased_tell(struct rg *r, const struct phases_alltoall *s)
{
	struct rg_tree_message got = {s->step.phase, s->step.from, s->member};

	for (int in = 0; in < 2 && s->apart && phased_is_outward(s, &got); in++) {
		struct rg_tree_message later = phased_beside(s, &got, in, s->apart);
		if (phased_tells(s, &got, &later))
			rg_signal(r, r->order[phased_position(r, s, later.from)]);
	}
}
