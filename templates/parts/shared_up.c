/* A round of a reduction on one machine, through windows, to one of its processes. Few processes,
 * or short vectors: all others publish what they have, and it adds up; nobody but it waits for more
 * than a slot. Else each adds up a share of the round's elements and publishes the sum, and that
 * one copies the sums.
 *
 * Cost: each process but the one writes its elements to its window, the one reads n - 1 of them; or
 * each writes and reads one, the one two, and all meet once more. Scratch: lg n times a round's
 * elements, or a share of them; none for two processes. All are combined in the brackets of
 * recursive doubling.
 */
#pragma once
#include "ringgen/parts/shared.h"

struct shared_up {
	int at;
	/* The caller's to set: */
	int one;                 /* the rank that adds up; pipe.one is its place on the machine */
	struct rg_span mine, to; /* the round's elements; where their sum goes, there */
	int64_t k;               /* the round */
	int64_t keep;            /* the element of RG_TMP from which on it is used */
	struct shared_pipe pipe; /* .from false */
};

static struct rg_group shared_up_group(const struct rg *r)
{
	return r->ordered ? rg_all(r) : rg_machine(r);
}

/* Does the one add up everything, of a vector of so many elements? It reads n - 1 vectors then,
 * else three are read or written one after the other. */
static bool shared_up_alone(const struct rg *r, int64_t len)
{
	enum { FEW = 4, SHORT = 512 };
	int n = shared_up_group(r).n;
	return n <= FEW || len * (n - 2) <= (r->window < SHORT ? r->window : SHORT);
}

/* For rounds of so many elements of it. */
static int64_t shared_up_scratch(const struct rg *r, int64_t len, int64_t most, bool one)
{
	struct rg_group g = shared_up_group(r);
	if (!shared_up_alone(r, len))
		return shared_kept(&g) * ((most + g.n - 1) / g.n);
	return one ? shared_kept(&g) * most : 0;
}

/* Where a rank's elements are in its window. */
static int64_t shared_up_place(const struct shared_up *s)
{
	return shared_ring_place(&s->pipe.ring, s->k);
}

static struct rg_span shared_up_pane(const struct shared_up *s, int rank)
{
	return (struct rg_span){RG_WINDOW + rank, shared_up_place(s), s->mine.len};
}

/* The one's elements stand where the sum goes. There they may be the right operand of it. */
static bool shared_up_aside(const struct shared_up *s, const struct rg_group *g)
{
	bool same = s->mine.buf == s->to.buf && s->mine.off == s->to.off;
	return same && !(g->n == 2 && g->me == 1);
}

/* What others are to read: all of the elements, or all but the own share. Of the one's what it
 * cannot add up where it stands. */
static void shared_up_publish(struct rg *r, const struct rg_group *g, const struct shared_up *s,
                              bool alone)
{
	struct rg_span to = shared_up_pane(s, r->rank);

	if (alone) {
		if (r->rank != s->one || shared_up_aside(s, g))
			rg_copy(r, to, s->mine);
		return;
	}
	for (int i = 0; i < g->n; i++)
		if (i != g->me)
			rg_copy(r, shared_share(to, i, g->n), shared_share(s->mine, i, g->n));
}

/* The one adds up all. */
static void shared_up_add(struct rg *r, const struct rg_group *g, const struct shared_up *s)
{
	struct rg_span own = shared_up_aside(s, g) ? shared_up_pane(s, r->rank) : s->mine;

	shared_add(r,
	           (struct shared_sum){
			   .group = g, .own = own, .off = shared_up_place(s), .keep = s->keep},
	           s->to);
}

/* Each adds up its share to its window. */
static void shared_up_add_share(struct rg *r, const struct rg_group *g, const struct shared_up *s)
{
	struct rg_span own = shared_share(s->mine, g->me, g->n);
	struct rg_span to = shared_share(shared_up_pane(s, r->rank), g->me, g->n);

	shared_add(r, (struct shared_sum){.group = g, .own = own, .off = to.off, .keep = s->keep},
	           to);
}

/* All tell the one that they have. */
static void shared_up_tell(struct rg *r, const struct rg_group *g, const struct shared_up *s)
{
	for (int i = 0; i < g->n && r->rank == s->one; i++)
		if (i != g->me)
			rg_await(r, rg_member(g, i));
	if (r->rank != s->one)
		rg_notify(r, s->one);
}

/* The one copies all shares' sums. */
static void shared_up_collect(struct rg *r, const struct rg_group *g, const struct shared_up *s)
{
	for (int i = 0; i < g->n; i++)
		rg_copy(r, shared_share(s->to, i, g->n),
		        shared_share(shared_up_pane(s, rg_member(g, i)), i, g->n));
}

/* `alone`, of the whole vector, is the same in all rounds. */
static int shared_up(struct rg *r, void *frame)
{
	struct shared_up *s = frame;
	struct rg_group g = shared_up_group(r);
	bool alone = shared_up_alone(r, rg_slice(r, RG_OUT, 0, r->n).len);

	RG_BEGIN(r, s);
	if (alone) {
		shared_pipe_before(r, &s->pipe, s->k);
		rg_wait(r, s);
		shared_up_publish(r, &g, s, alone);
		if (r->rank == s->one)
			shared_up_add(r, &g, s);
		shared_pipe_after(r, &s->pipe, s->k);
	} else {
		shared_up_publish(r, &g, s, alone);
		shared_meet(r, &g);
		rg_wait(r, s);
		shared_up_add_share(r, &g, s);
		shared_up_tell(r, &g, s);
		rg_wait(r, s);
		if (r->rank == s->one)
			shared_up_collect(r, &g, s);
	}
	RG_END(s);
}
