/* Reduce and broadcast along a binomial tree over a group, whose root is member 0 (Thakur,
 * Rabenseifner & Gropp 2005). The parent of a member is the one whose number lacks its lowest bit.
 * Whole vectors, one message at a time. Cost for n members: ceil(lg n) messages of the vector each.
 * Each partial result is that of a contiguous run of the group, in its order.
 */
#include "ringgen/parts/fold.h"

struct tree {
	int at, bit;
	struct rg_group group; /* the caller's to set */
	struct partial partial;
};

/* How many children the root has. */
static int tree_height(struct rg_group g)
{
	int height = 0;
	for (int n = 1; n < g.n; n *= 2)
		height++;
	return height;
}

/* The result is the root's s->partial. */
static int tree_reduce(struct rg *r, void *frame)
{
	struct tree *s = frame;
	struct rg_span all = rg_head(RG_OUT, r->n), none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	for (s->bit = 1; s->bit < s->group.n && !(s->group.me & s->bit); s->bit *= 2)
		if (s->group.me + s->bit < s->group.n) {
			partial_swap(r, &s->partial, rg_member(&s->group, s->group.me + s->bit),
			             none, all);
			rg_wait(r, s);
			partial_add(r, &s->partial, all, true);
		}
	if (s->group.me) {
		partial_swap(r, &s->partial, rg_member(&s->group, s->group.me - s->bit), all, none);
		rg_wait(r, s);
	}
	RG_END(s);
}

/* From the root's RG_OUT into that of all. */
static int tree_broadcast(struct rg *r, void *frame)
{
	struct tree *s = frame;

	RG_BEGIN(r, s);
	for (s->bit = 1; s->bit < s->group.n && !(s->group.me & s->bit);)
		s->bit *= 2;
	if (s->group.me) {
		rg_recv(r, rg_member(&s->group, s->group.me - s->bit), rg_head(RG_OUT, r->n));
		rg_wait(r, s);
	}
	for (s->bit /= 2; s->bit > 0; s->bit /= 2)
		if (s->group.me + s->bit < s->group.n) {
			rg_send(r, rg_member(&s->group, s->group.me + s->bit),
			        rg_head(RG_OUT, r->n));
			rg_wait(r, s);
		}
	RG_END(s);
}
