/* Allreduce on machines of several ranks, by shared_factored. All processes of a machine have a
 * share, or as many as there are on the machine that has the fewest.
 */
#include "parts/shared_factored.c"

struct shared_factored_allreduce {
	int at;
	struct shared_factored all;
};

static int shared_factored_allreduce(struct rg *r, void *frame)
{
	struct shared_factored_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->all.k = rg_fewest(r, RG_ON_MACHINE);
	rg_run(r, s, shared_factored, &s->all);
	RG_END(s);
}

static int64_t shared_factored_allreduce_scratch(const struct rg *r)
{
	return shared_factored_scratch(r, rg_fewest(r, RG_ON_MACHINE));
}

/*static*/ const struct rg_algorithm rg_shared_factored_allreduce = {
	.name = "shared-factored",
	.run = shared_factored_allreduce,
	.frame = sizeof(struct shared_factored_allreduce),
	.scratch = shared_factored_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.windows = true,
	.takes = RG_PORTS,
	.tries = RG_WORDS("1", "-1", "-3"),
	.level = RG_ON_MACHINE,
};
