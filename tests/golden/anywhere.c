/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate --auto --ops all=ring --prefix anywhere -o anywhere
 *
 * The order follows the host names: machine by machine, then core by core.
 * Played back in memory for 1 to 17, 23 and 32 processes, in rank order and shuffled, on machines
 * with equal and unequal numbers of them: every contribution exactly once, no deadlock when no send
 * completes before its receive is posted.
 */
#include "ringgen.h"

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

/* Where the partial result of the block of position i lands: in its place, unless the own
 * contribution is there. */
static struct rg_span ring_landing(const struct rg *r, int i)
{
	struct rg_span block = rg_block(r, RG_OUT, i);
	return r->in_place ? rg_head(RG_TMP, block.len) : block;
}

/* What is to be added to RG_OUT then: the partial result from scratch, or the own contribution. */
static struct rg_span ring_addend(const struct rg *r, int i)
{
	struct rg_span block = rg_block(r, RG_IN, i);
	return r->in_place ? rg_head(RG_TMP, block.len) : block;
}

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

static int64_t ring_allreduce_scratch(const struct rg *r)
{
	return r->in_place ? rg_longest(r) : 0;
}

static const struct rg_algorithm rg_ring_allreduce = {
	.name = "ring",
	.run = ring_allreduce,
	.frame = sizeof(struct ring_allreduce),
	.scratch = ring_allreduce_scratch,
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

/* Where the partial result that arrives in step j (of 1 ... P - 1) lands. The last is the result
 * itself. */
static struct rg_span ring_partial(const struct rg *r, int64_t longest, int j)
{
	struct rg_span block = rg_block(r, RG_TMP, r->pos - j - 1);
	if (j == r->P - 1 && !r->in_place)
		return rg_own(r, RG_OUT);
	return (struct rg_span){RG_TMP, j % 2 * longest, block.len};
}

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
		if (r->lanes > 1) {
			rg_join(r);
			rg_wait(r, s);
		}
		rg_copy(r, rg_own(r, RG_OUT), ring_partial(r, s->longest, r->P - 1));
	}
	RG_END(s);
}

static int64_t ring_reduce_scatter_scratch(const struct rg *r)
{
	return 2 * rg_longest(r);
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

static const struct rg_choice choices_0[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},         // from 0 B
	{65536, &rg_ring_allreduce, 16384, NULL, false}, // from 64 KiB
};

static const struct rg_choice choices_1[] = {
	{0, &rg_ring_allgather, 0, NULL, false},         // from 0 B
	{65536, &rg_ring_allgather, 16384, NULL, false}, // from 64 KiB
};

static const struct rg_choice choices_2[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},         // from 0 B
	{65536, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 64 KiB
};

static const struct rg_choice choices_3[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{131072, &rg_ring_allreduce, 16384, NULL, false}, // from 128 KiB
};

static const struct rg_choice choices_4[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{131072, &rg_ring_allgather, 16384, NULL, false}, // from 128 KiB
};

static const struct rg_choice choices_5[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},          // from 0 B
	{131072, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 128 KiB
};

static const struct rg_choice choices_6[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{131072, &rg_ring_allreduce, 8192, NULL, false},  // from 128 KiB
	{262144, &rg_ring_allreduce, 16384, NULL, false}, // from 256 KiB
};

static const struct rg_choice choices_7[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{262144, &rg_ring_allgather, 16384, NULL, false}, // from 256 KiB
};

static const struct rg_choice choices_8[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},          // from 0 B
	{131072, &rg_ring_reduce_scatter, 8192, NULL, false},  // from 128 KiB
	{262144, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 256 KiB
};

static const struct rg_choice choices_9[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{262144, &rg_ring_allreduce, 8192, NULL, false},  // from 256 KiB
	{524288, &rg_ring_allreduce, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_10[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{262144, &rg_ring_allgather, 8192, NULL, false},  // from 256 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_11[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},          // from 0 B
	{262144, &rg_ring_reduce_scatter, 8192, NULL, false},  // from 256 KiB
	{524288, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_12[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},           // from 0 B
	{524288, &rg_ring_allreduce, 8192, NULL, false},   // from 512 KiB
	{1048576, &rg_ring_allreduce, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_13[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{524288, &rg_ring_allgather, 8192, NULL, false},   // from 512 KiB
	{1048576, &rg_ring_allgather, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_14[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},           // from 0 B
	{524288, &rg_ring_reduce_scatter, 8192, NULL, false},   // from 512 KiB
	{1048576, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_15[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},           // from 0 B
	{1048576, &rg_ring_allreduce, 8192, NULL, false},  // from 1 MiB
	{2097152, &rg_ring_allreduce, 16384, NULL, false}, // from 2 MiB
};

static const struct rg_choice choices_16[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{1048576, &rg_ring_allgather, 8192, NULL, false},  // from 1 MiB
	{2097152, &rg_ring_allgather, 16384, NULL, false}, // from 2 MiB
};

static const struct rg_choice choices_17[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},           // from 0 B
	{1048576, &rg_ring_reduce_scatter, 8192, NULL, false},  // from 1 MiB
	{2097152, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 2 MiB
};

static const struct rg_choice choices_18[] = {
	{0, &rg_ring_allreduce, 0, NULL, false}, // from 0 B
};

static const struct rg_choice choices_19[] = {
	{0, &rg_ring_allgather, 0, NULL, false}, // from 0 B
};

static const struct rg_choice choices_20[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false}, // from 0 B
};

static const struct rg_choice choices_21[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{262144, &rg_ring_allreduce, 16384, NULL, false}, // from 256 KiB
};

static const struct rg_choice choices_22[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},          // from 0 B
	{262144, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 256 KiB
};

static const struct rg_choice choices_23[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{524288, &rg_ring_allreduce, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_24[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_25[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},          // from 0 B
	{524288, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_26[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},           // from 0 B
	{1048576, &rg_ring_allreduce, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_27[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{1048576, &rg_ring_allgather, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_28[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},           // from 0 B
	{1048576, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_29[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},           // from 0 B
	{2097152, &rg_ring_allreduce, 16384, NULL, false}, // from 2 MiB
};

static const struct rg_choice choices_30[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{2097152, &rg_ring_allgather, 16384, NULL, false}, // from 2 MiB
};

static const struct rg_choice choices_31[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},           // from 0 B
	{2097152, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 2 MiB
};

static const struct rg_choice choices_32[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},           // from 0 B
	{4194304, &rg_ring_allreduce, 16384, NULL, false}, // from 4 MiB
};

static const struct rg_choice choices_33[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{4194304, &rg_ring_allgather, 16384, NULL, false}, // from 4 MiB
};

static const struct rg_choice choices_34[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},           // from 0 B
	{4194304, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 4 MiB
};

static const struct rg_choice choices_35[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},           // from 0 B
	{8388608, &rg_ring_allreduce, 16384, NULL, false}, // from 8 MiB
};

static const struct rg_choice choices_36[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{8388608, &rg_ring_allgather, 16384, NULL, false}, // from 8 MiB
};

static const struct rg_choice choices_37[] = {
	{0, &rg_ring_reduce_scatter, 0, NULL, false},           // from 0 B
	{8388608, &rg_ring_reduce_scatter, 16384, NULL, false}, // from 8 MiB
};

static const struct rg_plan plans[] = {
	{
		.machines = 2,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 2},
		.any[RG_ALLGATHER] = {choices_1, 2},
		.any[RG_ALLGATHERV] = {choices_1, 2},
		.any[RG_REDUCE_SCATTER] = {choices_2, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_2, 2},
	},
	{
		.machines = 3,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 2},
		.any[RG_ALLGATHER] = {choices_1, 2},
		.any[RG_ALLGATHERV] = {choices_1, 2},
		.any[RG_REDUCE_SCATTER] = {choices_2, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_2, 2},
	},
	{
		.machines = 4,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_3, 2},
		.any[RG_ALLGATHER] = {choices_4, 2},
		.any[RG_ALLGATHERV] = {choices_4, 2},
		.any[RG_REDUCE_SCATTER] = {choices_5, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_5, 2},
	},
	{
		.machines = 6,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_3, 2},
		.any[RG_ALLGATHER] = {choices_4, 2},
		.any[RG_ALLGATHERV] = {choices_4, 2},
		.any[RG_REDUCE_SCATTER] = {choices_5, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_5, 2},
	},
	{
		.machines = 8,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_6, 3},
		.any[RG_ALLGATHER] = {choices_7, 2},
		.any[RG_ALLGATHERV] = {choices_7, 2},
		.any[RG_REDUCE_SCATTER] = {choices_8, 3},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_8, 3},
	},
	{
		.machines = 12,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_6, 3},
		.any[RG_ALLGATHER] = {choices_7, 2},
		.any[RG_ALLGATHERV] = {choices_7, 2},
		.any[RG_REDUCE_SCATTER] = {choices_8, 3},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_8, 3},
	},
	{
		.machines = 16,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_9, 3},
		.any[RG_ALLGATHER] = {choices_10, 3},
		.any[RG_ALLGATHERV] = {choices_10, 3},
		.any[RG_REDUCE_SCATTER] = {choices_11, 3},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_11, 3},
	},
	{
		.machines = 24,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_9, 3},
		.any[RG_ALLGATHER] = {choices_10, 3},
		.any[RG_ALLGATHERV] = {choices_10, 3},
		.any[RG_REDUCE_SCATTER] = {choices_11, 3},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_11, 3},
	},
	{
		.machines = 32,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_12, 3},
		.any[RG_ALLGATHER] = {choices_13, 3},
		.any[RG_ALLGATHERV] = {choices_13, 3},
		.any[RG_REDUCE_SCATTER] = {choices_14, 3},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_14, 3},
	},
	{
		.machines = 48,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_12, 3},
		.any[RG_ALLGATHER] = {choices_13, 3},
		.any[RG_ALLGATHERV] = {choices_13, 3},
		.any[RG_REDUCE_SCATTER] = {choices_14, 3},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_14, 3},
	},
	{
		.machines = 64,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_15, 3},
		.any[RG_ALLGATHER] = {choices_16, 3},
		.any[RG_ALLGATHERV] = {choices_16, 3},
		.any[RG_REDUCE_SCATTER] = {choices_17, 3},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_17, 3},
	},
	{
		.machines = 1,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_18, 1},
		.any[RG_ALLGATHER] = {choices_19, 1},
		.any[RG_ALLGATHERV] = {choices_19, 1},
		.any[RG_REDUCE_SCATTER] = {choices_20, 1},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_20, 1},
	},
	{
		.machines = 2,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_3, 2},
		.any[RG_ALLGATHER] = {choices_4, 2},
		.any[RG_ALLGATHERV] = {choices_4, 2},
		.any[RG_REDUCE_SCATTER] = {choices_5, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_5, 2},
	},
	{
		.machines = 4,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_21, 2},
		.any[RG_ALLGATHER] = {choices_7, 2},
		.any[RG_ALLGATHERV] = {choices_7, 2},
		.any[RG_REDUCE_SCATTER] = {choices_22, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_22, 2},
	},
	{
		.machines = 8,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_23, 2},
		.any[RG_ALLGATHER] = {choices_24, 2},
		.any[RG_ALLGATHERV] = {choices_24, 2},
		.any[RG_REDUCE_SCATTER] = {choices_25, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_25, 2},
	},
	{
		.machines = 16,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_26, 2},
		.any[RG_ALLGATHER] = {choices_27, 2},
		.any[RG_ALLGATHERV] = {choices_27, 2},
		.any[RG_REDUCE_SCATTER] = {choices_28, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_28, 2},
	},
	{
		.machines = 32,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_29, 2},
		.any[RG_ALLGATHER] = {choices_30, 2},
		.any[RG_ALLGATHERV] = {choices_30, 2},
		.any[RG_REDUCE_SCATTER] = {choices_31, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_31, 2},
	},
	{
		.machines = 64,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_32, 2},
		.any[RG_ALLGATHER] = {choices_33, 2},
		.any[RG_ALLGATHERV] = {choices_33, 2},
		.any[RG_REDUCE_SCATTER] = {choices_34, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_34, 2},
	},
	{
		.machines = 1,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_18, 1},
		.any[RG_ALLGATHER] = {choices_19, 1},
		.any[RG_ALLGATHERV] = {choices_19, 1},
		.any[RG_REDUCE_SCATTER] = {choices_20, 1},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_20, 1},
	},
	{
		.machines = 2,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_21, 2},
		.any[RG_ALLGATHER] = {choices_7, 2},
		.any[RG_ALLGATHERV] = {choices_7, 2},
		.any[RG_REDUCE_SCATTER] = {choices_22, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_22, 2},
	},
	{
		.machines = 4,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_23, 2},
		.any[RG_ALLGATHER] = {choices_24, 2},
		.any[RG_ALLGATHERV] = {choices_24, 2},
		.any[RG_REDUCE_SCATTER] = {choices_25, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_25, 2},
	},
	{
		.machines = 8,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_26, 2},
		.any[RG_ALLGATHER] = {choices_27, 2},
		.any[RG_ALLGATHERV] = {choices_27, 2},
		.any[RG_REDUCE_SCATTER] = {choices_28, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_28, 2},
	},
	{
		.machines = 16,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_29, 2},
		.any[RG_ALLGATHER] = {choices_30, 2},
		.any[RG_ALLGATHERV] = {choices_30, 2},
		.any[RG_REDUCE_SCATTER] = {choices_31, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_31, 2},
	},
	{
		.machines = 32,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_32, 2},
		.any[RG_ALLGATHER] = {choices_33, 2},
		.any[RG_ALLGATHERV] = {choices_33, 2},
		.any[RG_REDUCE_SCATTER] = {choices_34, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_34, 2},
	},
	{
		.machines = 64,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_35, 2},
		.any[RG_ALLGATHER] = {choices_36, 2},
		.any[RG_ALLGATHERV] = {choices_36, 2},
		.any[RG_REDUCE_SCATTER] = {choices_37, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_37, 2},
	},
	{
		.machines = 1,
		.ranks = 8,
		.any[RG_ALLREDUCE] = {choices_18, 1},
		.any[RG_ALLGATHER] = {choices_19, 1},
		.any[RG_ALLGATHERV] = {choices_19, 1},
		.any[RG_REDUCE_SCATTER] = {choices_20, 1},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_20, 1},
	},
	{
		.machines = 2,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_23, 2},
		.any[RG_ALLGATHER] = {choices_24, 2},
		.any[RG_ALLGATHERV] = {choices_24, 2},
		.any[RG_REDUCE_SCATTER] = {choices_25, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_25, 2},
	},
	{
		.machines = 4,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_26, 2},
		.any[RG_ALLGATHER] = {choices_27, 2},
		.any[RG_ALLGATHERV] = {choices_27, 2},
		.any[RG_REDUCE_SCATTER] = {choices_28, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_28, 2},
	},
	{
		.machines = 8,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_29, 2},
		.any[RG_ALLGATHER] = {choices_30, 2},
		.any[RG_ALLGATHERV] = {choices_30, 2},
		.any[RG_REDUCE_SCATTER] = {choices_31, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_31, 2},
	},
	{
		.machines = 16,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_32, 2},
		.any[RG_ALLGATHER] = {choices_33, 2},
		.any[RG_ALLGATHERV] = {choices_33, 2},
		.any[RG_REDUCE_SCATTER] = {choices_34, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_34, 2},
	},
	{
		.machines = 32,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_35, 2},
		.any[RG_ALLGATHER] = {choices_36, 2},
		.any[RG_ALLGATHERV] = {choices_36, 2},
		.any[RG_REDUCE_SCATTER] = {choices_37, 2},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_37, 2},
	},
	{
		.machines = 1,
		.ranks = 16,
		.any[RG_ALLREDUCE] = {choices_18, 1},
		.any[RG_ALLGATHER] = {choices_19, 1},
		.any[RG_ALLGATHERV] = {choices_19, 1},
		.any[RG_REDUCE_SCATTER] = {choices_20, 1},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_20, 1},
	},
	{
		.machines = 2,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_18, 1},
		.any[RG_ALLGATHER] = {choices_19, 1},
		.any[RG_ALLGATHERV] = {choices_19, 1},
		.any[RG_REDUCE_SCATTER] = {choices_20, 1},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_20, 1},
	},
	{
		.machines = 4,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_18, 1},
		.any[RG_ALLGATHER] = {choices_19, 1},
		.any[RG_ALLGATHERV] = {choices_19, 1},
		.any[RG_REDUCE_SCATTER] = {choices_20, 1},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_20, 1},
	},
	{
		.machines = 8,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_18, 1},
		.any[RG_ALLGATHER] = {choices_19, 1},
		.any[RG_ALLGATHERV] = {choices_19, 1},
		.any[RG_REDUCE_SCATTER] = {choices_20, 1},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_20, 1},
	},
	{
		.machines = 16,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_18, 1},
		.any[RG_ALLGATHER] = {choices_19, 1},
		.any[RG_ALLGATHERV] = {choices_19, 1},
		.any[RG_REDUCE_SCATTER] = {choices_20, 1},
		.any[RG_REDUCE_SCATTER_BLOCK] = {choices_20, 1},
	},
};

/* No machines: the ring follows the host names, machine by machine (Patarasuk & Yuan 2009, section
 * 4.2 and Lemma 6: contention free where the network is a switch between machines). */
static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "anywhere",
	.fact = "machine by machine, by host name",
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* A nonblocking or persistent collective: for anywhere_Start, anywhere_Test, anywhere_Wait and
 * anywhere_Request_free. */
typedef struct rg_request *anywhere_Request;

int anywhere_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int anywhere_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, anywhere_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                          MPI_INFO_NULL, request);
}

int anywhere_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                            MPI_Op op, MPI_Comm comm, MPI_Info info, anywhere_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                          request);
}

#if MPI_VERSION >= 4
int anywhere_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int anywhere_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm, anywhere_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                            MPI_INFO_NULL, request);
}

int anywhere_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                              anywhere_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                            request);
}
#endif

int anywhere_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                    comm);
}

int anywhere_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                        anywhere_Request *request)
{
	return rg_begin_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                          recvtype, comm, false, MPI_INFO_NULL, request);
}

int anywhere_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Info info, anywhere_Request *request)
{
	return rg_begin_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                          recvtype, comm, true, info, request);
}

#if MPI_VERSION >= 4
int anywhere_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                      comm);
}

int anywhere_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                          anywhere_Request *request)
{
	return rg_begin_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                            recvtype, comm, false, MPI_INFO_NULL, request);
}

int anywhere_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                              MPI_Comm comm, MPI_Info info, anywhere_Request *request)
{
	return rg_begin_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                            recvtype, comm, true, info, request);
}
#endif

int anywhere_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm)
{
	return rg_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                     recvtype, comm);
}

int anywhere_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm, anywhere_Request *request)
{
	return rg_begin_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                           displs, recvtype, comm, false, MPI_INFO_NULL, request);
}

int anywhere_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int displs[],
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                             anywhere_Request *request)
{
	return rg_begin_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                           displs, recvtype, comm, true, info, request);
}

#if MPI_VERSION >= 4
int anywhere_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                          MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                       recvtype, comm);
}

int anywhere_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                           MPI_Datatype recvtype, MPI_Comm comm, anywhere_Request *request)
{
	return rg_begin_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                             displs, recvtype, comm, false, MPI_INFO_NULL, request);
}

int anywhere_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                               void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                               MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                               anywhere_Request *request)
{
	return rg_begin_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                             displs, recvtype, comm, true, info, request);
}
#endif

int anywhere_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                            MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm);
}

int anywhere_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm, anywhere_Request *request)
{
	return rg_begin_reduce_scatter(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm,
	                               false, MPI_INFO_NULL, request);
}

int anywhere_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                                 MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                 anywhere_Request *request)
{
	return rg_begin_reduce_scatter(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm, true,
	                               info, request);
}

#if MPI_VERSION >= 4
int anywhere_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_c(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm);
}

int anywhere_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                               MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                               anywhere_Request *request)
{
	return rg_begin_reduce_scatter_c(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm,
	                                 false, MPI_INFO_NULL, request);
}

int anywhere_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                   anywhere_Request *request)
{
	return rg_begin_reduce_scatter_c(&cluster, sendbuf, recvbuf, recvcounts, type, op, comm,
	                                 true, info, request);
}
#endif

int anywhere_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                                  MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_block(&cluster, sendbuf, recvbuf, recvcount, type, op, comm);
}

int anywhere_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                   anywhere_Request *request)
{
	return rg_begin_reduce_scatter_block(&cluster, sendbuf, recvbuf, recvcount, type, op, comm,
	                                     false, MPI_INFO_NULL, request);
}

int anywhere_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                       MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                       anywhere_Request *request)
{
	return rg_begin_reduce_scatter_block(&cluster, sendbuf, recvbuf, recvcount, type, op, comm,
	                                     true, info, request);
}

#if MPI_VERSION >= 4
int anywhere_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                    MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_block_c(&cluster, sendbuf, recvbuf, recvcount, type, op, comm);
}

int anywhere_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                     MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                     anywhere_Request *request)
{
	return rg_begin_reduce_scatter_block_c(&cluster, sendbuf, recvbuf, recvcount, type, op,
	                                       comm, false, MPI_INFO_NULL, request);
}

int anywhere_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                         MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                         anywhere_Request *request)
{
	return rg_begin_reduce_scatter_block_c(&cluster, sendbuf, recvbuf, recvcount, type, op,
	                                       comm, true, info, request);
}
#endif

int anywhere_Start(anywhere_Request *request)
{
	return rg_request_start(*request);
}

int anywhere_Test(anywhere_Request *request, int *flag, MPI_Status *status)
{
	return rg_request_test(request, flag, status);
}

int anywhere_Wait(anywhere_Request *request, MPI_Status *status)
{
	return rg_request_wait(request, status);
}

int anywhere_Request_free(anywhere_Request *request)
{
	return rg_request_free(request);
}
