/* Allreduce by an allgather of the whole vectors: each process combines them by itself. The
 * allgather is the factored one (see ringgen/parts/exchange.h), rg.parameters as there: ceil(lg P)
 * steps for any P, without a fold, or one step with P - 1 ports.
 *
 * Cost: P - 1 vectors out of and into each process, P - 1 combinations. For vectors so short that
 * only the number of steps counts. Scratch: P vectors. Combined in the order of the group, and in
 * the same way everywhere: the operation need not commute, and all processes get the same bits.
 */
#include "ringgen/parts/fold.h"
#include "parts/exchange.c"

struct gather_allreduce {
	int at;
	struct exchange exchange;
};

/* P blocks, each of them a vector; slots in the order of the group. */
static void gather_begin(struct exchange *x, const struct rg *r)
{
	struct ports ports;

	ports_read(&ports, r->parameters);
	factors_find(&x->steps, r->P, &ports.radix[ports.n - 1], ports.n, -1);
	x->n = r->P;
	x->group = rg_everyone(r);
	x->slot = factors_slot(&x->slots, x->group.me);
	x->origin = x->steps.exact ? 0 : x->slot;
	x->quot = r->n;
	x->to = rg_head(RG_TMP, r->P * r->n);
}

static int gather_allreduce(struct rg *r, void *frame)
{
	struct gather_allreduce *s = frame;
	struct exchange *x = &s->exchange;

	RG_BEGIN(r, s);
	gather_begin(x, r);
	rg_copy(r, bracket_member(r, r->n, x->origin, x->slot), rg_head(rg_mine(r), r->n));
	rg_run(r, s, exchange_gather, x);
	bracket(r, r->n, x->origin, rg_head(RG_OUT, r->n));
	RG_END(s);
}

static int64_t gather_allreduce_scratch(const struct rg *r)
{
	return r->P * r->n;
}

/*static*/ const struct rg_algorithm rg_gather_allreduce = {
	.name = "gather",
	.run = gather_allreduce,
	.frame = sizeof(struct gather_allreduce),
	.scratch = gather_allreduce_scratch,
	.takes = RG_PORTS,
};
