/* Barrier on one machine, by notifications: up to 8 processes tell each other, more do so in steps,
 * as by dissemination. Cost: as many notifications out of and into each process as there are digits
 * of base 8 in the number of processes, times 7, in as many steps. No data, no scratch.
 */
#include "parts/shared_pipe.c"

struct shared_barrier {
	int at;
	struct shared_pipe pipe;
};

static int shared_barrier(struct rg *r, void *frame)
{
	struct shared_barrier *s = frame;

	RG_BEGIN(r, s);
	s->pipe.only = true;
	rg_run(r, s, shared_pipe, &s->pipe);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_barrier = {
	.name = "shared",
	.run = shared_barrier,
	.frame = sizeof(struct shared_barrier),
	.windows = true,
	.machine = true,
};
