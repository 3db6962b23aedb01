/* Butterfly allreduce (Rabenseifner 2004), any P: what MPI libraries do with long vectors. When P
 * is a power of two it sends no more than the ring, in 2 lg P steps, but to partners that are up to
 * P / 2 places away, so that messages meet on the links.
 *
 * Cost and scratch: the butterfly's. Processes are numbered along the ring, or by rank where the
 * order of the operands matters, and combined in that order, each block in one place: the operation
 * need not commute, and all processes get the same bits.
 */
#include "parts/butterfly.c"

struct butterfly_allreduce {
	int at;
	struct butterfly butterfly;
};

static int butterfly_allreduce(struct rg *r, void *frame)
{
	struct butterfly_allreduce *s = frame;

	RG_BEGIN(r, s);
	fold_begin(&s->butterfly.fold, rg_everyone(r), rg_head(RG_OUT, r->n));
	s->butterfly.fold.partial = partial_begin(r, 0);
	rg_run(r, s, butterfly, &s->butterfly);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_butterfly_allreduce = {
	.name = "butterfly",
	.run = butterfly_allreduce,
	.frame = sizeof(struct butterfly_allreduce),
	.scratch = fold_scratch,
};
