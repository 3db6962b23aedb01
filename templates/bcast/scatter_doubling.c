/* Van de Geijn's broadcast of vectors of middle length (Thakur & Gropp 2003, section 4.2): scatter
 * along a binomial tree, then an allgather by recursive doubling, or by Bruck's algorithm when P is
 * no power of two. Blocks that the tree has brought already are left out.
 *
 * Cost: 2 ceil(lg P) steps, and less than two vectors out of each process, less than one into it.
 * What goes beyond the vector's end takes two messages. No scratch.
 */
#include "parts/bcast_scatter.c"
#include "ringgen/parts/fold.h"

struct scatter_doubling {
	int at, had; /* blocks before the step */
	struct bcast_scatter scatter;
};

/* The rank at a place. */
static int scatter_doubling_rank(const struct rg *r, int place)
{
	return r->order[rg_at(r, r->root_pos + place)];
}

/* Blocks from `begin` up to `end`, which may be beyond P: they go on with block 0. */
struct scatter_doubling_run {
	int begin, end;
};

/* The place from which the one at `place` gets something when each had so many blocks, and to which
 * it gives. */
static int scatter_doubling_source(const struct rg *r, int place, int had)
{
	return r->P == pairs_workers(r->P) ? place ^ had : (place + had) % r->P;
}

static int scatter_doubling_target(const struct rg *r, int place, int had)
{
	return r->P == pairs_workers(r->P) ? place ^ had : (place + r->P - had) % r->P;
}

/* What the process at a place has had since, but for what the tree brought. */
static struct scatter_doubling_run scatter_doubling_had(const struct rg *r, int place, int had)
{
	int begin = r->P == pairs_workers(r->P) ? place & -had : place;
	int most = r->P - had < had ? r->P - had : had;
	return (struct scatter_doubling_run){begin, begin + most};
}

/* The part of that which the one at a place is to get, and has not: up to the vector's end, or
 * (second) from its beginning. */
static struct rg_span scatter_doubling_part(const struct rg *r, int place, int had, bool second)
{
	struct scatter_doubling_run x =
		scatter_doubling_had(r, scatter_doubling_source(r, place, had), had);
	int begin = second ? 0 : x.begin, end = second ? x.end - r->P : x.end;
	int there = bcast_scattered(r, place);

	end = end > r->P ? r->P : end;
	if (place <= begin && begin < there)
		begin = there;
	return bcast_blocks(r, begin, end > begin ? end : begin);
}

static int scatter_doubling(struct rg *r, void *frame)
{
	struct scatter_doubling *s = frame;
	int place = rg_at(r, r->pos - r->root_pos), source, target;

	RG_BEGIN(r, s);
	rg_run(r, s, bcast_scatter, &s->scatter);
	for (s->had = 1; s->had < r->P; s->had *= 2) {
		source = scatter_doubling_source(r, place, s->had);
		target = scatter_doubling_target(r, place, s->had);
		for (int second = 0; second < 2; second++) {
			rg_send(r, scatter_doubling_rank(r, target),
			        scatter_doubling_part(r, target, s->had, second));
			rg_recv(r, scatter_doubling_rank(r, source),
			        scatter_doubling_part(r, place, s->had, second));
		}
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_scatter_doubling_bcast = {
	.name = "scatter-doubling",
	.run = scatter_doubling,
	.frame = sizeof(struct scatter_doubling),
	.lanes = true,
	.segments = true,
};
