/* Allreduce in columns, with windows inside the machines: each column adds up what its machine has
 * of its blocks, the columns go around the machines (columns_reduce), and each publishes what it
 * has then.
 *
 * Cost: out of and into each of M machines 2 (M - 1) / M of the vector, the least there is, in
 * 2 (M - 1) steps; inside the machine no messages: each process writes the vector to its window,
 * all together read it, and so they do with the result. Scratch, for k columns: (1 + 2 / M) / k of
 * the vector. Each block is combined in one place: the operation must commute, and all processes
 * get the same bits.
 */
#include "parts/columns.c"

struct shared_columns_allreduce {
	int at;
	struct shared_columns inside;
	struct columns_reduce reduce;
	struct columns_gather gather;
};

static struct columns shared_whole_columns(const struct rg *r)
{
	struct columns c = columns_begin(r, true, RG_ON_MACHINE);
	c.shared = true;
	return c;
}

static int shared_columns_allreduce(struct rg *r, void *frame)
{
	struct shared_columns_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->inside.c = s->reduce.c = s->gather.c = shared_whole_columns(r);
	s->inside.half = 0;
	rg_run(r, s, shared_columns_scatter, &s->inside);
	rg_run(r, s, columns_reduce, &s->reduce);
	rg_run(r, s, columns_gather, &s->gather);
	rg_run(r, s, shared_columns_gather, &s->inside);
	RG_END(s);
}

static int64_t shared_columns_allreduce_scratch(const struct rg *r)
{
	struct columns c = shared_whole_columns(r);
	return shared_columns_scratch(r, c, columns_reduce_scratch(r, c));
}

/*static*/ const struct rg_algorithm rg_shared_columns_allreduce = {
	.name = "shared-columns",
	.run = shared_columns_allreduce,
	.frame = sizeof(struct shared_columns_allreduce),
	.scratch = shared_columns_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.windows = true,
	.level = RG_ON_MACHINE,
};
