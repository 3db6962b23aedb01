/* Broadcast on machines of several ranks: along a tree of their leaders, of which the root is one,
 * by messages, and through windows inside them. In rounds: while a machine copies one, the message
 * of the next is under way.
 *
 * Cost: the vector once into each machine but the root's, and out of it as often as its leader has
 * children. The leader writes it to its window once, the others read it there. No scratch.
 */
#include "ringgen/parts/rooted.h"
#include "ringgen/parts/shared.h"

struct shared_leaders_bcast {
	int at;
	struct shared_leaders of;
	int64_t k; /* the round */
	struct shared_pipe pipe;
};

/* This lane's elements of round k: in RG_OUT, in the leader's window. */
static struct rg_span leaders_bcast_round(const struct rg *r, const struct shared_leaders_bcast *s,
                                          int64_t k)
{
	int64_t most = s->pipe.ring.most;
	return shared_piece(rg_slice(r, RG_OUT, 0, r->n), k * most, most);
}

static struct rg_span leaders_bcast_place(const struct rg *r, const struct shared_leaders_bcast *s)
{
	return (struct rg_span){RG_WINDOW + s->of.lead, shared_ring_place(&s->pipe.ring, s->k),
	                        leaders_bcast_round(r, s, s->k).len};
}

/* Round k comes from the parent, to whoever leads; and its slot is free, or it is there. */
static void leaders_bcast_expect(struct rg *r, const struct shared_leaders_bcast *s, int64_t k)
{
	if (s->of.leads && s->of.tree.parent >= 0)
		rg_recv(r, s->of.tree.parent, leaders_bcast_round(r, s, k));
	shared_pipe_before(r, &s->pipe, k);
}

/* A leader passes the round on, and publishes it. */
static void leaders_bcast_pass(struct rg *r, const struct shared_leaders_bcast *s)
{
	for (int i = 0; i < s->of.children; i++)
		rg_send(r, rooted_child(r, &s->of.tree, i).rank, leaders_bcast_round(r, s, s->k));
	if (s->of.machine.n > 1)
		rg_copy(r, leaders_bcast_place(r, s), leaders_bcast_round(r, s, s->k));
}

static void leaders_bcast_begin(const struct rg *r, struct shared_leaders_bcast *s)
{
	int64_t len = rg_slice(r, RG_OUT, 0, r->n).len;

	s->of = shared_leaders_of(r);
	s->pipe.one = s->of.one;
	s->pipe.from = true;
	s->pipe.ring = shared_ring_of(r, len, shared_pipe_long(r, len), 1);
}

static int shared_leaders_bcast(struct rg *r, void *frame)
{
	struct shared_leaders_bcast *s = frame;

	RG_BEGIN(r, s);
	leaders_bcast_begin(r, s);
	leaders_bcast_expect(r, s, 0);
	rg_wait(r, s);
	for (; s->k < s->pipe.ring.rounds; s->k++) {
		if (s->of.leads)
			leaders_bcast_pass(r, s);
		else
			rg_copy(r, leaders_bcast_round(r, s, s->k), leaders_bcast_place(r, s));
		shared_pipe_after(r, &s->pipe, s->k);
		leaders_bcast_expect(r, s, s->k + 1);
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_leaders_bcast = {
	.name = "shared-leaders",
	.run = shared_leaders_bcast,
	.frame = sizeof(struct shared_leaders_bcast),
	.lanes = true,
	.windows = true,
	.early = true,
	.takes = RG_A_TREE,
	.tries = RG_WORDS("binomial machine", "binary machine", "chain machine", "binomial switch"),
	.level = RG_ON_MACHINE,
};
