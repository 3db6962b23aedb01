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
 *  allreduce       ring  messages to the next of the ring only
 *  allgather       ring  messages to the next of the ring only
 *  reduce_scatter  ring  messages to the next of the ring only
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#include "ringgen.h"
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
	if (j == P - 1 && !r->in_place)
		return rg_own(r, RG_OUT);
	return (struct rg_span){RG_TMP, j % 2 * longest, block.len};
}

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
	{0, NULL, 0, NULL, false},                             // 0: none
	{0, &rg_ring_allreduce, 0, NULL, false},               // 1: from 0 B, 2.56 ms
	{65536, &rg_ring_allreduce, 8192, NULL, false},        // 2: from 64 KiB, 3.36 ms
	{262144, &rg_ring_allreduce, 16384, NULL, false},      // 3: from 256 KiB, 4.17 ms
	{0, &rg_ring_allgather, 0, NULL, false},               // 4: from 0 B, 1.3 ms
	{131072, &rg_ring_allgather, 8192, NULL, false},       // 5: from 128 KiB, 1.92 ms
	{262144, &rg_ring_allgather, 16384, NULL, false},      // 6: from 256 KiB, 2.27 ms
	{0, &rg_ring_reduce_scatter, 0, NULL, false},          // 7: from 0 B, 1.3 ms
	{131072, &rg_ring_reduce_scatter, 8192, NULL, false},  // 8: from 128 KiB, 1.92 ms
	{262144, &rg_ring_reduce_scatter, 16384, NULL, false}, // 9: from 256 KiB, 2.28 ms
	{0, NULL, 0, NULL, false},                             // 10: the end
};

/* For so many machines of so many ranks, with windows or without: where the list of each
 * collective begins, for operations that commute, and for others. */
static const struct rg_plan plans[] = {
	{6, 1, false, {1, 4, 4, 7, 7}, {0, 0, 0, 0, 0}}, // 6 ranks
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
	.choices = choices,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* What an application calls, as the header has it. */
RG_ALLREDUCE_BLOCKING(chain32)
RG_ALLREDUCE_NONBLOCKING(chain32)
RG_ALLREDUCE_PERSISTENT(chain32)
RG_ALLGATHER_BLOCKING(chain32)
RG_ALLGATHER_NONBLOCKING(chain32)
RG_ALLGATHER_PERSISTENT(chain32)
RG_ALLGATHERV_BLOCKING(chain32)
RG_ALLGATHERV_NONBLOCKING(chain32)
RG_ALLGATHERV_PERSISTENT(chain32)
RG_REDUCE_SCATTER_BLOCKING(chain32)
RG_REDUCE_SCATTER_NONBLOCKING(chain32)
RG_REDUCE_SCATTER_PERSISTENT(chain32)
RG_REDUCE_SCATTER_BLOCK_BLOCKING(chain32)
RG_REDUCE_SCATTER_BLOCK_NONBLOCKING(chain32)
RG_REDUCE_SCATTER_BLOCK_PERSISTENT(chain32)
RG_REQUESTS(chain32)
