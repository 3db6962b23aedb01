/* Irregular gather in which short blocks are carried: up an ordered tree with fixed roots (see
 * ordered.h), each message with the length of what is in it, so that nobody has to tell it
 * before. What is longer than the limit, block or cube, goes to the root straight, and it is that
 * which is told; this is the graceful degradation of J. L. Traeff 2004 and 2017, where it is left
 * out.
 *
 * Cost: ceil(log2 P) messages one after the other where all is short, each short block up to as
 * many times; P - 1 messages into the root where nothing is. Scratch: the limit for each that
 * carries to a process.
 */
#include "ringgen/parts/ordered_carry.h"

/* Room for what is carried to this process. */
static void carried_catch(struct rg *r, struct carried *s)
{
	for (carried_begin(r, s); carried_next(r, s); s->climb.cube = s->climb.joint)
		for (int i = 0; i < s->climb.parts - 1; i++)
			rg_catch(r, ordered_other(&s->climb, i), carried_slot(s, s->slot++));
	s->slots = s->slot;
}

/* Its own block, at the end of the area, or, if it is long, to the root. */
static void carried_put_own(struct rg *r, struct carried *s)
{
	struct rg_span area = carried_slot(s, s->slots), own = rg_own(r, RG_IN);

	s->closed = own.len <= s->climb.tree.fixed;
	s->begin = area.off + area.len - (s->closed ? own.len : 0);
	if (s->closed)
		rg_copy(r, carried_data(s), own);
	else
		rg_send(r, r->root, own);
}

/* What it has at last, to the root or to the fixed root above. */
static void carried_hand_on(struct rg *r, const struct carried *s)
{
	const struct ordered_climb *c = &s->climb;
	struct rg_span data = carried_data(s);

	data.len = s->closed ? data.len : 0;
	if (c->parent >= 0)
		rg_send(r, c->parent, data);
	else
		rg_carry(r, ordered_other(c, c->parts - 1), s->closed ? data.len : -1, data);
}

static int carried_gatherv(struct rg *r, void *frame)
{
	struct carried *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		carried_land_all(r);
		if (!r->in_place)
			rg_copy(r, rg_block_of(r, RG_OUT, r->rank), rg_own(r, RG_IN));
		rg_wait(r, s);
	} else {
		carried_catch(r, s);
		rg_wait(r, s);
		carried_put_own(r, s);
		for (carried_begin(r, s); carried_next(r, s);)
			carried_join(r, s);
		carried_hand_on(r, s);
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_carried_gatherv = {
	.name = "carried",
	.run = carried_gatherv,
	.frame = sizeof(struct carried),
	.scratch = carried_scratch,
	.takes = RG_JOINS,
	.tries = RG_WORDS("1 1024", "3 1024", "1 1024 machine", "1 1024 switch", "1 8192", "3 8192",
                          "1 8192 machine", "1 8192 switch", "1 65536", "3 65536",
                          "1 65536 machine", "1 65536 switch"),
};
