/* The allgather of a factored exchange: from the own block in `to` to all of them.
 *
 * Cost: a step of p ports takes p messages, out of and into each process; all steps together (n -
 * 1) / n of the vector. A piece that goes beyond the vector's end takes two messages.
 */
#pragma once
#include "ringgen/parts/exchange.h"

static int exchange_gather(struct rg *r, void *frame)
{
	struct exchange *s = frame;

	RG_BEGIN(r, s);
	for (s->step = s->steps.steps - 1; s->step >= 0; s->step--) {
		for (int k = 1; k <= exchange_ports(s); k++)
			for (int second = 0; second < 2; second++) {
				struct piece theirs = exchange_theirs(s, k),
					     ours = exchange_ours(s, k);
				rg_send(r, ours.peer, exchange_part(r, s, s->to, ours, second));
				rg_recv(r, theirs.peer, exchange_part(r, s, s->to, theirs, second));
			}
		rg_wait(r, s);
	}
	RG_END(s);
}
