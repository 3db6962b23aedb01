/* The circulant reduce-scatter and allgather (Traeff 2024), any P, over the positions of the ring.
 * Each process has a vector in scratch: the blocks of all processes, its own first, then those
 * behind it in the ring. In each round of the reduce-scatter it has to do with the first k of them,
 * P at first: the last half of these, floor(k / 2), it gives to the process ceil(k / 2) places
 * behind, for which they are the first ones, and so it gets what to add to its own first ones. The
 * allgather goes the same way back.
 *
 * Cost: ceil(lg P) messages, P - 1 blocks out of and into each process, for any P, which is the
 * least there is of both. What is sent in the first round is copied, half of the vector; what is
 * kept of the contribution is added where it stands. These are blocks that go around the vector's
 * end: two copies. The blocks of ranks are in memory as the ranks are, each in slices if there are
 * several lanes: where places are other than ranks, or in lanes, each block is a copy, and a
 * combination, of its own. Scratch: the vector, and where blocks are unequal perhaps what comes in
 * the second round. The operation must commute; each block is added up in one place.
 */
#pragma once
#include "ringgen/engine.h"

struct circulant {
	int at, round;
	bool whole; /* the vector has no blocks of ranks, and is cut in the order of places */
};

/* How many blocks it has to do with after so many rounds. */
static int circulant_left(const struct rg *r, int round)
{
	return (int)((r->P + (1ll << round) - 1) >> round);
}

/* How many of them travel in that round: the first ones come, or as many behind those that stay
 * are sent. */
static int circulant_travel(const struct rg *r, int round)
{
	return circulant_left(r, round) - circulant_left(r, round + 1);
}

/* The process so many places behind; or (back) before. */
static int circulant_peer(const struct rg *r, int places, bool back)
{
	return r->order[rg_at(r, back ? r->pos - places : r->pos + places)];
}

/* Where the block of a place begins in this lane's slice of the vector. */
static int64_t circulant_cut(const struct rg *r, int place)
{
	int64_t len = rg_slice(r, RG_TMP, 0, r->n).len, rest = len % r->P;
	return len / r->P * place + (place < rest ? place : rest);
}

/* Block i in another buffer. */
static struct rg_span circulant_block(const struct rg *r, const struct circulant *s, int buf, int i)
{
	if (!s->whole)
		return rg_block(r, buf, r->pos + i);
	int place = rg_at(r, r->pos + i);
	int64_t begin = circulant_cut(r, place), end = circulant_cut(r, place + 1);
	return (struct rg_span){buf, rg_slice(r, buf, 0, r->n).off + begin, end - begin};
}

/* Elements of the first so many blocks. */
static int64_t circulant_length(const struct rg *r, const struct circulant *s, int blocks)
{
	int64_t length = 0;
	int end = r->pos + blocks, around = end > r->P ? end - r->P : 0;

	if (s->whole)
		return circulant_cut(r, end - around) - circulant_cut(r, r->pos) +
		       circulant_cut(r, around);
	if (!r->len && !r->rest)
		return blocks * rg_own(r, RG_TMP).len;
	for (int i = 0; i < blocks; i++)
		length += rg_block(r, RG_TMP, r->pos + i).len;
	return length;
}

static struct rg_span circulant_part(const struct rg *r, const struct circulant *s, int first,
                                     int count)
{
	int64_t off = circulant_length(r, s, first);
	return (struct rg_span){RG_TMP, off, circulant_length(r, s, first + count) - off};
}

/* Where what comes in that round lands: behind what there is to do with. In the first round, which
 * has nothing there yet, in its place. */
static struct rg_span circulant_landing(const struct rg *r, const struct circulant *s, int round)
{
	struct rg_span to = circulant_part(r, s, 0, circulant_travel(r, round));
	to.off = round ? circulant_length(r, s, circulant_left(r, round)) : 0;
	return to;
}

static int64_t circulant_scratch(const struct rg *r, const struct circulant *s)
{
	int64_t most = circulant_length(r, s, r->P);

	for (int round = 1; circulant_left(r, round) > 1; round++) {
		struct rg_span came = circulant_landing(r, s, round);
		most = came.off + came.len > most ? came.off + came.len : most;
	}
	return most;
}

/* Blocks of another buffer: copied into the vector, added to it, or copied from it. */
enum circulant_way { CIRCULANT_IN, CIRCULANT_ADD, CIRCULANT_OUT };

static void circulant_pass(struct rg *r, enum circulant_way way, struct rg_span vector,
                           struct rg_span blocks)
{
	if (way == CIRCULANT_ADD)
		rg_combine(r, blocks, vector);
	else
		rg_copy(r, way == CIRCULANT_IN ? vector : blocks,
		        way == CIRCULANT_IN ? blocks : vector);
}

/* Those that follow each other in the other buffer, too, go together. */
static void circulant_blocks(struct rg *r, const struct circulant *s, enum circulant_way way,
                             int buf, int first, int count)
{
	struct rg_span vector = {RG_TMP, circulant_length(r, s, first), 0}, blocks = {buf, 0, 0};

	for (int i = first; i < first + count; i++) {
		struct rg_span block = circulant_block(r, s, buf, i);
		if (block.off != blocks.off + blocks.len) {
			circulant_pass(r, way, vector, blocks);
			vector = (struct rg_span){RG_TMP, vector.off + vector.len, 0};
			blocks = (struct rg_span){buf, block.off, 0};
		}
		blocks.len += block.len;
		vector.len += block.len;
	}
	circulant_pass(r, way, vector, blocks);
}

static void circulant_add(struct rg *r, const struct circulant *s, int round)
{
	int came = circulant_travel(r, round), left = circulant_left(r, round + 1);

	if (round) {
		rg_combine(r, circulant_landing(r, s, round), circulant_part(r, s, 0, came));
		return;
	}
	circulant_blocks(r, s, CIRCULANT_ADD, rg_mine(r), 0, came);
	circulant_blocks(r, s, CIRCULANT_IN, rg_mine(r), came, left - came);
}

/* From the own contribution to the own block of the sum, which begins RG_TMP. With one process that
 * has nothing. */
static int circulant_scatter(struct rg *r, void *frame)
{
	struct circulant *s = frame;

	RG_BEGIN(r, s);
	circulant_blocks(r, s, CIRCULANT_IN, rg_mine(r), circulant_left(r, 1),
	                 circulant_travel(r, 0));
	for (s->round = 0; circulant_left(r, s->round) > 1; s->round++) {
		rg_send(r, circulant_peer(r, circulant_left(r, s->round + 1), false),
		        circulant_part(r, s, circulant_left(r, s->round + 1),
		                       circulant_travel(r, s->round)));
		rg_recv(r, circulant_peer(r, circulant_left(r, s->round + 1), true),
		        circulant_landing(r, s, s->round));
		rg_wait(r, s);
		circulant_add(r, s, s->round);
	}
	RG_END(s);
}
