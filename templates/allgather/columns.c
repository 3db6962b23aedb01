/* Allgather in columns, for machines of several ranks and for equal and unequal blocks: put the own
 * block in its place, then by columns_gather. Each block enters each machine once. With one rank on
 * each machine it is the ring.
 */
#include "parts/columns.c"

struct columns_allgather {
	int at;
	struct columns_gather gather;
};

static int columns_allgather(struct rg *r, void *frame)
{
	struct columns_allgather *s = frame;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	s->gather.c = columns_begin(r, false, rg_level_of(r->parameters, RG_ON_MACHINE));
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_columns_allgather = {
	.name = "columns",
	.run = columns_allgather,
	.frame = sizeof(struct columns_allgather),
	.lanes = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("machine", "switch"),
	.names = RG_WORDS("columns", "islands"),
	.level = RG_ON_MACHINE,
};
