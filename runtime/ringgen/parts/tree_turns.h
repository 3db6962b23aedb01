/* SPDX-License-Identifier: BSD-3-Clause
 * tree_turns.h: what one process does in the phases of tree_phases.h, one after the other: to whom
 * it sends, and from whom it receives. The formulas there are solved for the partner here.
 *
 * Let a process be number a of branch t_i, which has m_i of P. It has P - m_i messages for other
 * branches, and gets as many. In each phase only one of a branch sends to others, and one receives.
 *
 * Sending. In t_0 each has one phase of each block of m_0 phases: the block of its message number k
 * is block k, to the branch of member m_0 + k. In t_i it has m_j phases in a row for each t_j, one
 * after the other from t_{i+1} on, around to t_{i-1}: so message number k goes in the turn of
 * member first[i + 1] + k, modulo P, of the branches.
 *
 * Receiving. In t_0 it is one phase of each block again. In t_i branches send to it in the order
 * t_{i-1} ... t_0, t_{n-1} ... t_{i+1}: so message number k comes in the turn of the member that is
 * k + 1 before first[i], modulo P; from t_j every m_i-th phase.
 *
 * Within the branch. In t_0, and k < m_0 - 1: in block k who receives from outside sends to who
 * sends outwards, which is k + 1 members before it. In t_i: while number s sends to t_{i-1}, for
 * m_{i-1} phases, the number a that receives from outside, or could, sends to it in one of the
 * first m_i of them.
 */
#pragma once
#include "ringgen/engine.h"
#include "ringgen/parts/tree_phases.h"

/* A message of one process: its phase, and the other process, as a member. */
struct rg_tree_turn {
	int64_t phase;
	int with;
};

/* Behind all phases, with nobody. */
static inline struct rg_tree_turn rg_no_turn(const struct rg_branches *b)
{
	return (struct rg_tree_turn){rg_tree_phases(b), -1};
}

/* Number k, from 0 on, of the members that are not in branch i: those behind it, then those before
 * it; or, `back`, the other way round. */
static inline int rg_tree_other(const struct rg_branches *b, int i, int k, bool back)
{
	int P = rg_branch_members(b);
	int member = back ? rg_branch_first(b, i) - 1 - k : rg_branch_first(b, i + 1) + k;
	return member < 0 ? member + P : member < P ? member : member - P;
}

/* The number in t_0 of who sends outwards in a phase. */
static inline int rg_tree_sender(const struct rg_branches *b, int64_t phase)
{
	int64_t m0 = rg_branch_size(b, 0), block = phase / m0, times;
	int j = rg_branch_at(b, (int)(m0 + block));
	int64_t mj = rg_branch_size(b, j), common = rg_divisor(mj, m0, &times);
	int64_t before = block - (rg_branch_first(b, j) - m0);
	return (int)((phase + before / (mj / common)) % m0);
}

/* And of who receives there. */
static inline int rg_tree_receiver(const struct rg_branches *b, int64_t phase)
{
	int64_t m0 = rg_branch_size(b, 0);
	return (int)((rg_tree_sender(b, phase) + phase / m0 + 1) % m0);
}

/* The number in another branch, of m members, of who receives in a phase, or could. */
static inline int rg_tree_open(const struct rg_branches *b, int64_t phase, int64_t m)
{
	return (int)rg_modulo(phase - rg_tree_phases(b), m);
}

/* ---- What number a of branch i sends to others, and gets from them: message number k ---- */

static inline struct rg_tree_turn rg_tree_sent(const struct rg_branches *b, int i, int a, int k)
{
	if (k >= rg_branch_members(b) - rg_branch_size(b, i))
		return rg_no_turn(b);
	int other = rg_tree_other(b, i, k, false), j = rg_branch_at(b, other);
	int first = rg_branch_first(b, j), mj = rg_branch_size(b, j);
	int64_t phase = i == 0 ? rg_tree_sends_in(b, k, a)
	                       : rg_tree_begin(b, i, j) + (int64_t)a * mj + other - first;
	int to = j == 0 ? rg_tree_receiver(b, phase) : rg_tree_open(b, phase, mj);
	return (struct rg_tree_turn){phase, first + to};
}

static inline struct rg_tree_turn rg_tree_got(const struct rg_branches *b, int i, int a, int k)
{
	int m = rg_branch_size(b, i);
	if (k >= rg_branch_members(b) - m)
		return rg_no_turn(b);
	int other = rg_tree_other(b, i, k, true), j = rg_branch_at(b, other);
	int first = rg_branch_first(b, j), end = rg_branch_first(b, j + 1);
	if (i == 0) {
		int64_t phase = rg_tree_sends_in(b, k, (int)rg_modulo(a - k - 1, m));
		return (struct rg_tree_turn){phase, first + end - 1 - other};
	}
	int64_t begin = rg_tree_begin(b, j, i);
	int64_t phase = begin + rg_modulo(a + rg_tree_phases(b) - begin, m) +
	                (int64_t)(end - 1 - other) * m;
	return (struct rg_tree_turn){phase, j ? first + end - 1 - other : rg_tree_sender(b, phase)};
}

/* ---- All that it does ---- */

/* Where a member is in its phases: how many messages it sent to others, and got from them; and to
 * how many numbers of its own branch, which is not t_0, it sent, itself among them. */
struct rg_tree_turns {
	int branch, number;
	int sent, got, own;
};

/* What it does in a phase; -1: nobody. */
struct rg_tree_step {
	int64_t phase; /* T: it is done */
	int to, from;
};

static inline struct rg_tree_turns rg_tree_begin_turns(const struct rg_branches *b, int member)
{
	int i = rg_branch_at(b, member);
	return (struct rg_tree_turns){i, member - rg_branch_first(b, i), 0, 0, 0};
}

/* What it sends next within its branch, which is not t_0. */
static inline struct rg_tree_turn rg_tree_sent_within(const struct rg_branches *b,
                                                      const struct rg_tree_turns *t)
{
	int own = t->own + (t->own == t->number);
	if (t->branch == 0 || own >= rg_branch_size(b, t->branch))
		return rg_no_turn(b);
	return (struct rg_tree_turn){rg_tree_within(b, t->branch, t->number, own),
	                             rg_branch_first(b, t->branch) + own};
}

/* From whom of its branch it gets something in a phase in which it sends message number k, to
 * another branch; -1: nobody. */
static inline int rg_tree_got_within(const struct rg_branches *b, const struct rg_tree_turns *t,
                                     int64_t phase, int k)
{
	int i = t->branch, m = rg_branch_size(b, i), from;
	if (i == 0)
		return k < m - 1 ? (t->number + k + 1) % m : -1;
	int64_t stays = rg_branch_size(b, i - 1);
	int64_t q = phase - rg_tree_begin(b, i, i - 1) - t->number * stays;
	from = rg_tree_open(b, phase, m);
	return q >= 0 && q < m && from != t->number ? rg_branch_first(b, i) + from : -1;
}

/* Its next phase. */
static inline struct rg_tree_step rg_tree_next(const struct rg_branches *b, struct rg_tree_turns *t)
{
	struct rg_tree_turn out = rg_tree_sent(b, t->branch, t->number, t->sent);
	struct rg_tree_turn in = rg_tree_got(b, t->branch, t->number, t->got);
	struct rg_tree_turn own = rg_tree_sent_within(b, t);
	struct rg_tree_step step = {out.phase < in.phase ? out.phase : in.phase, -1, -1};
	int m = rg_branch_size(b, t->branch);

	step.phase = own.phase < step.phase ? own.phase : step.phase;
	if (step.phase == rg_tree_phases(b))
		return step;
	if (out.phase == step.phase) {
		step.to = out.with;
		step.from = rg_tree_got_within(b, t, step.phase, t->sent++);
	}
	if (in.phase == step.phase) {
		step.from = in.with;
		if (t->branch == 0 && t->got < m - 1)
			step.to = (int)rg_modulo(t->number - t->got - 1, m);
		t->got++;
	}
	if (own.phase == step.phase) {
		step.to = own.with;
		t->own += 1 + (t->own == t->number);
	}
	return step;
}

/* ---- The messages of a branch's link ---- */

/* A message between branches: from member to member. */
struct rg_tree_message {
	int64_t phase;
	int from, to; /* -1: there is none */
};

/* Number q of those from branch i to j. */
static inline struct rg_tree_message rg_tree_message_at(const struct rg_branches *b, int i, int j,
                                                        int64_t q)
{
	int mj = rg_branch_size(b, j);
	int64_t phase = rg_tree_begin(b, i, j) + q;
	int from = i == 0 ? rg_tree_sender(b, phase) : (int)(q / mj);
	int to = j == 0 ? rg_tree_receiver(b, phase) : rg_tree_open(b, phase, mj);

	return (struct rg_tree_message){phase, rg_branch_first(b, i) + from,
	                                rg_branch_first(b, j) + to};
}

/* The members of the branches behind i, around, up to j. */
static inline int64_t rg_tree_between(const struct rg_branches *b, int i, int j)
{
	return rg_modulo(rg_branch_first(b, j) - rg_branch_first(b, i + 1), rg_branch_members(b));
}

/* The number of a message, from 0 on, among all that go out of its branch, or `in`to that of its
 * receiver. A branch sends to those behind it, around, and receives from those before it. */
static inline int64_t rg_tree_number(const struct rg_branches *b, bool in,
                                     const struct rg_tree_message *m)
{
	int i = rg_branch_at(b, m->from), j = rg_branch_at(b, m->to);
	return rg_branch_size(b, in ? j : i) * rg_tree_between(b, i, j) + m->phase -
	       rg_tree_begin(b, i, j);
}

/* The message of that number. */
static inline struct rg_tree_message rg_tree_on_link(const struct rg_branches *b, int branch,
                                                     bool in, int64_t number)
{
	int64_t size = rg_branch_size(b, branch);

	if (number < 0 || number >= size * (rg_branch_members(b) - size))
		return (struct rg_tree_message){0, -1, -1};
	int other = rg_branch_at(b, rg_tree_other(b, branch, (int)(number / size), in));
	int i = in ? other : branch, j = in ? branch : other;
	return rg_tree_message_at(b, i, j, number - size * rg_tree_between(b, i, j));
}
