/* Recursive doubling reduce-scatter (Thakur & Gropp 2003, section 4.3: for operations that do not
 * commute), any P, for equal and unequal blocks: in the step for a bit every worker exchanges with
 * the one whose number differs in that bit, so that afterwards both have to do with the sum of a
 * contiguous run of workers, whose order is kept. Each gives the block that the other one needs,
 * and those of all workers beyond both runs, to be passed on. (The authors give the other run's
 * blocks, too, of which nobody makes use.) When P is no power of two the rest is folded first, see
 * struct workers.
 *
 * Cost for w workers: lg w messages, in the step for bit b (w - 2 b + 1) / w of the vector: lg w
 * vectors but for 2 (w - 1) - lg w blocks, out of and into each; when P is no power of two a
 * message of the whole vector before and one of a block after that, for the pairs of the fold. More
 * data than the recursive halving, which need not commute here either; it is here to be compared.
 * What is sent is put together by copies, since it is up to three runs of blocks. Scratch: three
 * vectors. The operation need not commute; the bits are those of the allreduce by recursive
 * doubling.
 */
#include "ringgen/parts/doubling_runs.h"

static int doubling_scatter(struct rg *r, void *frame)
{
	struct doubling_scatter *s = frame;
	struct rg_span mine = rg_head(rg_mine(r), r->n), came = {RG_TMP, r->n, r->n};

	RG_BEGIN(r, s);
	s->w = workers_of(rg_everyone(r));
	s->in = 0;
	if (s->w.me < 0) {
		rg_send(r, workers_twin(&s->w), mine);
		rg_wait(r, s);
		rg_recv(r, workers_twin(&s->w), rg_own(r, RG_OUT));
		rg_wait(r, s);
	} else {
		if (workers_twin(&s->w) >= 0) {
			rg_recv(r, workers_twin(&s->w), came);
			rg_wait(r, s);
			rg_combine(r, mine, came);
			doubling_arrange(r, s, RG_TMP, r->n);
		} else {
			doubling_arrange(r, s, rg_mine(r), 0);
		}
		for (s->bit = 1; s->bit < s->w.n; s->bit *= 2) {
			doubling_pack(r, s, s->w.me ^ s->bit);
			rg_send(r, workers_rank(&s->w, s->w.me ^ s->bit, false),
			        doubling_message(r, s, r->n - s->in, s->w.me ^ s->bit));
			rg_recv(r, workers_rank(&s->w, s->w.me ^ s->bit, false),
			        doubling_message(r, s, 2 * r->n, s->w.me));
			rg_wait(r, s);
			doubling_add(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), doubling_result(r, s, false));
		if (workers_twin(&s->w) >= 0) {
			rg_send(r, workers_twin(&s->w), doubling_result(r, s, true));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

static int64_t doubling_scatter_scratch(const struct rg *r)
{
	return 3 * r->n;
}

/*static*/ const struct rg_algorithm rg_recursive_doubling_reduce_scatter = {
	.name = "recursive-doubling",
	.run = doubling_scatter,
	.frame = sizeof(struct doubling_scatter),
	.scratch = doubling_scatter_scratch,
};
