/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate smp.xml --ops
 * allreduce=ring,allreduce=butterfly,allreduce=shared -o smp
 *
 * Proved: 4 machines, 2 switches, ring load 1 on 10 link directions, and so for every subset of the
 * machines.
 *
 * Algorithms, each played back in memory for 1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in
 * rank order and shuffled, on machines with equal and unequal numbers of them, or on one if that is
 * all they are for, and for 4 processes in this order (not those for one machine): every
 * contribution exactly once, no deadlock when no send completes before its receive is posted.
 * libringgen plays them where a job's ranks are.
 *  allreduce       butterfly, ring (1), shared (2)
 *  (1) messages to the next of the ring only
 *  (2) on one machine: it takes no link
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#include "ringgen.h"
#include "ringgen/parts/fold.h"
#include "ringgen/parts/ring_landings.h"
#include "ringgen/parts/shared_vectors.h"
#include "ringgen/entries.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

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

/* The butterfly over a group (Rabenseifner 2004; Thakur, Rabenseifner & Gropp 2005): a
 * reduce-scatter by recursive halving, then an allgather by recursive doubling. The vector is cut
 * into as many blocks as there are workers. In step j of the first half each worker exchanges with
 * the one whose number differs in bit j: it gives half of what it has to do with, and adds the
 * other half. In the end it holds the sum of one block. The second half goes the same way back.
 *
 * The partner next door comes first: a partial result is always that of a contiguous run of the
 * group, and combining keeps its order. Cost for n members: 2 lg n messages, 2 (n - 1) / n of the
 * vector out of and into each; two messages of the whole vector more when n is no power of two.
 * Scratch: the vector.
 */
struct butterfly {
	int at, bit;
	struct fold fold; /* its group and partial result are the caller's to set */
};

static int butterfly(struct rg *r, void *frame)
{
	struct butterfly *s = frame;
	struct fold *f = &s->fold;

	RG_BEGIN(r, s);
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->bit = 1; s->bit < f->workers; s->bit *= 2) {
			partial_swap(r, &f->partial, fold_worker(f, f->worker ^ s->bit),
			             butterfly_part(r, f, f->worker ^ s->bit, 2 * s->bit),
			             butterfly_part(r, f, f->worker, 2 * s->bit));
			rg_wait(r, s);
			partial_add(r, &f->partial, butterfly_part(r, f, f->worker, 2 * s->bit),
			            !(f->worker & s->bit));
		}
		partial_end(r, &f->partial, butterfly_part(r, f, f->worker, f->workers));
		for (s->bit = f->workers / 2; s->bit > 0; s->bit /= 2) {
			rg_send(r, fold_worker(f, f->worker ^ s->bit),
			        butterfly_part(r, f, f->worker, 2 * s->bit));
			rg_recv(r, fold_worker(f, f->worker ^ s->bit),
			        butterfly_part(r, f, f->worker ^ s->bit, 2 * s->bit));
			rg_wait(r, s);
		}
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}

/* Butterfly allreduce (Rabenseifner 2004), any P: what MPI libraries do with long vectors. When P
 * is a power of two it sends no more than the ring, in 2 lg P steps, but to partners that are up to
 * P / 2 places away, so that messages meet on the links.
 *
 * Cost and scratch: the butterfly's. Processes are numbered along the ring, or by rank where the
 * order of the operands matters, and combined in that order, each block in one place: the operation
 * need not commute, and all processes get the same bits.
 */
struct butterfly_allreduce {
	int at;
	struct butterfly butterfly;
};

static int butterfly_allreduce(struct rg *r, void *frame)
{
	struct butterfly_allreduce *s = frame;

	RG_BEGIN(r, s);
	fold_begin(&s->butterfly.fold, rg_everyone(r), rg_head(RG_OUT, r->n));
	s->butterfly.fold.partial = partial_begin(r, 0);
	rg_run(r, s, butterfly, &s->butterfly);
	RG_END(s);
}

static const struct rg_algorithm rg_butterfly_allreduce = {
	.name = "butterfly",
	.run = butterfly_allreduce,
	.frame = sizeof(struct butterfly_allreduce),
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

/* Allreduce on one machine, through windows. Two processes, or short vectors: each
 * publishes its vector and adds up all of them. Else each adds up a share of every round's elements
 * and publishes the sum, and all copy the sums.
 *
 * Cost: each process writes its vector once to its window, and reads it P - 1 times in those of
 * others; or writes and reads it twice, whatever P, and meets the others twice a round. Scratch:
 * lg P times a round's elements, none for two processes. Ranks are combined in the brackets of
 * recursive doubling, everywhere the same: the operation need not commute, and all processes get
 * the same bits.
 */
static int shared_allreduce(struct rg *r, void *frame)
{
	struct shared_allreduce *s = frame;
	struct rg_group all = rg_everyone(r);

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	for (; s->done < r->n && r->P > 1; s->done += shared_room(r)) {
		shared_publish_vector(r, &all, s);
		shared_meet(r, &all);
		rg_wait(r, s);
		shared_add_vectors(r, &all, s);
		if (!shared_adds_all(r)) {
			shared_meet(r, &all);
			rg_wait(r, s);
			shared_collect_sums(r, &all, s);
		}
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

static const struct rg_algorithm rg_shared_allreduce = {
	.name = "shared",
	.run = shared_allreduce,
	.frame = sizeof(struct shared_allreduce),
	.scratch = shared_allreduce_scratch,
	.windows = true,
	.machine = true,
};

/* The machines in the order of the ring: depth first, so that every subtree is one contiguous run,
 * and any subset of the machines, in this order, is a ring that uses no link direction twice. */
static const char *const machines[] = {
	"a0", "a1", "b0", "b1", // 0 to 3
};

/* Other names of a machine. */
static const struct rg_alias aliases[] = {
	{"ib-a0", 0},              // a0
	{"a0.cluster.example", 0}, // a0
	{"ib-a1", 1},              // a1
	{"a1.cluster.example", 1}, // a1
};

/* What to do with vectors of at least so many bytes, in slices of so many. A list begins from 0. */
static const struct rg_choice choices[] = {
	{0, NULL, 0, NULL, false, false, false},                         // 0: none
	{0, &rg_butterfly_allreduce, 0, NULL, false, false, false},      // 1: from 0 B
	{3840, &rg_ring_allreduce, 0, NULL, false, false, false},        // 2: from 3.75 KiB
	{65536, &rg_ring_allreduce, 8192, NULL, false, false, false},    // 3: from 64 KiB
	{131072, &rg_ring_allreduce, 16384, NULL, false, false, false},  // 4: from 128 KiB
	{0, &rg_butterfly_allreduce, 0, NULL, false, false, false},      // 5: from 0 B
	{57344, &rg_ring_allreduce, 8192, NULL, false, false, false},    // 6: from 56 KiB
	{131072, &rg_ring_allreduce, 16384, NULL, false, false, false},  // 7: from 128 KiB
	{0, &rg_shared_allreduce, 0, NULL, false, false, false},         // 8: from 0 B
	{0, &rg_butterfly_allreduce, 0, NULL, false, false, false},      // 9: from 0 B
	{0, &rg_butterfly_allreduce, 0, NULL, false, false, false},      // 10: from 0 B
	{147456, &rg_ring_allreduce, 0, NULL, false, false, false},      // 11: from 144 KiB
	{294912, &rg_butterfly_allreduce, 0, NULL, false, false, false}, // 12: from 288 KiB
	{0, NULL, 0, NULL, false, false, false},                         // 13: the end
};

/* For so many machines of so many ranks, with windows or without: where the list of each
 * collective begins, of those left out none: see enum rg_purpose. */
static const struct rg_plan plans[] = {
	{3, 1, false, {{1}, {9}, {0}}},  // 3 ranks
	{4, 1, false, {{5}, {9}, {0}}},  // 4 ranks
	{1, 2, true, {{8}, {8}, {0}}},   // 2 ranks
	{1, 2, false, {{1}, {9}, {0}}},  // 2 ranks
	{2, 2, true, {{9}, {9}, {0}}},   // 4 ranks
	{4, 2, false, {{9}, {9}, {0}}},  // 8 ranks
	{1, 4, true, {{8}, {8}, {0}}},   // 4 ranks
	{1, 4, false, {{5}, {9}, {0}}},  // 4 ranks
	{4, 4, false, {{10}, {9}, {0}}}, // 16 ranks
};

static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "smp",
	.fact = "4 machines, 2 switches, ring load 1 on 10 link directions",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.aliases = aliases,
	.naliases = sizeof aliases / sizeof *aliases,
	.wires = {1.25e+08, 0.00015},
	.choices = choices,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* What an application calls, as the header has it. */
RG_ALL_FORMS(ALLREDUCE, smp)
RG_REQUESTS(smp)
