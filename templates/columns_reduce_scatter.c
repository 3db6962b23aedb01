/* Reduce-scatter in columns, for machines of several ranks and for equal and unequal blocks: as
 * above; then those processes that are in no column get their blocks from the one that has them.
 * With one rank on each machine it is the ring.
 *
 * Scratch, for p ranks on a machine: p + 1 times the blocks that a column has of one machine. The
 * operation must commute.
 */
#include "columns_reduce.c"

struct columns_reduce_scatter {
	int at;
	struct columns_reduce reduce;
};

/* From the column's scratch to the owners of its blocks; in place, to their scratch. */
static void columns_hand_out(struct rg *r, const struct columns_reduce *s)
{
	struct rg_group machine = rg_machine(r);
	struct rg_span block = columns_area(s, r->nodes % 2), own = rg_own(r, RG_OUT);

	if (machine.me >= s->c.k) {
		rg_recv(r, rg_member(&machine, machine.me % s->c.k),
		        r->in_place ? rg_head(RG_TMP, own.len) : own);
		return;
	}
	for (int i = machine.me; i < machine.n; i += s->c.k) {
		block.len = rg_block(r, RG_TMP, r->first[r->node] + i).len;
		if (i != machine.me)
			rg_send(r, rg_member(&machine, i), block);
		block.off += block.len;
	}
}

static int columns_reduce_scatter(struct rg *r, void *frame)
{
	struct columns_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	s->reduce.c = (struct columns){rg_fewest(r), false};
	rg_run(r, s, columns_reduce, &s->reduce);
	columns_hand_out(r, &s->reduce);
	/* In place, RG_OUT still holds the contribution, whose place the result takes: in that of
	 * another block, perhaps, which another lane still needs. */
	if (r->in_place && r->lanes > 1)
		rg_join(r);
	rg_wait(r, s);
	if (r->in_place) {
		struct rg_span result = rg_own(r, RG_TMP);
		result.off = rg_machine(r).me < s->reduce.c.k
		                     ? columns_area(&s->reduce, r->nodes % 2).off
		                     : 0;
		rg_copy(r, rg_own(r, RG_OUT), result);
	}
	RG_END(s);
}

static int64_t columns_reduce_scatter_scratch(const struct rg *r)
{
	int64_t own = r->in_place ? rg_own(r, RG_TMP).len : 0,
		others = columns_reduce_scratch(r, false);
	return others > own ? others : own;
}

/*static*/ const struct rg_algorithm rg_columns_reduce_scatter = {
	.name = "columns",
	.run = columns_reduce_scatter,
	.frame = sizeof(struct columns_reduce_scatter),
	.scratch = columns_reduce_scatter_scratch,
	.commutes = true,
	.lanes = true,
};
