/* Recursive doubling allgather (Thakur & Gropp 2003, section 4.1), any P, for equal and unequal
 * blocks, over the positions of the ring: in the step for a bit every process exchanges all that it
 * has, the blocks of a run of that many, with the one whose number differs in that bit. When P is
 * no power of two, the last run of a step may be shorter than the one before it. Then those of the
 * longer one who have no partner get what the shorter one had from those who had one, each time
 * twice as many as before: the authors' way, without a fold, so that every block comes in once.
 *
 * Cost: lg P messages out of and into each process, up to twice as many when P is no power of two;
 * (P - 1) / P of the vector into each, and when P is a power of two out of each. Nothing is copied
 * if the blocks stand in RG_OUT in the order of the ring and without gaps, nor is there scratch.
 * Else the vector is put together in scratch, and copied from there.
 */
#include "ringgen/parts/doubling_blocks.h"

static int doubling_allgather(struct rg *r, void *frame)
{
	struct doubling_allgather *s = frame;

	RG_BEGIN(r, s);
	s->apart = ring_vector_apart(r);
	ring_vector_begin(r, s->apart);
	for (s->bit = 1; s->bit < r->P; s->bit *= 2) {
		if ((r->pos ^ s->bit) < r->P) {
			rg_send(r, r->order[r->pos ^ s->bit], doubling_has(r, s, r->pos));
			rg_recv(r, r->order[r->pos ^ s->bit], doubling_has(r, s, r->pos ^ s->bit));
			rg_wait(r, s);
		}
		for (s->have = doubling_short(r, s); s->have && s->have < s->bit; s->have *= 2)
			if (doubling_pass(r, s)) {
				rg_wait(r, s);
			}
	}
	ring_vector_deliver(r, s->apart);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_recursive_doubling_allgather = {
	.name = "recursive-doubling",
	.run = doubling_allgather,
	.frame = sizeof(struct doubling_allgather),
	.scratch = ring_vector_scratch,
};
