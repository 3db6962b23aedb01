/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate --auto --ops all=ring --prefix anywhere -o anywhere
 *
 * The order follows the host names: machine by machine, then core by core.
 *
 * Algorithms, each played back in memory for 1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in
 * rank order and shuffled, on machines with equal and unequal numbers of them: every contribution
 * exactly once, no deadlock when no send completes before its receive is posted. libringgen plays
 * them where a job's ranks are.
 *  allreduce       ring (1)
 *  allgather       ring (1)
 *  reduce_scatter  ring (1)
 *  bcast           ring (1)
 *  reduce          ring (1)
 *  gather          ring (1)
 *  scatter         ring (1)
 *  (1) messages to the next of the ring only
 *
 * Then choices by size, plans by the shape of a job, and the routines that an application calls.
 */
#include "ringgen.h"
#include "ringgen/parts/ring_landings.h"
#include "ringgen/entries.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

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
	for (s->step = 1; s->step < r->P; s->step++) {
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
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, 0), rg_block(r, RG_IN, 0));
	for (s->step = 1; s->step < r->P; s->step++) {
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
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_own(r, RG_OUT), rg_block(r, RG_IN, 0));
	s->longest = rg_longest(r);
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r),
		        s->step == 1 ? rg_block(r, rg_mine(r), r->pos - 1)
		                     : ring_partial(r, s->longest, s->step - 1));
		rg_recv(r, rg_prev(r), ring_partial(r, s->longest, s->step));
		rg_wait(r, s);
		rg_combine(r, rg_block(r, rg_mine(r), r->pos - s->step - 1),
		           ring_partial(r, s->longest, s->step));
	}
	if (r->in_place && r->P > 1) {
		/* RG_OUT still holds the contribution, whose place the result takes: in that of
		 * another block, perhaps, which another lane still needs. */
		if (rg_in_lanes(r)) {
			rg_join(r);
			rg_wait(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), ring_partial(r, s->longest, r->P - 1));
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
	if (r->P == 1 && !r->in_place)
		rg_copy(r, came, mine);
	if (r->P > 1 && rg_prev(r) == r->root) {
		rg_send(r, rg_next(r), mine);
		rg_wait(r, s);
	} else if (r->P > 1) {
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
		for (s->step = 0; s->step < r->P - 1; s->step++)
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

/* What to do with vectors of at least so many bytes, in slices of so many. A list begins from 0. */
static const struct rg_choice choices[] = {
	{0, NULL, 0, NULL, false, false, false},                               // 0: none
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},                 // 1: from 0 B
	{65536, &rg_ring_allreduce, 16384, NULL, false, false, false},         // 2: from 64 KiB
	{524288, &rg_ring_allreduce, 0, NULL, false, false, false},            // 3: from 512 KiB
	{8388608, &rg_ring_allreduce, 16384, NULL, false, false, false},       // 4: from 8 MiB
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},                 // 5: from 0 B
	{131072, &rg_ring_allreduce, 16384, NULL, false, false, false},        // 6: from 128 KiB
	{1048576, &rg_ring_allreduce, 0, NULL, false, false, false},           // 7: from 1 MiB
	{16777216, &rg_ring_allreduce, 16384, NULL, false, false, false},      // 8: from 16 MiB
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},                 // 9: from 0 B
	{131072, &rg_ring_allreduce, 16384, NULL, false, false, false},        // 10: from 128 KiB
	{1048576, &rg_ring_allreduce, 0, NULL, false, false, false},           // 11: from 1 MiB
	{33554432, &rg_ring_allreduce, 16384, NULL, false, false, false},      // 12: from 32 MiB
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},                 // 13: from 0 B
	{131072, &rg_ring_allreduce, 8192, NULL, false, false, false},         // 14: from 128 KiB
	{262144, &rg_ring_allreduce, 16384, NULL, false, false, false},        // 15: from 256 KiB
	{2097152, &rg_ring_allreduce, 0, NULL, false, false, false},           // 16: from 2 MiB
	{33554432, &rg_ring_allreduce, 16384, NULL, false, false, false},      // 17: from 32 MiB
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},                 // 18: from 0 B
	{131072, &rg_ring_allreduce, 8192, NULL, false, false, false},         // 19: from 128 KiB
	{262144, &rg_ring_allreduce, 16384, NULL, false, false, false},        // 20: from 256 KiB
	{2097152, &rg_ring_allreduce, 0, NULL, false, false, false},           // 21: from 2 MiB
	{67108864, &rg_ring_allreduce, 16384, NULL, false, false, false},      // 22: from 64 MiB
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},                 // 23: from 0 B
	{262144, &rg_ring_allreduce, 8192, NULL, false, false, false},         // 24: from 256 KiB
	{524288, &rg_ring_allreduce, 16384, NULL, false, false, false},        // 25: from 512 KiB
	{4194304, &rg_ring_allreduce, 0, NULL, false, false, false},           // 26: from 4 MiB
	{67108864, &rg_ring_allreduce, 16384, NULL, false, false, false},      // 27: from 64 MiB
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},                 // 28: from 0 B
	{262144, &rg_ring_allreduce, 8192, NULL, false, false, false},         // 29: from 256 KiB
	{524288, &rg_ring_allreduce, 16384, NULL, false, false, false},        // 30: from 512 KiB
	{4194304, &rg_ring_allreduce, 0, NULL, false, false, false},           // 31: from 4 MiB
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},                 // 32: from 0 B
	{524288, &rg_ring_allreduce, 8192, NULL, false, false, false},         // 33: from 512 KiB
	{1048576, &rg_ring_allreduce, 16384, NULL, false, false, false},       // 34: from 1 MiB
	{8388608, &rg_ring_allreduce, 0, NULL, false, false, false},           // 35: from 8 MiB
	{0, &rg_ring_allreduce, 0, NULL, false, false, false},                 // 36: from 0 B
	{1048576, &rg_ring_allreduce, 8192, NULL, false, false, false},        // 37: from 1 MiB
	{2097152, &rg_ring_allreduce, 16384, NULL, false, false, false},       // 38: from 2 MiB
	{16777216, &rg_ring_allreduce, 0, NULL, false, false, false},          // 39: from 16 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 40: from 0 B
	{65536, &rg_ring_allgather, 16384, NULL, false, false, false},         // 41: from 64 KiB
	{262144, &rg_ring_allgather, 0, NULL, false, false, false},            // 42: from 256 KiB
	{8388608, &rg_ring_allgather, 16384, NULL, false, false, false},       // 43: from 8 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 44: from 0 B
	{65536, &rg_ring_allgather, 16384, NULL, false, false, false},         // 45: from 64 KiB
	{524288, &rg_ring_allgather, 0, NULL, false, false, false},            // 46: from 512 KiB
	{16777216, &rg_ring_allgather, 16384, NULL, false, false, false},      // 47: from 16 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 48: from 0 B
	{131072, &rg_ring_allgather, 16384, NULL, false, false, false},        // 49: from 128 KiB
	{1048576, &rg_ring_allgather, 0, NULL, false, false, false},           // 50: from 1 MiB
	{16777216, &rg_ring_allgather, 16384, NULL, false, false, false},      // 51: from 16 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 52: from 0 B
	{262144, &rg_ring_allgather, 16384, NULL, false, false, false},        // 53: from 256 KiB
	{2097152, &rg_ring_allgather, 0, NULL, false, false, false},           // 54: from 2 MiB
	{33554432, &rg_ring_allgather, 16384, NULL, false, false, false},      // 55: from 32 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 56: from 0 B
	{262144, &rg_ring_allgather, 16384, NULL, false, false, false},        // 57: from 256 KiB
	{2097152, &rg_ring_allgather, 0, NULL, false, false, false},           // 58: from 2 MiB
	{67108864, &rg_ring_allgather, 16384, NULL, false, false, false},      // 59: from 64 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 60: from 0 B
	{262144, &rg_ring_allgather, 8192, NULL, false, false, false},         // 61: from 256 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false, false, false},        // 62: from 512 KiB
	{4194304, &rg_ring_allgather, 0, NULL, false, false, false},           // 63: from 4 MiB
	{67108864, &rg_ring_allgather, 16384, NULL, false, false, false},      // 64: from 64 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 65: from 0 B
	{262144, &rg_ring_allgather, 8192, NULL, false, false, false},         // 66: from 256 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false, false, false},        // 67: from 512 KiB
	{4194304, &rg_ring_allgather, 0, NULL, false, false, false},           // 68: from 4 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 69: from 0 B
	{524288, &rg_ring_allgather, 8192, NULL, false, false, false},         // 70: from 512 KiB
	{1048576, &rg_ring_allgather, 16384, NULL, false, false, false},       // 71: from 1 MiB
	{8388608, &rg_ring_allgather, 0, NULL, false, false, false},           // 72: from 8 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 73: from 0 B
	{1048576, &rg_ring_allgather, 8192, NULL, false, false, false},        // 74: from 1 MiB
	{2097152, &rg_ring_allgather, 16384, NULL, false, false, false},       // 75: from 2 MiB
	{16777216, &rg_ring_allgather, 0, NULL, false, false, false},          // 76: from 16 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 77: from 0 B
	{524288, &rg_ring_allgather, 16384, NULL, false, false, false},        // 78: from 512 KiB
	{1048576, &rg_ring_allgather, 0, NULL, false, false, false},           // 79: from 1 MiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 80: from 0 B
	{32768, &rg_ring_allgather, 8192, NULL, false, false, false},          // 81: from 32 KiB
	{65536, &rg_ring_allgather, 16384, NULL, false, false, false},         // 82: from 64 KiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 83: from 0 B
	{16384, &rg_ring_allgather, 8192, NULL, false, false, false},          // 84: from 16 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false, false, false},        // 85: from 512 KiB
	{0, &rg_ring_allgather, 0, NULL, false, false, false},                 // 86: from 0 B
	{32768, &rg_ring_allgather, 8192, NULL, false, false, false},          // 87: from 32 KiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 88: from 0 B
	{65536, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},    // 89: from 64 KiB
	{262144, &rg_ring_reduce_scatter, 0, NULL, false, false, false},       // 90: from 256 KiB
	{8388608, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},  // 91: from 8 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 92: from 0 B
	{65536, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},    // 93: from 64 KiB
	{524288, &rg_ring_reduce_scatter, 0, NULL, false, false, false},       // 94: from 512 KiB
	{16777216, &rg_ring_reduce_scatter, 16384, NULL, false, false, false}, // 95: from 16 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 96: from 0 B
	{131072, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},   // 97: from 128 KiB
	{1048576, &rg_ring_reduce_scatter, 0, NULL, false, false, false},      // 98: from 1 MiB
	{16777216, &rg_ring_reduce_scatter, 16384, NULL, false, false, false}, // 99: from 16 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 100: from 0 B
	{131072, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},    // 101: from 128 KiB
	{262144, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},   // 102: from 256 KiB
	{2097152, &rg_ring_reduce_scatter, 0, NULL, false, false, false},      // 103: from 2 MiB
	{33554432, &rg_ring_reduce_scatter, 16384, NULL, false, false, false}, // 104: from 32 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 105: from 0 B
	{262144, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},    // 106: from 256 KiB
	{524288, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},   // 107: from 512 KiB
	{4194304, &rg_ring_reduce_scatter, 0, NULL, false, false, false},      // 108: from 4 MiB
	{67108864, &rg_ring_reduce_scatter, 16384, NULL, false, false, false}, // 109: from 64 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 110: from 0 B
	{262144, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},    // 111: from 256 KiB
	{524288, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},   // 112: from 512 KiB
	{4194304, &rg_ring_reduce_scatter, 0, NULL, false, false, false},      // 113: from 4 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 114: from 0 B
	{524288, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},    // 115: from 512 KiB
	{1048576, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},  // 116: from 1 MiB
	{8388608, &rg_ring_reduce_scatter, 0, NULL, false, false, false},      // 117: from 8 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 118: from 0 B
	{1048576, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},   // 119: from 1 MiB
	{2097152, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},  // 120: from 2 MiB
	{16777216, &rg_ring_reduce_scatter, 0, NULL, false, false, false},     // 121: from 16 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 122: from 0 B
	{524288, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},   // 123: from 512 KiB
	{2097152, &rg_ring_reduce_scatter, 0, NULL, false, false, false},      // 124: from 2 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 125: from 0 B
	{262144, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},   // 126: from 256 KiB
	{1048576, &rg_ring_reduce_scatter, 0, NULL, false, false, false},      // 127: from 1 MiB
	{67108864, &rg_ring_reduce_scatter, 16384, NULL, false, false, false}, // 128: from 64 MiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 129: from 0 B
	{32768, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},     // 130: from 32 KiB
	{65536, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},    // 131: from 64 KiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 132: from 0 B
	{16384, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},     // 133: from 16 KiB
	{524288, &rg_ring_reduce_scatter, 16384, NULL, false, false, false},   // 134: from 512 KiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 135: from 0 B
	{32768, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},     // 136: from 32 KiB
	{0, &rg_ring_reduce_scatter, 0, NULL, false, false, false},            // 137: from 0 B
	{16384, &rg_ring_reduce_scatter, 8192, NULL, false, false, false},     // 138: from 16 KiB
	{0, &rg_ring_bcast, 0, NULL, false, false, false},                     // 139: from 0 B
	{8192, &rg_ring_bcast, 4096, NULL, false, false, false},               // 140: from 8 KiB
	{32768, &rg_ring_bcast, 8192, NULL, false, false, false},              // 141: from 32 KiB
	{131072, &rg_ring_bcast, 16384, NULL, false, false, false},            // 142: from 128 KiB
	{0, &rg_ring_bcast, 0, NULL, false, false, false},                     // 143: from 0 B
	{2048, &rg_ring_bcast, 1024, NULL, false, false, false},               // 144: from 2 KiB
	{16384, &rg_ring_bcast, 4096, NULL, false, false, false},              // 145: from 16 KiB
	{131072, &rg_ring_bcast, 8192, NULL, false, false, false},             // 146: from 128 KiB
	{524288, &rg_ring_bcast, 16384, NULL, false, false, false},            // 147: from 512 KiB
	{0, &rg_ring_reduce, 0, NULL, false, false, false},                    // 148: from 0 B
	{16384, &rg_ring_reduce, 8192, NULL, false, false, false},             // 149: from 16 KiB
	{65536, &rg_ring_reduce, 16384, NULL, false, false, false},            // 150: from 64 KiB
	{0, &rg_ring_reduce, 0, NULL, false, false, false},                    // 151: from 0 B
	{2048, &rg_ring_reduce, 1024, NULL, false, false, false},              // 152: from 2 KiB
	{16384, &rg_ring_reduce, 2048, NULL, false, false, false},             // 153: from 16 KiB
	{32768, &rg_ring_reduce, 4096, NULL, false, false, false},             // 154: from 32 KiB
	{131072, &rg_ring_reduce, 8192, NULL, false, false, false},            // 155: from 128 KiB
	{524288, &rg_ring_reduce, 16384, NULL, false, false, false},           // 156: from 512 KiB
	{0, &rg_ring_gather, 0, NULL, false, false, false},                    // 157: from 0 B
	{65536, &rg_ring_gather, 8192, NULL, false, false, false},             // 158: from 64 KiB
	{131072, &rg_ring_gather, 16384, NULL, false, false, false},           // 159: from 128 KiB
	{0, &rg_ring_gather, 0, NULL, false, false, false},                    // 160: from 0 B
	{262144, &rg_ring_gather, 16384, NULL, false, false, false},           // 161: from 256 KiB
	{4194304, &rg_ring_gather, 0, NULL, false, false, false},              // 162: from 4 MiB
	{67108864, &rg_ring_gather, 16384, NULL, false, false, false},         // 163: from 64 MiB
	{0, &rg_ring_gather, 0, NULL, false, false, false},                    // 164: from 0 B
	{524288, &rg_ring_gather, 8192, NULL, false, false, false},            // 165: from 512 KiB
	{2097152, &rg_ring_gather, 16384, NULL, false, false, false},          // 166: from 2 MiB
	{16777216, &rg_ring_gather, 0, NULL, false, false, false},             // 167: from 16 MiB
	{0, &rg_ring_scatter, 0, NULL, false, false, false},                   // 168: from 0 B
	{65536, &rg_ring_scatter, 8192, NULL, false, false, false},            // 169: from 64 KiB
	{131072, &rg_ring_scatter, 16384, NULL, false, false, false},          // 170: from 128 KiB
	{0, &rg_ring_scatter, 0, NULL, false, false, false},                   // 171: from 0 B
	{262144, &rg_ring_scatter, 16384, NULL, false, false, false},          // 172: from 256 KiB
	{2097152, &rg_ring_scatter, 0, NULL, false, false, false},             // 173: from 2 MiB
	{67108864, &rg_ring_scatter, 16384, NULL, false, false, false},        // 174: from 64 MiB
	{0, &rg_ring_scatter, 0, NULL, false, false, false},                   // 175: from 0 B
	{262144, &rg_ring_scatter, 8192, NULL, false, false, false},           // 176: from 256 KiB
	{524288, &rg_ring_scatter, 16384, NULL, false, false, false},          // 177: from 512 KiB
	{4194304, &rg_ring_scatter, 0, NULL, false, false, false},             // 178: from 4 MiB
	{0, &rg_ring_scatter, 0, NULL, false, false, false},                   // 179: from 0 B
	{524288, &rg_ring_scatter, 8192, NULL, false, false, false},           // 180: from 512 KiB
	{1048576, &rg_ring_scatter, 16384, NULL, false, false, false},         // 181: from 1 MiB
	{8388608, &rg_ring_scatter, 0, NULL, false, false, false},             // 182: from 8 MiB
	{0, &rg_ring_scatter, 0, NULL, false, false, false},                   // 183: from 0 B
	{1048576, &rg_ring_scatter, 8192, NULL, false, false, false},          // 184: from 1 MiB
	{2097152, &rg_ring_scatter, 16384, NULL, false, false, false},         // 185: from 2 MiB
	{16777216, &rg_ring_scatter, 0, NULL, false, false, false},            // 186: from 16 MiB
	{0, &rg_ring_scatter, 0, NULL, false, false, false},                   // 187: from 0 B
	{0, NULL, 0, NULL, false, false, false},                               // 188: the end
};

/* For so many machines of so many ranks, with windows or without: where the list of each
 * collective begins, of those left out none: see enum rg_purpose. */
static const struct rg_plan plans[] = {
	/* clang-format off */
	{2, 1, false, {{1, 40, 40, 88, 88, 139, 148, 157, 168}, {0}, {0, 0, 80, 129}}},     // 2 ranks
	{3, 1, false, {{1, 44, 44, 92, 92, 139, 148, 157, 168}, {0}, {0, 0, 80, 129}}},     // 3 ranks
	{4, 1, false, {{5, 48, 48, 96, 96, 139, 148, 157, 168}, {0}, {0, 0, 80, 129}}},     // 4 ranks
	{6, 1, false, {{9, 48, 48, 96, 96, 139, 148, 157, 168}, {0}, {0, 0, 80, 129}}},     // 6 ranks
	{8, 1, false, {{13, 52, 52, 100, 100, 139, 151, 157, 168}, {0}, {0, 0, 80, 129}}},  // 8 ranks
	{12, 1, false, {{18, 56, 56, 100, 100, 139, 151, 160, 171}, {0}, {0, 0, 80, 132}}}, // 12 ranks
	{16, 1, false, {{23, 60, 60, 105, 105, 139, 151, 160, 168}, {0}, {0, 0, 83, 132}}}, // 16 ranks
	{24, 1, false, {{28, 65, 65, 110, 110, 139, 151, 160, 175}, {0}, {0, 0, 83, 132}}}, // 24 ranks
	{32, 1, false, {{32, 69, 69, 114, 114, 143, 151, 164, 179}, {0}, {0, 0, 86, 135}}}, // 32 ranks
	{48, 1, false, {{32, 69, 69, 114, 114, 143, 151, 164, 179}, {0}, {0, 0, 86, 135}}}, // 48 ranks
	{64, 1, false, {{36, 73, 73, 118, 118, 143, 151, 164, 183}, {0}, {0, 0, 86, 135}}}, // 64 ranks
	{1, 2, false, {{9, 77, 77, 122, 122, 139, 148, 160, 187}, {0}, {0, 0, 80, 129}}},   // 2 ranks
	{2, 2, true, {{9, 44, 44, 92, 92, 139, 148, 157, 168}, {0}, {0, 0, 80, 129}}},      // 4 ranks
	{4, 2, true, {{9, 56, 56, 125, 125, 139, 151, 157, 168}, {0}, {0, 0, 80, 129}}},    // 8 ranks
	{8, 2, true, {{18, 56, 56, 122, 122, 139, 151, 157, 168}, {0}, {0, 0, 83, 132}}},   // 16 ranks
	{16, 2, true, {{28, 65, 65, 110, 110, 143, 151, 157, 168}, {0}, {0, 0, 83, 135}}},  // 32 ranks
	{32, 2, true, {{32, 69, 69, 114, 114, 143, 151, 157, 168}, {0}, {0, 0, 86, 135}}},  // 64 ranks
	{64, 2, false, {{36, 73, 73, 118, 118, 143, 151, 157, 168}, {0}, {0, 0, 86, 135}}}, // 128 ranks
	{1, 4, false, {{9, 77, 77, 122, 122, 139, 151, 160, 187}, {0}, {0, 0, 83, 132}}},   // 4 ranks
	{2, 4, true, {{9, 56, 56, 125, 125, 139, 151, 157, 168}, {0}, {0, 0, 80, 129}}},    // 8 ranks
	{4, 4, true, {{18, 56, 56, 122, 122, 139, 151, 157, 168}, {0}, {0, 0, 80, 132}}},   // 16 ranks
	{8, 4, true, {{28, 65, 65, 110, 110, 143, 151, 157, 168}, {0}, {0, 0, 83, 132}}},   // 32 ranks
	{16, 4, true, {{32, 69, 69, 114, 114, 143, 151, 157, 168}, {0}, {0, 0, 86, 135}}},  // 64 ranks
	{32, 4, true, {{36, 73, 73, 118, 118, 143, 151, 157, 168}, {0}, {0, 0, 86, 135}}},  // 128 ranks
	{1, 8, false, {{9, 77, 77, 122, 122, 143, 151, 157, 168}, {0}, {0, 0, 83, 132}}},   // 8 ranks
	{2, 8, true, {{18, 77, 77, 122, 122, 139, 151, 157, 168}, {0}, {0, 0, 80, 132}}},   // 16 ranks
	{4, 8, true, {{28, 65, 65, 122, 122, 143, 151, 157, 168}, {0}, {0, 0, 83, 132}}},   // 32 ranks
	{8, 8, true, {{28, 65, 65, 110, 110, 143, 151, 157, 168}, {0}, {0, 0, 83, 137}}},   // 64 ranks
	{16, 8, true, {{32, 69, 69, 114, 114, 143, 151, 157, 168}, {0}, {0, 0, 86, 137}}},  // 128 ranks
	{1, 16, false, {{18, 77, 77, 125, 125, 143, 151, 157, 168}, {0}, {0, 0, 83, 137}}}, // 16 ranks
	{2, 16, true, {{28, 77, 77, 122, 122, 143, 151, 157, 168}, {0}, {0, 0, 83, 132}}},  // 32 ranks
	{4, 16, true, {{28, 77, 77, 122, 122, 143, 151, 157, 168}, {0}, {0, 0, 83, 137}}},  // 64 ranks
	{8, 16, true, {{28, 65, 65, 110, 110, 143, 151, 157, 168}, {0}, {0, 0, 86, 137}}},  // 128 ranks
	/* clang-format on */
};

/* No machines: the ring follows the host names, machine by machine (Patarasuk & Yuan 2009, section
 * 4.2 and Lemma 6: contention free where the network is a switch between machines). */
static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "anywhere",
	.fact = "machine by machine, by host name",
	.choices = choices,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* What an application calls, as the header has it. */
RG_ALL_FORMS(ALLREDUCE, anywhere)
RG_ALL_FORMS(ALLGATHER, anywhere)
RG_ALL_FORMS(ALLGATHERV, anywhere)
RG_ALL_FORMS(REDUCE_SCATTER, anywhere)
RG_ALL_FORMS(REDUCE_SCATTER_BLOCK, anywhere)
RG_ALL_FORMS(BCAST, anywhere)
RG_ALL_FORMS(REDUCE, anywhere)
RG_ALL_FORMS(GATHER, anywhere)
RG_ALL_FORMS(SCATTER, anywhere)
RG_REQUESTS(anywhere)
