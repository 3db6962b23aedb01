/* Allreduce on machines of several ranks, through windows inside them. The first k processes of
 * each machine have a share of the vector each: they add up what their machine has of it, exchange
 * the sums with those who have the same share on other machines, and publish the result, which all
 * on their machine copy. The vector goes in rounds of a window.
 *
 * A window serves the next round at once, each share in its place. What a process published was
 * read by the k before they told of the result. Where one of those publishes its result it
 * published nothing else, and the result of the round before was copied by all before they told of
 * this round.
 *
 * Cost: each process writes its vector to its window, the k together read it there; they write the
 * result, and all read it. Two notifications a round; between machines the factored allreduce of
 * one k-th of the vector for each of the k, by rg.parameters. Scratch: its own; lg p shares of a
 * round and one more with MPI_IN_PLACE, for p ranks on a machine. The operation must commute.
 */
#pragma once
#include "parts/exchange.c"
#include "ringgen/parts/shared_factored.h"

static int shared_factored(struct rg *r, void *frame)
{
	struct shared_factored *s = frame;
	struct rg_group machine = rg_machine(r);
	int me = machine.me;

	RG_BEGIN(r, s);
	for (s->done = 0; s->done < rg_slice(r, RG_OUT, 0, r->n).len;
	     s->done += shared_most(r, s->k)) {
		shared_publish_shares(r, &machine, s);
		shared_tell(r, &machine, s->k, false);
		rg_wait(r, s);
		if (me < s->k) {
			shared_exchange_begin(r, s, &machine, shared_part_of(r, s, RG_OUT, me));
			shared_add_share(r, &machine, s);
			rg_run(r, s, factored, &s->factored);
			if (machine.n > 1)
				rg_copy(r, shared_pane(r, s, me, me),
				        shared_part_of(r, s, RG_OUT, me));
		}
		shared_tell(r, &machine, s->k, true);
		rg_wait(r, s);
		shared_collect_shares(r, &machine, s);
	}
	RG_END(s);
}
