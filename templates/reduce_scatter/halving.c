/* Recursive halving (Thakur & Gropp 2003, section 4.3), any P, for equal and unequal blocks. The
 * partner next door comes first, with half of the vector, and the farthest last, with one block:
 * the longer a message, the nearer it goes, and partial results are always those of contiguous runs
 * of processes, whose order is kept. (For operations that do not commute the authors take a
 * recursive doubling, with lg P times the data.) After the step for a bit of its number, a worker
 * has to do with those that have the same bits up to that one; the blocks of such workers are put
 * together in scratch, which is in the order of the numbers read backwards.
 *
 * Cost for w workers, the largest power of two that is not above P: lg w messages, (w - 1) / w of
 * the vector out of and into each; when P is no power of two, a message of the whole vector before
 * and one of a block after that, for the pairs of the fold. Scratch: two vectors. The operation
 * need not commute; the bits are those of the allreduce by recursive doubling.
 */
#include "ringgen/parts/workers.h"

struct halving {
	int at, bit;
	struct workers w;
	int64_t in; /* where in RG_TMP the partial result begins: 0 or n */
};

static int halving_backwards(const struct halving *s, int i)
{
	int turned = 0;
	for (int low = 1, high = s->w.n / 2; high; low *= 2, high /= 2)
		turned += i & high ? low : 0;
	return turned;
}

/* The worker after this one in the order of scratch: one is added from the highest bit down. */
static int halving_next(const struct halving *s, int worker)
{
	int bit = s->w.n / 2;
	for (; worker & bit; bit /= 2)
		worker -= bit;
	return worker + bit;
}

/* How many of the first so many in the order of scratch are one of a pair: these fall into runs of
 * workers/2, workers/4, ... of them, in each of which the numbers go up by the same. */
static int halving_pairs(const struct halving *s, int workers)
{
	int pairs = 0, begin = 0, by = 1;

	for (int run = s->w.n; run; run /= 2, by *= 2) {
		int least = halving_backwards(s, begin);
		if (!(workers & run))
			continue;
		pairs += least < s->w.pairs ? (s->w.pairs - least + by - 1) / by : 0;
		begin += run;
	}
	return pairs;
}

/* Elements of the first so many in the order of scratch. */
static int64_t halving_length(const struct rg *r, const struct halving *s, int workers)
{
	int64_t length = 0;

	if (!r->len && !r->rest)
		return r->quot * (workers + halving_pairs(s, workers));
	for (int i = 0, worker = 0; i < workers; i++, worker = halving_next(s, worker)) {
		length += rg_block_of(r, RG_TMP, workers_rank(&s->w, worker, false)).len;
		if (worker < s->w.pairs)
			length += rg_block_of(r, RG_TMP, workers_rank(&s->w, worker, true)).len;
	}
	return length;
}

/* What worker i has to do with before the step for `bit`: where it is in a vector in scratch that
 * begins at `at`. */
static struct rg_span halving_part(const struct rg *r, const struct halving *s, int64_t at, int i,
                                   int bit)
{
	int first = halving_backwards(s, i & (bit - 1));
	int64_t off = halving_length(r, s, first);
	int64_t end = halving_length(r, s, first + s->w.n / bit);
	return (struct rg_span){RG_TMP, at + off, end - off};
}

/* The same for the block of worker i, or that of its twin. */
static struct rg_span halving_block(const struct rg *r, const struct halving *s, int64_t at, int i,
                                    bool second)
{
	struct rg_span b = halving_part(r, s, at, i, s->w.n);
	int64_t len = rg_block_of(r, RG_TMP, workers_rank(&s->w, i, second)).len;
	return (struct rg_span){RG_TMP, second ? b.off + b.len - len : b.off, len};
}

/* Put the blocks of the vector that begins at an element of a buffer in the order of scratch. */
static void halving_arrange(struct rg *r, const struct halving *s, int buf, int64_t at)
{
	struct rg_span to = {RG_TMP, 0, 0};

	for (int i = 0, worker = 0; i < s->w.n; i++, worker = halving_next(s, worker)) {
		for (int second = 0; second <= (worker < s->w.pairs); second++) {
			struct rg_span from =
				rg_block_of(r, buf, workers_rank(&s->w, worker, second));
			from.off += at;
			to.len = from.len;
			rg_copy(r, to, from);
			to.off += to.len;
		}
	}
}

static int halving(struct rg *r, void *frame)
{
	struct halving *s = frame;
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
			halving_arrange(r, s, RG_TMP, r->n);
		} else {
			halving_arrange(r, s, rg_mine(r), 0);
		}
		for (s->bit = 1; s->bit < s->w.n; s->bit *= 2) {
			rg_send(r, workers_rank(&s->w, s->w.me ^ s->bit, false),
			        halving_part(r, s, s->in, s->w.me ^ s->bit, 2 * s->bit));
			rg_recv(r, workers_rank(&s->w, s->w.me ^ s->bit, false),
			        halving_part(r, s, r->n - s->in, s->w.me, 2 * s->bit));
			rg_wait(r, s);
			/* The sum is where its right operand has been. */
			if (!(s->w.me & s->bit))
				s->in = r->n - s->in;
			rg_combine(r, halving_part(r, s, r->n - s->in, s->w.me, 2 * s->bit),
			           halving_part(r, s, s->in, s->w.me, 2 * s->bit));
		}
		rg_copy(r, rg_own(r, RG_OUT), halving_block(r, s, s->in, s->w.me, false));
		if (workers_twin(&s->w) >= 0) {
			rg_send(r, workers_twin(&s->w), halving_block(r, s, s->in, s->w.me, true));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

static int64_t halving_scratch(const struct rg *r)
{
	return 2 * r->n;
}

/*static*/ const struct rg_algorithm rg_halving_reduce_scatter = {
	.name = "recursive-halving",
	.run = halving,
	.frame = sizeof(struct halving),
	.scratch = halving_scratch,
};
