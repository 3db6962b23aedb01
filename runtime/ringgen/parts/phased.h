/* SPDX-License-Identifier: BSD-3-Clause
 * The branches of tree_phases.h are the runs of a level, the longest first; of level branch those
 * of the tree at a vertex where no branch has more than half of the processes. If one of these has
 * more than half of the processes, the tree's root is in it: all others are one branch then, and
 * each of its processes is one. Members are numbered by branches.
 */
#pragma once
#include "ringgen/parts/each.h"
#include "ringgen/parts/tree_turns.h"

/* Who was before a message on a link: on the way out of its branch; on the way into the other, of
 * the branch that sends to that before its own, or of one before that. */
enum phased_before { PHASED_OUT, PHASED_IN, PHASED_IN_BEFORE, PHASED_BEFORE };

struct phases_alltoall {
	int at;
	bool begun;
	struct rg_branches branches;
	enum rg_level level;
	int apart;  /* so many messages at most are on the links of branches; 0: any number */
	int member; /* this process */
	struct rg_tree_turns turns, turns_ahead[PHASED_BEFORE];
	struct rg_tree_step step, ahead[PHASED_BEFORE]; /* ahead: the next that has not heeded */
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

/* How many messages are on a link at most: the number that is named, but no more than what two
 * branches in a row send over a link at least, so that who was before a message is of the branch
 * before its own or of the next one. The last two branches are the smallest. */
static inline int phased_apart(const struct rg_branches *b, int named)
{
	int64_t last = b->n < 2 ? 0 : rg_branch_size(b, b->n - 1);
	int64_t least = last ? last * rg_branch_size(b, b->n - 2) : 0;
	return named < 2 * least ? named : (int)(2 * least);
}

static inline void phased_begin(const struct rg *r, struct phases_alltoall *s)
{
	s->level = rg_level_of(r->parameters, RG_ON_MACHINE);
	s->branches = phased_branches(r, s->level);
	s->apart = phased_apart(&s->branches, rg_number_of(r->parameters, 0));
	s->member = phased_member(r, s, r->pos);
	s->turns = rg_tree_begin_turns(&s->branches, s->member);
	for (int k = 0; k < PHASED_BEFORE && r->P > 1; k++) {
		s->turns_ahead[k] = s->turns;
		s->ahead[k] = rg_tree_next(&s->branches, &s->turns_ahead[k]);
	}
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

/* The message that is so many messages after that one on the way out of its branch, or on the way
 * `in`to the other; none if it is on both, and `in`. */
static inline struct rg_tree_message
phased_beside(const struct phases_alltoall *s, const struct rg_tree_message *m, bool in, int after)
{
	const struct rg_branches *b = &s->branches;
	int i = rg_branch_at(b, m->from), j = rg_branch_at(b, m->to);
	struct rg_tree_message next =
		rg_tree_on_link(b, in ? j : i, in, rg_tree_number(b, in, m) + after);

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

/* Who was `apart` messages before one that this process sends, if it is the one that is asked for;
 * else none. */
static inline struct rg_tree_message phased_before(const struct phases_alltoall *s,
                                                   const struct rg_tree_message *own,
                                                   enum phased_before which)
{
	const struct rg_branches *b = &s->branches;
	struct rg_tree_message earlier = phased_beside(s, own, which != PHASED_OUT, -s->apart);

	if (which == PHASED_OUT || earlier.from < 0)
		return earlier;
	int away = (rg_branch_at(b, earlier.from) - rg_branch_at(b, own->from) + b->n) % b->n;
	if ((away == 1) != (which == PHASED_IN))
		earlier.from = earlier.to = -1;
	return earlier;
}

/* Of the next message that this process sends: heed who received what was before it, if that was
 * before this phase. False: it was not, or there is no next one. */
static inline bool phased_heed_next(struct rg *r, struct phases_alltoall *s,
                                    enum phased_before which)
{
	struct rg_tree_message own = {s->ahead[which].phase, s->member, s->ahead[which].to};

	if (own.phase == rg_tree_phases(&s->branches))
		return false;
	if (phased_is_outward(s, &own)) {
		struct rg_tree_message earlier = phased_before(s, &own, which);
		if (earlier.from >= 0 && earlier.phase >= s->step.phase)
			return false;
		if (phased_tells(s, &earlier, &own))
			rg_heed(r, r->order[phased_position(r, s, earlier.to)]);
	}
	s->ahead[which] = rg_tree_next(&s->branches, &s->turns_ahead[which]);
	return true;
}

/* Before a phase: heed whoever is done with an earlier one. That is soon enough for what it sends
 * in this phase, and not too late for them, who may wait until their signals are heard: all wait
 * for earlier phases only. From one message of this process to the next, the phases of those before
 * them on the link out of its branch do not decrease; nor do those of what another branch sent, as
 * each goes from branch to branch in the same order. */
static inline void phased_heed(struct rg *r, struct phases_alltoall *s)
{
	for (int k = 0; k < PHASED_BEFORE && s->apart; k++)
		while (phased_heed_next(r, s, (enum phased_before)k))
			;
}

/* After a phase: tell who sends what is `apart` messages later on the links of what came. */
static inline void phased_tell(struct rg *r, const struct phases_alltoall *s)
{
	struct rg_tree_message got = {s->step.phase, s->step.from, s->member};

	for (int in = 0; in < 2 && s->apart && phased_is_outward(s, &got); in++) {
		struct rg_tree_message later = phased_beside(s, &got, in, s->apart);
		if (phased_tells(s, &got, &later))
			rg_signal(r, r->order[phased_position(r, s, later.from)]);
	}
}
