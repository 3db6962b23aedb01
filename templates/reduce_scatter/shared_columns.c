/* Reduce-scatter in columns, with windows inside the machines, for equal and unequal blocks: each
 * column adds up what its machine has of its blocks, and the columns go around the machines as
 * above.
 *
 * Cost: (M - 1) / M of the vector out of and into each of M machines, in M - 1 steps; inside the
 * machine each process writes the vector to its window, and all together read it. Scratch, for k
 * columns: one k-th of the vector, and twice a column's blocks of one machine. The operation must
 * commute.
 */
#include "parts/columns.c"

struct shared_columns_reduce_scatter {
	int at;
	struct shared_columns inside;
	struct columns_scatter scatter;
};

static struct columns shared_rank_columns(const struct rg *r)
{
	struct columns c = columns_begin(r, false, RG_ON_MACHINE);
	c.shared = true;
	return c;
}

static int shared_columns_reduce_scatter(struct rg *r, void *frame)
{
	struct shared_columns_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	s->inside.c = s->scatter.reduce.c = shared_rank_columns(r);
	s->inside.half = 0;
	rg_run(r, s, shared_columns_scatter, &s->inside);
	rg_run(r, s, columns_scatter, &s->scatter);
	RG_END(s);
}

static int64_t shared_columns_reduce_scatter_scratch(const struct rg *r)
{
	struct columns c = shared_rank_columns(r);
	return shared_columns_scratch(r, c, columns_scatter_scratch(r, c));
}

/*static*/ const struct rg_algorithm rg_shared_columns_reduce_scatter = {
	.name = "shared-columns",
	.run = shared_columns_reduce_scatter,
	.frame = sizeof(struct shared_columns_reduce_scatter),
	.scratch = shared_columns_reduce_scatter_scratch,
	.commutes = true,
	.lanes = true,
	.windows = true,
	.level = RG_ON_MACHINE,
};
