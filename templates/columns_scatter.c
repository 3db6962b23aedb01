/* Reduce-scatter in columns, for equal and unequal blocks: as above; then those processes that are
 * in no column get their blocks from the one that has them.
 */
#include "columns_reduce.c"

struct columns_scatter {
	int at;
	struct columns_reduce reduce; /* its columns are the caller's to set */
};

/* From the column's scratch to the owners of its blocks; in place, to their scratch. */
static void columns_hand_out(struct rg *r, const struct columns_reduce *s)
{
	struct rg_group machine = columns_here(r, &s->c);
	struct rg_span block = columns_area(s, s->c.machines % 2), own = rg_own(r, RG_OUT);

	if (machine.me >= s->c.k) {
		rg_recv(r, rg_member(&machine, machine.me % s->c.k),
		        r->in_place ? rg_head(RG_TMP, own.len) : own);
		return;
	}
	for (int i = machine.me; i < machine.n; i += s->c.k) {
		block.len = rg_block(r, RG_TMP, s->c.first[s->c.machine] + i).len;
		if (i != machine.me)
			rg_send(r, rg_member(&machine, i), block);
		block.off += block.len;
	}
}

static int columns_scatter(struct rg *r, void *frame)
{
	struct columns_scatter *s = frame;

	RG_BEGIN(r, s);
	rg_run(r, s, columns_reduce, &s->reduce);
	columns_hand_out(r, &s->reduce);
	rg_wait(r, s);
	if (r->in_place) {
		/* RG_OUT still holds the contribution, whose place the result takes: in that of
		 * another block, perhaps, which another lane still needs. */
		if (r->lanes > 1) {
			rg_join(r);
			rg_wait(r, s);
		}
		struct rg_span result = rg_own(r, RG_TMP);
		result.off = columns_here(r, &s->reduce.c).me < s->reduce.c.k
		                     ? columns_area(&s->reduce, s->reduce.c.machines % 2).off
		                     : 0;
		rg_copy(r, rg_own(r, RG_OUT), result);
	}
	RG_END(s);
}

static int64_t columns_scatter_scratch(const struct rg *r, struct columns c)
{
	int64_t own = r->in_place ? rg_own(r, RG_TMP).len : 0,
		others = columns_reduce_scratch(r, c);
	return others > own ? others : own;
}
