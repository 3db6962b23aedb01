/* Bine butterfly reduce-scatter (De Sensi and others 2025; see ringgen/parts/bine.h), any P, for
 * equal and unequal blocks, over the positions of the ring: recursive halving, from the nearest
 * partners, with half of the vector, to the farthest ones, with one block, w / 3 places away and
 * not w / 2. The blocks that a worker has to do with are no neighbours in memory, so all are put in
 * the order of slots first, which is a copy of the vector.
 *
 * Cost for w workers, the largest power of two that is not above P: lg w messages, (w - 1) / w of
 * the vector out of and into each; when P is no power of two, a message of the whole vector before
 * and one of a block after that, for the pairs of the fold. Scratch: two vectors. The operation
 * must commute.
 */
#include "ringgen/parts/bine_blocks.h"

struct bine_scatter {
	int at, step;
	struct workers w;
	struct rg_span run; /* what there is to do with, in the vector */
};

static int bine_scatter_peer(const struct bine_scatter *s)
{
	return workers_rank(&s->w, bine_partner(s->w.n, s->w.me, s->step), false);
}

/* Where what comes in this step lands: behind the vector. */
static struct rg_span bine_scatter_landing(const struct rg *r, const struct bine_scatter *s)
{
	int64_t len = bine_half(r, &s->w, s->run, s->step, false).len;
	return (struct rg_span){RG_TMP, r->n, len};
}

static void bine_scatter_add(struct rg *r, struct bine_scatter *s)
{
	struct rg_span came = bine_scatter_landing(r, s);
	s->run = bine_half(r, &s->w, s->run, s->step, false);
	rg_combine(r, came, s->run);
}

static int bine_scatter(struct rg *r, void *frame)
{
	struct bine_scatter *s = frame;
	struct rg_span mine = rg_head(rg_mine(r), r->n), came = {RG_TMP, r->n, r->n};

	RG_BEGIN(r, s);
	s->w = workers_of(rg_everyone(r));
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
			bine_arrange(r, &s->w, RG_TMP, r->n, false);
		} else {
			bine_arrange(r, &s->w, rg_mine(r), 0, false);
		}
		s->run = rg_head(RG_TMP, r->n);
		for (s->step = 0; s->step < bine_steps(s->w.n); s->step++) {
			rg_send(r, bine_scatter_peer(s),
			        bine_half(r, &s->w, s->run, s->step, true));
			rg_recv(r, bine_scatter_peer(s), bine_scatter_landing(r, s));
			rg_wait(r, s);
			bine_scatter_add(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), bine_block(r, &s->w, s->w.me, s->run, false));
		if (workers_twin(&s->w) >= 0) {
			rg_send(r, workers_twin(&s->w),
			        bine_block(r, &s->w, s->w.me, s->run, true));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

static int64_t bine_scatter_scratch(const struct rg *r)
{
	return 2 * r->n;
}

/*static*/ const struct rg_algorithm rg_bine_reduce_scatter = {
	.name = "bine",
	.run = bine_scatter,
	.frame = sizeof(struct bine_scatter),
	.scratch = bine_scatter_scratch,
	.commutes = true,
};
