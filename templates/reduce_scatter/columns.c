/* Reduce-scatter in columns, for machines of several ranks: see columns_reduce. With one rank on
 * each machine it is the ring. Scratch, for p ranks on a machine: p + 1 times the blocks that a
 * column has of one machine. The operation must commute.
 */
#include "parts/columns.c"

struct columns_reduce_scatter {
	int at;
	struct columns_scatter scatter;
};

static int columns_reduce_scatter(struct rg *r, void *frame)
{
	struct columns_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	s->scatter.reduce.c = columns_begin(r, false, rg_level_of(r->parameters, RG_ON_MACHINE));
	rg_run(r, s, columns_scatter, &s->scatter);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_columns_reduce_scatter = {
	.name = "columns",
	.run = columns_reduce_scatter,
	.frame = sizeof(struct columns_reduce_scatter),
	.scratch = columns_reduce_scatter_scratch,
	.commutes = true,
	.lanes = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("machine", "switch"),
	.names = RG_WORDS("columns", "islands"),
	.level = RG_ON_MACHINE,
};
