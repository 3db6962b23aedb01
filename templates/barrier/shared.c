/* Barrier on one machine, by notifications: up to 8 processes tell each other, more do so in steps,
 * as by dissemination. Cost: as many notifications out of and into each process as there are digits
 * of base 8 in the number of processes, times 7, in as many steps. No data, no scratch.
 */
#include "ringgen/engine.h"

struct shared_barrier {
	int at, away;
};

/* In each step a process tells those 1, 2, ... times `away` behind it. A step more costs two
 * transfers of a cache's line, one more to hear from in a step costs one. */
enum { SHARED_BARRIER_RADIX = 8 };

static void shared_barrier_spread(struct rg *r, int away)
{
	struct rg_group g = rg_machine(r);

	for (int k = 1; k < SHARED_BARRIER_RADIX && k * away < g.n; k++)
		rg_notify(r, rg_member(&g, (g.me + k * away) % g.n));
	for (int k = 1; k < SHARED_BARRIER_RADIX && k * away < g.n; k++)
		rg_await(r, rg_member(&g, (g.me + g.n - k * away) % g.n));
}

static int shared_barrier(struct rg *r, void *frame)
{
	struct shared_barrier *s = frame;

	RG_BEGIN(r, s);
	for (s->away = 1; s->away < rg_machine(r).n; s->away *= SHARED_BARRIER_RADIX) {
		shared_barrier_spread(r, s->away);
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_barrier = {
	.name = "shared",
	.run = shared_barrier,
	.frame = sizeof(struct shared_barrier),
	.windows = true,
	.machine = true,
};
