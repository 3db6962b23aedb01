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
#include "ringgen/parts/runs.h"
#include "ringgen/parts/workers.h"

struct doubling_scatter {
	int at, bit;
	struct workers w;
	int64_t in; /* where in RG_TMP the partial result begins: 0 or n; what is sent is put
	               together at the other one, what comes lands behind both */
};

/* Elements of the first so many members. */
static int64_t doubling_members(const struct rg *r, const struct doubling_scatter *s, int members)
{
	int64_t length = 0;

	if (!r->len && !r->rest)
		return members * r->quot;
	for (int i = 0; i < members; i++)
		length += rg_block_of(r, RG_TMP, rg_member(&s->w.group, i)).len;
	return length;
}

/* The blocks of workers first ... end - 1, in a vector in scratch that begins at `at`. */
static struct rg_span doubling_workers(const struct rg *r, const struct doubling_scatter *s,
                                       int64_t at, int first, int end)
{
	int64_t off = doubling_members(r, s, pairs_member(s->w.pairs, first, false));
	int64_t to = doubling_members(r, s, pairs_member(s->w.pairs, end, false));
	return (struct rg_span){RG_TMP, at + off, to - off};
}

/* Run k, of 3, of what worker i needs of its partner in this step: what is in front of the runs of
 * both, its own block, what is behind them. */
static struct rg_span doubling_needs(const struct rg *r, const struct doubling_scatter *s,
                                     int64_t at, int i, int k)
{
	int first = i - i % (2 * s->bit);

	if (k == 1)
		return doubling_workers(r, s, at, i, i + 1);
	return k == 0 ? doubling_workers(r, s, at, 0, first)
	              : doubling_workers(r, s, at, first + 2 * s->bit, s->w.n);
}

/* Those runs, one behind the other. */
static struct rg_span doubling_message(const struct rg *r, const struct doubling_scatter *s,
                                       int64_t at, int i)
{
	struct rg_span all = {RG_TMP, at, 0};

	for (int k = 0; k < 3; k++)
		all.len += doubling_needs(r, s, at, i, k).len;
	return all;
}

static void doubling_pack(struct rg *r, const struct doubling_scatter *s, int partner)
{
	struct rg_span to = {RG_TMP, r->n - s->in, 0};

	for (int k = 0; k < 3; k++) {
		struct rg_span run = doubling_needs(r, s, s->in, partner, k);
		to.len = run.len;
		rg_copy(r, to, run);
		to.off += to.len;
	}
}

/* A sum stands where its right operand has been, if that is ours, and else in the other vector. */
static void doubling_add(struct rg *r, struct doubling_scatter *s)
{
	struct rg_span came = {RG_TMP, 2 * r->n, 0};
	bool right = s->w.me & s->bit;

	for (int k = 0; k < 3; k++) {
		struct rg_span run = doubling_needs(r, s, s->in, s->w.me, k);
		came.len = run.len;
		if (right)
			rg_combine(r, came, run);
		else
			rg_combine_to(r, doubling_needs(r, s, r->n - s->in, s->w.me, k), run, came);
		came.off += came.len;
	}
	if (!right)
		s->in = r->n - s->in;
}

/* Put the blocks of the vector that begins at an element of a buffer in the order of members. */
static void doubling_arrange(struct rg *r, const struct doubling_scatter *s, int buf, int64_t at)
{
	struct runs runs = {{0, 0, 0}, {0, 0, 0}};
	struct rg_span to = {RG_TMP, 0, 0};

	for (int i = 0; i < r->P; i++) {
		struct rg_span from = rg_block_of(r, buf, rg_member(&s->w.group, i));
		from.off += at;
		to.len = from.len;
		runs_copy(r, &runs, to, from);
		to.off += to.len;
	}
	runs_end(r, &runs);
}

/* The block of this worker, or (second) of its twin. */
static struct rg_span doubling_result(const struct rg *r, const struct doubling_scatter *s,
                                      bool second)
{
	struct rg_span both = doubling_workers(r, s, s->in, s->w.me, s->w.me + 1);
	int64_t len = workers_block(r, &s->w, s->w.me, second);
	return (struct rg_span){RG_TMP, second ? both.off + both.len - len : both.off, len};
}

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
