/* Dissemination barrier (Hensgen, Finkel & Manber 1988; Thakur & Gropp 2003 name it for MPICH): in
 * step j each process signals the one 2^j places behind it in the ring, and waits for the signal of
 * the one 2^j places before it. Cost: ceil(lg P) signals out of and into each process, the fewest
 * steps there are. No data, no scratch.
 */
#include "ringgen/engine.h"

struct dissemination {
	int at, away;
};

static int dissemination(struct rg *r, void *frame)
{
	struct dissemination *s = frame;

	RG_BEGIN(r, s);
	for (s->away = 1; s->away < r->P; s->away *= 2) {
		rg_signal(r, r->order[rg_at(r, r->pos + s->away)]);
		rg_heed(r, r->order[rg_at(r, r->pos - s->away)]);
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_dissemination_barrier = {
	.name = "dissemination",
	.run = dissemination,
	.frame = sizeof(struct dissemination),
};
