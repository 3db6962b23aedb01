/* Broadcast on machines of several ranks: along a tree of their leaders, of which the root is one,
 * by messages, and through windows inside them. In rounds: while a machine copies one, the message
 * of the next is under way.
 *
 * Cost: the vector once into each machine but the root's, and out of it as often as its leader has
 * children. The leader writes it to its window once, the others read it there. No scratch.
 */
#include "parts/shared_pipe.c"
#include "ringgen/parts/shared_leaders.h"

struct shared_leaders_bcast {
	int at;
	struct shared_leaders of;
	int64_t done, most; /* elements in earlier rounds; of one round */
	int64_t place;      /* where the round's begin in the window */
	struct shared_pipe pipe;
};

/* This lane's elements of the round that begins with element `done`: in RG_OUT, in the leader's
 * window. */
static struct rg_span leaders_bcast_round(const struct rg *r, const struct shared_leaders_bcast *s,
                                          int64_t done)
{
	return shared_piece(rg_slice(r, RG_OUT, 0, r->n), done, s->most);
}

static struct rg_span leaders_bcast_place(const struct rg *r, const struct shared_leaders_bcast *s)
{
	return (struct rg_span){RG_WINDOW + s->of.lead, s->place,
	                        leaders_bcast_round(r, s, s->done).len};
}

/* The next round comes from the parent. */
static void leaders_bcast_expect(struct rg *r, const struct shared_leaders_bcast *s, int64_t done)
{
	if (s->of.leads && s->of.tree.parent >= 0)
		rg_recv(r, s->of.tree.parent, leaders_bcast_round(r, s, done));
}

/* A leader passes the round on, and publishes it. */
static void leaders_bcast_pass(struct rg *r, const struct shared_leaders_bcast *s)
{
	for (int i = 0; i < s->of.children; i++)
		rg_send(r, rooted_child(r, &s->of.tree, i).rank,
		        leaders_bcast_round(r, s, s->done));
	leaders_bcast_expect(r, s, s->done + s->most);
	if (s->of.leads && s->of.machine.n > 1)
		rg_copy(r, leaders_bcast_place(r, s), leaders_bcast_round(r, s, s->done));
}

static int shared_leaders_bcast(struct rg *r, void *frame)
{
	struct shared_leaders_bcast *s = frame;
	int64_t len = rg_slice(r, RG_OUT, 0, r->n).len;

	RG_BEGIN(r, s);
	s->of = shared_leaders_of(r);
	s->most = shared_pipe_most(r, len);
	s->pipe.one = s->of.one;
	s->pipe.only = len <= s->most;
	leaders_bcast_expect(r, s, 0);
	rg_wait(r, s);
	for (; s->done < rg_slice(r, RG_OUT, 0, r->n).len; s->done += s->most) {
		leaders_bcast_pass(r, s);
		if (s->of.machine.n > 1)
			rg_run(r, s, shared_pipe, &s->pipe);
		rg_wait(r, s);
		if (!s->of.leads)
			rg_copy(r, leaders_bcast_round(r, s, s->done), leaders_bcast_place(r, s));
		s->place = s->place ? 0 : s->most;
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_leaders_bcast = {
	.name = "shared-leaders",
	.run = shared_leaders_bcast,
	.frame = sizeof(struct shared_leaders_bcast),
	.lanes = true,
	.windows = true,
	.takes = RG_A_TREE,
	.tries = RG_WORDS("binomial machine", "binary machine", "chain machine", "binomial switch"),
	.level = RG_ON_MACHINE,
};
