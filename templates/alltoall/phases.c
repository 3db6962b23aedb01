/* All-to-all in phases (Faraj & Yuan, Message scheduling for all-to-all personalized communication
 * on Ethernet switched clusters, 2005), any P: no two messages of a phase share a link direction of
 * a tree, and there are as many phases as the busiest link has messages, so there can be no fewer.
 * The branches at the tree's root are the runs of a level, which rg.parameters name: those of any
 * tree (branch), or machines, or those of a switch each, where all of them hang at one. Within a
 * branch messages take the phases in which their ways are free. ringgen/parts/tree_phases.h tells
 * who sends to whom, and why; nobody needs a table of that.
 *
 * Phases are kept apart by each process's own order: it waits for its messages of one before it
 * begins the next. With equal blocks and links those that are busy in each phase keep step, but
 * who has nothing to do in some phases gets ahead. With a number before the level signals keep it
 * back: a message waits until what was that many messages before it on the links of its two
 * branches has come, so that no more of them are there at a time. With 1 a link has nothing to do
 * while a signal is on its way; with 2 it has.
 *
 * Cost: P - 1 messages of one block, and at most two signals for each. Scratch: none; with
 * MPI_IN_PLACE the vector.
 */
#include "ringgen/parts/phased.h"

static int phases_alltoall(struct rg *r, void *frame)
{
	struct phases_alltoall *s = frame;

	RG_BEGIN(r, s);
	each_begin(r);
	phased_begin(r, s);
	while (phased_next(r, s)) {
		phased_heed(r, s);
		rg_wait(r, s);
		phased_post(r, s);
		rg_wait(r, s);
		phased_tell(r, s);
	}
	rg_wait(r, s);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_phases_alltoall = {
	.name = "phases",
	.run = phases_alltoall,
	.frame = sizeof(struct phases_alltoall),
	.scratch = each_scratch,
	.lanes = true,
	.takes = RG_NUMBER_AND_LEVEL,
	.tries = RG_WORDS("machine", "2 switch", "2 branch"),
	.level = RG_ON_MACHINE,
};
