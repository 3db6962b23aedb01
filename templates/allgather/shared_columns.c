/* Allgather in columns, with windows inside the machines, for equal and unequal blocks: put the own
 * block in its place, let the columns go around the machines, and each publish what it has then. A
 * machine that has more processes than there are columns exchanges its own blocks before.
 *
 * Cost: (M - 1) / M of the vector out of and into each of M machines, in M - 1 steps; inside the
 * machine its processes together write the vector to their windows, and each reads it. No scratch.
 */
#include "parts/columns.c"
#include "ringgen/parts/columns.h"

struct shared_columns_allgather {
	int at;
	struct shared_columns inside;
	struct columns_gather gather;
};

static int shared_columns_allgather(struct rg *r, void *frame)
{
	struct shared_columns_allgather *s = frame;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	s->gather.c = columns_begin(r, false, RG_ON_MACHINE);
	s->gather.c.shared = true;
	s->inside.half = 0;
	if (rg_machine(r).n > s->gather.c.k) {
		s->inside.c = columns_inside(r);
		rg_run(r, s, shared_columns_gather, &s->inside);
	}
	rg_run(r, s, columns_gather, &s->gather);
	s->inside.c = s->gather.c;
	rg_run(r, s, shared_columns_gather, &s->inside);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_columns_allgather = {
	.name = "shared-columns",
	.run = shared_columns_allgather,
	.frame = sizeof(struct shared_columns_allgather),
	.lanes = true,
	.windows = true,
	.level = RG_ON_MACHINE,
};
