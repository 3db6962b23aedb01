/* To the first of a group and back, one message at a time: it adds up what all members have, and
 * tells them the result in the end. Cost: a message of the slice from each member, and one to each.
 * Lanes begin with different members, so that the links of all are in use. The operation must
 * commute. Scratch: the slice.
 */
#pragma once
#include "ringgen/engine.h"

struct collect {
	int at, i;
	struct rg_group group; /* the caller's to set, */
	struct rg_span all;    /* this lane's slice of the vector, in RG_OUT, */
	int in;                /* and the buffer with what this process has of it */
};

static struct rg_span collect_in(const struct collect *s, int buf)
{
	return (struct rg_span){buf, buf == RG_TMP ? 0 : s->all.off, s->all.len};
}

/* The i-th to be heard. */
static int collect_member(const struct rg *r, const struct collect *s)
{
	return rg_member(&s->group, 1 + rg_in_turn(r, s->i, s->group.n - 1));
}

static int collect(struct rg *r, void *frame)
{
	struct collect *s = frame;

	RG_BEGIN(r, s);
	if (s->group.me) {
		rg_send(r, rg_member(&s->group, 0), collect_in(s, s->in));
		rg_wait(r, s);
	}
	for (s->i = 0; s->i < s->group.n - 1 && s->group.me == 0; s->i++) {
		rg_recv(r, collect_member(r, s), collect_in(s, RG_TMP));
		rg_wait(r, s);
		rg_combine_to(r, s->all, collect_in(s, RG_TMP), collect_in(s, s->in));
		s->in = RG_OUT;
	}
	RG_END(s);
}

static int collect_return(struct rg *r, void *frame)
{
	struct collect *s = frame;

	RG_BEGIN(r, s);
	if (s->group.me)
		rg_recv(r, rg_member(&s->group, 0), s->all);
	for (s->i = 0; s->i < s->group.n - 1 && s->group.me == 0; s->i++)
		rg_send(r, collect_member(r, s), s->all);
	rg_wait(r, s);
	RG_END(s);
}
