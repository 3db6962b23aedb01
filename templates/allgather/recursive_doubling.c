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
#include "ringgen/parts/runs.h"

struct doubling_allgather {
	int at, bit;
	int have; /* so many of a run have got what the shorter one had */
	bool apart;
};

/* Is there a gap between the blocks, or are they in another order? */
static bool doubling_apart(const struct rg *r)
{
	for (int i = 1; i < r->P; i++) {
		struct rg_span before = rg_block(r, RG_OUT, i - 1);
		if (rg_block(r, RG_OUT, i).off != before.off + before.len)
			return true;
	}
	return false;
}

/* Elements of the first so many blocks. */
static int64_t doubling_length(const struct rg *r, const struct doubling_allgather *s, int blocks)
{
	int64_t length = 0;

	if (!r->len && !r->rest)
		return blocks * r->quot;
	if (!s->apart && blocks < r->P)
		return rg_block(r, RG_OUT, blocks).off - rg_block(r, RG_OUT, 0).off;
	for (int i = 0; i < blocks; i++)
		length += rg_block(r, RG_TMP, i).len;
	return length;
}

/* The blocks of the processes from one position to another. */
static struct rg_span doubling_part(const struct rg *r, const struct doubling_allgather *s,
                                    int first, int end)
{
	int64_t off = doubling_length(r, s, first);
	int64_t len = doubling_length(r, s, end < r->P ? end : r->P) - off;

	if (s->apart)
		return (struct rg_span){RG_TMP, off, len};
	return (struct rg_span){RG_OUT, rg_block(r, RG_OUT, 0).off + off, len};
}

/* What process i has before this step. */
static struct rg_span doubling_has(const struct rg *r, const struct doubling_allgather *s, int i)
{
	int first = i - i % s->bit;
	return doubling_part(r, s, first, first + s->bit);
}

/* How many are in the run behind this process's one, if they are too few for all to have a partner
 * there. Else 0. */
static int doubling_short(const struct rg *r, const struct doubling_allgather *s)
{
	int behind = r->P - (r->pos - r->pos % s->bit + s->bit);
	return !(r->pos & s->bit) && behind > 0 && behind < s->bit ? behind : 0;
}

/* Pass on what that run had, or get it. False: this process does neither now. */
static bool doubling_pass(struct rg *r, const struct doubling_allgather *s)
{
	int i = r->pos % s->bit, theirs = r->pos - i + s->bit;
	struct rg_span part = doubling_part(r, s, theirs, theirs + s->bit);

	if (i < s->have && i + s->have < s->bit)
		rg_send(r, r->order[r->pos + s->have], part);
	else if (i >= s->have && i < 2 * s->have)
		rg_recv(r, r->order[r->pos - s->have], part);
	else
		return false;
	return true;
}

static void doubling_deliver(struct rg *r, const struct doubling_allgather *s)
{
	struct runs runs = {{0, 0, 0}, {0, 0, 0}};

	for (int i = 0; i < r->P; i++)
		runs_copy(r, &runs, rg_block(r, RG_OUT, i), doubling_part(r, s, i, i + 1));
	runs_end(r, &runs);
}

static int doubling_allgather(struct rg *r, void *frame)
{
	struct doubling_allgather *s = frame;

	RG_BEGIN(r, s);
	s->apart = doubling_apart(r);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	if (s->apart)
		rg_copy(r, doubling_part(r, s, r->pos, r->pos + 1), rg_block(r, RG_OUT, r->pos));
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
	if (s->apart)
		doubling_deliver(r, s);
	RG_END(s);
}

static int64_t doubling_allgather_scratch(const struct rg *r)
{
	return doubling_apart(r) ? r->n : 0;
}

/*static*/ const struct rg_algorithm rg_recursive_doubling_allgather = {
	.name = "recursive-doubling",
	.run = doubling_allgather,
	.frame = sizeof(struct doubling_allgather),
	.scratch = doubling_allgather_scratch,
};
