/* Reduce on machines of several ranks: through windows to the leader of each, of which the root is
 * one, and along a tree of the leaders by messages. In rounds: while a machine adds up one, the
 * messages of the one before are under way.
 *
 * Cost: the vector once out of each machine but the root's, and into it as often as its leader has
 * children; inside a machine that of shared_up. Scratch, of a leader: a round's elements for each
 * child, and of two rounds' sums; of all, that of shared_up. Contributions are combined machine by
 * machine: the operation must commute.
 */
#include "parts/shared_up.c"
#include "ringgen/parts/rooted.h"

struct shared_leaders_reduce {
	int at, child;
	struct shared_leaders of;
	int64_t done, most; /* elements in earlier rounds; of one round */
	struct shared_up up;
};

/* This lane's elements of the round that begins with element `done`, in a buffer of all. */
static struct rg_span leaders_reduce_round(const struct rg *r,
                                           const struct shared_leaders_reduce *s, int buf,
                                           int64_t done)
{
	return shared_piece(rg_slice(r, buf, 0, r->n), done, s->most);
}

/* Where the sum of a round goes. Two rounds take turns in scratch, but at the root. */
static struct rg_span leaders_reduce_sum(const struct rg *r, const struct shared_leaders_reduce *s,
                                         int64_t done)
{
	struct rg_span all = leaders_reduce_round(r, s, RG_OUT, done);
	if (r->rank == r->root)
		return all;
	return (struct rg_span){RG_TMP, done / s->most % 2 * s->most, all.len};
}

/* Where the machine's sum stands: who is alone has its own contribution. */
static struct rg_span leaders_reduce_machine(const struct rg *r,
                                             const struct shared_leaders_reduce *s, int64_t done)
{
	if (s->of.machine.n > 1)
		return leaders_reduce_sum(r, s, done);
	return leaders_reduce_round(r, s, rg_mine(r), done);
}

static struct rg_span leaders_reduce_landing(const struct rg *r,
                                             const struct shared_leaders_reduce *s, int child,
                                             int64_t done)
{
	return (struct rg_span){RG_TMP, (2 + child) * s->most,
	                        leaders_reduce_round(r, s, RG_OUT, done).len};
}

/* What a child has of a round is to come; it has come: add it up. */
static void leaders_reduce_expect(struct rg *r, const struct shared_leaders_reduce *s, int child,
                                  int64_t done)
{
	rg_recv(r, rooted_child(r, &s->of.tree, child).rank,
	        leaders_reduce_landing(r, s, child, done));
}

static void leaders_reduce_add(struct rg *r, const struct shared_leaders_reduce *s, int child,
                               int64_t done)
{
	struct rg_span sum = leaders_reduce_sum(r, s, done);
	bool first = child == s->of.children - 1;
	rg_combine_to(r, sum, leaders_reduce_landing(r, s, child, done),
	              first ? leaders_reduce_machine(r, s, done) : sum);
}

/* All of a round. */
static void leaders_reduce_expect_all(struct rg *r, const struct shared_leaders_reduce *s,
                                      int64_t done)
{
	for (int i = s->of.children - 1; i >= 0; i--)
		leaders_reduce_expect(r, s, i, done);
}

static void leaders_reduce_add_all(struct rg *r, const struct shared_leaders_reduce *s,
                                   int64_t done)
{
	for (int i = s->of.children - 1; i >= 0; i--)
		leaders_reduce_add(r, s, i, done);
}

/* A leader's sum goes to its parent, or is the result. */
static void leaders_reduce_pass(struct rg *r, const struct shared_leaders_reduce *s, int64_t done)
{
	struct rg_span sum = leaders_reduce_sum(r, s, done);
	struct rg_span from = s->of.children ? sum : leaders_reduce_machine(r, s, done);

	if (s->of.leads && s->of.tree.parent >= 0)
		rg_send(r, s->of.tree.parent, from);
	else if (s->of.leads && from.buf != RG_OUT)
		rg_copy(r, sum, from);
}

static void leaders_reduce_begin(struct rg *r, struct shared_leaders_reduce *s)
{
	int64_t len = rg_slice(r, RG_OUT, 0, r->n).len;

	s->of = shared_leaders_of(r);
	s->most = shared_pipe_long(r, len);
	s->up.one = s->of.lead;
	s->up.pipe.one = s->of.one;
	s->up.pipe.ring = shared_ring_of(r, len, s->most, 1);
	s->up.keep = s->of.leads ? (2 + s->of.children) * s->most : 0;
}

/* The rounds but for the last one's messages. */
static int leaders_reduce_rounds(struct rg *r, void *frame)
{
	struct shared_leaders_reduce *s = frame;

	RG_BEGIN(r, s);
	for (; s->done < rg_slice(r, RG_OUT, 0, r->n).len; s->done += s->most) {
		s->up.mine = leaders_reduce_round(r, s, rg_mine(r), s->done);
		s->up.to = leaders_reduce_sum(r, s, s->done);
		if (s->done)
			leaders_reduce_expect_all(r, s, s->done - s->most);
		if (s->of.machine.n > 1)
			rg_run(r, s, shared_up, &s->up);
		rg_wait(r, s);
		if (s->done) {
			leaders_reduce_add_all(r, s, s->done - s->most);
			leaders_reduce_pass(r, s, s->done - s->most);
		}
		s->up.k++;
	}
	RG_END(s);
}

/* Those: of a short vector, whose only round it is, what comes first is added up while the rest is
 * awaited. */
static int leaders_reduce_last(struct rg *r, void *frame)
{
	struct shared_leaders_reduce *s = frame;

	RG_BEGIN(r, s);
	for (s->child = s->of.children - 1; s->child >= 0 && s->up.pipe.ring.rounds == 1;
	     s->child--) {
		leaders_reduce_expect(r, s, s->child, 0);
		rg_wait(r, s);
		leaders_reduce_add(r, s, s->child, 0);
	}
	if (s->up.pipe.ring.rounds > 1) {
		leaders_reduce_expect_all(r, s, s->done - s->most);
		rg_wait(r, s);
		leaders_reduce_add_all(r, s, s->done - s->most);
	}
	leaders_reduce_pass(r, s, s->done - s->most);
	rg_wait(r, s);
	RG_END(s);
}

struct shared_leaders_reduction {
	int at;
	struct shared_leaders_reduce all;
};

static int shared_leaders_reduce(struct rg *r, void *frame)
{
	struct shared_leaders_reduction *s = frame;

	RG_BEGIN(r, s);
	leaders_reduce_begin(r, &s->all);
	if (rg_slice(r, RG_OUT, 0, r->n).len) {
		rg_run(r, s, leaders_reduce_rounds, &s->all);
		rg_run(r, s, leaders_reduce_last, &s->all);
	}
	RG_END(s);
}

static int64_t shared_leaders_reduce_scratch(const struct rg *r)
{
	int64_t len = rg_slice(r, RG_OUT, 0, r->n).len;
	struct shared_leaders of = shared_leaders_of(r);
	int64_t most = shared_pipe_long(r, len);
	int64_t own = of.leads ? (2 + of.children) * most : 0;
	return own + (of.machine.n > 1 ? shared_up_scratch(r, len, most, of.leads) : 0);
}

/*static*/ const struct rg_algorithm rg_shared_leaders_reduce = {
	.name = "shared-leaders",
	.run = shared_leaders_reduce,
	.frame = sizeof(struct shared_leaders_reduction),
	.scratch = shared_leaders_reduce_scratch,
	.commutes = true,
	.lanes = true,
	.windows = true,
	.early = true,
	.takes = RG_A_TREE,
	.tries = RG_WORDS("binomial machine", "binary machine", "chain machine", "binomial switch"),
	.level = RG_ON_MACHINE,
};
