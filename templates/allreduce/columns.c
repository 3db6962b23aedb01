/* Allreduce in columns, for machines of several ranks, or for the machines on one switch, or
 * whatever level the parameter names: the vector is cut into k blocks for each machine, k being the
 * ranks on the one that has the fewest; a reduce-scatter, then an allgather of these. With one rank
 * on each machine it is the ring.
 *
 * Cost: out of and into each of M machines 2 (M - 1) / M of the vector, the least there is, in
 * 2 (M - 1) steps; inside the machine, for p ranks, 2 (p - 1) times the vector. Scratch: (p + 1) /
 * (k M) of it. Each block is combined in one place: the operation must commute, and all processes
 * get the same bits.
 *
 * By switches, which users call islands: in each step the processes of an island give a part of the
 * vector to its columns, over links that nobody else uses, while each column passes the part before
 * to the next island; then the same way back. With L islands, one rank on each machine and as many
 * machines on each island, each link carries as much as with the ring, 2 (P - 1) / P of the vector
 * in and out of each process and 2 (L - 1) / L of it between neighbouring islands, but in 2 L steps
 * instead of 2 (P - 1). When an island has fewer machines than the others, it has fewer columns,
 * and they carry more. With several ranks on a machine, what comes into an island enters the
 * machine once for each of them: columns of machines, within columns of islands, would mend that.
 */
#include "parts/columns.c"

struct columns_allreduce {
	int at;
	struct columns_reduce reduce;
	struct columns_gather gather;
};

static int columns_allreduce(struct rg *r, void *frame)
{
	struct columns_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->reduce.c = s->gather.c =
		columns_begin(r, true, rg_level_of(r->parameters, RG_ON_MACHINE));
	rg_run(r, s, columns_reduce, &s->reduce);
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_columns_allreduce = {
	.name = "columns",
	.run = columns_allreduce,
	.frame = sizeof(struct columns_allreduce),
	.scratch = columns_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("machine", "switch"),
	.names = RG_WORDS("columns", "islands"),
	.level = RG_ON_MACHINE,
};
