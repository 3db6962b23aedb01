/* A round of a pipe between one process of a machine and the others: what they have written may be
 * read then. When a call has one round, all hear from all, as who leaves it has to; of several
 * rounds the one has heard from all before it tells of the second. Cost: a notification to each of
 * the others and from each; or so many as there are digits of base 8 in the number of processes,
 * times 7.
 */
#pragma once
#include "ringgen/parts/shared_pipes.h"

struct shared_pipe {
	int at, away;
	bool only; /* the caller's to set: it is the only round */
	int one;   /* the same: this member */
};

static int shared_pipe(struct rg *r, void *frame)
{
	struct shared_pipe *s = frame;
	struct rg_group g = rg_machine(r);

	RG_BEGIN(r, s);
	if (s->only) {
		for (s->away = 1; s->away < g.n; s->away *= SHARED_PIPE_RADIX) {
			shared_pipe_spread(r, &g, s->away);
			rg_wait(r, s);
		}
	} else {
		shared_pipe_meet(r, &g, s->one);
		rg_wait(r, s);
	}
	RG_END(s);
}
