/* The butterfly over a group (Rabenseifner 2004; Thakur, Rabenseifner & Gropp 2005): a
 * reduce-scatter by recursive halving, then an allgather by recursive doubling. The vector is cut
 * into as many blocks as there are workers. In step j of the first half each worker exchanges with
 * the one whose number differs in bit j: it gives half of what it has to do with, and adds the
 * other half. In the end it holds the sum of one block. The second half goes the same way back.
 *
 * The partner next door comes first: a partial result is always that of a contiguous run of the
 * group, and combining keeps its order. Cost for n members: 2 lg n messages, 2 (n - 1) / n of the
 * vector out of and into each; two messages of the whole vector more when n is no power of two.
 * Scratch: the vector.
 */
#include "parts/fold.c"

struct butterfly {
	int at, bit;
	struct fold fold; /* its group and partial result are the caller's to set */
};

static int butterfly(struct rg *r, void *frame)
{
	struct butterfly *s = frame;
	struct fold *f = &s->fold;

	RG_BEGIN(r, s);
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->bit = 1; s->bit < f->workers; s->bit *= 2) {
			partial_swap(r, &f->partial, fold_worker(f, f->worker ^ s->bit),
			             butterfly_part(r, f, f->worker ^ s->bit, 2 * s->bit),
			             butterfly_part(r, f, f->worker, 2 * s->bit));
			rg_wait(r, s);
			partial_add(r, &f->partial, butterfly_part(r, f, f->worker, 2 * s->bit),
			            !(f->worker & s->bit));
		}
		partial_end(r, &f->partial, butterfly_part(r, f, f->worker, f->workers));
		for (s->bit = f->workers / 2; s->bit > 0; s->bit /= 2) {
			rg_send(r, fold_worker(f, f->worker ^ s->bit),
			        butterfly_part(r, f, f->worker, 2 * s->bit));
			rg_recv(r, fold_worker(f, f->worker ^ s->bit),
			        butterfly_part(r, f, f->worker ^ s->bit, 2 * s->bit));
			rg_wait(r, s);
		}
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}
