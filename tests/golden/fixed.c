/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate chain32.xml --hosts n[30-31],n[0-2],n17 --ops all=ring -o
 * fixed
 *
 * Proved: 6 machines, 4 switches, ring load 1 on 18 link directions.
 *
 * Algorithms, each played back in memory for 6 processes in this order: every contribution exactly
 * once, no deadlock when no send completes before its receive is posted. libringgen plays them
 * where a job's ranks are.
 *  allreduce       ring (1)
 *  allgather       ring (1)
 *  reduce_scatter  ring (1)
 *  bcast           ring (1)
 *  reduce          ring (1)
 *  gather          ring (1)
 *  scatter         ring (1)
 *  (1) messages to the next of the ring only
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#include "ringgen.h"
#include "ringgen/parts/ring_landings.h"
#include "ringgen/entries.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

enum { P = 6 };

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
		if (rg_in_lanes(r)) {
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

/* Reduce along the ring, up to the root: the process behind it begins, each adds its contribution
 * to what comes from the one before it, and passes it on. In lanes it is a pipeline, the chain
 * broadcast turned round.
 *
 * Cost: the vector once out of each process but the root, and once into each but the first: no link
 * of a ring that is proved carries it twice in a direction. P - 1 steps for the first segment.
 * Scratch: the segment, but at the root only with MPI_IN_PLACE. Contributions are combined along
 * the ring: the operation must commute.
 */
struct ring_reduce {
	int at;
};

/* Where the partial result of the processes before lands. */
static struct rg_span ring_reduce_landing(const struct rg *r)
{
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);
	return r->rank == r->root && !r->in_place ? all : rg_head(RG_TMP, all.len);
}

static int ring_reduce(struct rg *r, void *frame)
{
	struct ring_reduce *s = frame;
	struct rg_span mine = rg_slice(r, rg_mine(r), 0, r->n), came = ring_reduce_landing(r);

	RG_BEGIN(r, s);
	if (P == 1 && !r->in_place)
		rg_copy(r, came, mine);
	if (P > 1 && rg_prev(r) == r->root) {
		rg_send(r, rg_next(r), mine);
		rg_wait(r, s);
	} else if (P > 1) {
		rg_recv(r, rg_prev(r), came);
		rg_wait(r, s);
		if (r->in_place) {
			rg_combine(r, came, mine);
		} else {
			rg_combine(r, mine, came);
			if (r->rank != r->root)
				rg_send(r, rg_next(r), came);
		}
		rg_wait(r, s);
	}
	RG_END(s);
}

static int64_t ring_reduce_scratch(const struct rg *r)
{
	return r->rank == r->root && !r->in_place ? 0 : rg_slice_most(r, r->n);
}

static const struct rg_algorithm rg_ring_reduce = {
	.name = "ring",
	.run = ring_reduce,
	.frame = sizeof(struct ring_reduce),
	.scratch = ring_reduce_scratch,
	.commutes = true,
	.ring = true,
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

/* The machines of the list, in the order of the ring: depth first. */
static const char *const machines[] = {
	"n0", "n1", "n2", "n17", "n30", "n31", // 0 to 5
};

/* The machine of each rank. The runtime checks that a communicator is the one that this file was
 * made for: P processes, each on its machine. */
static const int host[P] = {
	4, 5, 0, 1, 2, 3, // rank 0 to 5
};

/* The rank at each position of the ring. */
static const int order[P] = {
	2, 3, 4, 5, 0, 1, // position 0 to 5
};

/* What to do with vectors of at least so many bytes, in slices of so many. A list begins from 0. */
static const struct rg_choice choices[] = {
	/* clang-format off */
	{0, NULL, 0, NULL, false, false, false},                             // 0: none
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},               // 1: from 0 B, 2.56 ms
	{65536, &rg_ring_allreduce, 8192, NULL, false, false, false},        // 2: from 64 KiB, 3.36 ms
	{262144, &rg_ring_allreduce, 16384, NULL, false, false, false},      // 3: from 256 KiB, 4.17 ms
	{0, &rg_ring_allgather, 0, NULL, false, false, false},               // 4: from 0 B, 1.3 ms
	{131072, &rg_ring_allgather, 8192, NULL, false, false, false},       // 5: from 128 KiB, 1.92 ms
	{262144, &rg_ring_allgather, 16384, NULL, false, false, false},      // 6: from 256 KiB, 2.27 ms
	{0, &rg_ring_allgather, 0, NULL, false, false, false},               // 7: from 0 B, 1.31 ms
	{32768, &rg_ring_allgather, 8192, NULL, false, false, false},        // 8: from 32 KiB, 2.45 ms
	{262144, &rg_ring_allgather, 16384, NULL, false, false, false},      // 9: from 256 KiB, 3.08 ms
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},          // 10: from 0 B, 1.3 ms
	{131072, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},  // 11: from 128 KiB, 1.92 ms
	{262144, &rg_ring_reduce_scatter, 16384, NULL, false, false, false}, // 12: from 256 KiB, 2.28 ms
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},          // 13: from 0 B, 1.31 ms
	{32768, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},   // 14: from 32 KiB, 2.46 ms
	{262144, &rg_ring_reduce_scatter, 16384, NULL, false, false, false}, // 15: from 256 KiB, 3.09 ms
	{0, &rg_ring_bcast, 0, NULL, false, false, false},                   // 16: from 0 B, 1.26 ms
	{8192, &rg_ring_bcast, 4096, NULL, false, false, false},             // 17: from 8 KiB, 1.52 ms
	{32768, &rg_ring_bcast, 8192, NULL, false, false, false},            // 18: from 32 KiB, 1.88 ms
	{131072, &rg_ring_bcast, 16384, NULL, false, false, false},          // 19: from 128 KiB, 2.83 ms
	{0, &rg_ring_reduce, 0, NULL, false, false, false},                  // 20: from 0 B, 1.31 ms
	{8192, &rg_ring_reduce, 4096, NULL, false, false, false},            // 21: from 8 KiB, 1.57 ms
	{32768, &rg_ring_reduce, 8192, NULL, false, false, false},           // 22: from 32 KiB, 1.95 ms
	{131072, &rg_ring_reduce, 16384, NULL, false, false, false},         // 23: from 128 KiB, 2.89 ms
	{0, &rg_ring_gather, 0, NULL, false, false, false},                  // 24: from 0 B, 1.5 ms
	{131072, &rg_ring_gather, 8192, NULL, false, false, false},          // 25: from 128 KiB, 2.16 ms
	{262144, &rg_ring_gather, 16384, NULL, false, false, false},         // 26: from 256 KiB, 2.5 ms
	{0, &rg_ring_scatter, 0, NULL, false, false, false},                 // 27: from 0 B, 1.25 ms
	{131072, &rg_ring_scatter, 8192, NULL, false, false, false},         // 28: from 128 KiB, 1.87 ms
	{262144, &rg_ring_scatter, 16384, NULL, false, false, false},        // 29: from 256 KiB, 2.38 ms
	{0, NULL, 0, NULL, false, false, false},                             // 30: the end
	/* clang-format on */
};

/* For so many machines of so many ranks, with windows or without: where the list of each
 * collective begins, of those left out none: see enum rg_purpose. */
static const struct rg_plan plans[] = {
	{6, 1, false, {{1, 4, 4, 10, 10, 16, 20, 24, 27}, {0}, {0, 0, 7, 13}}}, // 6 ranks
};

static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "chain32",
	.fact = "6 machines, 4 switches, ring load 1 on 18 link directions",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.P = P,
	.host = host,
	.order = order,
	.wires = {1.25e+08, 0.00025},
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
RG_REQUESTS(chain32)
