/* Barrier on machines of several ranks: the processes of each notify the first, these signal each
 * other as by dissemination, and notify all. Cost: two notifications for each process that does not
 * lead its machine; ceil(lg M) signals out of and into each of M machines. No data, no scratch.
 */
#include "ringgen/engine.h"

struct shared_leaders_barrier {
	int at, away;
};

/* The others tell the first of the machine; or it tells them. */
static void leaders_barrier_tell(struct rg *r, bool up)
{
	struct rg_group g = rg_machine(r);

	for (int i = 1; i < g.n; i++)
		if (g.me == (up ? i : 0))
			rg_notify(r, rg_member(&g, up ? 0 : i));
		else if (g.me == (up ? 0 : i))
			rg_await(r, rg_member(&g, up ? i : 0));
}

static int shared_leaders_barrier(struct rg *r, void *frame)
{
	struct shared_leaders_barrier *s = frame;
	struct rg_group leaders = rg_leaders_of(r, RG_ON_MACHINE);

	RG_BEGIN(r, s);
	leaders_barrier_tell(r, true);
	rg_wait(r, s);
	for (s->away = 1; rg_leads(r) && s->away < leaders.n; s->away *= 2) {
		rg_signal(r, rg_member(&leaders, (leaders.me + s->away) % leaders.n));
		rg_heed(r, rg_member(&leaders, (leaders.me + leaders.n - s->away) % leaders.n));
		rg_wait(r, s);
	}
	leaders_barrier_tell(r, false);
	rg_wait(r, s);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_leaders_barrier = {
	.name = "shared-leaders",
	.run = shared_leaders_barrier,
	.frame = sizeof(struct shared_leaders_barrier),
	.windows = true,
	.level = RG_ON_MACHINE,
};
