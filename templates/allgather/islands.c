/* Allgather by islands, for equal and unequal blocks: in columns, whose places are on islands. See
 * the allreduce by islands.
 */
#include "parts/columns_gather.c"

struct islands_allgather {
	int at;
	struct columns_gather gather;
};

static int islands_allgather(struct rg *r, void *frame)
{
	struct islands_allgather *s = frame;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	s->gather.c = columns_begin(r, false, RG_ON_SWITCH);
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_islands_allgather = {
	.name = "islands",
	.run = islands_allgather,
	.frame = sizeof(struct islands_allgather),
	.lanes = true,
	.level = RG_ON_SWITCH,
};
