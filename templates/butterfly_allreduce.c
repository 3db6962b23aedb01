/* Butterfly allreduce over ranks (Rabenseifner 2004), any P: what MPI libraries do with long
 * vectors. It sends no more than the ring, in 2 lg P steps, but partners are half the cluster
 * apart, and their messages meet on the links.
 *
 * Cost and scratch: the butterfly's. The operation need not commute, and all processes get the same
 * bits.
 */
#include "butterfly.c"

struct butterfly_allreduce {
	int at;
	struct butterfly butterfly;
};

static int butterfly_allreduce(struct rg *r, void *frame)
{
	struct butterfly_allreduce *s = frame;

	RG_BEGIN(r, s);
	fold_begin(&s->butterfly.fold, rg_all(r));
	s->butterfly.fold.partial = partial_begin(r, 0);
	rg_run(r, s, butterfly, &s->butterfly);
	RG_END(s);
}

static int64_t butterfly_allreduce_scratch(const struct rg *r)
{
	return r->n;
}

/*static*/ const struct rg_algorithm rg_butterfly_allreduce = {
	.name = "butterfly",
	.run = butterfly_allreduce,
	.frame = sizeof(struct butterfly_allreduce),
	.scratch = butterfly_allreduce_scratch,
};
