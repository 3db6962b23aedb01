/* Allreduce on machines of several ranks, for short vectors, by shared_factored. The first process
 * of each machine adds up all, and so each machine sends the fewest messages.
 */
#include "parts/shared_factored.c"

struct shared_leaders_allreduce {
	int at;
	struct shared_factored all;
};

static int shared_leaders_allreduce(struct rg *r, void *frame)
{
	struct shared_leaders_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->all.k = 1;
	rg_run(r, s, shared_factored, &s->all);
	RG_END(s);
}

static int64_t shared_leaders_allreduce_scratch(const struct rg *r)
{
	return shared_factored_scratch(r, 1);
}

/*static*/ const struct rg_algorithm rg_shared_leaders_allreduce = {
	.name = "shared-leaders",
	.run = shared_leaders_allreduce,
	.frame = sizeof(struct shared_leaders_allreduce),
	.scratch = shared_leaders_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.windows = true,
	.takes = RG_PORTS,
	.tries = RG_WORDS("1", "3", "-1", "-3"),
	.level = RG_ON_MACHINE,
};
