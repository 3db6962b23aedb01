/* Reduce along a binomial tree in the order of the ranks (Thakur & Gropp 2003, section 4.4, for
 * operations that do not commute), but with the root at the top whichever it is: of two runs of
 * ranks that are combined, the one that has the root in it keeps the result. So no message is
 * needed from rank 0 to the root. When P is no power of two, the rest is folded first.
 *
 * Cost: the vector once out of each process but the root; ceil(lg P) steps and combinations. In
 * lanes it is a pipeline of segments. Scratch: two segments, one at the root. Processes are
 * numbered along the ring, or by rank where the order of the operands matters, and combined in that
 * order and in the brackets of recursive doubling, whatever the root: the operation need not
 * commute.
 */
#include "parts/rooted_fold.c"

struct in_order_reduce {
	int at, bit;
	struct rooted_fold fold;
};

static int in_order_reduce(struct rg *r, void *frame)
{
	struct in_order_reduce *s = frame;
	struct rooted_partial *p = &s->fold.partial;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n), none = rg_head(RG_OUT, 0);
	bool stays;

	RG_BEGIN(r, s);
	*p = rooted_partial_begin(r);
	rg_run(r, s, rooted_fold, &s->fold);
	for (s->bit = 1; p->works && s->bit < p->workers; s->bit *= 2) {
		stays = (p->worker & s->bit) == (p->top & s->bit);
		rooted_partial_swap(r, p, rooted_partial_rank(r, p, p->worker ^ s->bit),
		                    stays ? none : all, stays ? all : none);
		rg_wait(r, s);
		p->works = (p->worker & s->bit) == (p->top & s->bit);
		if (p->works)
			rooted_partial_add(r, p, all, !(p->worker & s->bit));
	}
	rooted_partial_end(r, p, all);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_in_order_reduce = {
	.name = "in-order",
	.run = in_order_reduce,
	.frame = sizeof(struct in_order_reduce),
	.scratch = rooted_partial_scratch,
	.lanes = true,
	.segments = true,
};
