/* The ring allreduce (Patarasuk & Yuan 2009, section 4.1) of a piece of the vector over a group: a
 * block for each member, as in the ring over all. Cost for n members: 2 (n - 1) messages of one
 * block. Scratch: a block. The operation must commute.
 */
#pragma once
#include "ringgen/engine.h"

struct group_ring {
	int at, step;
	struct rg_group group; /* the caller's to set, */
	struct rg_span all;    /* the piece, in RG_OUT, */
	int in;                /* and the buffer with what this process has of it */
};

/* The block of member i (of -n ... n) in a buffer. */
static struct rg_span group_ring_block(const struct group_ring *s, int buf, int i)
{
	int n = s->group.n, k = (i + 2 * n) % n;
	int64_t quot = s->all.len / n, rest = s->all.len % n;
	int64_t off = k * quot + (k < rest ? k : rest), len = quot + (k < rest);
	return (struct rg_span){buf, buf == RG_TMP ? 0 : s->all.off + off, len};
}

/* Send a block on, get another one. */
static void group_ring_pass(struct rg *r, const struct group_ring *s, struct rg_span from,
                            struct rg_span to)
{
	int n = s->group.n, me = s->group.me;
	rg_send(r, rg_member(&s->group, (me + 1) % n), from);
	rg_recv(r, rg_member(&s->group, (me + n - 1) % n), to);
}

static int group_ring(struct rg *r, void *frame)
{
	struct group_ring *s = frame;
	int me = s->group.me;
	bool there = s->in == RG_OUT; /* so that partial results land elsewhere */

	RG_BEGIN(r, s);
	if (s->group.n == 1 && !there)
		rg_copy(r, s->all, group_ring_block(s, s->in, 0));
	for (s->step = 1; s->step < s->group.n; s->step++) {
		group_ring_pass(r, s,
		                group_ring_block(s, s->step == 1 ? s->in : RG_OUT, me - s->step),
		                group_ring_block(s, there ? RG_TMP : RG_OUT, me - s->step - 1));
		rg_wait(r, s);
		rg_combine(r, group_ring_block(s, there ? RG_TMP : s->in, me - s->step - 1),
		           group_ring_block(s, RG_OUT, me - s->step - 1));
	}
	for (s->step = 1; s->step < s->group.n; s->step++) {
		group_ring_pass(r, s, group_ring_block(s, RG_OUT, me - s->step + 1),
		                group_ring_block(s, RG_OUT, me - s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}
