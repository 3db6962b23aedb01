/* Recursive halving (Thakur & Gropp 2003, section 4.3), any P, for equal and unequal blocks. The
 * partner next door comes first, with half of the vector, and the farthest last, with one block:
 * the longer a message, the nearer it goes, and partial results are always those of contiguous runs
 * of processes, whose order is kept. (For operations that do not commute the authors take a
 * recursive doubling, with lg P times the data.) After the step for a bit of its number, a worker
 * has to do with those that have the same bits up to that one; the blocks of such workers are put
 * together in scratch, which is in the order of the numbers read backwards.
 *
 * Cost for w workers, the largest power of two that is not above P: lg w messages, (w - 1) / w of
 * the vector out of and into each; when P is no power of two, a message of the whole vector before
 * and one of a block after that, for the pairs of the fold. Scratch: two vectors. The operation
 * need not commute; the bits are those of the allreduce by recursive doubling.
 */
#include "ringgen/parts/halving_order.h"

struct halving {
	int at, bit;
	struct workers w;
	int64_t in; /* where in RG_TMP the partial result begins: 0 or n */
};

static int halving(struct rg *r, void *frame)
{
	struct halving *s = frame;
	struct rg_span mine = rg_head(rg_mine(r), r->n), came = {RG_TMP, r->n, r->n};

	RG_BEGIN(r, s);
	s->w = workers_of(rg_everyone(r));
	s->in = 0;
	if (s->w.me < 0) {
		rg_send(r, workers_twin(&s->w), mine);
		rg_wait(r, s);
		rg_recv(r, workers_twin(&s->w), rg_own(r, RG_OUT));
		rg_wait(r, s);
	} else {
		if (workers_twin(&s->w) >= 0) {
			rg_recv(r, workers_twin(&s->w), came);
			rg_wait(r, s);
			rg_combine(r, mine, came);
			halving_arrange(r, &s->w, RG_TMP, r->n);
		} else {
			halving_arrange(r, &s->w, rg_mine(r), 0);
		}
		for (s->bit = 1; s->bit < s->w.n; s->bit *= 2) {
			rg_send(r, workers_rank(&s->w, s->w.me ^ s->bit, false),
			        halving_part(r, &s->w, s->in, s->w.me ^ s->bit, 2 * s->bit));
			rg_recv(r, workers_rank(&s->w, s->w.me ^ s->bit, false),
			        halving_part(r, &s->w, r->n - s->in, s->w.me, 2 * s->bit));
			rg_wait(r, s);
			/* The sum is where its right operand has been. */
			if (!(s->w.me & s->bit))
				s->in = r->n - s->in;
			rg_combine(r, halving_part(r, &s->w, r->n - s->in, s->w.me, 2 * s->bit),
			           halving_part(r, &s->w, s->in, s->w.me, 2 * s->bit));
		}
		rg_copy(r, rg_own(r, RG_OUT), halving_block(r, &s->w, s->in, s->w.me, false));
		if (workers_twin(&s->w) >= 0) {
			rg_send(r, workers_twin(&s->w),
			        halving_block(r, &s->w, s->in, s->w.me, true));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_halving_reduce_scatter = {
	.name = "recursive-halving",
	.run = halving,
	.frame = sizeof(struct halving),
	.scratch = halving_scratch,
};
