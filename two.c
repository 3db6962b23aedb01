/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate chain32.xml --hosts n0,n1 --tuned other.csv -o two
 *
 * Proved: 2 machines, 4 switches, ring load 1 on 4 link directions.
 *
 * Algorithms, each played back in memory for 2 processes in this order: every contribution exactly
 * once, no deadlock when no send completes before its receive is posted. libringgen plays them
 * where a job's ranks are.
 *  allreduce       recursive-doubling, ring (1)
 *  allgather       ring (1)
 *  reduce_scatter  pairwise, ring (1)
 *  bcast           ring (1)
 *  reduce          in-order
 *  gather          ring (1)
 *  scatter         ring (1)
 *  gatherv         ordered
 *  scatterv        ordered
 *  barrier         dissemination
 *  scan            recursive-doubling
 *  exscan          recursive-doubling
 *  (1) messages to the next of the ring only
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#include "ringgen.h"
#include "ringgen/parts/fold_workers.h"
#include "ringgen/parts/doubling_turns.h"
#include "ringgen/parts/ring_landings.h"
#include "ringgen/parts/pairwise_landing.h"
#include "ringgen/parts/rooted_partial.h"
#include "ringgen/parts/ordered_climb.h"
#include "ringgen/parts/scan_sums.h"
#include "ringgen/entries.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

enum { P = 2 };

/* The workers of a group work for all of it. Before, the second of each pair gives its vector to
 * the first; after, it gets the result. Cost: two messages of the whole vector, none when all work.
 */
static int fold_before(struct rg *r, void *frame)
{
	struct fold *s = frame;
	struct rg_span none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		partial_swap(r, &s->partial, fold_twin(s), s->worker < 0 ? s->all : none,
		             s->worker < 0 ? none : s->all);
		rg_wait(r, s);
		if (s->worker >= 0)
			partial_add(r, &s->partial, s->all, true);
	}
	RG_END(s);
}

static int fold_after(struct rg *r, void *frame)
{
	struct fold *s = frame;

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		if (s->worker < 0)
			rg_recv(r, fold_twin(s), s->all);
		else
			rg_send(r, fold_twin(s), s->all);
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Recursive doubling allreduce (Thakur & Gropp 2003; Thakur, Rabenseifner & Gropp 2005): in step j
 * every process exchanges its whole partial result with the one whose number differs in bit j, so
 * that after lg P steps each has the sum of all. When P is no power of two, the rest is folded
 * first (fold_before).
 *
 * Cost: lg P messages of the whole vector out of and into each process, and as many combinations of
 * it; two messages more when P is no power of two. The fewest steps, so for short vectors. Scratch:
 * the vector. Processes are numbered along the ring, or by rank where the order of the operands
 * matters, and combined in that order, in the same way everywhere: the operation need not commute,
 * and all processes get the same bits.
 */
struct recursive_doubling {
	int at, bit;
	struct fold fold;
};

static int recursive_doubling(struct rg *r, void *frame)
{
	struct recursive_doubling *s = frame;
	struct fold *f = &s->fold;
	struct rg_span all = rg_head(RG_OUT, r->n);

	RG_BEGIN(r, s);
	fold_begin(f, rg_everyone(r), all);
	f->partial = partial_begin(r, recursive_doubling_turns(f));
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->bit = 1; s->bit < f->workers; s->bit *= 2) {
			partial_swap(r, &f->partial, fold_worker(f, f->worker ^ s->bit), all, all);
			rg_wait(r, s);
			partial_add(r, &f->partial, all, !(f->worker & s->bit));
		}
		partial_end(r, &f->partial, all);
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}

static const struct rg_algorithm rg_recursive_doubling_allreduce = {
	.name = "recursive-doubling",
	.run = recursive_doubling,
	.frame = sizeof(struct recursive_doubling),
	.scratch = fold_scratch,
};

/* The second half of the ring (Patarasuk & Yuan 2009, section 4.1, after Thakur, Rabenseifner &
 * Gropp): every process begins with its own block in RG_OUT and passes on the block that reached it
 * last, to its right neighbour only, P - 1 times. Cost: (P - 1) messages of one block, (P - 1) / P
 * of the vector in and out of each process, which is the least there is. No scratch.
 */
struct ring {
	int at, step;
};

static int ring_circulate(struct rg *r, void *frame)
{
	struct ring *s = frame;

	RG_BEGIN(r, s);
	for (s->step = 1; s->step < P; s->step++) {
		rg_send(r, rg_next(r), rg_block(r, RG_OUT, r->pos - s->step + 1));
		rg_recv(r, rg_prev(r), rg_block(r, RG_OUT, r->pos - s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Ring allreduce (Patarasuk & Yuan 2009, section 4.1): the vector is cut into P blocks. In step j
 * of the first half every process sends block pos - j to its right neighbour, receives block pos -
 * j - 1 from its left neighbour, and adds its own contribution; after P - 1 steps it holds the
 * result of block pos. The second half circulates the results.
 *
 * Cost: 2 (P - 1) messages of one block, so 2 (P - 1) / P of the vector in and out of each process
 * (their Lemma 4: the least there is). Scratch: one block with MPI_IN_PLACE, else none, since a
 * partial result can land where its result will be. Each block is bracketed along the ring from its
 * own place on: the operation must commute, and all processes get the same bits.
 */
struct ring_allreduce {
	int at, step;
	struct ring circulate;
};

static int ring_allreduce(struct rg *r, void *frame)
{
	struct ring_allreduce *s = frame;

	RG_BEGIN(r, s);
	if (P == 1 && !r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, 0), rg_block(r, RG_IN, 0));
	for (s->step = 1; s->step < P; s->step++) {
		rg_send(r, rg_next(r),
		        rg_block(r, s->step == 1 ? rg_mine(r) : RG_OUT, r->pos - s->step));
		rg_recv(r, rg_prev(r), ring_landing(r, r->pos - s->step - 1));
		rg_wait(r, s);
		rg_combine(r, ring_addend(r, r->pos - s->step - 1),
		           rg_block(r, RG_OUT, r->pos - s->step - 1));
	}
	rg_run(r, s, ring_circulate, &s->circulate);
	RG_END(s);
}

static const struct rg_algorithm rg_ring_allreduce = {
	.name = "ring",
	.run = ring_allreduce,
	.frame = sizeof(struct ring_allreduce),
	.scratch = ring_landing_scratch,
	.commutes = true,
	.ring = true,
	.lanes = true,
};

/* Ring allgather, for equal and unequal blocks: put the own block in its place, then circulate.
 */
struct ring_allgather {
	int at;
	struct ring circulate;
};

static int ring_allgather(struct rg *r, void *frame)
{
	struct ring_allgather *s = frame;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	rg_run(r, s, ring_circulate, &s->circulate);
	RG_END(s);
}

static const struct rg_algorithm rg_ring_allgather = {
	.name = "ring",
	.run = ring_allgather,
	.frame = sizeof(struct ring_allgather),
	.ring = true,
	.lanes = true,
};

/* Pairwise exchange (Thakur & Gropp 2003, section 4.3), any P, for equal and unequal blocks: in
 * step j every process sends its contribution to the block of the process j behind it in the ring,
 * and receives from the one j before it what that has for its own block. Nothing is passed on.
 *
 * Cost: P - 1 messages of one block. Scratch: a message, and the result with MPI_IN_PLACE; all P
 * contributions to the own block when ranks have to be combined in their order, which they are
 * then, in the way of the allreduce (see ringgen/parts/bracket.h).
 */
struct pairwise {
	int at, step;
};

static int pairwise(struct rg *r, void *frame)
{
	struct pairwise *s = frame;

	RG_BEGIN(r, s);
	if (r->ordered)
		rg_copy(r, pairwise_landing(r, 0), rg_block(r, rg_mine(r), r->pos));
	else if (P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, r->pos));
	for (s->step = 1; s->step < P; s->step++) {
		rg_send(r, r->order[rg_at(r, r->pos + s->step)],
		        rg_block(r, rg_mine(r), r->pos + s->step));
		rg_recv(r, r->order[rg_at(r, r->pos - s->step)], pairwise_landing(r, s->step));
		rg_wait(r, s);
		if (!r->ordered)
			rg_combine_to(r, pairwise_sum(r), pairwise_landing(r, s->step),
			              s->step == 1 ? rg_block(r, rg_mine(r), r->pos)
			                           : pairwise_sum(r));
	}
	if (r->ordered)
		bracket(r, rg_own(r, RG_TMP).len, 0, pairwise_sum(r));
	if (r->in_place && (r->ordered || P > 1)) {
		/* The place of the result is that of a contribution, perhaps one that another lane
		 * still sends. */
		if (r->lanes > 1) {
			rg_join(r);
			rg_wait(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), pairwise_sum(r));
	}
	RG_END(s);
}

static const struct rg_algorithm rg_pairwise_reduce_scatter = {
	.name = "pairwise",
	.run = pairwise,
	.frame = sizeof(struct pairwise),
	.scratch = pairwise_scratch,
	.lanes = true,
};

/* Ring reduce-scatter (Patarasuk & Yuan 2009, section 4.1), for equal and unequal blocks: the first
 * half of the ring allreduce, but nothing except the own block may be written to the result, so the
 * partial results travel through scratch.
 *
 * Cost: P - 1 messages of one block. Scratch: two of the longest block, one that leaves and one
 * that arrives. The operation must commute.
 */
struct ring_reduce_scatter {
	int at, step;
	int64_t longest;
};

static int ring_reduce_scatter(struct rg *r, void *frame)
{
	struct ring_reduce_scatter *s = frame;

	RG_BEGIN(r, s);
	if (P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, 0));
	s->longest = rg_longest(r);
	for (s->step = 1; s->step < P; s->step++) {
		rg_send(r, rg_next(r),
		        s->step == 1 ? rg_block(r, rg_mine(r), r->pos - 1)
		                     : ring_partial(r, s->longest, s->step - 1));
		rg_recv(r, rg_prev(r), ring_partial(r, s->longest, s->step));
		rg_wait(r, s);
		rg_combine(r, rg_block(r, rg_mine(r), r->pos - s->step - 1),
		           ring_partial(r, s->longest, s->step));
	}
	if (r->in_place && P > 1) {
		/* RG_OUT still holds the contribution, whose place the result takes: in that of
		 * another block, perhaps, which another lane still needs. */
		if (r->lanes > 1) {
			rg_join(r);
			rg_wait(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), ring_partial(r, s->longest, P - 1));
	}
	RG_END(s);
}

static const struct rg_algorithm rg_ring_reduce_scatter = {
	.name = "ring",
	.run = ring_reduce_scatter,
	.frame = sizeof(struct ring_reduce_scatter),
	.scratch = ring_reduce_scatter_scratch,
	.commutes = true,
	.ring = true,
	.lanes = true,
};

/* Broadcast along the ring, from the root on: each process passes the vector to the next. In lanes
 * it is a pipeline (the chain of Nishtala et al. 2003 and of Thakur & Gropp 2003, in the order of
 * the ring): while a segment is on its way to the next process, the one behind it comes in.
 *
 * Cost: the vector once into each process but the root, and once out of each but the last: no link
 * of a ring that is proved carries it twice in a direction, and it has to go over each link between
 * machines once. P - 1 steps for the first segment. No scratch.
 */
struct ring_bcast {
	int at;
};

static int ring_bcast(struct rg *r, void *frame)
{
	struct ring_bcast *s = frame;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);

	RG_BEGIN(r, s);
	if (r->rank != r->root) {
		rg_recv(r, rg_prev(r), all);
		rg_wait(r, s);
	}
	if (rg_next(r) != r->root) {
		rg_send(r, rg_next(r), all);
		rg_wait(r, s);
	}
	RG_END(s);
}

static const struct rg_algorithm rg_ring_bcast = {
	.name = "ring",
	.run = ring_bcast,
	.frame = sizeof(struct ring_bcast),
	.ring = true,
	.lanes = true,
	.segments = true,
};

/* The fold of a reduction to a root: of each pair the one that does not work gives its vector to
 * the other one. Cost: a message of the whole vector, none when all work.
 */
struct rooted_fold {
	int at;
	struct rooted_partial partial; /* the caller's to set */
};

static int rooted_fold(struct rg *r, void *frame)
{
	struct rooted_fold *s = frame;
	struct rooted_partial *p = &s->partial;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n), none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	if (rooted_partial_paired(p)) {
		rooted_partial_swap(r, p, rooted_partial_twin(p), p->works ? none : all,
		                    p->works ? all : none);
		rg_wait(r, s);
		if (p->works)
			rooted_partial_add(r, p, all, p->group.me % 2 == 0);
	}
	RG_END(s);
}

/* Reduce along a binomial tree in the order of the ranks (Thakur & Gropp 2003, section 4.4, for
 * operations that do not commute), but with the root at the top whichever it is: of two runs of
 * ranks that are combined, the one that has the root in it keeps the result. So no message is
 * needed from rank 0 to the root. When P is no power of two, the rest is folded first.
 *
 * Cost: the vector once out of each process but the root; ceil(lg P) steps and combinations. In
 * lanes it is a pipeline of segments. Scratch: two segments, one at the root. Processes are
 * numbered along the ring, or by rank where the order of the operands matters, and combined in that
 * order and in the brackets of recursive doubling, whatever the root: the operation need not
 * commute.
 */
struct in_order_reduce {
	int at, bit;
	struct rooted_fold fold;
};

static int in_order_reduce(struct rg *r, void *frame)
{
	struct in_order_reduce *s = frame;
	struct rooted_partial *p = &s->fold.partial;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n), none = rg_head(RG_OUT, 0);
	bool stays;

	RG_BEGIN(r, s);
	*p = rooted_partial_begin(r);
	rg_run(r, s, rooted_fold, &s->fold);
	for (s->bit = 1; p->works && s->bit < p->workers; s->bit *= 2) {
		stays = (p->worker & s->bit) == (p->top & s->bit);
		rooted_partial_swap(r, p, rooted_partial_rank(r, p, p->worker ^ s->bit),
		                    stays ? none : all, stays ? all : none);
		rg_wait(r, s);
		p->works = (p->worker & s->bit) == (p->top & s->bit);
		if (p->works)
			rooted_partial_add(r, p, all, !(p->worker & s->bit));
	}
	rooted_partial_end(r, p, all);
	RG_END(s);
}

static const struct rg_algorithm rg_in_order_reduce = {
	.name = "in-order",
	.run = in_order_reduce,
	.frame = sizeof(struct in_order_reduce),
	.scratch = rooted_partial_scratch,
	.lanes = true,
	.segments = true,
};

/* Gather along the ring, up to the root: each process sends its own block to the next one, then the
 * blocks that come from those before it, the nearest first: a pipeline of blocks.
 *
 * Cost: the process before the root sends P - 1 blocks, the others fewer, each link of a ring that
 * is proved carries them in one direction only; P - 1 steps. Scratch: two of the longest block,
 * none at the root.
 */
struct ring_gather {
	int at, step;
	int place; /* of this process, as seen from the root, which is at 0 */
};

static int ring_gather(struct rg *r, void *frame)
{
	struct ring_gather *s = frame;

	RG_BEGIN(r, s);
	s->place = rg_at(r, r->pos - r->root_pos);
	if (!s->place) {
		for (s->step = 0; s->step < P - 1; s->step++)
			rg_recv(r, rg_prev(r), ring_gather_landing(r, s->step));
		if (!r->in_place)
			rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
		rg_wait(r, s);
	}
	for (s->step = 0; s->step < s->place; s->step++) {
		rg_send(r, rg_next(r),
		        s->step ? ring_gather_landing(r, s->step - 1) : rg_own(r, RG_IN));
		if (s->step < s->place - 1)
			rg_recv(r, rg_prev(r), ring_gather_landing(r, s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

static const struct rg_algorithm rg_ring_gather = {
	.name = "ring",
	.run = ring_gather,
	.frame = sizeof(struct ring_gather),
	.scratch = ring_rooted_scratch,
	.ring = true,
	.lanes = true,
};

/* Scatter along the ring, from the root on: it sends the next process all other blocks, that of the
 * farthest process first; each passes on what comes, but for the last block, which is its own: a
 * pipeline of blocks.
 *
 * Cost: the root sends P - 1 blocks, the others fewer, each link of a ring that is proved carries
 * them in one direction only; P - 1 steps. Scratch: two of the longest block, none at the root.
 */
struct ring_scatter {
	int at, step;
	int behind; /* processes behind this one, up to the one before the root */
};

static int ring_scatter(struct rg *r, void *frame)
{
	struct ring_scatter *s = frame;

	RG_BEGIN(r, s);
	s->behind = rg_at(r, r->root_pos - 1 - r->pos);
	if (r->rank == r->root) {
		for (s->step = 0; s->step < s->behind; s->step++)
			rg_send(r, rg_next(r), ring_scatter_block(r, s->step));
		if (!r->in_place)
			rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, r->pos));
		rg_wait(r, s);
	} else {
		for (s->step = 0; s->step <= s->behind; s->step++) {
			if (s->step)
				rg_send(r, rg_next(r), ring_scatter_block(r, s->step - 1));
			rg_recv(r, rg_prev(r),
			        s->step < s->behind ? ring_scatter_block(r, s->step)
			                            : rg_own(r, RG_OUT));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

static const struct rg_algorithm rg_ring_scatter = {
	.name = "ring",
	.run = ring_scatter,
	.frame = sizeof(struct ring_scatter),
	.scratch = ring_rooted_scratch,
	.ring = true,
	.lanes = true,
};

/* The tree of an ordered gather or scatter, found by each process that has a part in it but the
 * root (Traeff 2017, Lemma 3): in each step the fixed roots of cubes that are joined tell each
 * other their sizes, and then each its gather root. Where all know all lengths, nothing is told.
 *
 * Cost: at most 2 ceil(log2 P) - 1 messages of numbers, each after the other, with one port and by
 * no level.
 */
/* The fixed roots of the joint's parts, of which this process is one. */
static void ordered_tell_others(struct rg *r, struct ordered_climb *s)
{
	s->part[s->mine] = s->sizes;
	for (int i = 0; i < s->parts; i++)
		if (i != s->mine)
			rg_tell(r, ordered_other(s, i), s->sizes.of, ORDERED_SIZES);
	for (int i = 0; i < s->parts; i++)
		if (i != s->mine)
			rg_hear(r, ordered_other(s, i), s->part[i].of, ORDERED_SIZES);
}

/* The fixed root and the gather root of a part, if there is one, and they are two. */
static void ordered_tell_each_other(struct rg *r, struct ordered_climb *s)
{
	int64_t root = s->sizes.of[ORDERED_ROOT];

	if (ordered_is_fixed(s) && root >= 0 && root != s->me)
		rg_tell(r, ordered_rank(s, root), s->part[0].of, ORDERED_SIZES * s->parts);
	if (!ordered_is_fixed(s))
		rg_hear(r, ordered_rank(s, ordered_fixed_root(s->cube)), s->part[0].of,
		        ORDERED_SIZES * s->parts);
}

static int ordered_climb(struct rg *r, void *frame)
{
	struct ordered_climb *s = frame;

	RG_BEGIN(r, s);
	ordered_begin(r, s);
	while (ordered_next(r, s)) {
		if (!r->irregular)
			ordered_work_out(r, s);
		if (r->irregular && ordered_is_fixed(s)) {
			ordered_tell_others(r, s);
			rg_wait(r, s);
		}
		if (r->irregular) {
			ordered_tell_each_other(r, s);
			rg_wait(r, s);
		}
		ordered_joined(r, s);
	}
	RG_END(s);
}

/* Gather along an ordered tree: see ordered_tree.h. The blocks of a cube are one run in their
 * order, in scratch, and land at the root where they belong.
 */
struct ordered_gather {
	int at;
	struct ordered_climb climb;
};

static int ordered_gather(struct rg *r, void *frame)
{
	struct ordered_gather *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		ordered_exchange_all(r, RG_OUT, false);
		if (!r->in_place)
			rg_copy(r, rg_block_of(r, RG_OUT, r->rank), rg_own(r, RG_IN));
		rg_wait(r, s);
	} else {
		rg_run(r, s, ordered_climb, &s->climb);
		if (s->climb.children && r->irregular)
			rg_room(r, ordered_data(&s->climb).len);
		for (int i = 0; i < s->climb.children; i++)
			rg_recv(r, s->climb.child[i].rank, ordered_child_data(&s->climb, i));
		if (s->climb.children) {
			rg_copy(r, ordered_own_data(r, &s->climb), rg_own(r, RG_IN));
			rg_wait(r, s);
		}
		rg_send(r, s->climb.parent,
		        s->climb.children ? ordered_data(&s->climb) : rg_own(r, RG_IN));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Irregular gather in linear time (J. L. Traeff 2017): along a tree that the processes find by the
 * lengths of their blocks, of which each knows its own. Short blocks are joined on their way, along
 * machines and switches first if a level is named, and what is long goes to the root straight.
 *
 * Cost: at most 2 ceil(log2 P) - 1 messages of numbers one after the other, then ceil(log2 P)
 * messages into the root and all data once, if none goes there straight; a wrong root may cost a
 * penalty (Lemma 2). Scratch: what a process has of others.
 */
static const struct rg_algorithm rg_ordered_gatherv = {
	.name = "ordered",
	.run = ordered_gather,
	.frame = sizeof(struct ordered_gather),
	.takes = RG_JOINS,
	.tries = RG_WORDS("1", "1 256 256", "3 256 256", "1 256 256 machine", "1 256 256 switch",
                          "1 4096 4096", "3 4096 4096", "1 4096 4096 machine", "1 4096 4096 switch",
                          "1 65536 65536", "3 65536 65536", "1 65536 65536 machine",
                          "1 65536 65536 switch"),
};

/* Scatter along an ordered tree: see ordered_tree.h. What a cube gets is one run of blocks in their
 * order, from where they are at the root.
 */
struct ordered_scatter {
	int at;
	struct ordered_climb climb;
};

static int ordered_scatter(struct rg *r, void *frame)
{
	struct ordered_scatter *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		ordered_exchange_all(r, RG_IN, true);
		if (!r->in_place)
			rg_copy(r, rg_own(r, RG_OUT), rg_block_of(r, RG_IN, r->rank));
		rg_wait(r, s);
	} else {
		rg_run(r, s, ordered_climb, &s->climb);
		if (s->climb.children && r->irregular)
			rg_room(r, ordered_data(&s->climb).len);
		rg_recv(r, s->climb.parent,
		        s->climb.children ? ordered_data(&s->climb) : rg_own(r, RG_OUT));
		rg_wait(r, s);
		for (int i = s->climb.children - 1; i >= 0; i--)
			rg_send(r, s->climb.child[i].rank, ordered_child_data(&s->climb, i));
		if (s->climb.children) {
			rg_copy(r, rg_own(r, RG_OUT), ordered_own_data(r, &s->climb));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}

/* Irregular scatter in linear time (J. L. Traeff 2017): along a tree that the processes find by the
 * lengths of their blocks, of which each knows its own. Short blocks are joined on their way, along
 * machines and switches first if a level is named, and what is long comes from the root straight.
 *
 * Cost: at most 2 ceil(log2 P) - 1 messages of numbers one after the other, then ceil(log2 P)
 * messages out of the root and all data once, if none comes straight; a wrong root may cost a
 * penalty (Lemma 2). Scratch: what a process has of others.
 */
static const struct rg_algorithm rg_ordered_scatterv = {
	.name = "ordered",
	.run = ordered_scatter,
	.frame = sizeof(struct ordered_scatter),
	.takes = RG_JOINS,
	.tries = RG_WORDS("1", "1 256 256", "3 256 256", "1 256 256 machine", "1 256 256 switch",
                          "1 4096 4096", "3 4096 4096", "1 4096 4096 machine", "1 4096 4096 switch",
                          "1 65536 65536", "3 65536 65536", "1 65536 65536 machine",
                          "1 65536 65536 switch"),
};

/* Dissemination barrier (Hensgen, Finkel & Manber 1988; Thakur & Gropp 2003 name it for MPICH): in
 * step j each process signals the one 2^j places behind it in the ring, and waits for the signal of
 * the one 2^j places before it. Cost: ceil(lg P) signals out of and into each process, the fewest
 * steps there are. No data, no scratch.
 */
struct dissemination {
	int at, away;
};

static int dissemination(struct rg *r, void *frame)
{
	struct dissemination *s = frame;

	RG_BEGIN(r, s);
	for (s->away = 1; s->away < P; s->away *= 2) {
		rg_signal(r, r->order[rg_at(r, r->pos + s->away)]);
		rg_heed(r, r->order[rg_at(r, r->pos - s->away)]);
		rg_wait(r, s);
	}
	RG_END(s);
}

static const struct rg_algorithm rg_dissemination_barrier = {
	.name = "dissemination",
	.run = dissemination,
	.frame = sizeof(struct dissemination),
};

/* Prefix sums by recursive doubling (Thakur & Gropp 2003 name scan among what is to come; Hillis &
 * Steele 1986), by rank. In step j each process exchanges the sum of its aligned run of 2^j ranks
 * with the one whose number differs in bit j; what comes from lower ranks is part of its prefix.
 *
 * Cost: ceil(lg P) messages of the whole vector out of and into each process, up to twice as many
 * combinations. Scratch: two segments. Ranks are combined in their order, each process's prefix in
 * brackets that depend on its rank alone: the operation need not commute.
 */
static int scan_doubling(struct rg *r, void *frame)
{
	struct scan_doubling *s = frame;

	RG_BEGIN(r, s);
	scan_begin(r, s);
	for (s->bit = 1; s->bit < P; s->bit *= 2)
		if (scan_peer(r, s) < P) {
			rg_send(r, scan_peer(r, s), scan_slot(r, s->slot));
			rg_recv(r, scan_peer(r, s), scan_slot(r, scan_landing(s)));
			rg_wait(r, s);
			if (r->rank & s->bit)
				scan_add_lower(r, s);
			else
				scan_add_higher(r, s);
		}
	RG_END(s);
}

/* Scan by recursive doubling, any P: the fewest steps. Cost and scratch: those of its part. The
 * operation need not commute.
 */
static const struct rg_algorithm rg_recursive_doubling_scan = {
	.name = "recursive-doubling",
	.run = scan_doubling,
	.frame = sizeof(struct scan_doubling),
	.scratch = scan_doubling_scratch,
	.lanes = true,
	.segments = true,
};

/* Exscan by recursive doubling, any P: the fewest steps. Cost and scratch: those of its part. The
 * operation need not commute.
 */
static int doubling_exscan(struct rg *r, void *frame)
{
	struct scan_doubling *s = frame;

	s->exclusive = true;
	return scan_doubling(r, s);
}

static const struct rg_algorithm rg_recursive_doubling_exscan = {
	.name = "recursive-doubling",
	.run = doubling_exscan,
	.frame = sizeof(struct scan_doubling),
	.scratch = scan_doubling_scratch,
	.lanes = true,
	.segments = true,
};

/* The machines of the list, in the order of the ring: depth first. */
static const char *const machines[] = {
	"n0", "n1", // 0 to 1
};

/* The machine of each rank. The runtime checks that a communicator is the one that this file was
 * made for: P processes, each on its machine. */
static const int host[P] = {
	0, 1, // rank 0 to 1
};

/* The rank at each position of the ring. */
static const int order[P] = {
	0, 1, // position 0 to 1
};

/* What to do with vectors of at least so many bytes, in slices of so many. A list begins from 0. */
static const struct rg_choice choices[] = {
	{0, NULL, 0, NULL, false},                                  // 0: none
	{0, &rg_recursive_doubling_allreduce, 0, NULL, false},      // 1: from 0 B, 201 us
	{18432, &rg_ring_allreduce, 0, NULL, false},                // 2: from 18 KiB, 551 us
	{36864, &rg_recursive_doubling_allreduce, 0, NULL, false},  // 3: from 36 KiB, 708 us
	{73728, &rg_ring_allreduce, 16384, NULL, false},            // 4: from 72 KiB, 908 us
	{0, &rg_recursive_doubling_allreduce, 0, NULL, false},      // 5: from 0 B, 201 us
	{0, &rg_ring_allgather, 0, NULL, false},                    // 6: from 0 B, 201 us
	{65536, &rg_ring_allgather, 16384, NULL, false},            // 7: from 64 KiB, 668 us
	{0, &rg_ring_allgather, 0, NULL, false},                    // 8: from 0 B, 201 us
	{32768, &rg_ring_allgather, 8192, NULL, false},             // 9: from 32 KiB, 535 us
	{0, &rg_ring_reduce_scatter, 0, NULL, false},               // 10: from 0 B, 201 us
	{65536, &rg_ring_reduce_scatter, 16384, NULL, false},       // 11: from 64 KiB, 671 us
	{0, &rg_pairwise_reduce_scatter, 0, NULL, false},           // 12: from 0 B, 201 us
	{65536, &rg_pairwise_reduce_scatter, 16384, NULL, false},   // 13: from 64 KiB, 675 us
	{0, &rg_ring_reduce_scatter, 0, NULL, false},               // 14: from 0 B, 201 us
	{32768, &rg_ring_reduce_scatter, 8192, NULL, false},        // 15: from 32 KiB, 536 us
	{0, &rg_ring_bcast, 0, NULL, false},                        // 16: from 0 B, 201 us
	{32768, &rg_ring_bcast, 16384, NULL, false},                // 17: from 32 KiB, 463 us
	{0, &rg_in_order_reduce, 0, NULL, false},                   // 18: from 0 B, 201 us
	{32768, &rg_in_order_reduce, 16384, NULL, false},           // 19: from 32 KiB, 466 us
	{0, &rg_ring_gather, 0, NULL, false},                       // 20: from 0 B, 201 us
	{65536, &rg_ring_gather, 8192, NULL, false},                // 21: from 64 KiB, 533 us
	{0, &rg_ring_scatter, 0, NULL, false},                      // 22: from 0 B, 201 us
	{65536, &rg_ring_scatter, 8192, NULL, false},               // 23: from 64 KiB, 533 us
	{0, &rg_ordered_gatherv, 0, "1", false},                    // 24: from 0 B, 241 us
	{0, &rg_ordered_scatterv, 0, "1", false},                   // 25: from 0 B, 241 us
	{0, &rg_dissemination_barrier, 0, NULL, false},             // 26: from 0 B, 200 us
	{0, &rg_recursive_doubling_scan, 0, NULL, false},           // 27: from 0 B, 201 us
	{32768, &rg_recursive_doubling_scan, 16384, NULL, false},   // 28: from 32 KiB, 472 us
	{0, &rg_recursive_doubling_exscan, 0, NULL, false},         // 29: from 0 B, 201 us
	{32768, &rg_recursive_doubling_exscan, 16384, NULL, false}, // 30: from 32 KiB, 468 us
	{0, NULL, 0, NULL, false},                                  // 31: the end
};

/* For so many machines of so many ranks, with windows or without: where the list of each
 * collective begins, of those left out none: see enum rg_purpose. */
static const struct rg_plan plans[] = {
	/* clang-format off */
	{2, 1, false, {{1, 6, 6, 10, 10, 16, 18, 20, 22, 24, 25, 26, 27, 29}, {5, 0, 0, 12, 12, 0, 18, 0, 0, 0, 0, 0, 27, 29}, {0, 0, 8, 14}}}, // 2 ranks
	/* clang-format on */
};

static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "chain32",
	.fact = "2 machines, 4 switches, ring load 1 on 4 link directions",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.P = P,
	.host = host,
	.order = order,
	.choices = choices,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* What an application calls, as the header has it. */
RG_ALL_FORMS(ALLREDUCE, chain32)
RG_ALL_FORMS(ALLGATHER, chain32)
RG_ALL_FORMS(ALLGATHERV, chain32)
RG_ALL_FORMS(REDUCE_SCATTER, chain32)
RG_ALL_FORMS(REDUCE_SCATTER_BLOCK, chain32)
RG_ALL_FORMS(BCAST, chain32)
RG_ALL_FORMS(REDUCE, chain32)
RG_ALL_FORMS(GATHER, chain32)
RG_ALL_FORMS(SCATTER, chain32)
RG_ALL_FORMS(GATHERV, chain32)
RG_ALL_FORMS(SCATTERV, chain32)
RG_ALL_FORMS(BARRIER, chain32)
RG_ALL_FORMS(SCAN, chain32)
RG_ALL_FORMS(EXSCAN, chain32)
RG_REQUESTS(chain32)
