/* Allreduce on one machine, through windows, in two tiers: the runs of a level below the machine,
 * by default its NUMA nodes, and these together. Each of the first k processes of a run, k being
 * those of the run that has the fewest, adds up a share of every round's elements over its run;
 * those of all runs with the same share add up these sums, each for its own run; and all copy the
 * shares from their run.
 *
 * Cost: each process writes its vector to its window, reads as much in its run, and then as much
 * again; of L runs each reads L - 1 vectors in others, where `shared` reads two from each process
 * in another one. It meets its run twice a round, and L - 1 others in between. Scratch: lg P times
 * a share. The operation must commute; all processes get the same bits.
 */
#include "ringgen/parts/shared_tiers.h"

static int shared_tiers_allreduce(struct rg *r, void *frame)
{
	struct shared_tiers_allreduce *s = frame;
	struct rg_group run = tiers_of(r).own, column;

	RG_BEGIN(r, s);
	s->c = columns_begin(r, true, tiers_level(r));
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	for (; s->done < r->n && r->P > 1; s->done += tiers_most(r, s->c.k)) {
		tiers_publish_vector(r, s, &run);
		shared_meet(r, &run);
		rg_wait(r, s);
		if (run.me < s->c.k) {
			tiers_add_run(r, s, &run);
			column = columns_own(r, &s->c);
			shared_meet(r, &column);
			rg_wait(r, s);
			column = columns_own(r, &s->c);
			if (s->c.machines > 1)
				tiers_add_runs(r, s, &column);
		}
		shared_meet(r, &run);
		rg_wait(r, s);
		tiers_collect_sums(r, s, &run);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_tiers_allreduce = {
	.name = "shared-tiers",
	.run = shared_tiers_allreduce,
	.frame = sizeof(struct shared_tiers_allreduce),
	.scratch = shared_tiers_allreduce_scratch,
	.commutes = true,
	.windows = true,
	.machine = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("numa", "cache"),
	.level = RG_IN_NUMA,
};
