/* Bruck's alltoall (Bruck et al., Efficient algorithms for all-to-all communications in multiport
 * message-passing systems, 1997), any P, over the positions of the ring, with a radix R in
 * rg.parameters: a block for the process i behind is sent on by each digit of i, all blocks with
 * the same digit in one message. With the radix 2, the default, that is lg P steps of half the
 * vector; with R there are R - 1 messages in a step, and fewer steps.
 *
 * Cost: (R - 1) log_R P messages, of a P / R blocks each: for short blocks. Scratch: three vectors,
 * since blocks are packed.
 */
#include "ringgen/parts/bruck.h"

static int bruck_alltoall(struct rg *r, void *frame)
{
	struct bruck_alltoall *s = frame;

	RG_BEGIN(r, s);
	bruck_begin(r);
	for (s->place = 1; s->place < r->P; s->place *= bruck_radix(r)) {
		bruck_post(r, s);
		rg_wait(r, s);
		bruck_take(r, s);
	}
	bruck_deliver(r);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_bruck_alltoall = {
	.name = "bruck",
	.run = bruck_alltoall,
	.frame = sizeof(struct bruck_alltoall),
	.equal = true,
	.scratch = bruck_scratch,
	.takes = RG_A_NUMBER,
	.tries = RG_WORDS("2", "4"),
};
