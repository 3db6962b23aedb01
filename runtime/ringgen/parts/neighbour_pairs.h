/* SPDX-License-Identifier: BSD-3-Clause
 * Neighbour exchange: the pairs of neighbours on the ring, who exchanges with whom in a step, and
 * whose blocks. Pair k are positions 2k and 2k + 1; of an odd number of processes the last one is
 * with the last pair, as a third.
 */
#pragma once
#include "ringgen/parts/ring_vector.h"

/* What neighbour_allgather has to know. */
struct neighbour_allgather {
	int at, step;
	bool apart;
};

static inline int neighbour_pairs(const struct rg *r)
{
	return r->P / 2;
}

/* Is this process the third, or is it the one that tells it? */
static inline bool neighbour_third(const struct rg *r)
{
	return r->P > 1 && r->pos == 2 * neighbour_pairs(r);
}

static inline bool neighbour_tells(const struct rg *r)
{
	return r->P % 2 && r->pos == r->P - 2;
}

/* The pair at a distance from that of a position. */
static inline int neighbour_pair(const struct rg *r, int pos, int away)
{
	int pairs = neighbour_pairs(r);
	return ((pos / 2 + away) % pairs + pairs) % pairs;
}

/* Whose blocks a position gets in a step, from 1 on: of an even position those of the pairs 1 to
 * the left of its own, 1 to the right, 2 to the left ..., of an odd one the same with right and
 * left exchanged. In step 0 it gets its own pair's. */
static inline int neighbour_gets(const struct rg *r, int pos, int step)
{
	int away = step % 2 ? -(step + 1) / 2 : step / 2;
	return neighbour_pair(r, pos, pos % 2 ? -away : away);
}

/* The position that another one exchanges with: within the pair in even steps, across to the next
 * pair in odd ones. */
static inline int neighbour_partner(const struct rg *r, int pos, int step)
{
	if (step % 2 == 0)
		return pos % 2 ? pos - 1 : pos + 1;
	int pair = neighbour_pair(r, pos, pos % 2 ? 1 : -1);
	return pos % 2 ? 2 * pair : 2 * pair + 1;
}

/* The blocks of a pair. */
static inline struct rg_span neighbour_blocks(const struct rg *r,
                                              const struct neighbour_allgather *s, int pair)
{
	int end = pair == neighbour_pairs(r) - 1 ? r->P : 2 * pair + 2;
	return ring_vector_part(r, s->apart, 2 * pair, end);
}

/* What a position gives in this step: first its own block, and what the third told it, then what
 * it got last: after step 0 that is all of its pair. */
static inline struct rg_span neighbour_given(const struct rg *r,
                                             const struct neighbour_allgather *s, int pos)
{
	bool with_third = r->P % 2 && pos == r->P - 2;

	if (s->step == 0)
		return ring_vector_part(r, s->apart, pos, with_third ? r->P : pos + 1);
	return neighbour_blocks(r, s, neighbour_gets(r, pos, s->step - 1));
}

/* Give that to another position, get what it gives. */
static inline void neighbour_exchange(struct rg *r, const struct neighbour_allgather *s, int pos)
{
	rg_send(r, r->order[pos], neighbour_given(r, s, r->pos));
	rg_recv(r, r->order[pos], neighbour_given(r, s, pos));
}

/* What the third is told after this step: first the others of its pair, then what the one that
 * tells it got. */
static inline struct rg_span neighbour_told(const struct rg *r, const struct neighbour_allgather *s)
{
	if (s->step == 0)
		return ring_vector_part(r, s->apart, r->P - 3, r->P - 1);
	return neighbour_blocks(r, s, neighbour_gets(r, r->P - 2, s->step));
}
