/* Allreduce by islands, the machines on one switch: in columns, whose places are on islands. In
 * each step the processes of an island give a part of the vector to its columns, over links that
 * nobody else uses, while each column passes the part before to the next island; then the same way
 * back.
 *
 * With L islands, one rank on each machine and as many machines on each island, each link carries
 * as much as with the ring, 2 (P - 1) / P of the vector in and out of each process and 2 (L - 1) /
 * L of it between neighbouring islands, but in 2 L steps instead of 2 (P - 1). When an island has
 * fewer machines than the others, it has fewer columns, and they carry more. With several ranks on
 * a machine, what comes into an island enters the machine once for each of them: columns of
 * machines, within columns of islands, would mend that. Scratch, for p ranks on an island and k on
 * the least: (p + 1) / (k L) of the vector. The operation must commute; all processes get the same
 * bits.
 */
#include "parts/columns_reduce.c"
#include "parts/columns_gather.c"

struct islands_allreduce {
	int at;
	struct columns_reduce reduce;
	struct columns_gather gather;
};

static int islands_allreduce(struct rg *r, void *frame)
{
	struct islands_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->reduce.c = s->gather.c = columns_begin(r, true, RG_ON_SWITCH);
	rg_run(r, s, columns_reduce, &s->reduce);
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

static int64_t islands_allreduce_scratch(const struct rg *r)
{
	return columns_reduce_scratch(r, columns_begin(r, true, RG_ON_SWITCH));
}

/*static*/ const struct rg_algorithm rg_islands_allreduce = {
	.name = "islands",
	.run = islands_allreduce,
	.frame = sizeof(struct islands_allreduce),
	.scratch = islands_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.level = RG_ON_SWITCH,
};
