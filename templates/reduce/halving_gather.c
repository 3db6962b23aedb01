/* Reduce by recursive halving and gather (Rabenseifner 2004; Thakur & Gropp 2003, section 4.4): the
 * first half of the butterfly, after which each worker has the sum of one block, and then these go
 * to the root along a binomial tree, the way of the halves back.
 *
 * Cost: up to 2 lg P messages, (P - 1) / P of the vector out of and into each process by the
 * halves, and the same into the root by the gather; a message of the whole vector more when P is no
 * power of two. Each adds up (P - 1) / P of the vector only, so for long vectors. Scratch: two
 * vectors, one at the root. Processes are numbered along the ring, or by rank where the order of
 * the operands matters, and combined in that order and in the brackets of recursive doubling: the
 * operation need not commute.
 */
#include "parts/rooted_fold.c"
#include "ringgen/parts/rooted_fold.h"

struct halving_gather {
	int at, bit;
	struct rooted_fold fold;
};

static int halving_gather(struct rg *r, void *frame)
{
	struct halving_gather *s = frame;
	struct rooted_partial *p = &s->fold.partial;

	RG_BEGIN(r, s);
	*p = rooted_partial_begin(r);
	rg_run(r, s, rooted_fold, &s->fold);
	for (s->bit = 1; p->works && s->bit < p->workers; s->bit *= 2) {
		rooted_partial_swap(r, p, rooted_partial_rank(r, p, p->worker ^ s->bit),
		                    halving_gather_part(r, p, p->worker ^ s->bit, 2 * s->bit),
		                    halving_gather_part(r, p, p->worker, 2 * s->bit));
		rg_wait(r, s);
		rooted_partial_add(r, p, halving_gather_part(r, p, p->worker, 2 * s->bit),
		                   !(p->worker & s->bit));
	}
	rooted_partial_end(r, p, halving_gather_part(r, p, p->worker, p->workers));
	for (s->bit = p->workers / 2; p->works && s->bit > 0; s->bit /= 2) {
		halving_gather_pass(r, p, s->bit);
		rg_wait(r, s);
		p->works = (p->worker & s->bit) == (p->top & s->bit);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_halving_gather_reduce = {
	.name = "halving-gather",
	.run = halving_gather,
	.frame = sizeof(struct halving_gather),
	.scratch = rooted_partial_scratch,
	.lanes = true,
	.segments = true,
};
