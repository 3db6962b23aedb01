/* SPDX-License-Identifier: BSD-3-Clause
 * tree_phases.h: in which phase of an all-to-all one process sends to another, so that no two
 * messages of a phase share a link direction of a tree (after A. Faraj, X. Yuan, Message scheduling
 * for all-to-all personalized communication on Ethernet switched clusters, IPDPS 2005).
 *
 * The processes hang in branches t_0, t_1, ... at a root, with m_0 >= m_1 >= ... of them, and m_0
 * is at most half of all P. There are T = m_0 (P - m_0) phases. So many messages the link of t_0
 * carries each way, so there can be no fewer.
 *
 * In each phase each branch sends at most one message to other branches, and receives at most one.
 * So these share no link direction. The m_i m_j messages from t_i to t_j have phases that follow
 * each other; number q of them is the phase p
 *
 *     m_i (m_{i+1} + ... + m_{j-1}) + q        if i < j,
 *     T - m_j (m_{j+1} + ... + m_i) + q        if i > j.
 *
 * Who sends in it, and who receives:
 *
 *     i = 0   sender (q + floor(q / lcm(m_0, m_j))) mod m_0, receiver (p - T) mod m_j
 *     j = 0   sender floor(q / m_0); the receiver is t_0's sender of the same phase, and
 *             floor(p / m_0) + 1 members on
 *     else    sender floor(q / m_j), receiver (p - T) mod m_j
 *
 * Within a branch: where its member a sends outwards and b receives from outside, or nobody does, a
 * message from b to a shares no link direction with either: b's way up to where the two ways meet
 * is free, and a's way down from there. In t_0 all pairs are met in the first m_0 - 1 blocks of m_0
 * phases, each block having another distance from sender to receiver. In t_i they are while it
 * sends to t_{i-1}: a sender stays for m_{i-1} >= m_i phases, and the receivers go round.
 *
 * These formulas are solved for p here. So nobody needs a table: a process knows when it sends to
 * another one, and when that one sends to it, by the sizes of the branches.
 */
#ifndef RG_TREE_PHASES_H
#define RG_TREE_PHASES_H

#include <stdint.h>

/* Members are numbers, 0 ... P - 1, the branches' one after the other. */
struct rg_branches {
	int n;
	const int *first; /* [n + 1] branch i has the members first[i] ... first[i + 1] - 1; then P.
	                     NULL: all branches have one, but for branch 0, */
	int largest;      /* which has so many then */
};

static inline int rg_branch_first(const struct rg_branches *b, int i)
{
	if (b->first)
		return b->first[i];
	return i ? b->largest + i - 1 : 0;
}

/* The members of all. */
static inline int rg_branch_members(const struct rg_branches *b)
{
	return rg_branch_first(b, b->n);
}

/* The phases that there are: T. */
static inline int64_t rg_tree_phases(const struct rg_branches *b)
{
	return (int64_t)rg_branch_first(b, 1) * (rg_branch_members(b) - rg_branch_first(b, 1));
}

static inline int rg_branch_size(const struct rg_branches *b, int i)
{
	return rg_branch_first(b, i + 1) - rg_branch_first(b, i);
}

/* The branch of a member. */
static inline int rg_branch_at(const struct rg_branches *b, int member)
{
	int low = 0, high = b->n; /* first[low] <= member < first[high] */
	while (high - low > 1) {
		int middle = low + (high - low) / 2;
		if (rg_branch_first(b, middle) <= member)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* a mod n, not negative. */
static inline int64_t rg_modulo(int64_t a, int64_t n)
{
	return a % n < 0 ? a % n + n : a % n;
}

/* The greatest common divisor of a and b; and *times, with *times * a = it, modulo b. */
static inline int64_t rg_divisor(int64_t a, int64_t b, int64_t *times)
{
	int64_t x = 1, y = 0, n = b; /* a = x a0, b = y a0 (mod n) */
	while (b) {
		int64_t quotient = a / b, rest = a % b, z = x - quotient * y;
		a = b;
		b = rest;
		x = y;
		y = z;
	}
	*times = rg_modulo(x, n);
	return a;
}

/* The first phase of the messages from branch i to another one, j. */
static inline int64_t rg_tree_begin(const struct rg_branches *b, int i, int j)
{
	if (i < j)
		return (int64_t)rg_branch_size(b, i) *
		       (rg_branch_first(b, j) - rg_branch_first(b, i + 1));
	return rg_tree_phases(b) - (int64_t)rg_branch_size(b, j) *
	                                   (rg_branch_first(b, i + 1) - rg_branch_first(b, j + 1));
}

/* From number `from` of t_0 to number `to` of t_j: the q for which both formulas hold. In block c
 * of lcm(m_0, m_j) phases q = from - c (mod m_0), and q = rest (mod m_j), for a c that makes them
 * agree modulo the greatest common divisor. */
static inline int64_t rg_tree_from_first(const struct rg_branches *b, int from, int j, int to)
{
	int64_t m0 = rg_branch_size(b, 0), mj = rg_branch_size(b, j), times;
	int64_t common = rg_divisor(mj, m0, &times), begin = rg_tree_begin(b, 0, j);
	int64_t rest = rg_modulo(to + rg_tree_phases(b) - begin, mj);
	int64_t c = rg_modulo(from - rest, common);
	int64_t steps = rg_modulo((from - c - rest) / common, m0 / common) * times;
	return begin + c * (m0 / common * mj) + rest + mj * rg_modulo(steps, m0 / common);
}

/* The phase of a block of m_0 phases in which number `from` of t_0 sends outwards. */
static inline int64_t rg_tree_sends_in(const struct rg_branches *b, int64_t block, int from)
{
	int64_t m0 = rg_branch_size(b, 0), times;
	int j = rg_branch_at(b, (int)(rg_branch_first(b, 1) + block));
	int64_t mj = rg_branch_size(b, j), common = rg_divisor(mj, m0, &times);
	int64_t before =
		block - (rg_branch_first(b, j) - rg_branch_first(b, 1)); /* blocks to t_j */
	return block * m0 + rg_modulo(from - before / (mj / common), m0);
}

/* Number `from` of branch i to number `to` of the same. */
static inline int64_t rg_tree_within(const struct rg_branches *b, int i, int from, int to)
{
	if (i == 0)
		return rg_tree_sends_in(b, rg_modulo(from - to - 1, rg_branch_size(b, 0)), to);
	int64_t stays = rg_branch_size(b, i - 1);
	int64_t begin = rg_tree_begin(b, i, i - 1) + to * stays;
	return begin + rg_modulo(from + rg_tree_phases(b) - begin, rg_branch_size(b, i));
}

/* The phase, 0 ... T - 1, in which a member sends to another one. O(log P). */
static inline int64_t rg_tree_phase(const struct rg_branches *b, int from, int to)
{
	int i = rg_branch_at(b, from), j = rg_branch_at(b, to);
	from -= rg_branch_first(b, i);
	to -= rg_branch_first(b, j);
	if (i == j)
		return rg_tree_within(b, i, from, to);
	if (i == 0)
		return rg_tree_from_first(b, from, j, to);
	int64_t mj = rg_branch_size(b, j);
	int64_t begin = rg_tree_begin(b, i, j) + from * mj;
	if (j == 0)
		return rg_tree_sends_in(b, begin / mj, (int)rg_modulo(to - begin / mj - 1, mj));
	return begin + rg_modulo(to + rg_tree_phases(b) - begin, mj);
}

#endif
