/* Allreduce in columns, for machines of several ranks: the vector is cut into k blocks for each
 * machine, k being the ranks on the one that has the fewest; a reduce-scatter, then an allgather of
 * these. With one rank on each machine it is the ring.
 *
 * Cost: out of and into each of M machines 2 (M - 1) / M of the vector, the least there is, in
 * 2 (M - 1) steps; inside the machine, for p ranks, 2 (p - 1) times the vector. Scratch: (p + 1) /
 * (k M) of it. Each block is combined in one place: the operation must commute, and all processes
 * get the same bits.
 */
#include "parts/columns_reduce.c"
#include "parts/columns_gather.c"

struct columns_allreduce {
	int at;
	struct columns_reduce reduce;
	struct columns_gather gather;
};

static int columns_allreduce(struct rg *r, void *frame)
{
	struct columns_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->reduce.c = s->gather.c = columns_begin(r, true, RG_ON_MACHINE);
	rg_run(r, s, columns_reduce, &s->reduce);
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

static int64_t columns_allreduce_scratch(const struct rg *r)
{
	return columns_reduce_scratch(r, columns_begin(r, true, RG_ON_MACHINE));
}

/*static*/ const struct rg_algorithm rg_columns_allreduce = {
	.name = "columns",
	.run = columns_allreduce,
	.frame = sizeof(struct columns_allreduce),
	.scratch = columns_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.level = RG_ON_MACHINE,
};
