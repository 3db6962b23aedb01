/* Reduce-scatter by islands: in columns, whose places are on islands. See the allreduce by islands.
 * Scratch, for p ranks on an island: p + 1 times the blocks that a column has of one island. The
 * operation must commute.
 */
#include "parts/columns_scatter.c"

struct islands_reduce_scatter {
	int at;
	struct columns_scatter scatter;
};

static int islands_reduce_scatter(struct rg *r, void *frame)
{
	struct islands_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	s->scatter.reduce.c = columns_begin(r, false, RG_ON_SWITCH);
	rg_run(r, s, columns_scatter, &s->scatter);
	RG_END(s);
}

static int64_t islands_reduce_scatter_scratch(const struct rg *r)
{
	return columns_scatter_scratch(r, columns_begin(r, false, RG_ON_SWITCH));
}

/*static*/ const struct rg_algorithm rg_islands_reduce_scatter = {
	.name = "islands",
	.run = islands_reduce_scatter,
	.frame = sizeof(struct islands_reduce_scatter),
	.scratch = islands_reduce_scatter_scratch,
	.commutes = true,
	.lanes = true,
	.level = RG_ON_SWITCH,
};
